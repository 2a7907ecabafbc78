/**
 * Times as NumPy's datetime64[ns] holds them: nanoseconds since 1970 in 64 bits, the lowest integer for a missing one. The loops
 * work on the halves of the integers, and on products that are cut to 64 bits: those compile to machine integers.
 */
import { NOT_A_TIME } from "../../model/values/time-value.ts";
import type { CfCalendar } from "./calendar.ts";
import { DAY, instantAt } from "./date.ts";
import type { TimeUnits } from "./units.ts";

/** Stored times: numbers, or integers of 64 bits. */
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
/** The upper half of the lowest integer; no time lies in its reach that is not missing. */
const MISSING = -(2 ** 31);
/** Days of the calendar that lie wholly within reach. */
const REACH = 106_750;

/** Decodes numbers of units that NumPy decodes; undefined where a time does not fit. */
export function inNanoseconds(values: StoredTimes, units: TimeUnits): BigInt64Array<ArrayBuffer> | undefined {
  const { reference, calendar, length } = units;
  // Beyond reach the calendars differ, too: no date of these years lies before the reform.
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

/** The halves of 64-bit integers, and where the upper one of each is. */
function halvesOf({ buffer, byteOffset, length }: BigInt64Array | BigUint64Array): Int32Array {
  return new Int32Array(buffer, byteOffset, 2 * length);
}

const UPPER = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1 ? 1 : 0;
const LOWER = 1 - UPPER;

function ofIntegers(
  values: BigInt64Array | BigUint64Array,
  length: number,
  start: bigint,
  range = rangeOf(values),
  out = new BigInt64Array(values.length),
): BigInt64Array<ArrayBuffer> | undefined {
  const unit = BigInt(length);
  // Doubles decide where they are certain: loops without comparisons of bigints take a fifth of the time.
  if (range.least > Number((LOWEST - start) / unit) && range.most < Number((HIGHEST - start) / unit)) {
    for (let index = 0; index < values.length; index++) {
      out[index] = BigInt.asIntN(64, BigInt.asIntN(64, values[index]! * unit) + start);
    }
    return out;
  }
  for (let index = 0; index < values.length; index++) {
    const instant = carefully(values[index]!, unit, start);
    if (instant === undefined) return undefined;
    out[index] = instant;
  }
  return out;
}

/** The least and the most of integers, as doubles. */
function rangeOf(values: BigInt64Array | BigUint64Array): { readonly least: number; readonly most: number } {
  const halves = halvesOf(values);
  const wrap = values instanceof BigUint64Array ? 2 ** 64 : 0;
  let least = 0;
  let most = 0;
  for (let index = 0; index < halves.length; index += 2) {
    const upper = halves[index + UPPER]!;
    const value = upper * WORD + (halves[index + LOWER]! >>> 0) + (upper < 0 ? wrap : 0);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least, most };
}

function carefully(value: bigint, unit: bigint, start: bigint): bigint | undefined {
  if (value === NOT_A_TIME) return NOT_A_TIME;
  const instant = value * unit + start;
  return instant < LOWEST || instant > HIGHEST ? undefined : instant;
}

function ofWholeNumbers(values: SmallIntegers, length: number, start: bigint): BigInt64Array<ArrayBuffer> | undefined {
  const counts = new BigInt64Array(values.length);
  const halves = halvesOf(counts);
  let least = 0;
  let most = 0;
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (value < least) least = value;
    if (value > most) most = value;
    halves[2 * index + LOWER] = value;
    halves[2 * index + UPPER] = value < 0 ? -1 : 0;
  }
  return ofIntegers(counts, length, start, { least, most }, counts);
}

/** Fractions are cut towards zero. */
function ofFractions(values: ArrayLike<number>, length: number, start: bigint): BigInt64Array<ArrayBuffer> | undefined {
  const out = new BigInt64Array(values.length);
  const halves = halvesOf(out);
  const base = Number(start);
  for (let index = 0; index < values.length; index++) {
    const nanoseconds = Math.trunc(values[index]! * length);
    if (Math.abs(nanoseconds) < LIMIT && Math.abs(nanoseconds + base) < LIMIT) {
      const upper = Math.floor(nanoseconds / WORD);
      halves[2 * index + UPPER] = upper;
      halves[2 * index + LOWER] = nanoseconds - upper * WORD;
    } else if (Number.isNaN(nanoseconds)) {
      halves[2 * index + UPPER] = MISSING;
    } else {
      return undefined;
    }
  }
  for (let index = 0; index < out.length; index++) {
    if (halves[2 * index + UPPER] !== MISSING) out[index] = BigInt.asIntN(64, out[index]! + start);
  }
  return out;
}

/** Moments in nanoseconds; undefined where one does not fit. A day of NaN is missing. */
export function nanosecondsOfMoments(
  { days, rests }: Moments,
  calendar: CfCalendar,
): BigInt64Array<ArrayBuffer> | undefined {
  const out = new BigInt64Array(days.length);
  const perDay = BigInt(DAY);
  for (let index = 0; index < days.length; index++) {
    const day = days[index]!;
    const instant = Number.isNaN(day) ? NOT_A_TIME : BigInt(day - calendar.epoch) * perDay + BigInt(rests[index]!);
    if (instant > HIGHEST || (instant < LOWEST && !Number.isNaN(day))) return undefined;
    out[index] = instant;
  }
  return out;
}
