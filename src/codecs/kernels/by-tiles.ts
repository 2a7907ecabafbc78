/** Kernels over elements outside their memory: brought in, worked on and delivered by tiles that stay in near caches. */

import { codecLimits } from "../limits.ts";
import type { Kernels } from "./kernels.ts";
import { bring, deliver } from "./staged.ts";

/** So many elements of these bytes. */
export interface Elements {
  readonly bytes: Uint8Array;
  readonly size: number;
}

/**
 * Runs `step` over `count` elements, which it takes from one address and puts to another; it says whether to go on. Gives
 * whether it always did.
 */
export function byTiles(
  kernels: Kernels,
  source: Elements,
  target: Elements,
  count: number,
  step: (from: number, to: number, count: number) => boolean,
): boolean {
  const { memory } = kernels;
  const mark = memory.mark();
  const tile = codecLimits.tileBytes.holds(source.size + target.size);
  try {
    const from = memory.allocate(Math.min(tile, count) * source.size);
    const to = memory.allocate(Math.min(tile, count) * target.size);
    for (let first = 0; first < count; first += tile) {
      const elements = Math.min(tile, count - first);
      bring(kernels, source.bytes.subarray(first * source.size, (first + elements) * source.size), from);
      if (!step(from, to, elements)) return false;
      deliver(kernels, to, elements * target.size, target.bytes, first * target.size);
    }
    return true;
  } finally {
    memory.release(mark);
  }
}
