/** `deflate-raw` (RFC 1951): what gzip and zlib streams hold inside. Nothing tells damage by it: prefer zlib or gzip. */
import type { BytesToBytesCodec } from "../codec.ts";
import { type DeflateEngine, deflateEngine } from "./deflate/engine.ts";
import { type DeflateConfiguration, parseDeflateLevel } from "./gzip.ts";

export const deflateRaw: BytesToBytesCodec<DeflateConfiguration> = deflateRawBy(deflateEngine);

/** The codec over a certain engine. */
export function deflateRawBy(engine: () => Promise<DeflateEngine>): BytesToBytesCodec<DeflateConfiguration> {
  return {
    kind: "bytes-to-bytes",
    parse: parseDeflateLevel,
    bind: async ({ level }, type) => {
      const { deflateRaw: encode, inflateRaw, writesOut } = await engine();
      return {
        encodedLength: undefined,
        writesOut,
        encode: (bytes) => encode(bytes, level),
        decode: (bytes, out) => inflateRaw(bytes, type, out),
      };
    },
  };
}
