/** CF times: units, calendars, dates as text, and back to numbers. What xarray makes of them is in `cases.test.ts`. */
import { describe, expect, it } from "vitest";
import { dateOfInstant, instantOf, isoText } from "../../src/cf/time/date.ts";
import { decodeTimes as decodeUnits, instantOfValue } from "../../src/cf/time/decode.ts";
import { valueOfDate } from "../../src/cf/time/encode.ts";
import { parsePartialDate } from "../../src/cf/time/text.ts";
import { parseTimeUnits, type TimeUnits } from "../../src/cf/time/units.ts";
import { type CfDate, decodeTimes, encodeTimes } from "../../src/index.ts";

/** One number as a date; null if it is missing. */
function dateOf(value: number | bigint, units: TimeUnits): CfDate | null {
  const instant = instantOfValue(value, units);
  return instant === null ? null : dateOfInstant(instant, units.calendar);
}

const iso = (value: number | bigint, units: string, calendar?: string): string | undefined => {
  const date = dateOf(value, parseTimeUnits(units, calendar));
  return date === null ? undefined : isoText(date);
};

describe("dates of numbers", () => {
  it("crosses the reform of 1582", () => {
    expect(iso(-1, "days since 1582-10-15")).toBe("1582-10-04T00:00:00");
    expect(iso(-1, "days since 1582-10-15", "proleptic_gregorian")).toBe("1582-10-14T00:00:00");
  });

  it("has no year 0 in the calendars that never had one", () => {
    expect(iso(-1, "days since 1-1-1")).toBe("-0001-12-31T00:00:00");
    expect(iso(-1, "days since 0001-01-01", "proleptic_gregorian")).toBe("0000-12-31T00:00:00");
    expect(iso(0, "days since 0000-01-01", "360_day")).toBe("0000-01-01T00:00:00");
  });

  it("is exact where a double is not", () => {
    expect(iso(2n ** 53n + 1n, "microseconds since 1970-01-01")).toBe("2255-06-05T23:47:34.740993");
    expect(iso(2n ** 62n + 1n, "microseconds since 2000-01-01", "noleap")).toBe("148235-08-09T14:00:27.387905");
  });

  it("knows months and years where they have one length", () => {
    expect(iso(1.5, "months since 2000-01-01", "360_day")).toBe("2000-02-16T00:00:00");
    expect(iso(1.5, "common_years since 2000-01-01", "365_day")).toBe("2001-07-02T12:00:00");
  });

  it("gives nanoseconds if all times fit, else dates", () => {
    const units = parseTimeUnits("days since 2000-01-01");
    expect(decodeUnits([0, Number.NaN], units)).toEqual({
      kind: "nanoseconds",
      data: BigInt64Array.of(946_684_800_000_000_000n, -(2n ** 63n)),
    });
    expect(decodeUnits([0, Number.NaN, 1e6], units)).toMatchObject({
      kind: "dates",
      data: [{ year: 2000 }, null, { year: 4737 }],
    });
  });
});

describe("numbers of dates", () => {
  it.each([
    ["2014-10", "days since 2000-01-01", "standard", 5387],
    ["2014-10-01T06:00", "days since 2000-01-01", "standard", 5387.25],
    ["2000-03-01", "days since 2000-01-01", "noleap", 59],
    ["1970-01-01T00:00:00.000000001", "nanoseconds since 1970-01-01", "standard", 1],
    ["1970-01-01T00:00:00Z", "hours since 1970-01-01 00:00 +02:00", "standard", 2],
  ])("%s is in %s (%s) %d", (text, unit, calendar, value) => {
    const units = parseTimeUnits(unit, calendar);
    expect(valueOfDate(text, units)).toBe(value);
    expect(valueOfDate(dateOf(value, units)!, units)).toBe(value);
  });

  it("refuses a date between two numbers", () => {
    const units = parseTimeUnits("common_years since 0001-01-01", "noleap");
    expect(() => valueOfDate("9999-01-01T00:00:00.000001", units)).toThrow(/lies between two numbers/);
    expect(() => valueOfDate("2001-02-29", units)).toThrow(/not a date of the calendar noleap/);
  });
});

describe("times without an array", () => {
  const units = "days since 2000-01-01";

  it("go both ways", async () => {
    expect(await decodeTimes([59, 60.25], { units, calendar: "noleap", times: "iso" })).toEqual([
      "2000-03-01T00:00:00",
      "2000-03-02T06:00:00",
    ]);
    const nanoseconds = await decodeTimes(Int32Array.of(0, 60), { units });
    expect(nanoseconds).toEqual(BigInt64Array.of(946_684_800_000_000_000n, 951_868_800_000_000_000n));
    expect(await encodeTimes(BigInt64Array.of(951_868_800_000_000_000n), { units })).toEqual([60]);
    expect(await encodeTimes(["2000-03-01T06:00"], { units })).toEqual([60.25]);
    await expect(encodeTimes([0n], { units, calendar: "360_day" })).rejects.toThrow(
      /do not represent times of the calendar 360_day/,
    );
  });

  it("come back from every number", async () => {
    for (const calendar of ["standard", "noleap", "360_day", "julian"]) {
      for (const unit of ["microseconds", "seconds", "hours", "days"]) {
        const options = { units: `${unit} since 1850-01-01`, calendar };
        const values = [0, 1, -1, 12345, -678, 2 ** 31].slice(0, unit === "days" ? 5 : 6);
        const dates = Array.from<unknown>(await decodeTimes(values, { ...options, times: "dates" }));
        const isDate = (value: unknown): value is CfDate => typeof value === "object" && value !== null;
        expect(await encodeTimes(dates.filter(isDate), options)).toEqual(values);
      }
    }
  });
});

