/** `zlib` (RFC 1950), numcodecs' codec of that name: one stream, its Adler-32 verified. */
import type { BytesToBytesCodec } from "../codec.ts";
import { type DeflateEngine, deflateEngine } from "./deflate/engine.ts";
import { type DeflateConfiguration, parseDeflateLevel } from "./gzip.ts";

export const zlib: BytesToBytesCodec<DeflateConfiguration> = zlibBy(deflateEngine);

/** The codec over a certain engine. */
export function zlibBy(engine: () => Promise<DeflateEngine>): BytesToBytesCodec<DeflateConfiguration> {
  return {
    kind: "bytes-to-bytes",
    parse: parseDeflateLevel,
    bind: async ({ level }, type) => {
      const { deflate, inflate, writesOut } = await engine();
      return {
        encodedLength: undefined,
        writesOut,
        encode: (bytes) => deflate(bytes, level),
        decode: (bytes, out) => inflate(bytes, type, out),
      };
    },
  };
}
