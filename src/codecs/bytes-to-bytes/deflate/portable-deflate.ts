/** gzip, zlib and raw DEFLATE without Node or WebAssembly: our own strict inflate in TypeScript, and fflate to compress. */

import { deflateSync } from "fflate";
import { adler32 } from "../../../bytes/checksum/adler32.ts";
import { crc32 } from "../../../bytes/checksum/crc32.ts";
import type { BytesType } from "../../codec.ts";
import { checkDecoded, finished, growingBuffer } from "../../growing-buffer.ts";
import { allocate } from "../../pipeline/allocate.ts";
import type { DeflateEncoders, DeflateEngine } from "./engine.ts";
import { type InflateRun, readGzip, readRaw, readZlib } from "./framing.ts";
import { inflateRaw } from "./inflate.ts";

/** fflate compresses; headers and checksums are ours. */
const portableEncoders: DeflateEncoders = {
  gzip: (bytes, level) => {
    const data = compress(bytes, level);
    const encoded = allocate(10 + data.byteLength + 8);
    encoded.set([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
    encoded.set(data, 10);
    const trailer = new DataView(encoded.buffer, 10 + data.byteLength);
    trailer.setUint32(0, crc32(bytes), true);
    trailer.setUint32(4, bytes.byteLength % 2 ** 32, true);
    return encoded;
  },
  deflate: (bytes, level) => {
    const data = compress(bytes, level);
    const encoded = allocate(2 + data.byteLength + 4);
    encoded.set([0x78, 0x9c]);
    encoded.set(data, 2);
    new DataView(encoded.buffer).setUint32(2 + data.byteLength, adler32(bytes), false);
    return encoded;
  },
  deflateRaw: compress,
};

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

/** Level -1 is the default, 6, as in zlib. */
function compress(bytes: Uint8Array, level: number): Uint8Array {
  const known = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
  return deflateSync(bytes, { level: known[level] ?? 6 });
}
