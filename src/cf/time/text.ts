/** Dates as text: complete ones, the reference dates of units, and partial ones such as `2014-10`. */
import { HyperslabError } from "../../errors.ts";
import { type CfCalendar, calendarOf, dayOf } from "./calendar.ts";
import { type CfDate, DAY, dateAt } from "./date.ts";

/** A moment: a day number of the calendar and the nanoseconds since midnight, below `DAY`. */
export interface Moment {
  readonly day: number;
  readonly rest: number;
}

/** A half-open interval of dates: includes the first, but not the second. */
export interface DateInterval {
  /** The first date of the interval. */
  readonly from: CfDate;
  /** The first date after the interval. */
  readonly before: CfDate;
}

const DATE = /^([+-]?\d{1,6})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?/;
const CLOCK = /^(?:\s*T\s*|\s+)(\d{1,2})(?::(\d{1,2})(?::(\d{1,2})(?:\.(\d*))?)?)?(?![\d:])/i;
const ZONE = /^\s*(?:Z|UTC|GMT|([+-])(\d{1,2})(?::?(\d{2}))?)\s*$/i;

interface Parts {
  /** Year, month, day, hour, minute, second: as many as the text has. */
  readonly fields: readonly number[];
  /** Digits of a fraction of a second. */
  readonly fraction: string;
  /** Minutes east of UTC. */
  readonly zone: number;
  readonly usesSlashes: boolean;
}

function partsOf(text: string): Parts | undefined {
  const date = DATE.exec(text);
  if (date === null) return undefined;
  const afterDate = text.slice(date[0].length);
  const clock = date[3] === undefined ? null : CLOCK.exec(afterDate);
  const afterClock = afterDate.slice(clock?.[0].length ?? 0);
  const zone = afterClock.trim() === "" ? undefined : ZONE.exec(afterClock);
  if (zone === null || (zone !== undefined && date[3] === undefined)) return undefined;
  const fields = [...date.slice(1, 4), ...(clock?.slice(1, 4) ?? [])].filter((field) => field !== undefined);
  const minutes = Number(zone?.[2] ?? 0) * 60 + Number(zone?.[3] ?? 0);
  return {
    fields: fields.map(Number),
    fraction: clock?.[4] ?? "",
    zone: zone?.[1] === "-" ? -minutes : minutes,
    usesSlashes: date[0].includes("/"),
  };
}

/** The moment of these parts, in UTC; undefined if the calendar or the clock has none. */
function momentOf({ fields, fraction, zone }: Parts, calendar: CfCalendar): Moment | undefined {
  const [year = 1, month = 1, day = 1, hour = 0, minute = 0, second = 0] = fields;
  const number = dayOf(calendar, year, month, day);
  if (number === undefined || hour > 23 || minute > 59 || second > 59 || fraction.length > 9) return undefined;
  const rest = (hour * 3600 + minute * 60 + second) * 1e9 + Number(fraction.padEnd(9, "0")) - zone * 60e9;
  return later({ day: number, rest: 0 }, rest);
}

/** The moment this number of nanoseconds later; nanoseconds are below 2^53. */
export function later({ day, rest }: Moment, nanoseconds: number): Moment {
  const sum = rest + nanoseconds;
  const days = Math.floor(sum / DAY);
  return { day: day + days, rest: sum - days * DAY };
}

/** The moment of a reference date such as `1900-01-01 00:00:0.0` or `2000-1-1T06:00+02:00`; undefined if it is not one. */
export function referenceMoment(text: string, calendar: CfCalendar): Moment | undefined {
  const parts = partsOf(text);
  if (parts === undefined) return undefined;
  const { fields, usesSlashes } = parts;
  // xarray accepts shorter dates only in NumPy's calendars, and elsewhere ignores an hour on its own.
  if (!calendar.isNumpy && (fields.length < 3 || usesSlashes || (fields.length === 4 && fields[3] !== 0))) {
    return undefined;
  }
  return momentOf(parts, calendar);
}

/** A complete or partial date: `2014`, `2014-10`, `2014-10-05`, `2014-10-05T12`, ... as the interval it names. */
export function parsePartialDate(text: string, calendarName?: string): DateInterval {
  const calendar = calendarOf(calendarName);
  const parts = partsOf(text.trim());
  const from = parts === undefined ? undefined : momentOf(parts, calendar);
  if (parts === undefined || from === undefined) {
    throw new HyperslabError(
      "invalid-request",
      `${JSON.stringify(text)} is not a date of the calendar ${calendar.name}`,
      { hint: "Write a date such as 2014, 2014-10, 2014-10-05 or 2014-10-05T12:30." },
    );
  }
  const before = endOf(parts, from, calendar);
  return { from: dateAt(calendar, from.day, from.rest), before: dateAt(calendar, before.day, before.rest) };
}

/** Nanoseconds that a date with this many fields spans, from the day on. */
const SPANS = new Map([
  [3, DAY],
  [4, 3600e9],
  [5, 60e9],
  [6, 1e9],
]);

function endOf({ fields, fraction }: Parts, from: Moment, calendar: CfCalendar): Moment {
  const span = SPANS.get(fields.length);
  if (span !== undefined) return later(from, span / 10 ** fraction.length);
  const [year = 1, month = 12] = fields;
  const nextYear = year === -1 && !calendar.hasYearZero ? 1 : year + 1;
  const next = month === 12 ? dayOf(calendar, nextYear, 1, 1) : dayOf(calendar, year, month + 1, 1);
  return { day: next ?? from.day, rest: from.rest };
}
