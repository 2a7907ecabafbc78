/** Floats in the fewest digits that give the same element again: 0.1 for a float32, not 0.10000000149011612. */
import type { FloatName } from "../../model/data-type.ts";
import { canHoldFloat, decodeFloat, encodeFloat, isSmallFloat } from "../../model/small-float.ts";

/** Digits that a float32 needs at most, and so few that every number of them survives as a float32. */
const FLOAT32_DIGITS = { most: 9, fewest: 6 };
/** Below it a float32 has fewer digits than that. */
const SMALLEST_NORMAL = 2 ** -126;

export function floatText(name: FloatName, value: number): string {
  if (Object.is(value, -0)) return "-0";
  const exact = String(value);
  if (name === "float64" || !Number.isFinite(value) || exact.length <= FLOAT32_DIGITS.fewest) return exact;
  if (name !== "float32") return smallFloatText(name, value);
  return fewestDigits(value, Math.abs(value) < SMALLEST_NORMAL ? 1 : FLOAT32_DIGITS.fewest, Math.fround);
}

function fewestDigits(value: number, from: number, round: (value: number) => number): string {
  for (let digits = from; digits < FLOAT32_DIGITS.most; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (round(shorter) === value) return String(shorter);
  }
  return String(Number(value.toPrecision(FLOAT32_DIGITS.most)));
}

function smallFloatText(name: FloatName, value: number): string {
  if (!isSmallFloat(name)) return String(value);
  return fewestDigits(value, 1, (shorter) =>
    canHoldFloat(name, shorter) ? decodeFloat(name, encodeFloat(name, shorter)) : Number.NaN,
  );
}
