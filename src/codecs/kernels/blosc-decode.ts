/** Decodes Blosc 1 frames, block by block: all of them, or those that a range of elements needs. */

import { type BloscHeader, countStreams, HEADER_BYTES, parseBloscHeader } from "../../bytes/blosc/frame-header.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { lazyLimits } from "../lazy-limits.ts";
import { effectiveFilter, spacedStride, unfilter } from "./blosc-filter.ts";
import { decodeOutside, kernelDecoder } from "./blosc-stream.ts";
import type { Kernels } from "./kernels.ts";
import { bring, deliver, stage } from "./staged.ts";

/** Decodes a stream to exactly as many bytes as `out` has, or throws. The result is `out` or another buffer. */
export type StreamDecoder = (stream: Uint8Array, out: Uint8Array) => Uint8Array;

/** Decoders of streams that are not kernels. */
export interface StreamDecoders {
  readonly zlib?: StreamDecoder | undefined;
  readonly zstd?: StreamDecoder | undefined;
  /** Decoders in kernel memory, tried first; errors are left to the others to report. */
  readonly zlibWithin?: WithinDecoder | undefined;
  readonly zstdWithin?: WithinDecoder | undefined;
}

/** Decodes a region to a region; returns the decoded length, or a negative number for broken input. */
export type WithinDecoder = (source: number, length: number, target: number, targetLength: number) => number;

interface Frame {
  readonly kernels: Kernels;
  readonly decoders: StreamDecoders;
  readonly source: Uint8Array;
  readonly view: DataView;
  readonly header: BloscHeader;
}

/** Decodes a frame into `out`, whose length must be the frame's. */
export function decodeBlosc(kernels: Kernels, source: Uint8Array, out: Uint8Array, decoders: StreamDecoders): void {
  const header = parseBloscHeader(source);
  if (header.length !== out.byteLength) {
    throw new HyperslabError("invalid-data", `decodes to ${header.length} bytes, expected ${out.byteLength}`);
  }
  decodeRange(kernels, source, header, 0, header.length, out, decoders);
}

/** Decodes bytes `begin` to `end` of a frame into `out`, and only the blocks they lie in. */
export function decodeBloscBytes(
  kernels: Kernels,
  source: Uint8Array,
  begin: number,
  end: number,
  out: Uint8Array,
  decoders: StreamDecoders,
): void {
  const header = parseBloscHeader(source);
  if (begin < 0 || begin > end || end > header.length || out.byteLength !== end - begin) {
    const what = `bytes ${begin} to ${end} of ${header.length}, into ${out.byteLength} bytes`;
    throw new HyperslabError("invalid-request", what);
  }
  decodeRange(kernels, source, header, begin, end, out, decoders);
}

function decodeRange(
  kernels: Kernels,
  source: Uint8Array,
  header: BloscHeader,
  begin: number,
  end: number,
  out: Uint8Array,
  decoders: StreamDecoders,
): void {
  if (begin === end) return;
  if (header.stored) {
    out.set(source.subarray(HEADER_BYTES + begin, HEADER_BYTES + end));
    return;
  }
  const view = new DataView(source.buffer, source.byteOffset, header.frameLength);
  const frame: Frame = { kernels, decoders, source, view, header };
  const { blockSize, length } = header;
  const mark = kernels.memory.mark();
  try {
    for (let block = Math.floor(begin / blockSize); block * blockSize < end; block++) {
      const first = block * blockSize;
      const blockLength = Math.min(blockSize, length - first);
      const from = Math.max(begin - first, 0);
      const to = Math.min(end - first, blockLength);
      decodeBlock(frame, block, blockLength, from, to, out, first + from - begin);
      kernels.memory.release(mark);
    }
  } finally {
    kernels.memory.release(mark);
  }
}

/** Decodes a block and writes its bytes `from` .. `to` into `out` at `at`. */
function decodeBlock(
  frame: Frame,
  block: number,
  length: number,
  from: number,
  to: number,
  out: Uint8Array,
  at: number,
): void {
  const { kernels, header } = frame;
  const { typeSize } = header;
  const streams = findStreams(frame, block, length);
  const size = length / streams.length;
  const filter = effectiveFilter(header.filter, typeSize, length);
  if (filter === "none") {
    decodeUnfiltered(frame, block, streams, size, from, to, out, at);
    return;
  }
  // If each stream is a row of byte shuffle, rows are kept apart.
  const spaced = filter === "shuffle" && streams.length === typeSize;
  const stride = spaced ? spacedStride(size) : size;
  const pointer = kernels.memory.allocate(stride * streams.length);
  const staged = stageSmall(frame, streams, size);
  for (const [index, stream] of streams.entries()) {
    decodeStream(frame, block, index, stream, pointer + index * stride, size, staged);
  }
  const rows = spaced ? stride : Math.floor(length / typeSize);
  unfilter(kernels, { filter, typeSize, length, pointer, stride: rows }, from, to, out, at);
}

