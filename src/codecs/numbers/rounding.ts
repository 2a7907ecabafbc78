/** Rounding as in IEEE 754 hardware and NumPy. */
import type { FloatName } from "../../model/data-types/data-type.ts";
import { decodeFloat, encodeFloat } from "../../model/data-types/small-float.ts";

/** Adding this to a smaller double leaves no room for a fraction, so the sum is rounded to an integer. */
const TWO_52 = 2 ** 52;

/** The nearest integer, ties to even; zeros, infinities and NaN are unchanged, including their sign. */
export function roundHalfEven(value: number): number {
  if (!(Math.abs(value) < TWO_52) || value === 0) return value;
  return value < 0 ? -(-value + TWO_52 - TWO_52) : value + TWO_52 - TWO_52;
}

/**
 * Rounds a double to a float type. The sum, difference, product or quotient of two values of the type, computed as a
 * double and then rounded, equals arithmetic in the type itself, because a double has more than twice its digits.
 */
export function rounderTo(name: FloatName): (value: number) => number {
  if (name === "float64") return (value) => value;
  if (name === "float32") return Math.fround;
  return (value) => decodeFloat(name, encodeFloat(name, value));
}
