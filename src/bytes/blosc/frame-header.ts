/**
 * The frame of Blosc 1, little-endian:
 *
 *   0 version = 2 | 1 version of the inner codec = 1 | 2 flags | 3 type size
 *   4 decoded length u32 | 8 block size u32 | 12 frame length u32, with this header
 *
 * Flags: bit 0 byte shuffle, bit 1 stored uncompressed, bit 2 bit shuffle, bit 3 zero, bit 4 blocks are not split, bits 5
 * to 7 the codec. A compressed frame continues with the offset (i32, from the frame's start) of each block; blocks lie
 * in any order. A block is one stream, or one per byte of an element: i32 length, bytes; a stream as long as what it
 * decodes to is stored uncompressed.
 */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import type { BloscCompressor, BloscFilter } from "./options.ts";

export const HEADER_BYTES = 16;
/** Where a frame says how much it decodes to. */
export const FRAME_LENGTH_AT = 4;
export const FRAME_LENGTH_BYTES = 4;
/** Buffers, and streams of a split block, are not compressed below this size. */
export const LEAST_COMPRESSED = 128;
/** Elements larger than this are not split. */
export const MOST_SPLITS = 16;
export const LARGEST_TYPE = 255;
/** Largest buffer: its frame must fit a signed 32-bit length. */
export const LARGEST_BUFFER: number = 2 ** 31 - 1 - HEADER_BYTES;
/** Largest block: three of them and a row of pointers must fit the same. */
export const LARGEST_BLOCK: number = Math.floor((2 ** 31 - 1 - LARGEST_TYPE * 4) / 3);

const VERSION = 2;
const INNER_VERSION = 1;
export const FLAG_SHUFFLE = 1;
export const FLAG_STORED = 2;
export const FLAG_BITSHUFFLE = 4;
const FLAG_RESERVED = 8;
export const FLAG_NOT_SPLIT = 16;
const FORMAT_SHIFT = 5;

/** The codecs of the format by number; LZ4-HC writes LZ4. */
const BLOSC_FORMATS = ["blosclz", "lz4", "snappy", "zlib", "zstd"] as const;
export type BloscFormat = (typeof BLOSC_FORMATS)[number];

/** The fields of the header. */
export interface FrameHead {
  readonly version: number;
  readonly innerVersion: number;
  readonly flags: number;
  readonly typeSize: number;
  /** Decoded length. */
  readonly length: number;
  readonly blockSize: number;
  /** Length of the frame, header included. */
  readonly frameLength: number;
}

/** What the fields mean. */
export interface BloscHeader extends FrameHead {
  readonly format: BloscFormat;
  readonly filter: BloscFilter;
  /** The whole buffer follows the header uncompressed and unfiltered. */
  readonly stored: boolean;
  readonly split: boolean;
  readonly blockCount: number;
}

function readFields(source: Uint8Array): FrameHead {
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  return {
    version: source[0]!,
    innerVersion: source[1]!,
    flags: source[2]!,
    typeSize: source[3]!,
    length: view.getUint32(4, true),
    blockSize: view.getUint32(8, true),
    frameLength: view.getUint32(12, true),
  };
}

/** Writes the header to the start of `frame`. */
export function writeFrameHead(
  frame: Uint8Array,
  { flags, typeSize, length, blockSize, frameLength }: Omit<FrameHead, "version" | "innerVersion">,
): void {
  frame[0] = VERSION;
  frame[1] = INNER_VERSION;
  frame[2] = flags;
  frame[3] = typeSize;
  const view = new DataView(frame.buffer, frame.byteOffset);
  view.setUint32(4, length, true);
  view.setUint32(8, blockSize, true);
  view.setUint32(12, frameLength, true);
}

/** The codec that a compressor writes. */
function formatOf(compressor: BloscCompressor): BloscFormat {
  return compressor === "lz4hc" ? "lz4" : compressor;
}

/** The flags of a frame made this way, without those for stored bytes and unsplit blocks. */
export function flagsOf(compressor: BloscCompressor, filter: BloscFilter): number {
  const shuffled = filter === "shuffle" ? FLAG_SHUFFLE : filter === "bitshuffle" ? FLAG_BITSHUFFLE : 0;
  return shuffled | (BLOSC_FORMATS.indexOf(formatOf(compressor)) << FORMAT_SHIFT);
}

/** Returns undefined if the codec is unknown. */
export function flaggedFormat(flags: number): BloscFormat | undefined {
  return BLOSC_FORMATS[flags >> FORMAT_SHIFT];
}

export function flaggedFilter(flags: number): BloscFilter {
  if ((flags & FLAG_SHUFFLE) !== 0) return "shuffle";
  return (flags & FLAG_BITSHUFFLE) !== 0 ? "bitshuffle" : "none";
}

