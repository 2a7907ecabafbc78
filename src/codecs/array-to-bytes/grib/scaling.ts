/**
 * Integers to values: Y = (R + X * 2^E) * 10^-D. The powers are products of factors in the order that ecCodes multiplies them,
 * so that values are the same to the last bit.
 */

export interface Scaling {
  /** R */
  readonly reference: number;
  /** E */
  readonly binary: number;
  /** D */
  readonly decimal: number;
}

export function scaleIntegers(values: Float64Array, { reference, binary, decimal }: Scaling): void {
  const factor = powerOf(binary, 2);
  const divisor = powerOf(-decimal, 10);
  for (let index = 0; index < values.length; index++) values[index] = (values[index]! * factor + reference) * divisor;
}

export function powerOf(exponent: number, base: number): number {
  let power = 1;
  for (let left = exponent; left < 0; left++) power /= base;
  for (let left = exponent; left > 0; left--) power *= base;
  return power;
}

/** IBM's float: a sign, 7 bits of exponent to base 16 with bias 64, 24 bits of fraction. */
export function ibmFloat(word: number): number {
  const exponent = (word >>> 24) & 0x7f;
  const fraction = word & 0xffffff;
  const value = fraction * 2 ** (4 * (exponent - 64) - 24);
  return word >>> 31 === 1 ? -value : value;
}
