/** A date and time of any CF calendar, which a JavaScript `Date` cannot represent. */
import { HyperslabError } from "../../errors.ts";
import type { CfDate } from "../../model/values/calendar.ts";
import { type CfCalendar, calendarOf, dayOf } from "./calendar.ts";

export type { CfDate } from "../../model/values/calendar.ts";

/** Nanoseconds per day: a number that a double holds exactly. */
export const DAY = 86_400e9;
const HOUR = 3600e9;
const MINUTE = 60e9;
const SECOND = 1e9;

/** The date of a day number and the nanoseconds since midnight. `| 0` because small integers need no allocation. */
export function dateAt(calendar: CfCalendar, dayNumber: number, rest: number): CfDate {
  const { year, month, day } = calendar.days.date(dayNumber);
  const hour = (rest / HOUR) | 0;
  const inHour = rest - hour * HOUR;
  const minute = (inHour / MINUTE) | 0;
  const inMinute = inHour - minute * MINUTE;
  const second = (inMinute / SECOND) | 0;
  return {
    calendar: calendar.name,
    year: (year <= 0 && !calendar.hasYearZero ? year - 1 : year) | 0,
    month: month | 0,
    day: day | 0,
    hour,
    minute,
    second,
    nanosecond: (inMinute - second * SECOND) | 0,
  };
}

/** Nanoseconds since midnight. */
export function restOf({ hour, minute, second, nanosecond }: CfDate): number {
  return hour * HOUR + minute * MINUTE + second * SECOND + nanosecond;
}

/** Nanoseconds since 1970-01-01 in the date's own calendar, by which dates of one calendar can be compared. */
export function instantOf(date: CfDate): bigint {
  const calendar = calendarOf(date.calendar);
  const day = dayOf(calendar, date.year, date.month, date.day);
  if (day === undefined) {
    throw new HyperslabError("invalid-request", `${isoText(date)} is not a date of the calendar ${date.calendar}`);
  }
  return instantAt(calendar, day, restOf(date));
}

/** Nanoseconds since 1970-01-01 of a day and the nanoseconds since midnight. */
export function instantAt(calendar: CfCalendar, day: number, rest: number): bigint {
  return BigInt(day - calendar.epoch) * BigInt(DAY) + BigInt(rest);
}

/** The date of an instant: nanoseconds since 1970-01-01 of the calendar. */
export function dateOfInstant(instant: bigint, calendar: CfCalendar): CfDate {
  const rest = BigInt.asIntN(64, ((instant % BigInt(DAY)) + BigInt(DAY)) % BigInt(DAY));
  return dateAt(calendar, Number((instant - rest) / BigInt(DAY)) + calendar.epoch, Number(rest));
}

/** The ISO text of a date: `2014-10-01T06:00:00`, with six or nine digits if the second has a fraction. */
export function isoText({ year, month, day, hour, minute, second, nanosecond }: CfDate): string {
  const years = `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}`;
  const clock = `${two(hour)}:${two(minute)}:${two(second)}${fractionText(nanosecond)}`;
  return `${years}-${two(month)}-${two(day)}T${clock}`;
}

function fractionText(nanosecond: number): string {
  if (nanosecond === 0) return "";
  const digits = String(nanosecond).padStart(9, "0");
  return `.${digits.endsWith("000") ? digits.slice(0, 6) : digits}`;
}

const two = (number: number): string => String(number).padStart(2, "0");
