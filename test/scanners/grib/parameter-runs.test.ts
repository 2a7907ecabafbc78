/** How the table of parameters is read: runs, families of records, and entries with conditions. */
import { expect, it } from "vitest";
import { ParameterNames } from "../../../src/scanners/grib/names.ts";
import { expandRecords, expandSection, type RawValue } from "../../../src/scanners/grib/parameter-runs.ts";
import { RECORDS, SECTIONS } from "../../../src/scanners/grib/parameter-table.ts";

it("counts identifiers on, and expands families", () => {
  expect(expandRecords("p||Pressure|Pa||54\nq|hus|Humidity|1\n^|235130\n^x||the x|K||235200\nu||Wind\n^")).toEqual([
    ["p", "", "Pressure", "Pa", "", "54"],
    ["q", "hus", "Humidity", "1", "", "55"],
    ["avg_q", "", "Time-mean humidity", "1", "", "235130"],
    ["max_q", "", "Time-maximum humidity", "1", "", "237130"],
    ["min_q", "", "Time-minimum humidity", "1", "", "238130"],
    ["std_q", "", "Time-standard-deviation humidity", "1", "", "239130"],
    ["avg_x", "", "Time-mean the x", "K", "", "235200"],
    ["max_x", "", "Time-maximum the x", "K", "", "237200"],
    ["min_x", "", "Time-minimum the x", "K", "", "238200"],
    ["std_x", "", "Time-standard-deviation the x", "K", "", "239200"],
    ["u", "", "Wind", "", "", "56"],
    ["avg_u", "", "Time-mean wind", "", "", "235201"],
    ["max_u", "", "Time-maximum wind", "", "", "237201"],
    ["min_u", "", "Time-minimum wind", "", "", "238201"],
    ["std_u", "", "Time-standard-deviation wind", "", "", "239201"],
  ]);
});

it("expands runs of numbers, with steps and conditions", () => {
  const entries = expandSection("0.1.5-6:20+4;;/02=1\n9:3;103@15e1,255@-/2*6=-1");
  expect([...entries.keys()]).toEqual(["0.1.5", "0.1.6", "0.1.9"]);
  expect(entries.get("0.1.6")).toMatchObject([
    { record: 24, weight: 0 },
    { record: 25, process: 0, weight: 1 },
    { record: 26, process: 2, weight: 1 },
  ]);
  expect(entries.get("0.1.9")).toMatchObject([
    {
      record: 2,
      first: { type: 103, value: { scaled: 15, factor: 1 } },
      second: { type: 255, value: "missing" },
      process: 2,
      hours: 6,
      weight: 9,
    },
  ]);
});

it("expands ranges, generating processes and numbers of several digits", () => {
  const entries = expandSection("0.1.5:1;1%p3@1e1,5#9/n100*6;%w7@,-");
  expect(entries.get("0.1.5")).toMatchObject([
    {
      first: { type: 1 },
      range: { kind: "p", type: 3, lower: { scaled: 1, factor: 1 }, upper: { scaled: 5, factor: 0 } },
      ...{ generating: 9, process: 100, hours: 6, weight: 10 },
    },
    { range: { kind: "w", type: 7, lower: undefined, upper: "missing" }, weight: 3 },
  ]);
});

interface Asked {
  readonly centre?: number;
  readonly tables?: number;
  readonly value?: RawValue;
  readonly second?: number;
  readonly process?: number;
  readonly hours?: number;
}

function nameOf(numbers: string, type: number, asked: Asked = {}): string | undefined {
  const { centre = 255, tables = 36, value = "missing", second = 255, process, hours } = asked;
  const circumstances = { first: { type, value }, second: { type: second, value: "missing" as const }, process, hours };
  return new ParameterNames(RECORDS, SECTIONS).find({ centre, table: "grib2", tables, numbers, circumstances })?.name;
}

const TWO_METRES = { value: { scaled: 2, factor: 0 } } as const;

it("takes the entry with the most conditions", () => {
  expect(nameOf("0.0.0", 100)).toBe("t");
  expect(nameOf("0.0.0", 105, { process: 0 })).toBe("avg_t");
  expect(nameOf("0.0.0", 105, { process: 6 })).toBe("std_t");
  expect(nameOf("0.0.0", 103, TWO_METRES)).toBe("t2m");
  expect(nameOf("0.0.0", 103, { ...TWO_METRES, process: 2, hours: 6 })).toBe("mx2t6");
  expect(nameOf("0.0.0", 103, { ...TWO_METRES, process: 2, hours: 3, centre: 98, tables: 27 })).toBe("mx2t3");
  expect(nameOf("0.7.6", 1, { second: 8 })).toBe("cape");
});

it("knows parameters of ECMWF's own discipline by the tables of edition 1", () => {
  expect(nameOf("192.128.6", 1, { centre: 98 })).toBe("ssfr");
  expect(nameOf("192.128.6", 1, { centre: 7 })).toBeUndefined();
});

it("reads every line of the table", () => {
  const records = expandRecords(RECORDS);
  const known = Object.values(SECTIONS).flatMap((text) => [...expandSection(text).values()]);
  expect(records.length).toBeGreaterThan(3300);
  expect(known.length).toBeGreaterThan(1840);
  const used = new Set(known.flatMap((entries) => entries.map(({ record }) => record)));
  expect([...used].filter((record) => records[record] === undefined)).toEqual([]);
  expect(used.size).toBe(records.length);
});
