/** Moves buffers into kernel memory and out of it, whole or by tiles that stay in near caches. */

import { lazyLimits } from "../lazy-limits.ts";
import type { Kernels } from "./kernels.ts";

/** The address of `bytes`: their own if they lie in kernel memory, else that of a copy. */
export function stage({ memory }: Kernels, bytes: Uint8Array): number {
  const own = memory.locate(bytes);
  if (own !== undefined) return own;
  const pointer = memory.allocate(bytes.byteLength);
  memory.bytes.set(bytes, pointer);
  return pointer;
}

/** Copies bytes to an address in kernel memory. */
export function bring(kernels: Kernels, bytes: Uint8Array, target: number): void {
  const own = kernels.memory.locate(bytes);
  if (own !== undefined) kernels.copy(target, own, bytes.byteLength);
  else kernels.memory.bytes.set(bytes, target);
}

/** Copies `length` bytes from an address in kernel memory into `out`, at `at`. */
export function deliver(kernels: Kernels, source: number, length: number, out: Uint8Array, at: number): void {
  const own = kernels.memory.locate(out);
  if (own !== undefined) kernels.copy(own + at, source, length);
  else out.set(kernels.memory.bytes.subarray(source, source + length), at);
}

/** Runs an operation; what it allocates is freed at the end. */
export function within<T>({ memory }: Kernels, operation: () => T): T {
  const mark = memory.mark();
  try {
    return operation();
  } finally {
    memory.release(mark);
  }
}

export interface Elements {
  readonly bytes: Uint8Array;
  readonly size: number;
}

/** Runs `step` over `count` elements, from one address to another, until it returns false. Returns whether it never did. */
export function byTiles(
  kernels: Kernels,
  source: Elements,
  target: Elements,
  count: number,
  step: (from: number, to: number, count: number) => boolean,
): boolean {
  const { memory } = kernels;
  const mark = memory.mark();
  const tile = lazyLimits.tileBytes.holds(source.size + target.size);
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
