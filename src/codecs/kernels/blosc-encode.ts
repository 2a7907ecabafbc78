/** Encodes Blosc 1 frames: blocks and streams are cut, and abandoned as incompressible, as in c-blosc 1.21. */

import {
  FLAG_NOT_SPLIT,
  FLAG_STORED,
  flagsOf,
  HEADER_BYTES,
  LARGEST_BUFFER,
  LEAST_COMPRESSED,
  MOST_SPLITS,
  writeFrameHead,
} from "../../bytes/blosc/frame-header.ts";
import type { BloscOptions } from "../../bytes/blosc/options.ts";
import { HyperslabError } from "../../errors.ts";
import { lazyLimits } from "../lazy-limits.ts";
import { scratchBuffer } from "../pipeline/allocate.ts";
import { applyFilter, effectiveFilter, spacedStride } from "./blosc-filter.ts";
import { chooseBlockSize, isSplit } from "./blosc-sizes.ts";
import { HIGH_TABLE_BYTES, type Kernels, TABLE_BYTES } from "./kernels.ts";
import type { ZstdWithin } from "./zstd/kernel.ts";

/**
 * Encodes bytes; the result may lie in `out`, which is as long as `bytes`, if there is room for it. Undefined if it is
 * longer.
 */
export type StreamEncoder = (bytes: Uint8Array, level: number, out: Uint8Array) => Uint8Array | undefined;

/** Encoders of streams that are not kernels. */
export interface StreamEncoders {
  readonly zlib?: StreamEncoder | undefined;
  readonly zstd?: StreamEncoder | undefined;
  /** An encoder in kernel memory, preferred to `zstd` up to level 12. */
  readonly zstdWithin?: ZstdWithin | undefined;
}

/** Returns a frame, at most 16 bytes longer than `source`; it lies in `out` if there is room for it. */
export function encodeBlosc(
  kernels: Kernels,
  source: Uint8Array,
  options: BloscOptions,
  encoders: StreamEncoders,
  out?: Uint8Array,
): Uint8Array {
  const length = source.byteLength;
  if (length > LARGEST_BUFFER) {
    throw new HyperslabError("unsupported", `Blosc takes at most ${LARGEST_BUFFER} bytes at a time, not ${length}`, {
      hint: "Choose smaller chunks.",
    });
  }
  const blockSize = chooseBlockSize(options, length);
  const { memory } = kernels;
  const mark = memory.mark();
  try {
    const capacity = length + HEADER_BYTES;
    const inside = out !== undefined && out.byteLength >= capacity ? memory.locate(out) : undefined;
    const target = inside ?? memory.allocate(capacity);
    const tries = options.level > 0 && length >= LEAST_COMPRESSED;
    const end = tries ? encodeBlocks({ kernels, source, options, encoders, blockSize, target, capacity }) : 0;
    if (end === 0) {
      const frame = roomFor(out, capacity);
      frame.set(source, HEADER_BYTES);
      writeHeader(frame, options, length, blockSize, FLAG_STORED);
      return frame;
    }
    const frame = roomFor(out, end);
    if (inside === undefined) frame.set(memory.bytes.subarray(target, target + end));
    writeHeader(frame, options, length, blockSize, 0);
    return frame;
  } finally {
    memory.release(mark);
  }
}

function roomFor(out: Uint8Array | undefined, length: number): Uint8Array {
  return out !== undefined && out.byteLength >= length ? out.subarray(0, length) : new Uint8Array(length);
}

/**
 * Returns a frame of blocks of exactly this size that is never stored uncompressed, whatever its length: blocks to be
 * joined with others into a longer frame. It lies in `out` if there is room for it.
 */
export function encodeBloscBlocks(
  kernels: Kernels,
  source: Uint8Array,
  options: BloscOptions,
  encoders: StreamEncoders,
  blockSize: number,
  out?: Uint8Array,
): Uint8Array {
  const { memory } = kernels;
  const length = source.byteLength;
  const blockCount = Math.ceil(length / blockSize);
  const mark = memory.mark();
  try {
    // Each stream has its length before it.
    const capacity = HEADER_BYTES + length + blockCount * 4 * (1 + MOST_SPLITS);
    const target = memory.allocate(capacity);
    const end = encodeBlocks({ kernels, source, options, encoders, blockSize, target, capacity });
    const frame = roomFor(out, end);
    frame.set(memory.bytes.subarray(target, target + end));
    writeHeader(frame, options, length, blockSize, 0);
    return frame;
  } finally {
    memory.release(mark);
  }
}

function writeHeader(
  frame: Uint8Array,
  options: BloscOptions,
  length: number,
  blockSize: number,
  stored: number,
): void {
  const { compressor, filter, typeSize } = options;
  const split = isSplit(compressor, typeSize, blockSize) ? 0 : FLAG_NOT_SPLIT;
  const flags = flagsOf(compressor, filter) | stored | split;
  writeFrameHead(frame, { flags, typeSize, length, blockSize, frameLength: frame.byteLength });
}

interface Encoding {
  readonly kernels: Kernels;
  readonly source: Uint8Array;
  readonly options: BloscOptions;
  readonly encoders: StreamEncoders;
  readonly blockSize: number;
  /** Where the frame goes in kernel memory, and how long it may be. */
  readonly target: number;
  readonly capacity: number;
}

