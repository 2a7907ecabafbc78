/** Integers of equal length, as small as their range allows: what is added to the smallest, in 0, 1, 2 or 4 bytes each. */

/** Numbers of a column: `base`, plus what `more` has there. */
export interface PackedNumbers {
  readonly base: number;
  /** Undefined if all numbers are equal. */
  readonly more: Uint8Array | Uint16Array | Uint32Array | Float64Array | undefined;
}

/** The number at an index. */
export function packedAt({ base, more }: PackedNumbers, index: number): number {
  return more === undefined ? base : base + more[index]!;
}

/** Packs integers below 2^53. */
export function packNumbers(numbers: Uint8Array | Uint32Array | Float64Array): PackedNumbers {
  let base = Number.POSITIVE_INFINITY;
  let largest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index]!;
    if (number < base) base = number;
    if (number > largest) largest = number;
  }
  const range = largest - base;
  if (!(range > 0)) return { base: numbers[0] ?? 0, more: undefined };
  if (range >= 2 ** 32) return { base: 0, more: Float64Array.from(numbers) };
  const more =
    range < 2 ** 8
      ? new Uint8Array(numbers.length)
      : range < 2 ** 16
        ? new Uint16Array(numbers.length)
        : new Uint32Array(numbers.length);
  for (let index = 0; index < numbers.length; index++) more[index] = numbers[index]! - base;
  return { base, more };
}
