/**
 * The calendars of CF, as cftime interprets them: which dates exist, and whether year 0 does. If it does not, year -1
 * precedes year 1, and the year numbers of `model/values/calendar.ts` are shifted.
 */
import { HyperslabError } from "../../errors.ts";
import { CALENDARS, type Calendar, type CalendarName } from "../../model/values/calendar.ts";

/** A calendar and how it counts years. */
export interface CfCalendar {
  readonly name: CalendarName;
  readonly days: Calendar;
  readonly hasYearZero: boolean;
  /** The day number of 1970-01-01. */
  readonly epoch: number;
  /** True if xarray counts nanoseconds from 1970, as NumPy's datetime64 does. */
  readonly isNumpy: boolean;
}

const SYNONYMS = new Map<string, CalendarName>([
  ["standard", "standard"],
  ["gregorian", "standard"],
  ["proleptic_gregorian", "proleptic_gregorian"],
  ["julian", "julian"],
  ["noleap", "noleap"],
  ["365_day", "noleap"],
  ["all_leap", "all_leap"],
  ["366_day", "all_leap"],
  ["360_day", "360_day"],
]);

const WITHOUT_YEAR_ZERO: ReadonlySet<string> = new Set(["standard", "julian"]);
const NUMPY: ReadonlySet<string> = new Set(["standard", "proleptic_gregorian"]);

/** The calendar that the attribute names; `standard` if it names none. */
export function calendarOf(name = "standard"): CfCalendar {
  const known = SYNONYMS.get(name.toLowerCase());
  const days = known === undefined ? undefined : CALENDARS.get(known);
  if (known === undefined || days === undefined) throw unknownCalendar(name);
  return {
    name: known,
    days,
    hasYearZero: !WITHOUT_YEAR_ZERO.has(known),
    epoch: days.dayNumber({ year: 1970, month: 1, day: 1 }),
    isNumpy: NUMPY.has(known),
  };
}

function unknownCalendar(name: string): HyperslabError {
  const what =
    name.toLowerCase() === "none"
      ? 'attribute calendar: "none" has no dates'
      : `attribute calendar: ${JSON.stringify(name)} is not a calendar with known dates`;
  const hint = `Read the stored numbers without decoding. Known calendars: ${[...SYNONYMS.keys()].join(", ")}.`;
  return new HyperslabError("unsupported", what, { field: "calendar", hint });
}

/** The day number of a date of the calendar; undefined if the calendar has no such date. */
export function dayOf(calendar: CfCalendar, year: number, month: number, day: number): number | undefined {
  if (year === 0 && !calendar.hasYearZero) return undefined;
  const astronomical = year < 0 && !calendar.hasYearZero ? year + 1 : year;
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  const number = calendar.days.dayNumber({ year: astronomical, month, day });
  // Days beyond the end of a month and days that the reform of 1582 skipped come back as other dates.
  const back = calendar.days.date(number);
  return back.month === month && back.day === day ? number : undefined;
}
