/**
 * Frames (RFC 8878, 3.1). A frame: u32 magic, u8 descriptor, window (u8, unless single segment), dictionary id
 * (0, 1, 2 or 4 bytes), content size (0, 1, 2, 4 or 8 bytes), blocks, checksum (u32, optional).
 * A block: 24 bits (last, 2 bits type, 21 bits size), content.
 */
import { BAD_HEADER, BAD_MAGIC, NEEDS_DICTIONARY, TRUNCATED, WINDOW_TOO_LARGE } from "./error-codes";
import { MAX_BLOCK } from "./workspace";

export const FRAME_MAGIC: u32 = 0xfd2fb528;
/** The lowest of 16: a frame that decoders skip, u32 magic, u32 size, content. */
export const SKIPPABLE_MAGIC: u32 = 0x184d2a50;
export const UNKNOWN: u64 = u64.MAX_VALUE;

// Types of blocks.
export const RAW_BLOCK: u32 = 0;
export const REPEATED_BLOCK: u32 = 1;
export const COMPRESSED_BLOCK: u32 = 2;

/** Regions end below this address, so that sums of an address and the lengths of a sequence do not wrap. */
export const MAX_ADDRESS: usize = 0xfff00000;

const MAX_WINDOW_LOG: u32 = 31;

// What the last header said.
export let contentSize: u64 = UNKNOWN;
export let blockLimit: usize = 0;
export let hasChecksum: bool = false;
/** For a skippable frame its whole size, else 0. */
export let skippableSize: usize = 0;

/** Parses the header of a frame. Returns its length or an error. */
export function readFrameHeader(source: usize, end: usize): i32 {
  const length = end - source;
  if (length < 4) return TRUNCATED;
  const magic = load<u32>(source);
  skippableSize = 0;
  if ((magic & ~15) == SKIPPABLE_MAGIC) {
    if (length < 8) return TRUNCATED;
    const size = <usize>load<u32>(source, 4);
    if (size > length - 8) return TRUNCATED;
    skippableSize = 8 + size;
    return 8;
  }
  if (magic != FRAME_MAGIC) return BAD_MAGIC;
  if (length < 5) return TRUNCATED;
  const descriptor = <u32>load<u8>(source, 4);
  const singleSegment = (descriptor & 32) != 0;
  const dictionaryFlag = descriptor & 3;
  const sizeFlag = descriptor >> 6;
  const windowBytes: usize = singleSegment ? 0 : 1;
  const dictionaryBytes: usize = dictionaryFlag == 3 ? 4 : dictionaryFlag;
  const sizeBytes: usize = sizeFlag == 0 ? (singleSegment ? 1 : 0) : 1 << sizeFlag;
  const total: usize = 5 + windowBytes + dictionaryBytes + sizeBytes;
  if ((descriptor & 8) != 0) return BAD_HEADER;
  if (length < total) return TRUNCATED;
  if (readBytes(source + 5 + windowBytes, dictionaryBytes) != 0) return NEEDS_DICTIONARY;
  contentSize = UNKNOWN;
  if (sizeBytes != 0) contentSize = readBytes(source + total - sizeBytes, sizeBytes) + (sizeBytes == 2 ? 256 : 0);
  let window = contentSize;
  if (!singleSegment) {
    const exponent = <u32>load<u8>(source, 5) >> 3;
    if (exponent + 10 > MAX_WINDOW_LOG) return WINDOW_TOO_LARGE;
    const base = (<u64>1) << (<u64>(exponent + 10));
    window = base + (base >> 3) * <u64>(load<u8>(source, 5) & 7);
  }
  blockLimit = <usize>min(window, <u64>MAX_BLOCK);
  hasChecksum = (descriptor & 4) != 0;
  return <i32>total;
}

function readBytes(source: usize, count: usize): u64 {
  let value: u64 = 0;
  for (let i: usize = 0; i < count; i++) value |= (<u64>load<u8>(source + i)) << ((<u64>i) << 3);
  return value;
}