/** Decodes streams that are the bytes themselves, consecutively, so that each is copied out from the nearer caches. */
function decodeUnfiltered(
  frame: Frame,
  block: number,
  streams: readonly Stream[],
  size: number,
  from: number,
  to: number,
  out: Uint8Array,
  at: number,
): void {
  const { kernels, source } = frame;
  const inside = kernels.memory.locate(out);
  const staged = stageSmall(frame, streams, size);
  const pointer = kernels.memory.allocate(size);
  for (const [index, stream] of streams.entries()) {
    const begin = Math.max(from - index * size, 0);
    const end = Math.min(to - index * size, size);
    if (begin >= end) continue;
    const place = at + index * size + begin - from;
    if (stream.length === size) {
      out.set(source.subarray(stream.offset + begin, stream.offset + end), place);
    } else if (inside !== undefined && end - begin === size) {
      decodeStream(frame, block, index, stream, inside + place, size, staged);
    } else {
      decodeStream(frame, block, index, stream, pointer, size, staged);
      deliver(kernels, pointer + begin, end - begin, out, place);
    }
  }
}

/** Brings short streams into kernel memory together; returns the address where the frame would begin. */
function stageSmall({ kernels, source, header }: Frame, streams: readonly Stream[], size: number): number | undefined {
  if (
    lazyLimits.smallStreamBytes.isReachedBy(size) ||
    streams.length === 1 ||
    kernelDecoder(kernels, header.format) === undefined
  )
    return undefined;
  const last = streams[streams.length - 1]!;
  return stage(kernels, source.subarray(streams[0]!.offset, last.offset + last.length)) - streams[0]!.offset;
}

/** Decodes a stream to `size` bytes at `target`. `staged` is where the frame would begin if the stream is in memory. */
function decodeStream(
  frame: Frame,
  block: number,
  index: number,
  stream: Stream,
  target: number,
  size: number,
  staged: number | undefined,
): void {
  const { kernels, source, header } = frame;
  const { offset, length } = stream;
  const mark = kernels.memory.mark();
  const decode = kernelDecoder(kernels, header.format);
  if (length === size) {
    bring(kernels, source.subarray(offset, offset + size), target);
  } else if (decode === undefined) {
    decodeElsewhere(frame, block, stream, target, size);
  } else {
    const from = staged === undefined ? stage(kernels, source.subarray(offset, offset + length)) : staged + offset;
    const found = decode(from, length, target, size);
    if (found !== size) throw brokenStream(frame, block, index, found, size);
  }
  kernels.memory.release(mark);
}

interface Stream {
  readonly offset: number;
  readonly length: number;
}

/** Where the streams of a block lie in the frame. */
function findStreams(frame: Frame, block: number, length: number): readonly Stream[] {
  const { view, header } = frame;
  const count = countStreams(header, block);
  if (length % count !== 0) throw brokenBlock(frame, block, `${length} bytes cannot be split into ${count} streams`);
  const streams: Stream[] = [];
  let at = view.getInt32(HEADER_BYTES + 4 * block, true);
  if (at < 0) throw brokenBlock(frame, block, `it begins at offset ${at}`);
  for (let index = 0; index < count; index++) {
    if (at > header.frameLength - 4)
      throw brokenBlock(frame, block, `stream ${index} lies beyond the end of the frame`);
    const size = view.getInt32(at, true);
    at += 4;
    if (size < 0 || size > header.frameLength - at) {
      throw brokenBlock(frame, block, `stream ${index} of ${size} bytes at offset ${at} does not fit into the frame`);
    }
    streams.push({ offset: at, length: size });
    at += size;
  }
  return streams;
}

/** Decodes a zlib or zstd stream to `target`; an error names the block. */
function decodeElsewhere(frame: Frame, block: number, { offset, length }: Stream, target: number, size: number): void {
  const { kernels, decoders, source, header } = frame;
  const format = header.format === "zlib" ? "zlib" : "zstd";
  try {
    decodeOutside(kernels, decoders, format, source.subarray(offset, offset + length), target, size);
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    const { code, what, place: where, hint } = error;
    const details = { ...where, ...(hint === undefined ? {} : { hint }), cause: error };
    throw new HyperslabError(code, `${nameBlock(frame, block)}: ${what}`, details);
  }
}

function nameBlock({ header }: Frame, block: number): string {
  return `block ${block} of ${header.blockCount} of the Blosc frame`;
}

function brokenBlock(frame: Frame, block: number, what: string): HyperslabError {
  return new HyperslabError("invalid-data", `${nameBlock(frame, block)}: ${what}`);
}

function brokenStream(frame: Frame, block: number, stream: number, found: number, expected: number): HyperslabError {
  const { format } = frame.header;
  const outcome = found < 0 ? "is corrupt" : `decodes to ${found} bytes, expected ${expected}`;
  return brokenBlock(frame, block, `${format} stream ${stream} ${outcome}`);
}
