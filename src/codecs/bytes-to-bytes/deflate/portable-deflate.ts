/** gzip, zlib and raw DEFLATE without Node and without WebAssembly: our own strict inflate in TypeScript, and fflate to compress. */
import { adler32 } from "../../../bytes/checksum/adler32.ts";
import { crc32 } from "../../../bytes/checksum/crc32.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, finished, growingBuffer } from "../../growing-buffer.ts";
import type { DeflateEngine } from "./engine.ts";
import { type InflateRun, readGzip, readRaw, readZlib } from "./framing.ts";
import { inflateRaw } from "./inflate.ts";
import { portableEncoders } from "./portable-encoders.ts";

export const portableDeflate: DeflateEngine = {
  ...portableEncoders,
  writesOut: true,
  gunzip: (bytes, type, out) => decode(bytes, type, out, readGzip),
  inflate: (bytes, type, out) => decode(bytes, type, out, readZlib),
  inflateRaw: (bytes, type, out) => decode(bytes, type, out, readRaw),
};

function decode(
  bytes: Uint8Array,
  type: BytesType,
  out: Uint8Array | undefined,
  read: (bytes: Uint8Array, run: InflateRun) => void,
): Uint8Array {
  const output = growingBuffer(type, out);
  const from = (start: number) => output.bytes.subarray(start, output.length);
  read(bytes, {
    stream: (start) => inflateRaw(bytes, start, output),
    length: () => output.length,
    crc32: (start) => crc32(from(start)),
    adler32: (start) => adler32(from(start)),
  });
  checkDecoded(type, output.length);
  return finished(output);
}
