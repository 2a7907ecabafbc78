/** Headers of frames and blocks (RFC 8878, 3.1.1), read like kernels/zstd/frame-header.ts. */
import { ZSTD_ERRORS, zstdError } from "../../zstd/errors.ts";

export interface FrameHeader {
  /** Where the blocks begin; for a skippable frame, where it ends. */
  readonly end: number;
  readonly skippable: boolean;
  readonly contentSize: number | undefined;
  readonly checksum: boolean;
  /** No compressed block is longer, or decodes to more. */
  readonly blockLimit: number;
  /** How far back matches may lie. */
  readonly window: number;
}

export interface BlockHeader {
  readonly last: boolean;
  readonly type: number;
  /** Of the content; of compressed blocks, the compressed size. */
  readonly size: number;
  /** Where the block ends. */
  readonly end: number;
}

export const RAW_BLOCK = 0;
export const REPEATED_BLOCK = 1;
export const COMPRESSED_BLOCK = 2;
export const MAX_BLOCK: number = 128 * 1024;

const MAGIC = 0xfd2fb528;
/** The lowest of 16. */
const SKIPPABLE_MAGIC = 0x184d2a50;
const MAX_WINDOW_LOG = 31;

/** A little-endian number of `count` bytes. */
function readNumber(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + bytes[at + i]!;
  return value;
}

/** The four bytes that a frame begins with. */
export function readMagic(bytes: Uint8Array, at: number): number {
  if (bytes.byteLength - at < 4) throw zstdError(ZSTD_ERRORS.truncated);
  return readNumber(bytes, at, 4);
}

/** Returns whether this begins a frame that decoders skip. */
export function isSkippable(magic: number): boolean {
  return (magic & ~15) === SKIPPABLE_MAGIC;
}

/** `dictionary` is the id of the available one. */
export function readFrameHeader(bytes: Uint8Array, at: number, dictionary = 0): FrameHeader {
  const magic = readMagic(bytes, at);
  if (isSkippable(magic)) return skippableFrame(bytes, at);
  if (magic !== MAGIC) throw zstdError(ZSTD_ERRORS.badMagic);
  return readFrameFields(bytes, at, dictionary);
}

/** The fields after the magic of a frame that begins at `at`. */
export function readFrameFields(bytes: Uint8Array, at: number, known = 0): FrameHeader {
  if (bytes.byteLength - at < 5) throw zstdError(ZSTD_ERRORS.truncated);
  const descriptor = bytes[at + 4]!;
  if ((descriptor & 8) !== 0) throw zstdError(ZSTD_ERRORS.badHeader);
  const single = (descriptor & 32) !== 0;
  const sizeFlag = descriptor >> 6;
  const dictionaryBytes = (descriptor & 3) === 3 ? 4 : descriptor & 3;
  const sizeBytes = sizeFlag === 0 ? (single ? 1 : 0) : 1 << sizeFlag;
  const dictionary = at + (single ? 5 : 6);
  const end = dictionary + dictionaryBytes + sizeBytes;
  if (end > bytes.byteLength) throw zstdError(ZSTD_ERRORS.truncated);
  const wanted = readNumber(bytes, dictionary, dictionaryBytes);
  if (wanted !== 0 && wanted !== known) throw zstdError(ZSTD_ERRORS.needsDictionary);
  const stated = readNumber(bytes, end - sizeBytes, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  const contentSize = sizeBytes === 0 ? undefined : stated;
  const window = single ? stated : windowSize(bytes[at + 5]!);
  const checksum = (descriptor & 4) !== 0;
  return { end, skippable: false, contentSize, checksum, blockLimit: Math.min(window, MAX_BLOCK), window };
}

function skippableFrame(bytes: Uint8Array, at: number): FrameHeader {
  if (bytes.byteLength - at < 8) throw zstdError(ZSTD_ERRORS.truncated);
  const end = at + 8 + readNumber(bytes, at + 4, 4);
  if (end > bytes.byteLength) throw zstdError(ZSTD_ERRORS.truncated);
  return { end, skippable: true, contentSize: 0, checksum: false, blockLimit: 0, window: 0 };
}

function windowSize(descriptor: number): number {
  const log = 10 + (descriptor >> 3);
  if (log > MAX_WINDOW_LOG) throw zstdError(ZSTD_ERRORS.windowTooLarge);
  return 2 ** log + 2 ** (log - 3) * (descriptor & 7);
}

export function readBlockHeader(bytes: Uint8Array, at: number): BlockHeader {
  if (bytes.byteLength - at < 3) throw zstdError(ZSTD_ERRORS.truncated);
  const header = readNumber(bytes, at, 3);
  const type = (header >> 1) & 3;
  const size = header >> 3;
  const end = at + 3 + (type === REPEATED_BLOCK ? 1 : size);
  if (end > bytes.byteLength) throw zstdError(ZSTD_ERRORS.truncated);
  return { last: (header & 1) !== 0, type, size, end };
}
