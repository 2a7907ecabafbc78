/**
 * Blosc's filters, between a block in kernel memory and a buffer outside, by tiles that stay in the nearer caches, so
 * that the block is never copied as a whole. A buffer inside kernel memory is written directly. Bytes after the last
 * whole element are not filtered, and bit shuffle leaves blocks unchanged whose element count is not a multiple of 8.
 */

import type { BloscFilter } from "../../bytes/blosc/options.ts";
import { lazyLimits } from "../lazy-limits.ts";
import { BIT_TILE, type Kernels } from "./kernels.ts";
import { deliver } from "./staged.ts";

/** The effect of the filter on blocks of this length. */
export function effectiveFilter(filter: BloscFilter, typeSize: number, length: number): BloscFilter {
  if (filter === "shuffle") return typeSize > 1 && length >= 2 * typeSize ? "shuffle" : "none";
  if (filter === "none" || length < typeSize) return "none";
  return Math.floor(length / typeSize) % 8 === 0 ? "bitshuffle" : "none";
}

/** A block in its filtered form, in kernel memory. */
export interface FilteredBlock {
  readonly filter: Exclude<BloscFilter, "none">;
  readonly typeSize: number;
  /** Of the block, unfiltered. */
  readonly length: number;
  readonly pointer: number;
  /**
   * The distance between rows of byte shuffle: the element count, or more if rows are separate streams. In bit shuffle,
   * rows are always adjacent.
   */
  readonly stride: number;
}

/**
 * A cache-friendly distance between rows: rows a power of two apart compete for the same lines, and then unshuffling
 * takes up to three times as long.
 */
export function spacedStride(count: number): number {
  return count + ROW_GAP;
}

/** An odd number of cache lines; the best of those tried. */
const ROW_GAP = 9 * 64;

/** Elements of a tile: a multiple of 8, so that bit shuffle can stop there. */
function tileElements(typeSize: number): number {
  return Math.max(BIT_TILE, Math.floor(lazyLimits.tileBytes.value / typeSize / BIT_TILE) * BIT_TILE);
}

/** Writes the block's bytes from `from` to `to`, unfiltered, into `out` at `at`. */
export function unfilter(
  kernels: Kernels,
  block: FilteredBlock,
  from: number,
  to: number,
  out: Uint8Array,
  at: number,
): void {
  const { memory } = kernels;
  const { filter, typeSize, length, pointer, stride } = block;
  const count = Math.floor(length / typeSize);
  const whole = count * typeSize;
  const filteredTo = Math.min(to, whole);
  const mark = memory.mark();
  const scratch = filter === "bitshuffle" ? memory.allocate(BIT_TILE * typeSize) : 0;
  const inside = from === 0 && to === length ? memory.locate(out) : undefined;
  const step = inside === undefined ? tileElements(typeSize) : count;
  const tile = inside === undefined ? memory.allocate(Math.min(step, count) * typeSize) : inside + at;
  for (let first = Math.floor(from / typeSize / 8) * 8; first * typeSize < filteredTo; first += step) {
    const needed = Math.ceil(filteredTo / typeSize) - first;
    const elements = Math.min(step, Math.ceil(needed / 8) * 8, count - first);
    if (filter === "shuffle") kernels.unshuffle(typeSize, pointer + first, stride, tile, elements);
    else kernels.bitunshuffle(typeSize, pointer + first / 8, count / 8, tile, elements, scratch);
    if (inside !== undefined) continue;
    const begin = Math.max(first * typeSize, from);
    const end = Math.min((first + elements) * typeSize, filteredTo);
    const offset = tile - first * typeSize;
    deliver(kernels, offset + begin, end - begin, out, at + begin - from);
  }
  if (to > whole) {
    const begin = Math.max(whole, from);
    deliver(kernels, pointer + begin, to - begin, out, at + begin - from);
  }
  memory.release(mark);
}

/** Writes the filtered form of `source`, from `at` on. */
export function applyFilter(kernels: Kernels, block: FilteredBlock, source: Uint8Array, at: number): void {
  const { memory } = kernels;
  const { filter, typeSize, length, pointer, stride } = block;
  const count = Math.floor(length / typeSize);
  const whole = count * typeSize;
  const step = tileElements(typeSize);
  const mark = memory.mark();
  const inside = memory.locate(source);
  const tile = inside === undefined ? memory.allocate(Math.min(step, count) * typeSize) : 0;
  const scratch = filter === "bitshuffle" ? memory.allocate(BIT_TILE * typeSize) : 0;
  for (let first = 0; first < count; first += step) {
    const elements = Math.min(step, count - first);
    const begin = at + first * typeSize;
    if (inside === undefined) memory.bytes.set(source.subarray(begin, begin + elements * typeSize), tile);
    const from = inside === undefined ? tile : inside + begin;
    if (filter === "shuffle") kernels.shuffle(typeSize, from, pointer + first, stride, elements);
    else kernels.bitshuffle(typeSize, from, pointer + first / 8, count / 8, elements, scratch);
  }
  memory.bytes.set(source.subarray(at + whole, at + length), pointer + whole);
  memory.release(mark);
}
