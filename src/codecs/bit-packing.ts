/** Booleans, one per byte, to eight per byte and back, the first in the lowest or in the highest bit. */

import type { Kernels } from "./kernels/kernels.ts";
import { byTiles } from "./kernels/staged.ts";

export type FirstBit = "lowest" | "highest";

/** Packs `count` booleans; any value but 0 is true. Bits after the last are 0. */
export function packBooleans(
  kernels: Kernels,
  bits: Uint8Array,
  count: number,
  packed: Uint8Array,
  first: FirstBit,
): void {
  const whole = count >>> 3;
  byTiles(kernels, { bytes: bits, size: 8 }, { bytes: packed, size: 1 }, whole, (from, to, bytes) => {
    kernels.packBits(from, to, 8 * bytes, first === "highest");
    return true;
  });
  packed.fill(0, whole);
  for (let i = 8 * whole; i < count; i++) {
    if (bits[i] !== 0) packed[whole]! |= first === "lowest" ? 1 << (i & 7) : 0x80 >>> (i & 7);
  }
}

/** Unpacks `count` booleans as 0 and 1. */
export function unpackBooleans(
  kernels: Kernels,
  packed: Uint8Array,
  count: number,
  bits: Uint8Array,
  first: FirstBit,
): void {
  const whole = count >>> 3;
  byTiles(kernels, { bytes: packed, size: 1 }, { bytes: bits, size: 8 }, whole, (from, to, bytes) => {
    kernels.unpackBits(from, to, 8 * bytes, first === "highest");
    return true;
  });
  for (let i = 8 * whole; i < count; i++) {
    bits[i] = (packed[whole]! >>> (first === "lowest" ? i & 7 : 7 - (i & 7))) & 1;
  }
}
