/** Doubles as exact decimals, rounded as in C: to nearest, ties to even. For the cases that fast methods leave open. */

const BITS = new DataView(new ArrayBuffer(8));

/** The integer nearest to |value| * 10**power. */
export function scaledInteger(value: number, power: number): bigint {
  BITS.setFloat64(0, Math.abs(value));
  const bits = BITS.getBigUint64(0);
  const exponent = Number(bits >> 52n);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  const two = Math.max(exponent, 1) - 1075;
  const above = mantissa * 2n ** BigInt(Math.max(two, 0)) * 10n ** BigInt(Math.max(power, 0));
  const below = 2n ** BigInt(Math.max(-two, 0)) * 10n ** BigInt(Math.max(-power, 0));
  const whole = above / below;
  const twice = 2n * (above % below);
  const up = twice > below || (twice === below && whole % 2n === 1n);
  return up ? whole + 1n : whole;
}

/** Digits `d.ddd...` of a number, and the power of ten of the first. */
export interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/** |value|, which is finite, in this many digits (1 to 100). */
export function roundedDecimal(value: number, count: number): Decimal {
  if (value === 0) return { digits: "0".repeat(count), exponent: 0 };
  const longer = decimalOf(Math.abs(value).toExponential(Math.min(count, 100)));
  // One more digit determines the rounding, except after a 5: that may be a tie, or itself rounded.
  if (count < 100 && !longer.digits.endsWith("5")) return decimalOf(Math.abs(value).toExponential(count - 1));
  const digits = String(scaledInteger(value, count - 1 - longer.exponent));
  if (digits.length === count) return { digits, exponent: longer.exponent };
  if (digits.length > count) return { digits: digits.slice(0, count), exponent: longer.exponent + 1 };
  // Rounding to one more digit had carried into the next power of ten.
  return { digits: String(scaledInteger(value, count - longer.exponent)), exponent: longer.exponent - 1 };
}

function decimalOf(text: string): Decimal {
  const at = text.indexOf("e");
  return { digits: text.slice(0, at).replace(".", ""), exponent: Number(text.slice(at + 1)) };
}
