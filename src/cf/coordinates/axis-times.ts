/** The times of a coordinate, as nanoseconds since 1970 in its own calendar. */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { atPlace } from "../../errors.ts";
import type { TimeDataType } from "../../model/data-types/data-type.ts";
import { formatTime, NOT_A_TIME } from "../../model/values/time-value.ts";
import { type CfCalendar, calendarOf } from "../time/calendar.ts";
import { type CfDate, dateOfInstant, instantOf, isoText } from "../time/date.ts";
import { decodeTimes } from "../time/decode.ts";
import { parsePartialDate } from "../time/text.ts";
import { isTimeUnits, parseTimeUnits } from "../time/units.ts";

export type Instant = bigint | number;
const MISSING = Number.NaN;

export interface AxisTimes {
  readonly calendar: CfCalendar;
  /** The instants of stored numbers, or of dates. A missing one is NaN. */
  instants(data: unknown): readonly Instant[];
}

/** How the array counts time; undefined if its values are not times. Invalid units and calendars are refused. */
export function timesOf(array: NdArray): AxisTimes | undefined {
  const { dataType, attributes, path } = array;
  if (dataType.kind === "datetime") {
    const instant = instantOfSteps(dataType);
    const instants = (data: unknown): readonly Instant[] => Array.from(data as BigInt64Array, instant);
    return { calendar: calendarOf("proleptic_gregorian"), instants };
  }
  const { units, calendar } = attributes;
  const isNumber = dataType.kind === "integer" || dataType.kind === "float";
  if (!isNumber || typeof units !== "string" || !isTimeUnits(units)) return undefined;
  // Such times are numbers without dates.
  if (typeof calendar === "string" && calendar.toLowerCase() === "none") return undefined;
  try {
    const parsed = parseTimeUnits(units, typeof calendar === "string" ? calendar : undefined);
    const ofDates = (dates: readonly (CfDate | null)[]): readonly Instant[] =>
      dates.map((date) => (date === null ? MISSING : instantOf(date)));
    const instants = (data: unknown): readonly Instant[] => {
      if (Array.isArray(data)) return ofDates(data);
      const decoded = decodeTimes(data as ArrayLike<number>, parsed);
      if (decoded.kind === "dates") return ofDates(decoded.data);
      return Array.from(decoded.data, (instant) => (instant === NOT_A_TIME ? MISSING : instant));
    };
    return { calendar: parsed.calendar, instants };
  } catch (error) {
    throw atPlace(error, { node: path });
  }
}

/** Nanoseconds per unit of `datetime64`. Others have no fixed length, or are shorter. */
const LENGTHS = new Map<string, bigint>([
  ["W", 604_800_000_000_000n],
  ["D", 86_400_000_000_000n],
  ["h", 3_600_000_000_000n],
  ["m", 60_000_000_000n],
  ["s", 1_000_000_000n],
  ["ms", 1_000_000n],
  ["us", 1000n],
  ["ns", 1n],
]);

function instantOfSteps(type: TimeDataType): (steps: bigint) => Instant {
  const length = LENGTHS.get(type.unit);
  if (length !== undefined) {
    const step = length * BigInt(type.multiplier);
    return (steps) => (steps === NOT_A_TIME ? MISSING : steps * step);
  }
  return (steps) =>
    steps === NOT_A_TIME ? MISSING : instantOf(parsePartialDate(formatTime(steps, type), "proleptic_gregorian").from);
}

/** `2014-10-01T00:00:00` */
export function wholeTimeText(instant: Instant, calendar: CfCalendar): string {
  return typeof instant === "number" ? "NaT" : isoText(dateOfInstant(instant, calendar));
}

/** `2014-10-01`, or with the time of day if it is not midnight. */
export function timeText(instant: Instant, calendar: CfCalendar): string {
  return wholeTimeText(instant, calendar).replace(/T00:00:00$/, "");
}
