/** Units of time such as `hours since 1900-01-01`, as interpreted by xarray and cftime. */
import { HyperslabError } from "../../errors.ts";
import { type CfCalendar, calendarOf } from "./calendar.ts";
import { DAY } from "./date.ts";
import { type Moment, referenceMoment } from "./text.ts";

/** What the numbers of a time variable count: a unit, since a moment of a calendar. */
export interface TimeUnits {
  /** The attribute `units`. */
  readonly text: string;
  readonly calendar: CfCalendar;
  /** Nanoseconds per unit, exact. */
  readonly length: number;
  /** True if xarray lets NumPy decode: fractions are truncated to nanoseconds. Otherwise cftime rounds to microseconds. */
  readonly isNumpy: boolean;
  /** True if cftime does not move a time that is one microsecond off a full second. */
  readonly isFine: boolean;
  readonly reference: Moment;
}

interface Unit {
  readonly length: number;
  readonly isNumpy: boolean;
  /** The only calendar that has it. */
  readonly only?: string;
}

const UNITS = new Map<string, Unit>([
  ...spelled(1, ["nanosecond", "nanoseconds"], []),
  ...spelled(1e3, ["microsecond", "microseconds"], ["microsec", "microsecs"]),
  ...spelled(1e6, ["millisecond", "milliseconds"], ["millisec", "millisecs", "msec", "msecs", "ms"]),
  ...spelled(1e9, ["second", "seconds"], ["sec", "secs", "s"]),
  ...spelled(60e9, ["minute", "minutes"], ["min", "mins"]),
  ...spelled(3600e9, ["hour", "hours"], ["hr", "hrs", "h"]),
  ...spelled(DAY, ["day", "days"], ["d"]),
  ...spelled(30 * DAY, [], ["month", "months"], "360_day"),
  ...spelled(365 * DAY, [], ["common_year", "common_years"], "noleap"),
]);

/** Names that xarray decodes with NumPy, and names that only cftime supports. */
function spelled(
  length: number,
  numpy: readonly string[],
  cftime: readonly string[],
  only?: string,
): readonly (readonly [string, Unit])[] {
  const unit = { length, ...(only === undefined ? {} : { only }) };
  return [
    ...numpy.map((name) => [name, { ...unit, isNumpy: true }] as const),
    ...cftime.map((name) => [name, { ...unit, isNumpy: false }] as const),
  ];
}

const SINCE = /^\s*(\S+)\s+since\s+(\S.*?)\s*$/i;

/** True if units mean times since a date, whether or not they parse. */
export function isTimeUnits(units: string): boolean {
  return /\bsince\b/.test(units);
}

/** Parses the attributes `units` and `calendar` of a time variable; refuses anything uncertain. */
export function parseTimeUnits(units: string, calendarName?: string): TimeUnits {
  const calendar = calendarOf(calendarName);
  const [, name, since] = SINCE.exec(units) ?? [];
  if (name === undefined || since === undefined) {
    throw wrongUnits(units, "is not of the form UNIT since DATE", "Write units such as hours since 1900-01-01.");
  }
  const unit = UNITS.get(name.toLowerCase());
  if (unit === undefined) {
    throw wrongUnits(units, `counts in ${name}, which has no fixed length here`, `Known units: ${named()}.`);
  }
  if (unit.only !== undefined && unit.only !== calendar.name) {
    throw wrongUnits(units, `counts in ${name}, which only the calendar ${unit.only} has`, "Use days.");
  }
  const reference = referenceMoment(since, calendar);
  if (reference === undefined) {
    throw wrongUnits(
      units,
      `has the reference date ${JSON.stringify(since)}, which is not a date of the calendar ${calendar.name}`,
      "Write a date such as 1900-01-01 or 1900-01-01T06:00:00Z.",
    );
  }
  const { length, isNumpy } = unit;
  return { text: units, calendar, length, isNumpy: isNumpy && calendar.isNumpy, isFine: length <= 1e6, reference };
}

function named(): string {
  return [...UNITS.keys()].filter((name) => name.endsWith("s") && name.length > 5).join(", ");
}

function wrongUnits(units: string, what: string, hint: string): HyperslabError {
  return new HyperslabError("invalid-data", `attribute units: ${JSON.stringify(units)} ${what}`, {
    field: "units",
    hint: `${hint} The stored numbers can be read without decoding.`,
  });
}
