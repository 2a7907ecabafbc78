/** Decoded times in the requested form. */

import type { DecodedData, DecodeOptions } from "../../dataset/array/decoding.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, parseDataType, timeType } from "../../model/data-types/data-type.ts";
import { NOT_A_TIME } from "../../model/values/time-value.ts";
import { type CfDate, dateOfInstant, isoText } from "./date.ts";
import { type DecodedTimes, decodeTimes } from "./decode.ts";
import type { StoredTimes } from "./nanoseconds.ts";
import type { TimeUnits } from "./units.ts";

export interface TimeResult {
  readonly data: DecodedData;
  readonly dataType: DataType;
}

/** Nanoseconds or dates; or all as dates, strings or `Temporal` objects. */
export function timesAs(values: StoredTimes, units: TimeUnits, times: DecodeOptions["times"]): TimeResult {
  const decoded = decodeTimes(values, units);
  if (times === undefined && decoded.kind === "nanoseconds") {
    return { data: decoded.data, dataType: timeType("datetime", "ns") };
  }
  const dates = datesOf(decoded, units);
  if (times === "iso") {
    const texts = dates.map((date) => (date === null ? "NaT" : isoText(date)));
    return { data: texts, dataType: parseDataType("string") };
  }
  const dataType = parseDataType("object");
  return times === "temporal" ? { data: temporals(dates, units), dataType } : { data: dates, dataType };
}

function datesOf(decoded: DecodedTimes, { calendar }: TimeUnits): readonly (CfDate | null)[] {
  if (decoded.kind === "dates") return decoded.data;
  return Array.from(decoded.data, (instant) => (instant === NOT_A_TIME ? null : dateOfInstant(instant, calendar)));
}

interface TemporalLike {
  readonly PlainDateTime: { from(text: string): object };
}

function isTemporal(value: unknown): value is TemporalLike {
  return typeof value === "object" && value !== null && "PlainDateTime" in value;
}

function temporals(dates: readonly (CfDate | null)[], { calendar }: TimeUnits): readonly (object | null)[] {
  const temporal: unknown = Reflect.get(globalThis, "Temporal");
  if (!isTemporal(temporal)) {
    throw new HyperslabError("unsupported", "this runtime has no Temporal", { hint: 'Use times: "dates" or "iso".' });
  }
  return dates.map((date) => {
    if (date === null) return null;
    const isReformed = date.year > 1582 || (date.year === 1582 && date.month * 100 + date.day >= 1015);
    if (!calendar.isNumpy || (calendar.name === "standard" && !isReformed)) {
      throw new HyperslabError("unsupported", `Temporal has no ${isoText(date)} of the calendar ${calendar.name}`, {
        hint: 'Use times: "dates" or "iso".',
      });
    }
    // Years that do not have four digits get a sign and six digits.
    const sign = date.year < 0 ? "-" : "+";
    const year = `${sign}${String(Math.abs(date.year)).padStart(6, "0")}`;
    return temporal.PlainDateTime.from(isoText(date).replace(/^-?\d+/, year));
  });
}
