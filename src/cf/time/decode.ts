/**
 * Numbers in time units as times. Integers are exact. Fractions are decoded as in xarray: truncated to nanoseconds
 * where NumPy decodes (`nanoseconds.ts`), rounded to microseconds where cftime does.
 */
import { HyperslabError } from "../../errors.ts";
import { NOT_A_TIME } from "../../model/values/time-value.ts";
import { type CfDate, DAY, dateAt, instantAt } from "./date.ts";
import { inNanoseconds, type Moments, nanosecondsOfMoments, type StoredTimes } from "./nanoseconds.ts";
import { roundedProduct } from "./rounding.ts";
import { later, type Moment } from "./text.ts";
import type { TimeUnits } from "./units.ts";

/** Decoded times: nanoseconds since 1970 if all of them fit, dates of the calendar otherwise. */
export type DecodedTimes =
  | { readonly kind: "nanoseconds"; readonly data: BigInt64Array<ArrayBuffer> }
  | { readonly kind: "dates"; readonly data: readonly (CfDate | null)[] };

/** Microseconds that cftime counts in 64 bits: 292,471 years; no date lies further from the reference. */
const FURTHEST_DAY = 106_751_991;
const LARGEST_UNSIGNED = 2n ** 63n - 1n;

/**
 * Decodes numbers. NaN, infinities and the lowest 64-bit integer are missing: they become the lowest value among
 * nanoseconds, and null among dates.
 */
export function decodeTimes(values: StoredTimes, units: TimeUnits): DecodedTimes {
  if (units.isNumpy) {
    const data = inNanoseconds(values, units);
    if (data !== undefined) return { kind: "nanoseconds", data };
  }
  const moments = momentsOf(values, units);
  if (units.calendar.isNumpy) {
    const data = nanosecondsOfMoments(moments, units.calendar);
    if (data !== undefined) return { kind: "nanoseconds", data };
  }
  const { days, rests } = moments;
  const data = new Array<CfDate | null>(values.length);
  for (let index = 0; index < data.length; index++) {
    const day = days[index]!;
    data[index] = Number.isNaN(day) ? null : dateAt(units.calendar, day, rests[index]!);
  }
  return { kind: "dates", data };
}

function momentsOf(values: StoredTimes, units: TimeUnits): Moments {
  const days = new Float64Array(values.length);
  const rests = new Float64Array(values.length);
  for (let index = 0; index < values.length; index++) {
    const moment = momentOf(values[index]!, units);
    days[index] = moment === null ? Number.NaN : moment.day;
    rests[index] = moment === null ? 0 : moment.rest;
  }
  return { days, rests };
}

/** One number as nanoseconds since 1970-01-01 of the calendar; null if it is missing. */
export function instantOfValue(value: number | bigint, units: TimeUnits): bigint | null {
  if (units.isNumpy) {
    const data = inNanoseconds(typeof value === "bigint" ? BigInt64Array.of(value) : Float64Array.of(value), units);
    if (data !== undefined) return data[0] === NOT_A_TIME ? null : data[0]!;
  }
  const moment = momentOf(value, units);
  return moment === null ? null : instantAt(units.calendar, moment.day, moment.rest);
}

/** The moment of a number; null if it is missing. */
function momentOf(value: number | bigint, units: TimeUnits): Moment | null {
  const moment = typeof value === "bigint" ? momentOfInteger(value, units) : momentOfNumber(value, units);
  if (moment !== null && Math.abs(moment.day - units.reference.day) > FURTHEST_DAY) throw tooFar(value, units);
  return moment;
}

function momentOfInteger(value: bigint, units: TimeUnits): Moment | null {
  if (value === NOT_A_TIME) return null;
  if (value > LARGEST_UNSIGNED) throw tooFar(value, units);
  if (BigInt(Number(value)) === value && Number.isSafeInteger(Number(value))) return counted(Number(value), units);
  const nanoseconds = value * BigInt(units.length);
  const rest = ((nanoseconds % BigInt(DAY)) + BigInt(DAY)) % BigInt(DAY);
  const moment = later(units.reference, Number(rest));
  return { day: moment.day + Number((nanoseconds - rest) / BigInt(DAY)), rest: moment.rest };
}

function momentOfNumber(value: number, units: TimeUnits): Moment | null {
  if (!Number.isFinite(value)) return null;
  if (Number.isSafeInteger(value)) return counted(value, units);
  if (units.length < 1e3) return momentOfInteger(BigInt(Math.trunc(value)), units);
  const microseconds = roundedProduct(value, units.length / 1e3, units.isFine);
  if (microseconds === undefined) throw tooFar(value, units);
  const inMicroseconds = { ...units, length: 1e3 };
  return typeof microseconds === "number"
    ? counted(microseconds, inMicroseconds)
    : momentOfInteger(microseconds, inMicroseconds);
}

/** A whole number of units after the reference: days first, so that products stay within the integers of a double. */
function counted(count: number, { length, reference }: TimeUnits): Moment {
  if (length >= DAY) return { day: reference.day + count * (length / DAY), rest: reference.rest };
  const perDay = DAY / length;
  const days = Math.floor(count / perDay);
  const rest = (count - days * perDay) * length + reference.rest;
  return rest >= DAY ? { day: reference.day + days + 1, rest: rest - DAY } : { day: reference.day + days, rest };
}

function tooFar(value: number | bigint, units: TimeUnits): HyperslabError {
  return new HyperslabError("invalid-data", `${value} ${units.text}: beyond the range of the calendar`, {
    field: "units",
    hint: "The stored numbers can be read without decoding.",
  });
}
