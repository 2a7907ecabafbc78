/**
 * Places in the memory of the kernels, where that is shared, that answers lie in until the caller has copied them. A slot
 * has one user from `take` until its number comes back by `release`.
 */

import { kernelArea } from "../../codecs/kernels/kernel-area.ts";
import { loadedKernels } from "../../codecs/kernels/kernels.ts";
import type { Scratch } from "../../codecs/pipeline/allocate.ts";
import type { Lent } from "./messages.ts";

export interface LentSlot {
  readonly number: number;
  readonly area: Scratch;
}

export interface LentSlots {
  take(): LentSlot;
  release(numbers: readonly number[]): void;
  /** What to tell of bytes in a slot; undefined if they are not in shared memory. */
  lend(slot: LentSlot, bytes: Uint8Array): Lent | undefined;
}

export function lentSlots(): LentSlots {
  const slots: LentSlot[] = [];
  const free = new Set<number>();
  return {
    take: () => {
      const [number = slots.length] = free;
      free.delete(number);
      const slot = slots[number] ?? { number, area: kernelArea() };
      slots[number] = slot;
      return slot;
    },
    release: (numbers) => {
      for (const number of numbers) free.add(number);
    },
    lend: ({ number }, { buffer, byteOffset }) => {
      if (typeof SharedArrayBuffer === "undefined" || !(buffer instanceof SharedArrayBuffer)) return undefined;
      if (buffer !== loadedKernels()?.memory.bytes.buffer) return undefined;
      return { memory: buffer, offset: byteOffset, slot: number };
    },
  };
}
