/**
 * A few blocks of a Blosc frame as a separate frame, so that decoding part of a chunk needs only those bytes. Where a
 * block ends is not stored: blocks lie in any order, and each extends at most to the next one.
 */

import { type BloscHeader, FLAG_NOT_SPLIT, HEADER_BYTES, writeFrameHead } from "../../../bytes/blosc/frame-header.ts";
import { HyperslabError } from "../../../errors.ts";

export interface FrameSpan {
  /** In the frame. */
  readonly offset: number;
  readonly length: number;
}

/** Where the blocks `first` to `last` lie. `starts` are the offsets of all blocks. */
export function blockSpans(header: BloscHeader, starts: Int32Array, first: number, last: number): readonly FrameSpan[] {
  const sorted = Float64Array.from(starts).sort();
  const spans: FrameSpan[] = [];
  for (let block = first; block <= last; block++) {
    const offset = starts[block]!;
    if (offset < HEADER_BYTES + 4 * header.blockCount || offset > header.frameLength - 4) {
      const what = `block ${block} of ${header.blockCount} of the Blosc frame begins at offset ${offset}`;
      throw new HyperslabError("invalid-data", what);
    }
    spans.push({ offset, length: nextAfter(sorted, offset, header.frameLength) - offset });
  }
  return spans;
}

function nextAfter(sorted: Float64Array, offset: number, end: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.min(sorted[low] ?? end, end);
}

/** A frame of only these blocks, where `first` is the number of the first one. */
export function joinBlocks(header: BloscHeader, first: number, blocks: readonly Uint8Array[]): Uint8Array {
  const lengths = blocks.map(({ byteLength }) => byteLength);
  const frame = new Uint8Array(joinedLength(lengths));
  const places = writePartHead(header, first, lengths, frame);
  for (const [i, block] of blocks.entries()) frame.set(block, places[i]);
  return frame;
}

/** Bytes of a frame with blocks of these lengths. */
export function joinedLength(lengths: readonly number[]): number {
  return lengths.reduce((sum, length) => sum + length, HEADER_BYTES + 4 * lengths.length);
}

/** Writes the head of a frame of some blocks to the start of `frame`, and returns where each block goes. */
export function writePartHead(
  { flags, typeSize, length: whole, blockSize: size }: BloscHeader,
  first: number,
  lengths: readonly number[],
  frame: Uint8Array,
): readonly number[] {
  const length = Math.min((first + lengths.length) * size, whole) - first * size;
  writeFrameHead(frame, {
    // A short last block is never split; on its own it looks like a full one, so the flag must say so.
    flags: length < size ? flags | FLAG_NOT_SPLIT : flags,
    typeSize,
    length,
    blockSize: Math.min(size, length),
    frameLength: joinedLength(lengths),
  });
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  let at = HEADER_BYTES + 4 * lengths.length;
  return lengths.map((blockLength, i) => {
    view.setInt32(HEADER_BYTES + 4 * i, at, true);
    at += blockLength;
    return at - blockLength;
  });
}
