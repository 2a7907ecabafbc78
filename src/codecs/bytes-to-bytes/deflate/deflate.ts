/**
 * DEFLATE in its three wrappers: `gzip` (RFC 1952), one member or several; `zlib` (RFC 1950), one stream with its
 * Adler-32 verified; `deflate-raw` (RFC 1951), bare, so that damage may go unnoticed. `level` 0 to 9; numcodecs also
 * writes -1, the library's default.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import type { BytesToBytesCodec } from "../../codec.ts";
import { encoderSetting } from "../../configuration.ts";
import { type DeflateEngine, deflateEngine } from "./engine.ts";

export interface DeflateConfiguration {
  readonly level: number;
}

type DeflateCodec = BytesToBytesCodec<DeflateConfiguration>;

/** numcodecs' default if a document does not give it. */
const DEFAULT_LEVEL = 1;

export const gzip: DeflateCodec = gzipBy(deflateEngine);
export const zlib: DeflateCodec = zlibBy(deflateEngine);
export const deflateRaw: DeflateCodec = deflateRawBy(deflateEngine);

/** The codecs over a given engine. */
export function gzipBy(engine: () => Promise<DeflateEngine>): DeflateCodec {
  return codecBy(engine, "gzip", "gunzip");
}

export function zlibBy(engine: () => Promise<DeflateEngine>): DeflateCodec {
  return codecBy(engine, "deflate", "inflate");
}

export function deflateRawBy(engine: () => Promise<DeflateEngine>): DeflateCodec {
  return codecBy(engine, "deflateRaw", "inflateRaw");
}

function codecBy(
  engine: () => Promise<DeflateEngine>,
  encode: "gzip" | "deflate" | "deflateRaw",
  decode: "gunzip" | "inflate" | "inflateRaw",
): DeflateCodec {
  return {
    kind: "bytes-to-bytes",
    parse: parseLevel,
    bind: async ({ level }, type) => {
      const made = await engine();
      return {
        encodedLength: undefined,
        writesOut: made.writesOut,
        encode: (bytes) => made[encode](bytes, level),
        decode: (bytes, out) => made[decode](bytes, type, out),
      };
    },
  };
}

function parseLevel(configuration: JsonView): DeflateConfiguration {
  configuration.only(["level", "id"]);
  return { level: encoderSetting(configuration, "level", -1, 9) ?? DEFAULT_LEVEL };
}
