/** Rounding as IEEE 754 hardware and NumPy do it. */
import type { FloatName } from "../../model/data-types/data-type.ts";
import { decodeFloat, encodeFloat } from "../../model/data-types/small-float.ts";

/** Adding this to a double below it leaves no room for a fraction, so that the sum is rounded to an integer. */
const TWO_52 = 2 ** 52;

/** The nearest integer, ties to even; zeros, infinities and NaN are unchanged, including their sign. */
export function roundHalfEven(value: number): number {
  if (!(Math.abs(value) < TWO_52) || value === 0) return value;
  return value < 0 ? -(-value + TWO_52 - TWO_52) : value + TWO_52 - TWO_52;
}

/**
 * Rounds a double to a float type. The sum, difference, product or quotient of two values of the type, computed as a
 * double and rounded so, is what arithmetic of the type itself gives, for a double has over twice their digits.
 */
export function rounderTo(name: FloatName): (value: number) => number {
  if (name === "float64") return (value) => value;
  if (name === "float32") return Math.fround;
  return (value) => decodeFloat(name, encodeFloat(name, value));
}
