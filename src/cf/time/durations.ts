/** Durations, which xarray marks by the attribute `dtype`: `timedelta64[s]`, counted in `units` such as `days`. */
import { HyperslabError } from "../../errors.ts";
import { type TimeDataType, timeType } from "../../model/data-types/data-type.ts";
import { NOT_A_TIME } from "../../model/values/time-value.ts";
import type { StoredTimes } from "./nanoseconds.ts";

/** Nanoseconds per unit that xarray decodes; other spellings are not accepted. */
const UNITS = new Map([
  ["days", 86_400_000_000_000n],
  ["hours", 3_600_000_000_000n],
  ["minutes", 60_000_000_000n],
  ["seconds", 1_000_000_000n],
  ["milliseconds", 1_000_000n],
  ["microseconds", 1_000n],
  ["nanoseconds", 1n],
]);
/** Units of results, from the coarsest. */
const RESULTS = [
  ["s", 1_000_000_000n],
  ["ms", 1_000_000n],
  ["us", 1_000n],
  ["ns", 1n],
] as const;

/** How durations are decoded. */
export interface DurationUnits {
  readonly length: bigint;
  /** Nanoseconds per step of the result. */
  readonly wanted: bigint;
}

/** Returns undefined if the attributes do not describe durations. */
export function durationUnits(units: string | undefined, dtype: string | undefined): DurationUnits | undefined {
  const length = UNITS.get(units ?? "");
  const [, unit] = /^timedelta64\[(\w+)\]$/.exec(dtype ?? "") ?? [];
  if (length === undefined || unit === undefined) return undefined;
  const finest = /^[pfa]s$/.test(unit) ? "ns" : unit;
  const wanted = RESULTS.find(([name]) => name === finest)?.[1] ?? RESULTS[0][1];
  return { length, wanted };
}

export interface Durations {
  readonly data: BigInt64Array<ArrayBuffer>;
  readonly dataType: TimeDataType;
}

/** Integers exactly, fractions truncated to the first unit that holds all of them, nanoseconds last: as in xarray. */
export function decodeDurations(values: StoredTimes, { length, wanted }: DurationUnits): Durations {
  const counted = steps(values, length);
  const unit = counted.unit < wanted ? counted.unit : wanted;
  const factor = counted.unit / unit;
  const data = new BigInt64Array(values.length);
  counted.steps.forEach((count, index) => {
    const step = count === null ? NOT_A_TIME : count * factor;
    if (BigInt.asIntN(64, step) !== step) throw tooLong(count, unit);
    data[index] = step;
  });
  const name = RESULTS.find(([, size]) => size === unit)?.[0] ?? "ns";
  return { data, dataType: timeType("timedelta", name, 1) };
}

function steps(values: StoredTimes, length: bigint): { steps: readonly (bigint | null)[]; unit: bigint } {
  const second = RESULTS[0][1];
  const unit = length > second ? second : length;
  const perUnit = length / unit;
  const list = Array.from<number | bigint>(values);
  if (list.every((value) => typeof value === "bigint")) {
    return { steps: list.map((value) => (value === NOT_A_TIME ? null : BigInt(value) * perUnit)), unit };
  }
  let numbers = list.map((value) => Number(value) * Number(perUnit));
  let fine = unit;
  while (fine > 1n && numbers.some((value) => Number.isFinite(value) && value % 1 !== 0)) {
    numbers = numbers.map((value) => value * 1000);
    fine /= 1000n;
  }
  return { steps: numbers.map((value) => (Number.isFinite(value) ? BigInt(Math.trunc(value)) : null)), unit: fine };
}

function tooLong(count: bigint | null, unit: bigint): HyperslabError {
  const what = `a duration of ${count} units does not fit 64 bits in steps of ${unit} ns`;
  return new HyperslabError("invalid-data", what, {
    field: "units",
    hint: "Read the stored numbers without decoding.",
  });
}
