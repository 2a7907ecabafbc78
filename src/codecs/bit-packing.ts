/** Booleans, a byte each, to eight a byte and back, the first in the lowest or in the highest bit. */
import { isLittleEndianHost } from "../model/numeric-array.ts";

export type FirstBit = "lowest" | "highest";

/** Packs `count` booleans; whatever is not 0 is true. Bits behind the last are 0. */
export function packBooleans(bits: Uint8Array, count: number, packed: Uint8Array, first: FirstBit): void {
  const whole = bits.byteOffset % 4 === 0 && isLittleEndianHost() ? packWords(bits, count >>> 3, packed, first) : 0;
  packed.fill(0, whole);
  for (let i = 8 * whole; i < count; i++) {
    if (bits[i] !== 0) packed[i >>> 3]! |= first === "lowest" ? 1 << (i & 7) : 0x80 >>> (i & 7);
  }
}

/** All bits of four booleans that a 1 does not have. */
const OTHER_BITS = 0xfefefefe | 0;
/** Multiplied by this, the lowest bits of four bytes stand side by side in the highest byte, in this or that order. */
const GATHER = 0x01020408;
const GATHER_REVERSED = 0x08040201;

/** Packs up to `most` whole bytes, as long as every boolean is 0 or 1; gives their number. */
function packWords(bits: Uint8Array, most: number, packed: Uint8Array, first: FirstBit): number {
  const words = new Int32Array(bits.buffer, bits.byteOffset, 2 * most);
  const [lower, factor] = first === "lowest" ? [0, GATHER] : [1, GATHER_REVERSED];
  for (let i = 0; i < most; i++) {
    const low = words[2 * i + lower]!;
    const high = words[2 * i + 1 - lower]!;
    if (((low | high) & OTHER_BITS) !== 0) return i;
    packed[i] = ((Math.imul(low, factor) >>> 24) & 15) | ((Math.imul(high, factor) >>> 20) & 0xf0);
  }
  return most;
}

/** Unpacks `count` booleans as 0 and 1. */
export function unpackBooleans(packed: Uint8Array, count: number, bits: Uint8Array, first: FirstBit): void {
  const eights =
    first === "lowest" ? spreadBytes() : spreadBytes().map((_, at, all) => all[(at & ~7) | (7 - (at & 7))]!);
  const whole = count >>> 3;
  const table = new Float64Array(eights.buffer);
  if (bits.byteOffset % 8 === 0) {
    // Eight bytes at once, as a double: none of these patterns is a NaN.
    const target = new Float64Array(bits.buffer, bits.byteOffset, whole);
    for (let i = 0; i < whole; i++) target[i] = table[packed[i]!]!;
  } else {
    for (let i = 0; i < 8 * whole; i++) bits[i] = eights[8 * packed[i >>> 3]! + (i & 7)]!;
  }
  for (let i = 8 * whole; i < count; i++) bits[i] = eights[8 * packed[i >>> 3]! + (i & 7)]!;
}

/** For each byte, its eight bits as bytes, the lowest first. */
function spreadBytes(): Uint8Array {
  const eights = new Uint8Array(256 * 8);
  for (let at = 0; at < eights.length; at++) eights[at] = ((at >>> 3) >>> (at & 7)) & 1;
  return eights;
}
