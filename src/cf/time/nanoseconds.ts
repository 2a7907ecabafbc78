/**
 * Times as NumPy's datetime64[ns] holds them: nanoseconds since 1970 in 64 bits, the lowest integer for a missing one. The loops
 * work on the halves of the integers with doubles, which are exact here; a bigint per element would take ten times as long.
 *
 * The length of a unit is an odd number times a power of two (a day is 1,318,359,375 * 2^16 ns). Without the power, products are
 * less than 2^53, and multiplying or dividing by it is exact.
 */
import { NOT_A_TIME } from "../../model/values/time-value.ts";
import type { CfCalendar } from "./calendar.ts";
import { DAY, instantAt } from "./date.ts";
import type { TimeUnits } from "./units.ts";

/** Stored times: numbers, or 64-bit integers. */
export type StoredTimes = ArrayLike<number> | BigInt64Array | BigUint64Array;

type SmallIntegers = Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array;

/** Moments in columns: day numbers, and nanoseconds since midnight. */
export interface Moments {
  readonly days: Float64Array;
  readonly rests: Float64Array;
}

const LOWEST = -(2n ** 63n) + 1n;
const HIGHEST = 2n ** 63n - 1n;
const LIMIT = 2 ** 63;
const WORD = 2 ** 32;
/** The upper half of the lowest integer; all other times are far above it. */
const MISSING = -(2 ** 31);
/** Days of the calendar that lie entirely within range. */
const REACH = 106_750;

/** Decodes numbers in units that NumPy decodes; undefined if a time does not fit. */
export function inNanoseconds(values: StoredTimes, units: TimeUnits): BigInt64Array<ArrayBuffer> | undefined {
  const { reference, calendar, length } = units;
  // Beyond this range the calendars differ, too: no date of these years lies before the reform.
  if (Math.abs(reference.day - calendar.epoch) > REACH) return undefined;
  const start = instantAt(calendar, reference.day, reference.rest);
  if (values instanceof BigInt64Array || values instanceof BigUint64Array) return ofIntegers(values, length, start);
  return isWhole(values) ? ofWholeNumbers(values, length, start) : ofFractions(values, length, start);
}

function isWhole(values: ArrayLike<number>): values is SmallIntegers {
  return (
    values instanceof Int8Array ||
    values instanceof Uint8Array ||
    values instanceof Int16Array ||
    values instanceof Uint16Array ||
    values instanceof Int32Array ||
    values instanceof Uint32Array
  );
}

/** The halves of 64-bit integers, and which of them is the upper one. */
function halvesOf({ buffer, byteOffset, length }: BigInt64Array | BigUint64Array): Int32Array {
  return new Int32Array(buffer, byteOffset, 2 * length);
}

const UPPER = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
const LOWER = 1 - UPPER;

/** Nanoseconds as a number of steps of `2^shift`. */
interface Scale {
  readonly odd: number;
  /** `2^shift`, and the rest of a half. */
  readonly step: number;
  readonly perHalf: number;
  /** The start in steps, and the remainder. */
  readonly startSteps: number;
  readonly startRest: number;
}

function scaleOf(length: number, start: bigint): Scale {
  let odd = length;
  let step = 1;
  for (; odd % 2 === 0; odd /= 2) step *= 2;
  const rest = BigInt.asUintN(64, start) & BigInt(step - 1);
  const startSteps = Number((start - rest) / BigInt(step));
  return { odd, step, perHalf: WORD / step, startSteps, startRest: Number(rest) };
}

/** Returns whether all products and sums of counts in this range are exact, and their nanoseconds fit 64 bits. */
function isExact({ odd, step, startSteps }: Scale, least: number, most: number): boolean {
  const largest = Math.min(Number.MAX_SAFE_INTEGER, LIMIT / step - 1);
  const furthest = Math.max(-least, most) * odd;
  return furthest <= Number.MAX_SAFE_INTEGER && furthest + Math.abs(startSteps) < largest;
}

