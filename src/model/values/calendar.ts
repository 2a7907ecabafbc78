/** Calendars as day numbers and dates, astronomical years: year 0 precedes year 1, whatever the calendar calls it. */

/** A date; months and days count from 1. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The name of a calendar, in the spelling that cftime prints. */
export type CalendarName = "standard" | "proleptic_gregorian" | "julian" | "noleap" | "all_leap" | "360_day";

/** A date and time of a CF calendar, UTC. Plain data; months and days count from 1. */
export interface CfDate {
  /** The calendar of the date. */
  readonly calendar: CalendarName;
  /** The year. `standard` and `julian` have no year 0: year -1 precedes year 1. */
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  /** From 1. */
  readonly day: number;
  /** From 0 to 23. */
  readonly hour: number;
  /** From 0 to 59. */
  readonly minute: number;
  /** From 0 to 59: no calendar has leap seconds. */
  readonly second: number;
  /** From 0 to 999999999. */
  readonly nanosecond: number;
}

/** Days from an epoch specific to the calendar. A day beyond the end of its month belongs to the next month. */
export interface Calendar {
  dayNumber(date: CalendarDate): number;
  date(dayNumber: number): CalendarDate;
}

/** Days before each month of a year of `lengths`. */
function fixedCalendar(lengths: readonly number[]): Calendar {
  const before = lengths.map((_, month) => lengths.slice(0, month).reduce((sum, length) => sum + length, 0));
  const year = lengths.reduce((sum, length) => sum + length, 0);
  const monthOfDay = Uint8Array.from({ length: year }, (_, day) => before.findLastIndex((days) => days <= day));
  return {
    dayNumber: (date) => date.year * year + before[date.month - 1]! + date.day - 1,
    date: (dayNumber) => {
      const years = Math.floor(dayNumber / year);
      const rest = dayNumber - years * year;
      const month = monthOfDay[rest]!;
      return { year: years, month: month + 1, day: rest - before[month]! + 1 };
    },
  };
}

/** Years that begin in March end with the leap day; `leaps` counts the leap days before the year. */
function solarCalendar(leaps: (year: number) => number): Calendar {
  const start = (year: number): number => 365 * year + leaps(year);
  return {
    dayNumber: ({ year, month, day }) =>
      start(month > 2 ? year : year - 1) + Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1,
    date: (dayNumber) => {
      let year = Math.floor(dayNumber / 365.2425);
      while (start(year + 1) <= dayNumber) year += 1;
      while (start(year) > dayNumber) year -= 1;
      const rest = dayNumber - start(year);
      const month = Math.floor((5 * rest + 2) / 153);
      const day = rest - Math.floor((153 * month + 2) / 5) + 1;
      return { year: month < 10 ? year : year + 1, month: ((month + 2) % 12) + 1, day };
    },
  };
}

const GREGORIAN = solarCalendar((year) => Math.floor(year / 4) - Math.floor(year / 100) + Math.floor(year / 400));
/** Offset by two days, so that both calendars give a day the same number. */
const JULIAN = solarCalendar((year) => Math.floor(year / 4) - 2);
const REFORM = GREGORIAN.dayNumber({ year: 1582, month: 10, day: 15 });
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Julian up to October 4, 1582; the days that the reform skipped are Julian too. */
const MIXED: Calendar = {
  dayNumber: (date) => {
    const dayNumber = GREGORIAN.dayNumber(date);
    return dayNumber >= REFORM ? dayNumber : JULIAN.dayNumber(date);
  },
  date: (dayNumber) => (dayNumber >= REFORM ? GREGORIAN : JULIAN).date(dayNumber),
};
const NO_LEAP = fixedCalendar(LENGTHS);
const ALL_LEAP = fixedCalendar(LENGTHS.with(1, 29));
const EQUAL_MONTHS = fixedCalendar(LENGTHS.map(() => 30));

/** By their names in the attribute `calendar`, in lower case. */
export const CALENDARS: ReadonlyMap<string, Calendar> = new Map([
  ["standard", MIXED],
  ["gregorian", MIXED],
  ["proleptic_gregorian", GREGORIAN],
  ["julian", JULIAN],
  ["noleap", NO_LEAP],
  ["365_day", NO_LEAP],
  ["all_leap", ALL_LEAP],
  ["366_day", ALL_LEAP],
  ["360_day", EQUAL_MONTHS],
]);
