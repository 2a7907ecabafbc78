/**
 * Latents of at most 32 bits as numbers, which are several times as fast as bigints: the low words of the memory that
 * holds them. Wider ones, and all on big-endian machines, stay bigints.
 */
import { isLittleEndianHost } from "../../../model/values/numeric-array.ts";
import type { PcoBin } from "./metadata.ts";

/** Latent i is word 2i. Undefined if they do not fit. */
export function lowWords(latents: BigUint64Array, width: number): Uint32Array | undefined {
  if (width > 32 || !isLittleEndianHost()) return undefined;
  return new Uint32Array(latents.buffer, latents.byteOffset, 2 * latents.length);
}

/** A mask of the lowest `width` of 32 bits. */
export function maskOf(width: number): number {
  return width === 32 ? -1 : 2 ** width - 1;
}

/** Bins with their lowest values as numbers. */
export interface NarrowBins {
  readonly lowers: Uint32Array;
  readonly offsetBits: Uint8Array;
}

export function narrowBins(bins: readonly PcoBin[]): NarrowBins {
  return {
    lowers: Uint32Array.from(bins, ({ lower }) => Number(lower)),
    offsetBits: Uint8Array.from(bins, ({ offsetBits }) => offsetBits),
  };
}

/** Sums of sums of differences around the middle, one level per moment; in place. */
export function addUpNarrow(words: Uint32Array, moments: BigUint64Array, width: number): void {
  const mask = maskOf(width);
  for (const moment of moments.toReversed()) {
    let sum = Number(moment);
    for (let at = 0; at < words.length; at += 2) {
      const next = (sum + words[at]!) & mask;
      words[at] = sum;
      sum = next;
    }
  }
}

/** Differences of neighbours, one fewer than there were values; each is relative to `origin`. */
export function subtractNarrow(words: Uint32Array, target: Uint32Array, width: number, origin: number): void {
  const mask = maskOf(width);
  for (let at = 0; at < target.length; at += 2) target[at] = (words[at + 2]! - words[at]! + origin) & mask;
}

/** Multiples of a base and remainders to integers; in place. */
export function joinMultiples(multiples: Uint32Array, rests: Uint32Array, base: bigint, width: number): void {
  const mask = maskOf(width);
  const factor = Number(BigInt.asIntN(32, base));
  for (let at = 0; at < multiples.length; at += 2) {
    multiples[at] = (Math.imul(multiples[at]!, factor) + rests[at]!) & mask;
  }
}

/** The upper and lower bits of floats to ordered patterns; in place. The lower ones count downwards below 0. */
export function joinQuantized(uppers: Uint32Array, lowers: Uint32Array, bits: number, width: number): void {
  const mask = maskOf(width);
  const most = 2 ** bits - 1;
  const positive = 2 ** (width - 1 - bits);
  for (let at = 0; at < uppers.length; at += 2) {
    const upper = uppers[at]!;
    const lower = upper >= positive ? lowers[at]! : most - lowers[at]!;
    uppers[at] = ((upper << bits) + lower) & mask;
  }
}

const SIGN = 0x80000000;
const QUIET = 0x00400000;
/** From here on every float32 is an integer, and they are counted one by one. */
const WHOLE = 2 ** 24;
const WHOLE_BITS = 0x4b800000;

/** Multiples of a float32 and their deviation in units in the last place, to ordered patterns; in place. */
export function joinSingles(multiples: Uint32Array, units: Uint32Array, factor: number): void {
  const single = new Float32Array(1);
  const pattern = new Int32Array(single.buffer);
  for (let at = 0; at < multiples.length; at += 2) {
    const latent = multiples[at]!;
    const magnitude = latent >= SIGN ? latent - SIGN : SIGN - 1 - latent;
    if (magnitude < WHOLE) single[0] = magnitude;
    else pattern[0] = (WHOLE_BITS + (magnitude - WHOLE)) & 0x7fffffff;
    if (latent < SIGN) pattern[0]! |= SIGN;
    const value = single[0]!;
    // A NaN is not multiplied, so its payload is kept; it is made quiet, as processors do.
    if (Number.isNaN(value)) pattern[0]! |= QUIET;
    else single[0] = value * factor;
    const bits = pattern[0]!;
    multiples[at] = (bits < 0 ? ~bits : bits ^ SIGN) + units[at]! + SIGN;
  }
}

/** Patterns that increase with the numbers: the sign bit is flipped, or all bits of negative floats. */
export function orderWords(
  numbers: Uint32Array | Uint16Array,
  words: Uint32Array,
  isFloat: boolean,
  sign: number,
): void {
  const mask = maskOf(8 * numbers.BYTES_PER_ELEMENT);
  const top = 2 ** (8 * numbers.BYTES_PER_ELEMENT - 1);
  for (let i = 0; i < numbers.length; i++) {
    const bits = numbers[i]!;
    words[2 * i] = (isFloat ? (bits >= top ? ~bits : bits ^ top) : bits ^ sign) & mask;
  }
}

/** The numbers' own bits again. */
export function restoreWords(
  words: Uint32Array,
  numbers: Uint32Array | Uint16Array,
  isFloat: boolean,
  sign: number,
): void {
  const top = 2 ** (8 * numbers.BYTES_PER_ELEMENT - 1);
  for (let i = 0; i < numbers.length; i++) {
    const ordered = words[2 * i]!;
    numbers[i] = isFloat ? (ordered >= top ? ordered ^ top : ~ordered) : ordered ^ sign;
  }
}
