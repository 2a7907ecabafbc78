/**
 * Times in CF units as dates, as shown by `ncdump -t`. Like ncdump, it counts in hours from 1970, in doubles. Uncertain
 * cases stay numbers: other units and calendars, time zones.
 */
import type { NetcdfAttribute, NetcdfGroup, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { isUserAttribute, type NetcdfUserAttribute } from "../../model/netcdf/user-types.ts";
import { CALENDARS, type Calendar, type CalendarDate } from "../../model/values/calendar.ts";
import { attributeString } from "./attributes.ts";

/** A number as a date in quotes. */
export type TimeReader = (value: number) => string;

/** Divisors and factors from the unit to hours. */
const HOURS = new Map<string, (value: number) => number>([
  ...named(["second", "seconds", "sec", "secs", "s"], (value: number) => value / 3600),
  ...named(["minute", "minutes", "min", "mins"], (value: number) => value / 60),
  ...named(["hour", "hours", "hr"], (value: number) => value),
  ...named(["day", "days"], (value: number) => value * 24),
  ...named(["week", "weeks"], (value: number) => value * 168),
]);
/** Units of calendar months: dates are the first of a month. */
const MONTHS = new Map([
  ...named(["month", "months"], 1),
  ...named(["season", "seasons"], 3),
  ...named(["year", "years", "yr"], 12),
]);

function named<T>(names: readonly string[], value: T): readonly (readonly [string, T])[] {
  return names.map((name) => [name, value]);
}

/** ncdump takes the unit in any case, but not `since`. */
const UNITS = /^\s*([a-zA-Z]+)\s+since\s*(.*)$/;
const BASE =
  /^(-?\d{1,6})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?:[T\s]\s*(\d{1,2})(?::(\d{1,2})(?::(\d{1,2}(?:\.\d*)?))?)?)?\s*(?:Z|UTC|GMT|[-+]?0{1,2}(?::?00?)?)?\s*$/i;

/** ` // "2000-01-01"`: the meaning of the numbers in a time variable's attribute. */
export function timeComment(times: TimeReader | undefined, attribute: NetcdfAttribute | NetcdfUserAttribute): string {
  if (isUserAttribute(attribute)) return "";
  const { type, values } = attribute;
  if (times === undefined || type === "char" || type === "string" || values.length === 0) return "";
  return ` // ${Array.from<number | bigint | string | null, string>(values, (value) => times(Number(value))).join(", ")}`;
}

/** Finds the readers of a group's time variables, and of their bounds. */
export function timeReaders(
  group: NetcdfGroup,
  style: "text" | "iso" | undefined,
): (variable: NetcdfVariable) => TimeReader | undefined {
  const readers = new Map<string, TimeReader>();
  if (style === undefined) return () => undefined;
  // ncdump aborts at values of types that groups define.
  const isNumber = ({ type, userType }: NetcdfVariable): boolean =>
    type !== "char" && type !== "string" && userType === undefined;
  for (const variable of group.variables) {
    const { name, attributes } = variable;
    const reader = isNumber(variable) ? timeReader(attributes, style === "iso" ? "T" : " ") : undefined;
    if (reader === undefined) continue;
    const bounds = attributeString(attributes, "bounds");
    if (bounds !== undefined && !readers.has(bounds)) readers.set(bounds, reader);
    readers.set(name, reader);
  }
  return (variable) => (isNumber(variable) ? readers.get(variable.name) : undefined);
}

function timeReader(attributes: NetcdfVariable["attributes"], separator: string): TimeReader | undefined {
  const [, unit = "", since = ""] = UNITS.exec(attributeString(attributes, "units") ?? "") ?? [];
  const calendar = CALENDARS.get((attributeString(attributes, "calendar") || "standard").toLowerCase());
  const base = BASE.exec(since);
  if (calendar === undefined || base === null) return undefined;
  const [year, month, day, hour, minute, second] = base
    .slice(1)
    .map((text, index) => Number(text ?? (index < 3 ? 1 : 0)));
  if (month! < 1 || month! > 12 || day! < 1 || day! > 31 || hour! > 23 || minute! > 59 || second! >= 60)
    return undefined;
  const date = { year: year!, month: month!, day: day! };
  const months = MONTHS.get(unit.toLowerCase());
  const hours = hour! + minute! / 60 + second! / 3600;
  if (months !== undefined) {
    // Only the base itself keeps its day and time, even a day that the month does not have.
    const origin = `${dateText(date)}${timeText(Math.round(hours * HOUR), separator)}`;
    const first = calendar.date(calendar.dayNumber(date));
    return (value) => {
      return finite(value, () => quoted(value === 0 ? origin : dateText(monthsAfter(first, value * months))));
    };
  }
  const toHours = HOURS.get(unit.toLowerCase());
  if (toHours === undefined) return undefined;
  const epoch = calendar.dayNumber({ year: 1970, month: 1, day: 1 });
  const start = (calendar.dayNumber(date) - epoch) * 24 + hours;
  return (value) => finite(value, () => quoted(hourText(calendar, epoch, start + toHours(value), separator)));
}

const quoted = (text: string): string => `"${text}"`;
/** Numbers beyond the range of the calendar stay numbers. */
const finite = (value: number, text: () => string): string => (Math.abs(value) < 1e15 ? text() : String(value));

const HOUR = 3.6e9;
const DAY = 24 * HOUR;

/** Hours from 1970 as a date, and the time of day unless it is zero. */
function hourText(calendar: Calendar, epoch: number, hours: number, separator: string): string {
  const days = Math.floor(hours / 24);
  const microseconds = Math.round((hours - 24 * days) * HOUR);
  const isNextDay = microseconds >= DAY;
  const text = dateText(calendar.date(epoch + days + (isNextDay ? 1 : 0)));
  return `${text}${timeText(isNextDay ? 0 : microseconds, separator)}`;
}

/** The time of day, if it is not midnight. */
function timeText(rest: number, separator: string): string {
  if (rest === 0) return "";
  const hour = Math.floor(rest / HOUR);
  const minute = Math.floor((rest % HOUR) / 6e7);
  const second = rest % 6e7;
  const parts = [
    two(hour),
    ...(minute > 0 || second > 0 ? [two(minute)] : []),
    ...(second > 0 ? [secondText(second)] : []),
  ];
  return `${separator}${parts.join(":")}`;
}

/** With a fraction, there is no leading zero: `05`, but `5.250000`. */
function secondText(microseconds: number): string {
  return microseconds % 1e6 === 0 ? two(microseconds / 1e6) : (microseconds / 1e6).toFixed(6);
}

function monthsAfter({ year, month }: CalendarDate, months: number): CalendarDate {
  const count = year * 12 + month - 1 + Math.trunc(months);
  const years = Math.floor(count / 12);
  return { year: years, month: count - 12 * years + 1, day: 1 };
}

function dateText({ year, month, day }: CalendarDate): string {
  return `${year < 0 ? "-" : ""}${String(Math.abs(year)).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

const two = (number: number): string => String(number).padStart(2, "0");
