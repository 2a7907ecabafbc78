/** How the table of parameters is read: runs, three records in one line, and exceptions from the special to the general. */
import { expect, it } from "vitest";
import { ParameterNames } from "../../../src/scanners/grib/names.ts";
import { expandRecords, expandSection } from "../../../src/scanners/grib/parameter-runs.ts";
import { RECORDS, SECTIONS } from "../../../src/scanners/grib/parameter-table.ts";
import type { Product } from "../../../src/scanners/grib/product.ts";

it("counts identifiers on, and expands mean, maximum and minimum", () => {
  expect(expandRecords("p||Pressure|Pa||54\nq|hus|Humidity|1\n^t|ta|temperature|K|air|235130\nu||Wind")).toEqual([
    ["p", "", "Pressure", "Pa", "", "54"],
    ["q", "hus", "Humidity", "1", "", "55"],
    ["avg_t", "ta", "Time-mean temperature", "K", "air", "235130"],
    ["max_t", "ta", "Time-maximum temperature", "K", "air", "237130"],
    ["min_t", "ta", "Time-minimum temperature", "K", "air", "238130"],
    ["u", "", "Wind", "", "", "238131"],
  ]);
});

it("expands runs of numbers, with steps and exceptions", () => {
  const rules = expandSection("0.1.5-7:20+4;/02=1\n9:3;103@2=-1;103@2/0=5\n2.0.1-2:7");
  const printed = [...rules].map(([numbers, { record, exceptions }]) => [
    numbers,
    record,
    Object.fromEntries(exceptions),
  ]);
  expect(printed).toEqual([
    ["0.1.5", 20, { "/0": 21, "/2": 22 }],
    ["0.1.6", 24, { "/0": 25, "/2": 26 }],
    ["0.1.7", 28, { "/0": 29, "/2": 30 }],
    ["0.1.9", 3, { "103@2": 2, "103@2/0": 8 }],
    ["2.0.1", 7, {}],
    ["2.0.2", 8, {}],
  ]);
});

function nameOf(numbers: string, surface: string, centre = 255): string | undefined {
  const product = { centre, table: "grib2", numbers, surface } as Product;
  return new ParameterNames(RECORDS, SECTIONS).find(product)?.shortName;
}

it("names statistics on surfaces that the table does not list as on those that it does", () => {
  expect(["100", "105", "105/0", "103@50/2", "103@2", "103@2/2"].map((surface) => nameOf("0.0.0", surface))).toEqual([
    ...["t", "t", "avg_t", "max_t", "2t", "max_2t"],
  ]);
});

it("reads every line of the table", () => {
  const records = expandRecords(RECORDS);
  const known = Object.values(SECTIONS).flatMap((text) => [...expandSection(text).values()]);
  expect(records.length).toBe(1937);
  expect(known.length).toBe(1856);
  const used = new Set(known.flatMap(({ record, exceptions }) => [record, ...exceptions.values()]));
  expect([...used].filter((record) => records[record] === undefined)).toEqual([]);
  expect(used.size).toBe(records.length);
});
