/**
 * `zstd` (RFC 8878). `level` -131072 to 22 (0 is the default, 3), `checksum` of the content in the frame. Decoding
 * accepts any number of frames, with or without content size, including those of zstd 0.7, and verifies checksums.
 */
import type { BytesToBytesCodec } from "../../codec.ts";
import { encoderSetting } from "../../configuration.ts";
import { type ZstdEngine, zstdEngine } from "./engine.ts";

export interface ZstdConfiguration {
  readonly level: number;
  readonly checksum: boolean;
}

const LEAST_LEVEL = -131072;
const MOST_LEVEL = 22;

export const zstd: BytesToBytesCodec<ZstdConfiguration> = zstdBy(zstdEngine);

/** The codec over a given engine. */
export function zstdBy(engine: () => Promise<ZstdEngine>): BytesToBytesCodec<ZstdConfiguration> {
  return {
    kind: "bytes-to-bytes",
    parse: (configuration) => {
      configuration.only(["level", "checksum", "id"]);
      return {
        level: encoderSetting(configuration, "level", LEAST_LEVEL, MOST_LEVEL) ?? 0,
        checksum: configuration.get("checksum")?.boolean() ?? false,
      };
    },
    bind: async ({ level, checksum }, type) => {
      const { compress, decompress, writesOut } = await engine();
      return {
        encodedLength: undefined,
        writesOut,
        encode: (bytes, out) => compress(bytes, level, checksum, out),
        decode: (bytes, out) => decompress(bytes, type, out),
      };
    },
  };
}
