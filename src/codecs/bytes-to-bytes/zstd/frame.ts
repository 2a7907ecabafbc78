/**
 * The frames of a Zstandard file (RFC 8878, 3.1), found without decoding them.
 *
 * frame: magic 28 b5 2f fd, header descriptor, [window], [dictionary id], [content size], blocks, [checksum(4)]
 * block: 3 bytes (bit 0: last; bits 1-2: type; bits 3-23: size), then content
 * skippable frame: magic 5x 2a 4d 18, length(4), content
 * frame of zstd 0.7: magic 27 b5 2f fd, the same header, blocks as kernels/plain/zstd/v07.ts has them
 */
import { HyperslabError } from "../../../errors.ts";

export interface ZstdFrame {
  readonly start: number;
  /** True for zstd 0.7, whose blocks differ. */
  readonly old: boolean;
  /** Where the blocks begin. */
  readonly blocks: number;
  /** After the checksum. */
  readonly end: number;
  readonly contentSize: number | undefined;
  readonly checksum: boolean;
  /** No block may decode to more. */
  readonly maxBlockSize: number;
}

export interface ZstdBlock {
  readonly type: "stored" | "constant" | "compressed";
  /** Of the decoded block, except for compressed ones. */
  readonly size: number;
  /** Where its content lies. */
  readonly start: number;
  readonly end: number;
  readonly last: boolean;
}

const ZSTD_MAGIC = 0xfd2fb528;
export const MAX_BLOCK: number = 128 * 1024;
const SKIPPABLE = 0x184d2a50;
const V07_MAGIC = 0xfd2fb527;
/** Frames of zstd 0.2 to 0.6 differ in the first byte of their magic; that of 0.1 was written in reverse. */
const V02_MAGIC = 0xfd2fb522;
const V01_MAGIC = 0x1eb52ffd;

/** All frames, without the skippable ones. Anything else, or a frame that ends too soon, is an error. */
export function findFrames(bytes: Uint8Array): readonly ZstdFrame[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames: ZstdFrame[] = [];
  let at = 0;
  do {
    if (at + 4 > bytes.byteLength) throw truncated();
    const magic = view.getUint32(at, true);
    if (magic === ZSTD_MAGIC || magic === V07_MAGIC) {
      const frame = readFrame(bytes, view, at, magic === V07_MAGIC);
      frames.push(frame);
      at = frame.end;
    } else if ((magic & 0xfffffff0) === SKIPPABLE) {
      if (at + 8 > bytes.byteLength) throw truncated();
      at += 8 + view.getUint32(at + 4, true);
      if (at > bytes.byteLength) throw truncated();
    } else {
      throw notAFrame(magic, at);
    }
  } while (at < bytes.byteLength);
  return frames;
}

function notAFrame(magic: number, at: number): HyperslabError {
  if (magic === V01_MAGIC || (magic >= V02_MAGIC && magic < V07_MAGIC)) {
    const release = magic === V01_MAGIC ? 1 : magic - V02_MAGIC + 2;
    return new HyperslabError("unsupported", `a frame of zstd 0.${release}, from before the format was fixed`, {
      hint: "Decompress it with a zstd program that supports legacy formats.",
    });
  }
  const what = at === 0 ? "the compressed data has no zstd header" : `the data from byte ${at} on is not a zstd frame`;
  return new HyperslabError("invalid-data", what);
}

const DICTIONARY_BYTES = [0, 1, 2, 4];
const CONTENT_BYTES = [0, 2, 4, 8];

function readFrame(bytes: Uint8Array, view: DataView, start: number, old: boolean): ZstdFrame {
  const descriptor = bytes[start + 4] ?? 0;
  const single = (descriptor & 0x20) !== 0;
  if ((descriptor & 0x08) !== 0) throw new HyperslabError("invalid-data", "a reserved bit of the zstd header is set");
  const dictionaryBytes = DICTIONARY_BYTES[descriptor & 3]!;
  const contentFlag = descriptor >> 6;
  const contentBytes = contentFlag === 0 && single ? 1 : CONTENT_BYTES[contentFlag]!;
  const dictionary = start + 5 + (single ? 0 : 1);
  const content = dictionary + dictionaryBytes;
  const blocks = content + contentBytes;
  if (blocks > bytes.byteLength) throw truncated();
  if (bytes.subarray(dictionary, content).some((byte) => byte !== 0)) {
    throw new HyperslabError("unsupported", "the zstd frame needs a dictionary");
  }
  const contentSize = readContentSize(view, content, contentBytes);
  const windowSize = single ? (contentSize ?? 0) : windowOf(bytes[start + 5]!);
  const checksum = (descriptor & 4) !== 0;
  const end = old ? endOfOldBlocks(bytes, blocks) : endOfBlocks(bytes, blocks) + (checksum ? 4 : 0);
  if (end > bytes.byteLength) throw truncated();
  return { start, old, blocks, end, contentSize, checksum, maxBlockSize: Math.min(MAX_BLOCK, windowSize) };
}

function readContentSize(view: DataView, at: number, length: number): number | undefined {
  if (length === 1) return view.getUint8(at);
  if (length === 2) return view.getUint16(at, true) + 256;
  if (length === 4) return view.getUint32(at, true);
  // Beyond 2^53 the number is inexact, but exceeds every limit anyway.
  return length === 8 ? Number(view.getBigUint64(at, true)) : undefined;
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function endOfBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    const block = readBlock(bytes, at);
    if (block.last) return block.end;
    at = block.end;
  }
}

/** Types are the two highest bits of a header, sizes its 19 lowest ones. */
function endOfOldBlocks(bytes: Uint8Array, start: number): number {
  for (let at = start; ; ) {
    const content = at + 3;
    if (content > bytes.byteLength) throw truncated();
    const type = bytes[at]! >> 6;
    if (type === OLD_END) return content;
    const size = ((bytes[at]! & 7) << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
    at = content + (type === OLD_CONSTANT ? 1 : size);
  }
}

const OLD_CONSTANT = 2;
const OLD_END = 3;
const BLOCK_TYPES = ["stored", "constant", "compressed"] as const;

/** The block whose header is at `at`. */
function readBlock(bytes: Uint8Array, at: number): ZstdBlock {
  const start = at + 3;
  if (start > bytes.byteLength) throw truncated();
  const header = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  const type = BLOCK_TYPES[(header >> 1) & 3];
  if (type === undefined) throw new HyperslabError("invalid-data", "a zstd block of the reserved type");
  const size = header >> 3;
  const end = start + (type === "constant" ? 1 : size);
  if (end > bytes.byteLength) throw truncated();
  return { type, size, start, end, last: (header & 1) === 1 };
}

function truncated(): HyperslabError {
  return new HyperslabError("invalid-data", "the compressed data is truncated");
}
