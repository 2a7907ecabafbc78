/**
 * gzip (RFC 1952), zlib (RFC 1950) and raw DEFLATE (RFC 1951) without Node: our own strict inflate inside, and fflate to compress. Headers and
 * trailers are handled here, so every checksum and length is verified.
 *
 * gzip member: 1f 8b 08 flags mtime(4) xfl os [extra] [name] [comment] [crc16] data crc32(4) length(4)
 * zlib stream: cmf flg data adler32(4, big-endian)
 */
import { deflateSync } from "fflate";
import { adler32 } from "../../../bytes/checksum/adler32.ts";
import { crc32 } from "../../../bytes/checksum/crc32.ts";
import { HyperslabError } from "../../../errors.ts";
import { allocate } from "../../allocate.ts";
import { checkDecoded, finished, type GrowingBuffer, growingBuffer } from "../growing-buffer.ts";
import type { DeflateEngine } from "./engine.ts";
import { inflateRaw } from "./inflate.ts";

export const portableDeflate: DeflateEngine = {
  writesOut: true,
  gunzip: (bytes, type, out) => {
    const output = growingBuffer(type, out);
    let at = gunzipMember(bytes, 0, output);
    while (at < bytes.byteLength && bytes[at] !== 0) at = gunzipMember(bytes, at, output);
    if (bytes.subarray(at).some((byte) => byte !== 0)) throw trailing(bytes.byteLength - at);
    checkDecoded(type, output.length);
    return finished(output);
  },
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
  inflate: (bytes, type, out) => {
    const [method = 0, flags = 0] = bytes;
    if (bytes.byteLength < 2) throw truncated();
    if ((method & 15) !== 8 || method >> 4 > 7 || (method * 256 + flags) % 31 !== 0) throw notThis("zlib");
    if ((flags & 0x20) !== 0) throw new HyperslabError("unsupported", "the zlib stream needs a preset dictionary");
    const output = growingBuffer(type, out);
    const at = inflateRaw(bytes, 2, output);
    if (at + 4 > bytes.byteLength) throw truncated();
    checkSum("Adler-32", viewOf(bytes).getUint32(at, false), adler32(finished(output)));
    if (at + 4 < bytes.byteLength) throw trailing(bytes.byteLength - at - 4);
    checkDecoded(type, output.length);
    return finished(output);
  },
  deflate: (bytes, level) => {
    const data = compress(bytes, level);
    const encoded = allocate(2 + data.byteLength + 4);
    encoded.set([0x78, 0x9c]);
    encoded.set(data, 2);
    new DataView(encoded.buffer).setUint32(2 + data.byteLength, adler32(bytes), false);
    return encoded;
  },
  inflateRaw: (bytes, type, out) => {
    const output = growingBuffer(type, out);
    const at = inflateRaw(bytes, 0, output);
    if (at < bytes.byteLength) throw trailing(bytes.byteLength - at);
    checkDecoded(type, output.length);
    return finished(output);
  },
  deflateRaw: compress,
};

/** Decodes the member at `start`; gives the offset of what follows it. */
function gunzipMember(bytes: Uint8Array, start: number, output: GrowingBuffer): number {
  const before = output.length;
  const at = inflateRaw(bytes, skipGzipHeader(bytes, start), output);
  if (at + 8 > bytes.byteLength) throw truncated();
  const view = viewOf(bytes);
  const member = output.bytes.subarray(before, output.length);
  checkSum("CRC-32", view.getUint32(at, true), crc32(member));
  const length = view.getUint32(at + 4, true);
  if (length !== member.byteLength % 2 ** 32) {
    throw new HyperslabError("invalid-data", `decoded to ${member.byteLength} bytes, the trailer says ${length}`);
  }
  return at + 8;
}

const HEADER_CRC = 2;
const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const RESERVED = 0xe0;

function skipGzipHeader(bytes: Uint8Array, start: number): number {
  if (start + 10 > bytes.byteLength) throw truncated();
  if (bytes[start] !== 0x1f || bytes[start + 1] !== 0x8b || bytes[start + 2] !== 8) throw notThis("gzip");
  const flags = bytes[start + 3]!;
  if ((flags & RESERVED) !== 0) throw notThis("gzip");
  let at = start + 10;
  if ((flags & EXTRA) !== 0) at += 2 + (bytes[at] ?? 0) + (bytes[at + 1] ?? 0) * 256;
  for (const text of [NAME, COMMENT]) {
    if ((flags & text) === 0) continue;
    const end = bytes.indexOf(0, at);
    if (end < 0) throw truncated();
    at = end + 1;
  }
  if ((flags & HEADER_CRC) !== 0) {
    if (at + 2 > bytes.byteLength) throw truncated();
    checkSum("header CRC-16", viewOf(bytes).getUint16(at, true), crc32(bytes.subarray(start, at)) & 0xffff);
    at += 2;
  }
  return at;
}

/** Level -1 is the default, 6, as in zlib. */
function compress(bytes: Uint8Array, level: number): Uint8Array {
  const known = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
  return deflateSync(bytes, { level: known[level] ?? 6 });
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function checkSum(name: string, stored: number, computed: number): void {
  if (stored === computed) return;
  const what = `${name} mismatch: stored 0x${stored.toString(16)}, computed 0x${computed.toString(16)}`;
  throw new HyperslabError("invalid-data", what);
}

function truncated(): HyperslabError {
  return new HyperslabError("invalid-data", "the compressed data is truncated");
}

function notThis(format: string): HyperslabError {
  return new HyperslabError("invalid-data", `the compressed data has no ${format} header`);
}

function trailing(count: number): HyperslabError {
  return new HyperslabError("invalid-data", `${count} bytes follow the end of the compressed data`);
}