describe("partial dates", () => {
  it.each([
    ["2014", "standard", "2014-01-01T00:00:00", "2015-01-01T00:00:00"],
    ["2014-12", "standard", "2014-12-01T00:00:00", "2015-01-01T00:00:00"],
    ["2000-02", "noleap", "2000-02-01T00:00:00", "2000-03-01T00:00:00"],
    ["2000-02-30", "360_day", "2000-02-30T00:00:00", "2000-03-01T00:00:00"],
    ["1582-10-04", "standard", "1582-10-04T00:00:00", "1582-10-15T00:00:00"],
    ["-0001", "standard", "-0001-01-01T00:00:00", "0001-01-01T00:00:00"],
    ["2014-10-05T23", "standard", "2014-10-05T23:00:00", "2014-10-06T00:00:00"],
    ["2014-10-05 12:30:01.5", "standard", "2014-10-05T12:30:01.500000", "2014-10-05T12:30:01.600000"],
  ])("%s of %s", (text, calendar, first, after) => {
    const { from, before } = parsePartialDate(text, calendar);
    expect([isoText(from), isoText(before)]).toEqual([first, after]);
    expect(instantOf(from) < instantOf(before)).toBe(true);
  });

  it.each(["2014-13", "2014-02-30", "1582-10-10", "0000", "today", "2014-10-05T25", ""])("refuses %j", (text) => {
    expect(() => parsePartialDate(text)).toThrow(/is not a date of the calendar standard/);
  });
});

describe("units that are not certain", () => {
  it.each([
    ["days after 2000-01-01", undefined, /^attribute units: .* is not of the form/],
    ["weeks since 2000-01-01", undefined, /^attribute units: .* counts in weeks/],
    ["months since 2000-01-01", undefined, /^attribute units: .* only the calendar 360_day has/],
    ["days since 01-JAN-2000", undefined, /^attribute units: .* has the reference date "01-JAN-2000"/],
    ["days since 1582-10-10", "standard", /^attribute units: .* is not a date of the calendar standard/],
    ["days since 2000-02-30", "noleap", /^attribute units: .* is not a date of the calendar noleap/],
    ["days since 2000-01-01 6", "noleap", /^attribute units/],
    ["days since 2000-01-01", "lunar", /^attribute calendar: "lunar" is not a calendar/],
    ["days since 2000-01-01", "none", /^attribute calendar: "none" has no dates/],
  ])("refuses %s of %s", (units, calendar, message) => {
    expect(() => parseTimeUnits(units, calendar)).toThrow(message);
  });

  it("refuses what beyond the range of the calendar", () => {
    expect(() => dateOf(1e300, parseTimeUnits("days since 2000-01-01"))).toThrow(/beyond the range of the calendar/);
    expect(() => dateOf(2n ** 62n, parseTimeUnits("days since 2000-01-01", "noleap"))).toThrow(
      /beyond the range of the calendar/,
    );
  });
});

describe("nanoseconds by halves", () => {
  const lengths = { days: 86400e9, hours: 3600e9, minutes: 60e9, seconds: 1e9, milliseconds: 1e6, microseconds: 1e3 };
  const lowest = -(2n ** 63n) + 1n;
  const highest = 2n ** 63n - 1n;

  it.each([...Object.entries(lengths), ["nanoseconds", 1] as const])("equal those of bigints: %s", (unit, length) => {
    for (const since of ["1970-01-01", "1900-01-01T06:00:00.5", "2200-02-28T23:59:59", "1700-01-01"]) {
      const units = parseTimeUnits(`${unit} since ${since}`);
      const start = BigInt(Date.parse(since.includes("T") ? `${since}Z` : since)) * 1_000_000n;
      // Below, at and above what doubles hold, and what 64 bits hold.
      const edges = [
        0n,
        2n ** 53n / BigInt(length),
        (highest - start) / BigInt(length),
        (lowest - start) / BigInt(length),
      ];
      for (const edge of edges) {
        for (const value of [edge - 1n, edge, edge + 1n, -edge - 1n, -edge, -edge + 1n]) {
          if (BigInt.asIntN(64, value) !== value || value < lowest) continue;
          const instant = value * BigInt(length) + start;
          const fits = instant >= lowest && instant <= highest;
          const given = BigInt64Array.of(value, 1n, -(2n ** 63n));
          const decoded = decodeUnits(given, units);
          expect(decoded.kind, `${value} ${units.text}`).toBe(fits ? "nanoseconds" : "dates");
          if (fits) expect(decoded.data).toEqual(BigInt64Array.of(instant, BigInt(length) + start, -(2n ** 63n)));
        }
      }
    }
  });

  it("are the same for every integer type, and missing where they are missing", () => {
    const units = parseTimeUnits("hours since 1900-01-01");
    const expected = [-1n, 0n, 127n].map((value) => value * 3_600_000_000_000n - 2_208_988_800_000_000_000n);
    for (const given of [Int8Array.of(-1, 0, 127), Int32Array.of(-1, 0, 127), Float64Array.of(-1, 0, 127)]) {
      expect(decodeUnits(given, units).data).toEqual(BigInt64Array.from(expected));
    }
    expect(decodeUnits(Uint32Array.of(2 ** 20), units).data).toEqual(
      BigInt64Array.of(2n ** 20n * 3_600_000_000_000n - 2_208_988_800_000_000_000n),
    );
    expect(decodeUnits(BigUint64Array.of(2n ** 63n + 1n), parseTimeUnits("nanoseconds since 1700-01-01")).kind).toBe(
      "nanoseconds",
    );
    expect(decodeUnits([0.5, Number.NaN], units).data).toEqual(
      BigInt64Array.of(1_800_000_000_000n - 2_208_988_800_000_000_000n, -(2n ** 63n)),
    );
  });
});