/** Returns the length of the frame, with its header still to be written; 0 if it would not be shorter than the data. */
function encodeBlocks(encoding: Encoding): number {
  const { kernels, source, options, blockSize, target, capacity } = encoding;
  const { memory } = kernels;
  const length = source.byteLength;
  const blockCount = Math.ceil(length / blockSize);
  const { compressor, typeSize } = options;
  const split = isSplit(compressor, typeSize, blockSize);
  const pointer = memory.allocate(split ? spacedStride(blockSize / typeSize) * typeSize : blockSize);
  const compress = streamCompressor(encoding);
  let end = HEADER_BYTES + 4 * blockCount;
  for (let index = 0; index < blockCount; index++) {
    const at = index * blockSize;
    const size = Math.min(blockSize, length - at);
    const streams = split && size === blockSize ? typeSize : 1;
    const filter = effectiveFilter(options.filter, typeSize, size);
    const count = Math.floor(size / typeSize);
    // If each stream is a row of byte shuffle, rows are kept apart.
    const stride = filter === "shuffle" && streams > 1 ? spacedStride(count) : count;
    if (filter === "none") memory.bytes.set(source.subarray(at, at + size), pointer);
    else applyFilter(kernels, { filter, typeSize, length: size, pointer, stride }, source, at);
    if (end > capacity) return 0;
    writeInteger(memory.bytes, target + HEADER_BYTES + 4 * index, end);
    end = encodeStreams(encoding, compress, pointer, size / streams, streams, stride, end);
    if (end === 0) return 0;
  }
  return end;
}

/** Puts streams of `part` bytes, `stride` apart, at `end` of the frame; returns the new end, or 0 if it is full. */
function encodeStreams(
  { kernels, target, capacity }: Encoding,
  compress: StreamCompressor,
  pointer: number,
  part: number,
  streams: number,
  stride: number,
  end: number,
): number {
  const { memory } = kernels;
  for (let index = 0; index < streams; index++) {
    const from = pointer + index * stride;
    const room = Math.min(part, capacity - end - 4);
    if (room <= 0) return 0;
    let encoded = compress(from, part, target + end + 4, room);
    if (encoded === 0 || encoded >= part) {
      if (room < part) return 0;
      kernels.copy(target + end + 4, from, part);
      encoded = part;
    }
    writeInteger(memory.bytes, target + end, encoded);
    end += 4 + encoded;
  }
  return end;
}

function writeInteger(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value;
  bytes[at + 1] = value >>> 8;
  bytes[at + 2] = value >>> 16;
  bytes[at + 3] = value >>> 24;
}

/** Encodes `length` bytes at `source` to `target`; returns the encoded length, or 0 if it exceeds `capacity`. */
type StreamCompressor = (source: number, length: number, target: number, capacity: number) => number;

/** Kernel memory may move while others encode: they get a copy, always in the same place. */
const staging = scratchBuffer();

function streamCompressor({ kernels, options, encoders, blockSize }: Encoding): StreamCompressor {
  const { compressor, level } = options;
  const { memory } = kernels;
  if (compressor === "zstd" && encoders.zstdWithin !== undefined && zstdLevel(level) <= HIGHEST_WITHIN) {
    return encoders.zstdWithin.encoder(zstdLevel(level), blockSize);
  }
  if (compressor === "zlib" || compressor === "zstd") {
    const encode = encoders[compressor];
    if (encode === undefined) throw new HyperslabError("unsupported", `there is no ${compressor} encoder for Blosc`);
    const own = compressor === "zlib" ? level : zstdLevel(level);
    return (source, length, target, capacity) => {
      // A stream that does not shrink is useless, so the result fits after its source.
      const room = staging.lease(2 * length).bytes;
      const bytes = room.subarray(0, length);
      bytes.set(memory.bytes.subarray(source, source + length));
      const encoded = encode(bytes, own, room.subarray(length));
      if (encoded === undefined || encoded.byteLength > capacity) return 0;
      memory.bytes.set(encoded, target);
      return encoded.byteLength;
    };
  }
  if (compressor === "lz4hc") {
    const table = memory.allocate(HIGH_TABLE_BYTES);
    // Fewer than 16 would find less than the fast encoder does in short repeated runs.
    const attempts = 2 ** (Math.max(level, 5) - 1);
    return (source, length, target, capacity) =>
      kernels.lz4EncodeHigh(source, length, target, capacity, attempts, table);
  }
  const table = memory.allocate(TABLE_BYTES);
  const encode = { lz4: kernels.lz4Encode, blosclz: kernels.blosclzEncode, snappy: kernels.snappyEncode }[compressor];
  const acceleration = { lz4: 10 - level, blosclz: Math.max(1, 4 - level), snappy: 1 }[compressor];
  const run: StreamCompressor = (source, length, target, capacity) =>
    encode(source, length, target, capacity, acceleration, table);
  return compressor === "blosclz" ? sampledFirst(run, LEAST_RATIOS[level]!) : run;
}

const ZSTD_MAXIMUM = 22;
/** Higher levels find more with Node's encoder: ours has no optimal parser. */
const HIGHEST_WITHIN = 12;

function zstdLevel(level: number): number {
  return level === 9 ? ZSTD_MAXIMUM : 2 * level - 1;
}

/** By level: the gain that BloscLZ of c-blosc 1.21 requires on a sample; otherwise it stores the stream uncompressed. */
const LEAST_RATIOS = [1, 2, 1.5, 1.2, 1.2, 1.2, 1.2, 1.15, 1.1, 1] as const;

/** Abandons a stream whose middle promises too little, so that most streams of noisy bytes cost nothing. */
function sampledFirst(compress: StreamCompressor, leastRatio: number): StreamCompressor {
  return (source, length, target, capacity) => {
    const { sampledBytes } = lazyLimits;
    const sample = sampledBytes.value / 2;
    const room = Math.min(capacity, Math.floor(sample / leastRatio));
    const tries = leastRatio > 1 && sampledBytes.isReachedBy(length);
    if (tries && compress(source + (length >>> 1), sample, target, room) === 0) return 0;
    return compress(source, length, target, capacity);
  };
}
