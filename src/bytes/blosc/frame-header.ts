/**
 * The frame of Blosc 1, little-endian:
 *
 *   0 version = 2 | 1 version of the inner codec = 1 | 2 flags | 3 type size
 *   4 decoded length u32 | 8 block size u32 | 12 frame length u32, with this header
 *
 * Flags: bit 0 byte shuffle, bit 1 stored as it is, bit 2 bit shuffle, bit 3 zero, bit 4 blocks are not split, bits 5 to
 * 7 the codec. A frame that is not stored as it is continues with the offset (i32, from the frame's start) of each
 * block; blocks lie in any order. A block is one stream, or one for each byte of an element: i32 length, bytes; a stream
 * as long as what it decodes to is stored as it is.
 */
import { HyperslabError } from "../../errors.ts";

export const HEADER_BYTES = 16;
/** Buffers, and streams of a split block, are not compressed below this size. */
export const LEAST_COMPRESSED = 128;
/** Elements larger than this are not split. */
export const MOST_SPLITS = 16;
export const LARGEST_TYPE = 255;
/** Largest buffer: its frame must fit a signed 32-bit length. */
export const LARGEST_BUFFER: number = 2 ** 31 - 1 - HEADER_BYTES;
/** Largest block: three of them and a row of pointers must fit the same. */
export const LARGEST_BLOCK: number = Math.floor((2 ** 31 - 1 - LARGEST_TYPE * 4) / 3);

export const FLAG_SHUFFLE = 1;
export const FLAG_STORED = 2;
export const FLAG_BITSHUFFLE = 4;
export const FLAG_RESERVED = 8;
export const FLAG_NOT_SPLIT = 16;

/** The codecs of the format by number; LZ4-HC writes LZ4. */
export const BLOSC_FORMATS = ["blosclz", "lz4", "snappy", "zlib", "zstd"] as const;
export type BloscFormat = (typeof BLOSC_FORMATS)[number];
export type BloscFilter = "none" | "shuffle" | "bitshuffle";

export interface BloscHeader {
  readonly format: BloscFormat;
  readonly filter: BloscFilter;
  /** All of it as it is, behind the header, without filter. */
  readonly stored: boolean;
  readonly split: boolean;
  readonly typeSize: number;
  /** Decoded length. */
  readonly length: number;
  readonly blockSize: number;
  readonly blockCount: number;
  /** Length of the frame, header included. */
  readonly frameLength: number;
}

/** The header of a frame, checked as the C library does before it decodes; `source` holds all of the frame. */
export function parseBloscHeader(source: Uint8Array): BloscHeader {
  const header = parseBloscHead(source);
  if (header.frameLength > source.byteLength) {
    throw broken(`${source.byteLength} bytes of a frame of ${header.frameLength} bytes: it is truncated`);
  }
  return header;
}

/** The same where `source` may hold but the beginning of the frame. */
export function parseBloscHead(source: Uint8Array): BloscHeader {
  if (source.byteLength < HEADER_BYTES) {
    throw broken(`a frame of ${source.byteLength} bytes, its header alone has ${HEADER_BYTES}`);
  }
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  checkVersion(source[0]!);
  const header = readFields(view, source[2]!, source[3]!);
  const { blockSize, length, blockCount, frameLength, stored } = header;
  if (length === 0) return header;
  if (length > LARGEST_BUFFER)
    throw broken(`a decoded length of ${length} bytes, at most ${LARGEST_BUFFER} are possible`);
  if (blockSize === 0 || blockSize > Math.min(length, LARGEST_BLOCK))
    throw broken(`a block size of ${blockSize} bytes`);
  if (header.typeSize === 0) throw broken("a type size of 0");
  if ((source[2]! & FLAG_RESERVED) !== 0) throw broken("a reserved flag (bit 3) is set");
  if (stored) {
    if (frameLength !== length + HEADER_BYTES) {
      throw broken(`${length} stored bytes in a frame of ${frameLength} bytes, expected ${length + HEADER_BYTES}`);
    }
  } else {
    if (source[1] !== 1) throw broken(`version ${source[1]} of the inner codec, only 1 is known`);
    if (blockCount > Math.floor((frameLength - HEADER_BYTES) / 4)) {
      throw broken(`${blockCount} blocks in a frame of ${frameLength} bytes`);
    }
  }
  return header;
}

function checkVersion(version: number): void {
  if (version === 2) return;
  if (version < 2) throw broken(`version ${version} of the format, only 2 is known`);
  throw new HyperslabError("unsupported", `a Blosc2 frame (version ${version} of the format), this codec is Blosc 1`, {
    hint: "Write the array again with the Blosc 1 codec, or with another one.",
  });
}

function readFields(view: DataView, flags: number, typeSize: number): BloscHeader {
  const length = view.getUint32(4, true);
  const blockSize = view.getUint32(8, true);
  const format = BLOSC_FORMATS[flags >> 5];
  if (format === undefined) throw broken(`the unknown codec number ${flags >> 5}`);
  const shuffled = (flags & FLAG_SHUFFLE) !== 0;
  return {
    format,
    filter: shuffled ? "shuffle" : (flags & FLAG_BITSHUFFLE) !== 0 ? "bitshuffle" : "none",
    stored: (flags & FLAG_STORED) !== 0,
    split: (flags & FLAG_NOT_SPLIT) === 0,
    typeSize,
    length,
    blockSize,
    blockCount: blockSize === 0 ? 0 : Math.ceil(length / blockSize),
    frameLength: view.getUint32(12, true),
  };
}

/** An error about the frame as a whole. */
export function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the Blosc frame has ${what}`);
}

/**
 * Into how many streams a block is split. Before there was the flag, splitting was decided by these sizes alone, so
 * they count for frames of every age; a shorter last block never is split.
 */
export function countStreams(header: BloscHeader, block: number): number {
  const { split, typeSize, blockSize, length, blockCount } = header;
  if (!split || typeSize > MOST_SPLITS || blockSize / typeSize < LEAST_COMPRESSED) return 1;
  return block === blockCount - 1 && length % blockSize !== 0 ? 1 : typeSize;
}
