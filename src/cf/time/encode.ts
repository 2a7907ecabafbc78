/** Dates as numbers of time units: exact, or refused. */
import { HyperslabError } from "../../errors.ts";
import { type CfDate, instantAt, instantOf, isoText } from "./date.ts";
import { instantOfValue } from "./decode.ts";
import { parsePartialDate } from "./text.ts";
import type { TimeUnits } from "./units.ts";

/** The number that represents a date: an integer if possible, a bigint beyond 2^53. Decoding it gives the date again. */
export function valueOfDate(date: CfDate | string, units: TimeUnits): number | bigint {
  const at = typeof date === "string" ? parsePartialDate(date, units.calendar.name).from : date;
  if (at.calendar !== units.calendar.name) {
    throw new HyperslabError(
      "invalid-request",
      `${isoText(at)} is a date of the calendar ${at.calendar}, but the times are of ${units.calendar.name}`,
    );
  }
  const instant = instantOf(at);
  const { day, rest } = units.reference;
  const since = instant - instantAt(units.calendar, day, rest);
  const unit = BigInt(units.length);
  const count = since / unit;
  const left = since - count * unit;
  if (left === 0n) return Number.isSafeInteger(Number(count)) ? Number(count) : count;
  const value = Number(count) + Number(left) / units.length;
  // The last bit may be lost when it is decoded: then the neighbour decodes to the date.
  for (const candidate of [value, nextUp(value), -nextUp(-value)]) {
    if (instantOfValue(candidate, units) === instant) return candidate;
  }
  throw new HyperslabError("invalid-request", `${isoText(at)} lies between two numbers of ${units.text}`, {
    hint: "Choose finer units.",
  });
}

/** The next larger double. */
function nextUp(value: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value >= 0 ? 1n : -1n));
  return view.getFloat64(0);
}
