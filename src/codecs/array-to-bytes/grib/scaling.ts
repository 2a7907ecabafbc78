/**
 * Integers to values: Y = (R + X * 2^E) * 10^-D. The powers are computed with factors in ecCodes' order, so that values
 * are the same to the last bit.
 */
import type { Floats, Scale } from "../../kernels/packed/packed.ts";

export interface Scaling {
  /** R */
  readonly reference: number;
  /** E */
  readonly binary: number;
  /** D */
  readonly decimal: number;
}

/** The numbers that integers are multiplied by. */
export function scaleOf({ reference, binary, decimal }: Scaling): Scale {
  return { reference, factor: powerOf(binary, 2), divisor: powerOf(-decimal, 10) };
}

/** The same array if `isWide`. */
export function scaled(values: Float64Array<ArrayBuffer>, scaling: Scaling, isWide: boolean): Floats {
  const { reference, factor, divisor } = scaleOf(scaling);
  for (let index = 0; index < values.length; index++) values[index] = (values[index]! * factor + reference) * divisor;
  return isWide ? values : new Float32Array(values);
}

/**
 * Values without bits: nothing is stored for them. The decimal factor is not applied, as in ecCodes and NCEP's library,
 * which store the value itself then.
 */
export function equalValues(reference: number, count: number, isWide: boolean): Floats {
  return (isWide ? new Float64Array(count) : new Float32Array(count)).fill(reference);
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
