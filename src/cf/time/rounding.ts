/**
 * Fractions of units as microseconds, as rounded by cftime: the product has the 64 bits of an extended float, then it
 * is rounded to even. For coarse units, a time one microsecond off a full second is rounded to it.
 */

/** Splits a double into two halves of 26 bits, whose products are exact. */
const SPLITTER = 2 ** 27 + 1;
/** Beyond this a double has no bits left for fractions; this close to a tie, the 64 bits decide. */
const EXACT = 2 ** 52;
const DOUBT = 2 ** -9;
const MICROSECONDS = 1_000_000;
const BITS = 64;

/** `value` times `factor` in whole microseconds; undefined beyond 64-bit integers. Both are finite. */
export function roundedProduct(value: number, factor: number, isFine: boolean): bigint | number | undefined {
  const product = value * factor;
  if (Math.abs(product) >= EXACT || Math.abs(value) > 1e15) return slowly(value, factor, isFine);
  const below = Math.floor(product);
  const fraction = product - below + rounding(value, factor, product);
  if (fraction === 0) return snapped(below, below, below, isFine);
  const isDoubtful = Math.abs(fraction - 0.5) < DOUBT || fraction < DOUBT || fraction > 1 - DOUBT;
  if (isDoubtful) return slowly(value, factor, isFine);
  return snapped(fraction < 0.5 ? below : below + 1, below, below + 1, isFine);
}

/** The rounding error of the product: exact, by halves. */
function rounding(a: number, b: number, product: number): number {
  const aHigh = a * SPLITTER - (a * SPLITTER - a);
  const bHigh = b * SPLITTER - (b * SPLITTER - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

function snapped(nearest: number, floor: number, ceiling: number, isFine: boolean): number {
  if (isFine) return nearest;
  const inSecond = nearest - Math.floor(nearest / MICROSECONDS) * MICROSECONDS;
  return inSecond === 1 ? floor : inSecond === MICROSECONDS - 1 ? ceiling : nearest;
}

/** A double is an integer times a power of two. */
function integerAndExponent(value: number): { readonly integer: bigint; readonly exponent: number } {
  const exponent = value === 0 ? 0 : Math.floor(Math.log2(Math.abs(value))) - 53;
  let integer = value;
  let left = exponent;
  // The smallest doubles are scaled in two steps, because a single factor would overflow.
  while (left !== 0) {
    const step = Math.max(-900, Math.min(900, left));
    integer *= 2 ** -step;
    left -= step;
  }
  return { integer: BigInt(integer), exponent };
}

function slowly(value: number, factor: number, isFine: boolean): bigint | undefined {
  const { integer, exponent } = integerAndExponent(value);
  const exact = integer * BigInt(factor);
  const { kept, shift } = roundedToBits(exact, exponent);
  const floor = shift >= 0 ? kept << BigInt(shift) : kept >> BigInt(-shift);
  const isWhole = shift >= 0 || floor << BigInt(-shift) === kept;
  const ceiling = isWhole ? floor : floor + 1n;
  const nearest = shift >= 0 ? floor : halfEven(kept, BigInt(-shift));
  if (nearest < -(2n ** 63n) || nearest >= 2n ** 63n) return undefined;
  if (isFine) return nearest;
  const inSecond = ((nearest % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return inSecond === 1n ? floor : inSecond === 999_999n ? ceiling : nearest;
}

/** Keeps 64 bits of `exact * 2^exponent`. */
function roundedToBits(exact: bigint, exponent: number): { readonly kept: bigint; readonly shift: number } {
  const bits = (exact < 0n ? -exact : exact).toString(2).length;
  const extra = bits - BITS;
  if (extra <= 0) return { kept: exact, shift: exponent };
  return { kept: halfEven(exact, BigInt(extra)), shift: exponent + extra };
}

/** Divides by `2^bits`, ties to even. */
function halfEven(value: bigint, bits: bigint): bigint {
  const floor = value >> bits;
  const twice = (value - (floor << bits)) * 2n;
  const one = 1n << bits;
  return twice > one || (twice === one && (floor & 1n) === 1n) ? floor + 1n : floor;
}
