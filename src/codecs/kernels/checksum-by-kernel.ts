/** Checksums of bytes outside kernel memory: copied in piece by piece, so that every piece is read from near caches. */

import { lazyLimits } from "../lazy-limits.ts";
import { type Kernels, loadKernels } from "./kernels.ts";

const STATE_BYTES = 16;

/** True if a kernel is faster for bytes of this length. Plain kernels never are. */
function pays(kernels: Kernels | undefined, length: number): kernels is Kernels {
  return kernels?.variant === "wasm" && lazyLimits.kernelSumBytes.isReachedBy(length);
}

/** The checksum by the fastest available method. `plain` is the same in TypeScript. */
export function checksumBy(
  kernels: Kernels | undefined,
  plain: (bytes: Uint8Array) => number,
  byKernel: (kernels: Kernels, bytes: Uint8Array) => number,
): (bytes: Uint8Array) => number {
  return (bytes) => (pays(kernels, bytes.byteLength) ? byKernel(kernels, bytes) : plain(bytes));
}

/** Runs `step` over all bytes with a piece in memory, its length, and the previous result. */
export function overPieces(
  { memory }: Kernels,
  bytes: Uint8Array,
  initial: number,
  step: (pointer: number, length: number, value: number) => number,
): number {
  const mark = memory.mark();
  const own = memory.locate(bytes);
  let value = initial;
  try {
    const piece = lazyLimits.sumPieceBytes.cap(bytes.byteLength);
    const pointer = own ?? memory.allocate(piece);
    for (let at = 0; at < bytes.byteLength; at += piece) {
      const length = Math.min(piece, bytes.byteLength - at);
      if (own === undefined) memory.bytes.set(bytes.subarray(at, at + length), pointer);
      value = step(own === undefined ? pointer : own + at, length, value);
    }
  } finally {
    memory.release(mark);
  }
  return value;
}

/** Runs `step` over all bytes with a state of up to four words in memory, and returns the final words. */
export function overPiecesWithState(
  kernels: Kernels,
  bytes: Uint8Array,
  initial: readonly number[],
  step: (pointer: number, length: number, state: number) => void,
): readonly number[] {
  const { memory } = kernels;
  const mark = memory.mark();
  try {
    const state = memory.allocate(STATE_BYTES);
    const before = new DataView(memory.bytes.buffer, memory.bytes.byteOffset + state, STATE_BYTES);
    for (const [index, word] of initial.entries()) before.setUint32(4 * index, word, true);
    overPieces(kernels, bytes, 0, (pointer, length) => {
      step(pointer, length, state);
      return 0;
    });
    const after = new DataView(memory.bytes.buffer, memory.bytes.byteOffset + state, STATE_BYTES);
    return initial.map((_, index) => after.getUint32(4 * index, true));
  } finally {
    memory.release(mark);
  }
}

/** The kernels, if checksums of `length` bytes (undefined for any number) may be worth loading them. */
export async function kernelsFor(length: number | undefined): Promise<Kernels | undefined> {
  return length === undefined || lazyLimits.loadedSumBytes.isReachedBy(length) ? loadKernels() : undefined;
}
