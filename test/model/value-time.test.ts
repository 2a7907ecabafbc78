import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type TimeDataType, timeType } from "../../src/model/data-types/data-type.ts";
import { TIME_UNITS } from "../../src/model/data-types/named.ts";
import { formatTime, NOT_A_TIME, stepsOfDate, stepsOfText } from "../../src/model/values/time-value.ts";
import { named } from "./value-samples.ts";

function time(name: string): TimeDataType {
  const dataType = named(name);
  if (dataType.kind !== "datetime" && dataType.kind !== "timedelta") throw new Error(`${name} is no time`);
  return dataType;
}

/** Counts and what NumPy 2.4 prints for them. */
const NUMPY: readonly (readonly [string, bigint, string])[] = [
  ["datetime64[Y]", 0n, "1970"],
  ["datetime64[Y]", 50n, "2020"],
  ["datetime64[Y]", -1969n, "0001"],
  ["datetime64[Y]", -1970n, "0000"],
  ["datetime64[Y]", 8030n, "10000"],
  ["datetime64[M]", 601n, "2020-02"],
  ["datetime64[M]", -1n, "1969-12"],
  ["datetime64[M]", -23628n, "0001-01"],
  ["datetime64[W]", 1n, "1970-01-08"],
  ["datetime64[W]", -1n, "1969-12-25"],
  ["datetime64[W]", 2610n, "2020-01-09"],
  ["datetime64[D]", 18321n, "2020-02-29"],
  ["datetime64[D]", -719162n, "0001-01-01"],
  ["datetime64[D]", -719528n, "0000-01-01"],
  ["datetime64[D]", 2932896n, "9999-12-31"],
  ["datetime64[h]", -1n, "1969-12-31T23"],
  ["datetime64[h]", 438293n, "2020-01-01T05"],
  ["datetime64[m]", 26297000n, "2019-12-31T19:20"],
  ["datetime64[s]", 1582934400n, "2020-02-29T00:00:00"],
  ["datetime64[s]", 951827696n, "2000-02-29T12:34:56"],
  ["datetime64[25s]", 63317376n, "2020-02-29T00:00:00"],
  ["datetime64[25s]", -7n, "1969-12-31T23:57:05"],
  ["datetime64[ms]", 1582934400123n, "2020-02-29T00:00:00.123"],
  ["datetime64[us]", -1n, "1969-12-31T23:59:59.999999"],
  ["datetime64[ns]", 1582934400123456789n, "2020-02-29T00:00:00.123456789"],
  ["datetime64[ns]", -9223372036854775807n, "1677-09-21T00:12:43.145224193"],
  ["datetime64[ns]", 9223372036854775807n, "2262-04-11T23:47:16.854775807"],
  ["datetime64[ps]", -1n, "1969-12-31T23:59:59.999999999999"],
  ["datetime64[fs]", 123456789n, "1970-01-01T00:00:00.000000123456789"],
  ["datetime64[as]", 9223372036854775807n, "1970-01-01T00:00:09.223372036854775807"],
];

describe("points in time", () => {
  it.each(NUMPY)("%s: %d is %s, both ways", (name, steps, text) => {
    expect(formatTime(steps, time(name))).toBe(text);
    expect(stepsOfText(text, time(name))).toEqual({ steps });
  });

  it("come back from their text whatever the unit and step", () => {
    const units = TIME_UNITS.filter((unit) => unit !== "generic");
    const steps = fc.bigInt({ min: NOT_A_TIME + 1n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(fc.constantFrom(...units), fc.integer({ min: 1, max: 1000 }), steps, (unit, multiplier, count) => {
        const type = timeType("datetime", unit, multiplier);
        expect(stepsOfText(formatTime(count, type), type)).toEqual({ steps: count });
      }),
      { numRuns: 500 },
    );
  });

  it("agree with JavaScript's dates", () => {
    const type = time("datetime64[ms]");
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => {
        expect(stepsOfDate(date, type)).toEqual({ steps: BigInt(date.getTime()) });
        const year = date.getUTCFullYear();
        if (year < 0 || year > 9999) return;
        expect(formatTime(BigInt(date.getTime()), type)).toBe(date.toISOString().slice(0, -1));
      }),
    );
  });

  it("take coarser and finer texts than their unit, if these are exact", () => {
    expect(stepsOfText("2020", time("datetime64[ns]"))).toEqual({ steps: 1577836800000000000n });
    expect(stepsOfText("2020-01-01T00:00:00.000Z", time("datetime64[Y]"))).toEqual({ steps: 50n });
    expect(stepsOfText("2020-02-29 12:30", time("datetime64[m]"))).toEqual({ steps: 26382990n });
    expect(stepsOfText("-0001-01-01", time("datetime64[Y]"))).toEqual({ steps: -1971n });
    expect(stepsOfText("+012020", time("datetime64[Y]"))).toEqual({ steps: 10050n });
    expect(stepsOfText("NaT", time("datetime64[D]"))).toEqual({ steps: NOT_A_TIME });
  });

  it.each([
    ["datetime64[D]", "2020-01-01T12", "between two steps"],
    ["datetime64[Y]", "2020-02", "between two steps"],
    ["datetime64[M]", "2020-02-02", "between two steps"],
    ["datetime64[25s]", "1970-01-01T00:00:24", "between two steps"],
    ["datetime64[W]", "1970-01-02", "between two steps"],
    ["datetime64[ns]", "2263", "out of range"],
    ["datetime64[as]", "1960", "out of range"],
    ["datetime64[generic]", "2020", "needs a time unit"],
    ["datetime64[s]", "2020-13-01", "is not a date"],
    ["datetime64[s]", "2019-02-29", "is not a date"],
    ["datetime64[s]", "2019-12-32", "is not a date"],
    ["datetime64[s]", "1900-02-29", "is not a date"],
    ["datetime64[s]", "2020-00-01", "is not a date"],
    ["datetime64[s]", "2020-01-00", "is not a date"],
    ["datetime64[s]", "2020-01-01T24", "is not a date"],
    ["datetime64[s]", "2020-01-01T00:60", "is not a date"],
    ["datetime64[s]", "2020-01-01T00:00:60", "is not a date"],
    ["datetime64[s]", "2020-01-01T00:00:00+01:00", "is not a date"],
    ["datetime64[s]", "2020Z", "is not a date"],
    ["datetime64[s]", "20", "is not a date"],
    ["datetime64[s]", "", "is not a date"],
    ["datetime64[s]", "nat", "is not a date"],
    ["timedelta64[s]", "5", "is not a duration"],
  ])("%s refuses %j", (name, text, problem) => {
    expect(stepsOfText(text, time(name))).toEqual({ problem: expect.stringContaining(problem) });
  });

  it("show durations, counts without unit and NaT", () => {
    expect(formatTime(3n, time("timedelta64[25s]"))).toBe("75 s");
    expect(formatTime(-3n, time("timedelta64[generic]"))).toBe("-3");
    expect(formatTime(3n, time("datetime64[generic]"))).toBe("3");
    expect(formatTime(NOT_A_TIME, time("timedelta64[s]"))).toBe("NaT");
  });
});
