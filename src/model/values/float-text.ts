/** Floats in the fewest digits that read back as the same element: 0.1 for a float32, not 0.10000000149011612. */
import type { FloatName } from "../data-types/data-type.ts";
import { canHoldFloat, decodeFloat, encodeFloat, isSmallFloat } from "../data-types/small-float.ts";

/** The most digits that a float32 needs. */
const FLOAT32_DIGITS = 9;
const FLOAT32_INTEGERS = 2 ** 24;

export function floatText(name: FloatName, value: number): string {
  if (Object.is(value, -0)) return "-0";
  const isShort = Number.isInteger(value) && Math.abs(value) <= FLOAT32_INTEGERS;
  if (isShort || name === "float64" || !Number.isFinite(value)) return String(value);
  return fewestDigits(value, name === "float32" ? Math.fround : smallRound(name));
}

/**
 * Removes digits as long as the same element comes back: most values need nearly all of them. The digits are
 * used unchanged, because printing numbers again would take longer than everything else.
 */
function fewestDigits(value: number, round: (value: number) => number): string {
  let best: string | undefined;
  for (let digits = FLOAT32_DIGITS - 1; digits > 0; digits--) {
    const text = value.toPrecision(digits);
    if (round(Number(text)) !== value) break;
    best = text;
  }
  return withoutZeros(best ?? value.toPrecision(FLOAT32_DIGITS));
}

/** `0.1` for `0.1000000`, `1e-7` for `1.000e-7`. */
function withoutZeros(text: string): string {
  const power = text.indexOf("e");
  const digits = power < 0 ? text : text.slice(0, power);
  if (!digits.endsWith("0") || !digits.includes(".")) return text;
  return digits.replace(/\.?0+$/, "") + (power < 0 ? "" : text.slice(power));
}

function smallRound(name: FloatName): (value: number) => number {
  if (!isSmallFloat(name)) return (value) => value;
  return (value) => (canHoldFloat(name, value) ? decodeFloat(name, encodeFloat(name, value)) : Number.NaN);
}