/** Bytes too few to compress as a frame that stores them. */
export function storedFrame(bytes: Uint8Array): Uint8Array {
  const length = bytes.byteLength;
  const frame = new Uint8Array(HEADER_BYTES + length);
  const sizes = { length, blockSize: length, frameLength: frame.byteLength };
  writeFrameHead(frame, { flags: FLAG_STORED, typeSize: 1, ...sizes });
  frame.set(bytes, HEADER_BYTES);
  return frame;
}

/**
 * The fields of the frame at byte `base` of a file, checked only as far as finding the next frame requires: nothing is
 * decoded.
 */
export function parseFrameHead(bytes: Uint8Array, base: number, place: ErrorPlace = {}): FrameHead {
  const fail = (what: string, at: number): never => {
    throw new HyperslabError("invalid-data", `${what} at byte ${base + at}`, place);
  };
  if (bytes.byteLength < HEADER_BYTES) fail(`the file is truncated: a chunk of ${bytes.byteLength} bytes`, 0);
  const head = readFields(bytes);
  const { version, length, frameLength } = head;
  if (version !== VERSION) fail(`not a Blosc frame: version ${version}, expected ${VERSION},`, 0);
  if (frameLength < HEADER_BYTES || frameLength > LARGEST_BUFFER + HEADER_BYTES) {
    fail(`a Blosc frame of ${frameLength} bytes`, 12);
  }
  if (length > LARGEST_BUFFER) fail(`a Blosc frame of ${length} decoded bytes`, 4);
  return head;
}

/** The header of a frame, checked as the C library does before it decodes; `source` holds all of the frame. */
export function parseBloscHeader(source: Uint8Array): BloscHeader {
  const header = parseBloscHead(source);
  if (header.frameLength > source.byteLength) {
    throw broken(`${source.byteLength} bytes of a frame of ${header.frameLength} bytes: it is truncated`);
  }
  return header;
}

/** The same where `source` may hold only the beginning of the frame. */
export function parseBloscHead(source: Uint8Array): BloscHeader {
  if (source.byteLength < HEADER_BYTES) {
    throw broken(`a frame of ${source.byteLength} bytes, its header alone has ${HEADER_BYTES}`);
  }
  const head = readFields(source);
  checkVersion(head.version);
  const header = interpret(head);
  const { blockSize, length, blockCount, frameLength, stored } = header;
  if (length === 0) return header;
  if (length > LARGEST_BUFFER)
    throw broken(`a decoded length of ${length} bytes, at most ${LARGEST_BUFFER} are possible`);
  if (blockSize === 0 || blockSize > Math.min(length, LARGEST_BLOCK))
    throw broken(`a block size of ${blockSize} bytes`);
  if (header.typeSize === 0) throw broken("a type size of 0");
  if ((header.flags & FLAG_RESERVED) !== 0) throw broken("a reserved flag (bit 3) is set");
  if (stored) {
    if (frameLength !== length + HEADER_BYTES) {
      throw broken(`${length} stored bytes in a frame of ${frameLength} bytes, expected ${length + HEADER_BYTES}`);
    }
  } else {
    if (header.innerVersion !== INNER_VERSION) {
      throw broken(`version ${header.innerVersion} of the inner codec, only ${INNER_VERSION} is known`);
    }
    if (blockCount > Math.floor((frameLength - HEADER_BYTES) / 4)) {
      throw broken(`${blockCount} blocks in a frame of ${frameLength} bytes`);
    }
  }
  return header;
}

function checkVersion(version: number): void {
  if (version === VERSION) return;
  if (version < VERSION) throw broken(`version ${version} of the format, only ${VERSION} is known`);
  throw new HyperslabError("unsupported", `a Blosc2 frame (version ${version} of the format), this codec is Blosc 1`, {
    hint: "Write the array again with the Blosc 1 codec, or with another one.",
  });
}

function interpret(head: FrameHead): BloscHeader {
  const { version, innerVersion, flags, typeSize, length, blockSize, frameLength } = head;
  const format = flaggedFormat(flags);
  if (format === undefined) throw broken(`the unknown codec number ${flags >> FORMAT_SHIFT}`);
  return {
    version,
    innerVersion,
    flags,
    typeSize,
    length,
    blockSize,
    frameLength,
    format,
    filter: flaggedFilter(flags),
    stored: (flags & FLAG_STORED) !== 0,
    split: (flags & FLAG_NOT_SPLIT) === 0,
    blockCount: blockSize === 0 ? 0 : Math.ceil(length / blockSize),
  };
}

/** An error about the frame as a whole. */
export function broken(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the Blosc frame has ${what}`);
}

/**
 * The number of streams that a block is split into. Before the flag existed, splitting was decided by these sizes
 * alone, so they apply to frames of every age; a shorter last block is never split.
 */
export function countStreams(header: BloscHeader, block: number): number {
  const { split, typeSize, blockSize, length, blockCount } = header;
  if (!split || typeSize > MOST_SPLITS || blockSize / typeSize < LEAST_COMPRESSED) return 1;
  return block === blockCount - 1 && length % blockSize !== 0 ? 1 : typeSize;
}
