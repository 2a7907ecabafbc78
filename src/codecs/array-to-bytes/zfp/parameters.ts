/** The limits of zfp's precision: bits per block, bit planes per block, and the lowest exponent. */

export interface ZfpParameters {
  readonly minBits: number;
  readonly maxBits: number;
  readonly maxPrecision: number;
  /** Below -1074 means reversible. */
  readonly minExponent: number;
}

export type ZfpType = "int32" | "int64" | "float32" | "float64";

const MIN_EXPONENT = -1074;
const UNBOUNDED: ZfpParameters = { minBits: 1, maxBits: 16_658, maxPrecision: 64, minExponent: MIN_EXPONENT };
export const REVERSIBLE: ZfpParameters = { ...UNBOUNDED, minExponent: MIN_EXPONENT - 1 };

export function isReversible({ minExponent }: ZfpParameters): boolean {
  return minExponent < MIN_EXPONENT;
}

/** Bits of the exponent and its bias, of float32 and float64. */
export function exponentBits(type: ZfpType): { readonly bits: number; readonly bias: number } {
  return type === "float64" ? { bits: 11, bias: 1023 } : { bits: 8, bias: 127 };
}

/** This many bits per value, at whatever precision that gives. */
export function fixedRate(rate: number, type: ZfpType, dimensions: number): ZfpParameters {
  const least = type.startsWith("float") ? 1 + exponentBits(type).bits : 1;
  const bits = Math.max(Math.floor(4 ** dimensions * rate + 0.5), least);
  return { ...UNBOUNDED, minBits: bits, maxBits: bits };
}

export function fixedPrecision(planes: number): ZfpParameters {
  return { ...UNBOUNDED, maxPrecision: planes === 0 ? 64 : Math.min(planes, 64) };
}

/** Errors no larger than the tolerance, rounded down to a power of two. */
export function fixedAccuracy(tolerance: number): ZfpParameters {
  return {
    ...UNBOUNDED,
    minExponent: tolerance > 0 ? Math.max(exponentOf(tolerance) - 1, MIN_EXPONENT) : MIN_EXPONENT,
  };
}

const scratch = new DataView(new ArrayBuffer(8));

/** The exponent e of a positive double m * 2^e with m from 0.5 to 1. */
export function exponentOf(value: number): number {
  scratch.setFloat64(0, value);
  const biased = (scratch.getUint16(0) >>> 4) & 0x7ff;
  return biased === 0 ? exponentOf(value * 2 ** 64) - 64 : biased - 1022;
}

/** In headers: 12 bits for the usual modes, else 64 bits whose low 12 are ones. */
export const SHORT_MODE_BITS = 12;
export const LONG_MODE = 0xfff;
const FIRST_PRECISION = 2048;
const REVERSIBLE_MODE = 2176;

export function shortMode(mode: number): ZfpParameters {
  if (mode < FIRST_PRECISION) return { ...UNBOUNDED, minBits: mode + 1, maxBits: mode + 1 };
  if (mode < REVERSIBLE_MODE) return { ...UNBOUNDED, maxPrecision: mode + 1 - FIRST_PRECISION };
  if (mode === REVERSIBLE_MODE) return REVERSIBLE;
  return { ...UNBOUNDED, minExponent: mode - REVERSIBLE_MODE - 1 + MIN_EXPONENT };
}

/** The 12 bits of a mode; undefined if it needs all 64. */
export function shortModeOf(parameters: ZfpParameters): number | undefined {
  const { minBits, maxBits, maxPrecision, minExponent } = parameters;
  if (isReversible(parameters)) return REVERSIBLE_MODE;
  if (minBits === maxBits) return maxBits <= 2048 ? maxBits - 1 : undefined;
  if (minExponent === MIN_EXPONENT && maxPrecision < 64) return maxPrecision - 1 + FIRST_PRECISION;
  if (minBits > 1 || maxBits < UNBOUNDED.maxBits || maxPrecision < 64 || minExponent > 843) return undefined;
  // zfp itself treats its defaults as expert mode.
  if (minExponent === MIN_EXPONENT) return undefined;
  return minExponent - MIN_EXPONENT + REVERSIBLE_MODE + 1;
}