function ofIntegers(
  values: BigInt64Array | BigUint64Array,
  length: number,
  start: bigint,
): BigInt64Array<ArrayBuffer> | undefined {
  const out = new BigInt64Array(values.length);
  const from = halvesOf(values);
  const to = halvesOf(out);
  const scale = scaleOf(length, start);
  const { odd, step, perHalf, startSteps, startRest } = scale;
  const wrap = values instanceof BigUint64Array ? 2 ** 64 : 0;
  let least = 0;
  let most = 0;
  for (let at = 0; at < from.length; at += 2) {
    const half = from[at + UPPER]!;
    const low = from[at + LOWER]!;
    if (half === MISSING && low === 0 && wrap === 0) {
      to[at + UPPER] = MISSING;
      continue;
    }
    const value = half * WORD + (low >>> 0) + (half < 0 ? wrap : 0);
    if (value < least) least = value;
    if (value > most) most = value;
    const steps = value * odd + startSteps;
    const upper = Math.floor(steps / perHalf);
    to[at + UPPER] = upper;
    to[at + LOWER] = (steps - upper * perHalf) * step + startRest;
  }
  return isExact(scale, least, most) ? out : carefully(values, BigInt(length), start);
}

/** The same with bigints; undefined if a time does not fit. */
function carefully(
  values: BigInt64Array | BigUint64Array,
  unit: bigint,
  start: bigint,
): BigInt64Array<ArrayBuffer> | undefined {
  const out = new BigInt64Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    const instant = value === NOT_A_TIME ? NOT_A_TIME : value * unit + start;
    if (value !== NOT_A_TIME && (instant < LOWEST || instant > HIGHEST)) return undefined;
    out[index] = instant;
  }
  return out;
}

function ofWholeNumbers(values: SmallIntegers, length: number, start: bigint): BigInt64Array<ArrayBuffer> | undefined {
  const out = new BigInt64Array(values.length);
  const to = halvesOf(out);
  const scale = scaleOf(length, start);
  const { odd, step, perHalf, startSteps, startRest } = scale;
  let least = 0;
  let most = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (value < least) least = value;
    if (value > most) most = value;
    const steps = value * odd + startSteps;
    const upper = Math.floor(steps / perHalf);
    to[2 * index + UPPER] = upper;
    to[2 * index + LOWER] = (steps - upper * perHalf) * step + startRest;
  }
  if (isExact(scale, least, most)) return out;
  return carefully(BigInt64Array.from(values, BigInt), BigInt(length), start);
}

/** Fractions are truncated towards zero. */
function ofFractions(values: ArrayLike<number>, length: number, start: bigint): BigInt64Array<ArrayBuffer> | undefined {
  const out = new BigInt64Array(values.length);
  const halves = halvesOf(out);
  const base = Number(start);
  const baseUpper = Number(start >> 32n);
  const baseLower = Number(BigInt.asUintN(32, start));
  for (let index = 0; index < values.length; index++) {
    const nanoseconds = Math.trunc(values[index]! * length);
    if (Math.abs(nanoseconds) < LIMIT && Math.abs(nanoseconds + base) < LIMIT) {
      const upper = Math.floor(nanoseconds / WORD);
      const lower = nanoseconds - upper * WORD + baseLower;
      halves[2 * index + UPPER] = upper + baseUpper + (lower < WORD ? 0 : 1);
      halves[2 * index + LOWER] = lower;
    } else if (Number.isNaN(nanoseconds)) {
      halves[2 * index + UPPER] = MISSING;
    } else {
      return undefined;
    }
  }
  return out;
}

/** Moments in nanoseconds; undefined if one does not fit. A day of NaN is missing. */
export function nanosecondsOfMoments(
  { days, rests }: Moments,
  calendar: CfCalendar,
): BigInt64Array<ArrayBuffer> | undefined {
  const out = new BigInt64Array(days.length);
  const halves = halvesOf(out);
  const { odd, step, perHalf } = scaleOf(DAY, 0n);
  for (let index = 0; index < days.length; index++) {
    const day = days[index]! - calendar.epoch;
    if (Number.isNaN(day)) {
      halves[2 * index + UPPER] = MISSING;
      continue;
    }
    const rest = rests[index]!;
    if (Math.abs(day) >= REACH) {
      const instant = BigInt(day) * BigInt(DAY) + BigInt(rest);
      if (instant > HIGHEST || instant < LOWEST) return undefined;
    }
    const restSteps = Math.floor(rest / step);
    const steps = day * odd + restSteps;
    const upper = Math.floor(steps / perHalf);
    halves[2 * index + UPPER] = upper;
    halves[2 * index + LOWER] = (steps - upper * perHalf) * step + (rest - restSteps * step);
  }
  return out;
}
