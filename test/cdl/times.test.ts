/** Times as dates: what ncdump 4.9.0 -t prints of the same values, and where ours stay numbers. */
import { expect, it } from "vitest";
import { timeReaders } from "../../src/cdl/print/times.ts";
import { readText, variableOf } from "./read-text.ts";

function dates(units: string, values: readonly number[], calendar = "standard"): readonly string[] | undefined {
  const dataset = readText(`netcdf a { variables: double v ; v:units = "${units}" ; v:calendar = "${calendar}" ; }`);
  const reader = timeReaders(dataset.root, "text")(variableOf(dataset, "v"));
  return reader && values.map((value) => reader(value).replaceAll('"', ""));
}

/** Months and years count from the first of the month, but zero is the base itself. */
it.each([
  [
    "months since 2000-03-31 12:30",
    [0, 0.5, 1, -0.5, -1, 13],
    "standard",
    "2000-03-31 12:30,2000-03-01,2000-04-01,2000-03-01,2000-02-01,2001-04-01",
  ],
  [
    "years since 2000-02-29",
    [0, 0.5, 1, -0.5, 1e-9],
    "gregorian",
    "2000-02-29,2000-08-01,2001-02-01,1999-08-01,2000-02-01",
  ],
  ["seasons since 2000-01-15 1:2:3.5", [0, 0.5, 1], "standard", "2000-01-15 01:02:3.500000,2000-02-01,2000-04-01"],
  ["months since 2000-02-30", [0, -0], "standard", "2000-02-30,2000-02-30"],
  ["years since 2001-02-29 01", [0, 1], "noleap", "2001-02-29 01,2002-03-01"],
  ["months since 2001-02-31", [0, 1], "360_day", "2001-02-31,2001-04-01"],
  ["months since 1582-10-10", [0, 1], "standard", "1582-10-10,1582-11-01"],
  ["Months since -5-03-04", [0, 1], "standard", "-0005-03-04,-0005-04-01"],
  ["HOURS since 2000-01-15", [0, 1], "standard", "2000-01-15,2000-01-15 01"],
  ["days since 2000-02-30", [0, 1], "standard", "2000-03-01,2000-03-02"],
] as const)("%s", (units, values, calendar, wanted) => {
  expect(dates(units, values, calendar)).toEqual(wanted.split(","));
});

it.each([
  "days Since 2000-01-01",
  "days SINCE 2000-01-01",
  "fortnights since 2000-01-01",
  "milliseconds since 2000-01-01",
])("%s is no unit of time, for ncdump either", (units) => {
  expect(dates(units, [0])).toBeUndefined();
});

/** ncdump ignores the zone, and counts on with impossible dates and unknown calendars. */
it.each([
  ["days since 2000-01-01 00:00 -6:00", "standard"],
  ["days since 2000-02-03 +1", "standard"],
  ["days since 2000-13-01", "standard"],
  ["days since 2000-01-00", "standard"],
  ["days since 2000-01-01 24:00", "standard"],
  ["days since 20000101", "standard"],
  ["days since today", "standard"],
  ["days since 2000-01-01", "none"],
])("%s in the calendar %s stays a number", (units, calendar) => {
  expect(dates(units, [0], calendar)).toBeUndefined();
});
