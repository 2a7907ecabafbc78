/** Values of a summary for display: numbers, dates, durations, true and false. */

import { dateOfInstant, isoText } from "../../cf/time/date.ts";
import { instantOfValue } from "../../cf/time/decode.ts";
import { type DurationUnits, decodeDurations } from "../../cf/time/durations.ts";
import type { TimeUnits } from "../../cf/time/units.ts";
import type { TimeDataType } from "../../model/data-types/data-type.ts";
import { formatTime, stepSeconds } from "../../model/values/time-value.ts";
import type { NumberSummary } from "./summary.ts";

/** A value of an array: times and durations are strings. */
export type StatsValue = number | bigint | string | boolean;

/** How the values of an array are shown. */
export interface ShownValues {
  value(value: number | bigint): StatsValue;
  mean(summary: NumberSummary): number | string;
  /** The standard deviation; undefined if the steps of the values have no fixed length. */
  deviation(summary: NumberSummary): number | undefined;
  /** Whether a sum is meaningful. */
  readonly hasSum: boolean;
}

const deviationOf = ({ spread, count }: NumberSummary): number => Math.sqrt(Math.max(0, spread) / count);

/** `NaN` stays NaN: the spread of infinite values. */
function deviation(summary: NumberSummary): number {
  return Number.isNaN(summary.spread) ? Number.NaN : deviationOf(summary);
}

export const AS_NUMBERS: ShownValues = { value: (value) => value, mean: ({ mean }) => mean, deviation, hasSum: true };

/** A quantile may lie between false and true. */
export const AS_BOOLEANS: ShownValues = {
  ...AS_NUMBERS,
  value: (value) => (Number(value) === 0 ? false : Number(value) === 1 ? true : value),
};

/** Times counted in CF units. Deviations are in seconds. */
export function asTimes(units: TimeUnits): ShownValues {
  const text = (instant: bigint | null): string =>
    instant === null ? "NaT" : isoText(dateOfInstant(instant, units.calendar));
  const instant = (value: number | bigint): bigint | null => instantOfValue(value, units);
  return {
    value: (value) => text(instant(value)),
    mean: (summary) => {
      const { sum, min, count, mean } = summary;
      const first = min === undefined ? null : instant(min);
      if (typeof sum !== "bigint" || min === undefined || first === null) return text(instant(mean));
      const beyond = (sum - BigInt(min) * BigInt(count)) * BigInt(units.length);
      return text(first + divided(beyond, BigInt(count)));
    },
    deviation: (summary) => deviation(summary) * (units.length / 1e9),
    hasSum: false,
  };
}

/** Durations counted in CF units. */
export function asDurations(units: DurationUnits): ShownValues {
  const text = (value: number | bigint): string => {
    const given = typeof value === "bigint" ? BigInt64Array.of(value) : Float64Array.of(value);
    const { data, dataType } = decodeDurations(given, units);
    return formatTime(data[0]!, dataType);
  };
  return {
    value: text,
    mean: ({ mean }) => text(mean),
    deviation: (summary) => deviation(summary) * (Number(units.length) / 1e9),
    hasSum: false,
  };
}

/** The elements of `datetime64` and `timedelta64`. Means are rounded to a step. */
export function asSteps(type: TimeDataType): ShownValues {
  const seconds = stepSeconds(type);
  const text = (value: number | bigint): string =>
    formatTime(typeof value === "bigint" ? value : BigInt(Math.round(value)), type);
  return {
    value: text,
    mean: ({ sum, count }) => text(divided(BigInt(sum), BigInt(count))),
    deviation: (summary) => (seconds === undefined ? undefined : deviation(summary) * seconds),
    hasSum: false,
  };
}

/** Rounded to the nearest integer, halves away from zero. */
function divided(a: bigint, b: bigint): bigint {
  const half = b / 2n;
  return a < 0n ? -((-a + half) / b) : (a + half) / b;
}
