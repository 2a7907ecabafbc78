/** The five roundings of `cast_value`, to integers and to floats of any precision. */
import type { FloatName } from "../../model/data-types/data-type.ts";
import { decodeFloat, isSmallFloat, smallFloatFormat } from "../../model/data-types/small-float.ts";
import { roundHalfEven } from "./rounding.ts";

export const ROUNDINGS = [
  "nearest-even",
  "towards-zero",
  "towards-positive",
  "towards-negative",
  "nearest-away",
] as const;
export type Rounding = (typeof ROUNDINGS)[number];

const ROUND: Readonly<Record<Rounding, (value: number) => number>> = {
  "nearest-even": roundHalfEven,
  "towards-zero": Math.trunc,
  "towards-positive": Math.ceil,
  "towards-negative": Math.floor,
  "nearest-away": (value) => {
    const whole = Math.trunc(value);
    return Math.abs(value - whole) < 0.5 ? whole : whole + Math.sign(value);
  },
};

export function integerRounder(rounding: Rounding): (value: number) => number {
  return ROUND[rounding];
}

/** What a float type can hold: bits of the mantissa, exponent of the smallest normal value, largest value. */
export interface FloatLimits {
  readonly mantissaBits: number;
  readonly minExponent: number;
  readonly max: number;
  readonly hasInfinity: boolean;
  readonly hasNan: boolean;
}

export function floatLimits(name: FloatName): FloatLimits {
  if (name === "float64") {
    return { mantissaBits: 52, minExponent: -1022, max: Number.MAX_VALUE, hasInfinity: true, hasNan: true };
  }
  if (!isSmallFloat(name)) {
    const max = (2 - 2 ** -23) * 2 ** 127;
    return { mantissaBits: 23, minExponent: -126, max, hasInfinity: true, hasNan: true };
  }
  const { mantissaBits, bias, maxCode, specials, nanCode } = smallFloatFormat(name);
  return {
    mantissaBits,
    minExponent: 1 - bias,
    max: decodeFloat(name, maxCode),
    hasInfinity: specials === "ieee",
    hasNan: nanCode !== undefined,
  };
}

/** Rounds a finite double to the precision of a type, as if its exponents were unbounded above. */
export function floatRounder(
  rounding: Rounding,
  { mantissaBits, minExponent }: FloatLimits,
): (value: number) => number {
  const round = ROUND[rounding];
  if (mantissaBits === 52) return (value) => value;
  const view = new DataView(new ArrayBuffer(8));
  return (value) => {
    if (value === 0) return value;
    view.setFloat64(0, value);
    const exponent = Math.max(minExponent, ((view.getUint16(0) >> 4) & 0x7ff) - 1023);
    const rounded = round(value * 2 ** (mantissaBits - exponent)) * 2 ** (exponent - mantissaBits);
    return rounded === 0 && value < 0 ? -0 : rounded;
  };
}

/** The value of an integer of any size, rounded to the mantissa of a float. */
export function roundBigint(value: bigint, rounding: Rounding, { mantissaBits }: FloatLimits): number {
  const magnitude = value < 0n ? -value : value;
  const dropped = BigInt(magnitude.toString(2).length - mantissaBits - 1);
  if (dropped <= 0n) return Number(value);
  const kept = magnitude >> dropped;
  const rest = magnitude - (kept << dropped);
  const half = 1n << (dropped - 1n);
  const up = roundsUp(rounding, value < 0n, rest !== 0n, rest > half ? 1 : rest === half ? 0 : -1, (kept & 1n) === 1n);
  const rounded = (up ? kept + 1n : kept) << dropped;
  return Number(value < 0n ? -rounded : rounded);
}

function roundsUp(rounding: Rounding, negative: boolean, inexact: boolean, toHalf: number, odd: boolean): boolean {
  switch (rounding) {
    case "towards-zero":
      return false;
    case "towards-positive":
      return inexact && !negative;
    case "towards-negative":
      return inexact && negative;
    case "nearest-away":
      return toHalf >= 0;
    case "nearest-even":
      return toHalf > 0 || (toHalf === 0 && odd);
  }
}
