/** `gzip` (RFC 1952), one member or several. `level` 0 to 9; numcodecs also writes -1, the library's default. */
import type { JsonView } from "../../bytes/json/view.ts";
import type { BytesToBytesCodec } from "../codec.ts";
import { type DeflateEngine, deflateEngine } from "./deflate/engine.ts";

export interface DeflateConfiguration {
  readonly level: number;
}

/** What numcodecs takes where a document says nothing. */
const DEFAULT_LEVEL = 1;

export function parseDeflateLevel(configuration: JsonView): DeflateConfiguration {
  configuration.only(["level", "id"]);
  return { level: configuration.get("level")?.integer(-1, 9) ?? DEFAULT_LEVEL };
}

export const gzip: BytesToBytesCodec<DeflateConfiguration> = gzipBy(deflateEngine);

/** The codec over a certain engine. */
export function gzipBy(engine: () => Promise<DeflateEngine>): BytesToBytesCodec<DeflateConfiguration> {
  return {
    kind: "bytes-to-bytes",
    parse: parseDeflateLevel,
    bind: async ({ level }, type) => {
      const { gzip: encode, gunzip, writesOut } = await engine();
      return {
        encodedLength: undefined,
        writesOut,
        encode: (bytes) => encode(bytes, level),
        decode: (bytes, out) => gunzip(bytes, type, out),
      };
    },
  };
}
