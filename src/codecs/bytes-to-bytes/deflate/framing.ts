/**
 * gzip (RFC 1952) and zlib (RFC 1950) around raw DEFLATE streams: every checksum and length is verified.
 *
 * gzip member: 1f 8b 08 flags mtime(4) xfl os [extra] [name] [comment] [crc16] data crc32(4) length(4)
 * zlib stream: cmf flg data adler32(4, big-endian)
 */
import { crc32 } from "../../../bytes/checksum/crc32.ts";
import { HyperslabError } from "../../../errors.ts";

/** Raw streams of one input, decoded consecutively to one output. */
export interface InflateRun {
  /** Decodes the stream at this offset of the input onto the end of the output; returns the offset after it. */
  stream(start: number): number;
  /** Bytes of output so far. */
  length(): number;
  /** Checksums of the output from here on. */
  crc32(from: number): number;
  adler32(from: number): number;
}

/** All members of a gzip file; zeros may follow the last. */
export function readGzip(bytes: Uint8Array, run: InflateRun): void {
  let at = readMember(bytes, 0, run);
  while (at < bytes.byteLength && bytes[at] !== 0) at = readMember(bytes, at, run);
  if (at < bytes.byteLength && bytes.subarray(at).some((byte) => byte !== 0)) throw trailing(bytes.byteLength - at);
}

/** One zlib stream, without trailing data. */
export function readZlib(bytes: Uint8Array, run: InflateRun): void {
  const [method = 0, flags = 0] = bytes;
  if (bytes.byteLength < 2) throw truncated();
  if ((method & 15) !== 8 || method >> 4 > 7 || (method * 256 + flags) % 31 !== 0) throw notThis("zlib");
  if ((flags & 0x20) !== 0) throw new HyperslabError("unsupported", "the zlib stream needs a preset dictionary");
  const at = run.stream(2);
  if (at + 4 > bytes.byteLength) throw truncated();
  checkSum("Adler-32", viewOf(bytes).getUint32(at, false), run.adler32(0));
  if (at + 4 < bytes.byteLength) throw trailing(bytes.byteLength - at - 4);
}

/** One raw stream, without trailing data. */
export function readRaw(bytes: Uint8Array, run: InflateRun): void {
  const at = run.stream(0);
  if (at < bytes.byteLength) throw trailing(bytes.byteLength - at);
}

/** Decodes the member at `start`; returns the offset after it. */
function readMember(bytes: Uint8Array, start: number, run: InflateRun): number {
  const before = run.length();
  const at = run.stream(skipGzipHeader(bytes, start));
  if (at + 8 > bytes.byteLength) throw truncated();
  const view = viewOf(bytes);
  checkSum("CRC-32", view.getUint32(at, true), run.crc32(before));
  const length = view.getUint32(at + 4, true);
  const found = run.length() - before;
  if (length !== found % 2 ** 32) {
    throw new HyperslabError("invalid-data", `decoded to ${found} bytes, the trailer says ${length}`);
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
  if (at > bytes.byteLength) throw truncated();
  return at;
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
