/** Times without an array: numbers in CF units as dates, and dates as numbers. */
import { hasUnknown, refuseUnknown } from "../bytes/known-options.ts";
import type { DecodedData, DecodeOptions } from "../dataset/array/decoding.ts";
import { HyperslabError } from "../errors.ts";
import { type CfDate, dateOfInstant } from "./time/date.ts";
import { valueOfDate } from "./time/encode.ts";
import type { StoredTimes } from "./time/nanoseconds.ts";
import { timesAs } from "./time/results.ts";
import { parseTimeUnits } from "./time/units.ts";

/** What the numbers of times count. */
export interface TimesOptions {
  /** Such as `hours since 1900-01-01`. */
  readonly units: string;
  /** One of CF's calendars (default `standard`). */
  readonly calendar?: string | undefined;
}

const ENCODE = { units: 0, calendar: 0 } as const;
const DECODE = { ...ENCODE, times: 0 } as const;

/**
 * Numbers as times: nanoseconds since 1970 if all of them fit, else dates of the calendar; or as `times` says.
 *
 * @example
 * await decodeTimes([0, 59], { units: "days since 2000-01-01", calendar: "noleap", times: "iso" });
 */
export async function decodeTimes(
  values: StoredTimes,
  options: TimesOptions & Pick<DecodeOptions, "times">,
): Promise<DecodedData> {
  if (hasUnknown(options, DECODE)) return refuseUnknown("decodeTimes", options, DECODE);
  return timesAs(values, parseTimeUnits(options.units, options.calendar), options.times).data;
}

/**
 * Times as the numbers that represent them, exactly, or an error. Strings are ISO dates of the calendar, bigints
 * nanoseconds since 1970. A number is a bigint if a double could not hold it.
 *
 * @example
 * await encodeTimes(["2000-03-01T06:00"], { units: "days since 2000-01-01" }); // [60.25]
 */
export async function encodeTimes(
  times: Iterable<string | bigint | CfDate>,
  options: TimesOptions,
): Promise<(number | bigint)[]> {
  if (hasUnknown(options, ENCODE)) return refuseUnknown("encodeTimes", options, ENCODE);
  const units = parseTimeUnits(options.units, options.calendar);
  return Array.from(times, (time) => {
    if (typeof time !== "bigint") return valueOfDate(time, units);
    if (units.calendar.isNumpy) return valueOfDate(dateOfInstant(time, units.calendar), units);
    throw new HyperslabError(
      "invalid-request",
      `nanoseconds do not represent times of the calendar ${units.calendar.name}`,
      {
        hint: "Give dates of that calendar.",
      },
    );
  });
}
