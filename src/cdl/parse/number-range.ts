/** Which numbers fit netCDF's types. */
import type { NetcdfType, NetcdfValues } from "../../model/netcdf/dataset.ts";

/** The types whose values are numbers. */
export type NumericType = Exclude<NetcdfType, "char" | "string">;
/** Arrays of values that fit a JavaScript number. */
export type NumberArray = Extract<NetcdfValues, { readonly BYTES_PER_ELEMENT: number; fill(value: number): unknown }>;
/** Arrays of 64-bit integers. */
export type BigArray = BigInt64Array | BigUint64Array;

interface Range {
  /** For messages: `-128 to 127`. */
  readonly low: number;
  readonly high: number;
  readonly isReal: boolean;
}

const BIG: Readonly<Record<"int64" | "uint64", readonly [low: bigint, high: bigint]>> = {
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
};

const LARGEST_FLOAT = Math.fround(3.4028234663852886e38);

const RANGES: Readonly<Record<Exclude<NumericType, "int64" | "uint64">, Range>> = {
  byte: { low: -128, high: 127, isReal: false },
  ubyte: { low: 0, high: 255, isReal: false },
  short: { low: -32768, high: 32767, isReal: false },
  ushort: { low: 0, high: 65535, isReal: false },
  int: { low: -2147483648, high: 2147483647, isReal: false },
  uint: { low: 0, high: 4294967295, isReal: false },
  float: { low: -LARGEST_FLOAT, high: LARGEST_FLOAT, isReal: true },
  double: { low: -Number.MAX_VALUE, high: Number.MAX_VALUE, isReal: true },
};

/** The range of a type whose values are JavaScript numbers; undefined for 64-bit integers. */
export function rangeOf(type: NumericType): Range | undefined {
  return type === "int64" || type === "uint64" ? undefined : RANGES[type];
}

/**
 * Returns whether this number fits the range. An integer type accepts reals with whole values; a real type accepts
 * anything that rounds to it.
 */
export function fits(range: Range, value: number): boolean {
  if (range.isReal) return Math.abs(value) <= range.high || !Number.isFinite(value) || fitsRounded(range, value);
  return value >= range.low && value <= range.high && Number.isInteger(value);
}

/** A double just above the largest float still rounds to it. */
function fitsRounded(range: Range, value: number): boolean {
  return range.high === LARGEST_FLOAT && Number.isFinite(Math.fround(value));
}

/** Returns whether this integer fits the 64-bit type. */
export function fitsBig(type: "int64" | "uint64", value: bigint): boolean {
  const [low, high] = BIG[type];
  return value >= low && value <= high;
}

/** For messages: `a byte holds -128 to 127`. */
export function describeRange(type: NumericType): string {
  if (type === "float" || type === "double") return `a ${type} holds at most ${RANGES[type].high}`;
  const [low, high] = type === "int64" || type === "uint64" ? BIG[type] : [RANGES[type].low, RANGES[type].high];
  return `${type} holds integers from ${low} to ${high}`;
}
