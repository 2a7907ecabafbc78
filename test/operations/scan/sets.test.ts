/** Reference sets among the files that are combined: sets of single files, sets that grow, sets in any spelling. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Group, makeReferences, openGroup, type ScanOptions, scan } from "../../../src/index.ts";
import { runCli } from "../../cli/run-cli.ts";
import { untar } from "../../untar.ts";

const expected = JSON.parse(readFileSync("fixtures/scan/expected.json", "utf8"));
const folder = mkdtempSync(join(tmpdir(), "hyperslab-sets-"));
beforeAll(() => untar(gunzipSync(readFileSync("fixtures/scan/files.tar.gz")), folder));
afterAll(() => rmSync(folder, { recursive: true }));

const months = ["a.nc", "b.nc", "c.nc"].map((name) => join(folder, "months", name));
const allow = { store: { references: { allow: [folder] } } };

async function setOf(file: string, options: { format?: "zarr2" | "zarr3" }, ending: string): Promise<string> {
  const set = join(folder, `${basename(file)}-${options.format ?? "zarr2"}${ending}`);
  if (ending === ".parq") await (await scan(file)).save(set, { ...options, overwrite: true });
  else await makeReferences(file, set, { ...options, overwrite: true });
  return set;
}

async function t(files: readonly string[], options: ScanOptions = {}): Promise<unknown> {
  const { group } = await scan(files, { concat: "time", ...options });
  return (await (await group.openArray("t")).read()).toNested();
}

describe("sets are combined as the files are", () => {
  it.each([
    ["zarr2", ".json"],
    ["zarr3", ".json"],
    ["zarr2", ".parq"],
  ] as const)("of %s in %s", async (format, ending) => {
    const sets: string[] = [];
    for (const file of months) sets.push(await setOf(file, { format }, ending));
    expect(await t(sets, allow)).toEqual(expected.months.t);
    // In any order, and with files between them.
    expect(await t([sets[2]!, months[1]!, sets[0]!], allow)).toEqual(expected.months.t);
  });

  it("and a set grows by new files", async () => {
    const set = join(folder, "grown.json");
    await (await scan(months.slice(0, 2), { concat: "time" })).save(set);
    const grown = await scan([set, months[2]!], { concat: "time", ...allow });
    await grown.save(set, { overwrite: true });
    const group = await openGroup(set, { allow: [folder] });
    expect((await (await group.openArray("t")).read()).toNested()).toEqual(expected.months.t);
    expect((await group.openArray("time")).shape).toEqual([6]);
  });

  it("by the program, into the same file", async () => {
    const set = join(folder, "program.json");
    expect((await runCli(["refs", "scan", ...months.slice(0, 2), set, "--concat", "time"])).code).toBe(0);
    const append = await runCli(["refs", "append", set, months[2]!, set, "--dim", "time", "--force"]);
    expect([append.code, append.stderr]).toEqual([0, expect.stringContaining("time has 6 elements")]);
    const group = await openGroup(set, { allow: [folder] });
    expect((await (await group.openArray("t")).read()).toNested()).toEqual(expected.months.t);
    // The same files again are refused: both hold their times.
    const again = await runCli(["refs", "append", set, months[2]!, set, "--dim", "time", "--force"]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining("2000-03-01")]);
  });
});

describe("missing elements", () => {
  const array = (dtype: string, fill: number): string =>
    JSON.stringify({
      zarr_format: 2,
      shape: [2],
      chunks: [2],
      dtype,
      compressor: null,
      filters: null,
      fill_value: fill,
      order: "C",
    });

  it.each([
    ["<i2", (value: number) => Int16Array.of(-9, value)],
    ["<f4", (value: number) => Float32Array.of(-9, value)],
  ] as const)("of %s stay missing, in the dataset and in what is saved of it", async (dtype, values) => {
    const sets = [1, 2].map((number) => {
      const set = join(folder, `masked-${dtype.slice(1)}-${number}.json`);
      const refs = {
        ".zgroup": '{"zarr_format":2}',
        "t/.zarray": array(dtype, -9),
        "t/.zattrs": '{"_ARRAY_DIMENSIONS":["time"],"scale_factor":0.5}',
        "t/0": `base64:${Buffer.from(values(number).buffer).toString("base64")}`,
      };
      writeFileSync(set, JSON.stringify({ version: 1, refs }));
      return set;
    });
    const result = await scan(sets, { concat: "time" });
    const decoded = async (group: Group): Promise<unknown> =>
      Array.from((await (await group.openArray("t")).read(undefined, { decode: true })).data as ArrayLike<number>);
    expect(await decoded(result.group)).toEqual([Number.NaN, 0.5, Number.NaN, 1]);
    for (const format of ["zarr2", "zarr3"] as const) {
      const set = join(folder, `masked-${dtype.slice(1)}-${format}.json`);
      await result.save(set, { format });
      expect(await decoded(await openGroup(set))).toEqual([Number.NaN, 0.5, Number.NaN, 1]);
    }
  });
});

/** Sets of two steps each, with times of 64-bit floats. */
function timed(name: string, times: readonly (readonly number[])[], refs: (at: number) => object): readonly string[] {
  return times.map((values, at) => {
    const set = join(folder, `${name}-${at}.json`);
    const time = {
      ".zgroup": '{"zarr_format":2}',
      "time/.zarray": JSON.stringify({ ...PLAIN, shape: [2], chunks: [2], dtype: "<f8" }),
      "time/.zattrs": `{"_ARRAY_DIMENSIONS":["time"],"units":"days since 200${at}-01-01"}`,
      "time/0": `base64:${Buffer.from(Float64Array.from(values).buffer).toString("base64")}`,
    };
    writeFileSync(set, JSON.stringify({ version: 1, refs: { ...time, ...refs(at) } }));
    return set;
  });
}
const PLAIN = { zarr_format: 2, compressor: null, filters: null, fill_value: null, order: "C" };

describe("coordinates that would become others", () => {
  it.each([
    [
      "equal to _FillValue",
      { "time/.zattrs": '{"_ARRAY_DIMENSIONS":["time"],"units":"hours since 2001-01-01","_FillValue":-1}' },
      -1,
    ],
    [
      "equal to missing_value",
      { "time/.zattrs": '{"_ARRAY_DIMENSIONS":["time"],"units":"hours since 2001-01-01","missing_value":-1}' },
      -1,
    ],
    ["NaN", {}, Number.NaN],
  ])("a missing one, %s", async (name, refs, missing) => {
    const sets = timed(
      `missing ${name}`,
      [
        [0, 1],
        [2, missing],
      ],
      () => refs,
    );
    await expect(scan(sets, { concat: "time" })).rejects.toThrow(/time of .*-1.json is missing at index 1/);
  });

  it("integers of coarser units", async () => {
    const sets = [
      ["days", 5],
      ["hours", 121],
    ].map(([units, value]) => {
      const set = join(folder, `whole-${units}.json`);
      const refs = {
        ".zgroup": '{"zarr_format":2}',
        "time/.zarray": JSON.stringify({ ...PLAIN, shape: [1], chunks: [1], dtype: "|u1" }),
        "time/.zattrs": `{"_ARRAY_DIMENSIONS":["time"],"units":"${units} since 2001-01-01"}`,
        "time/0": String.fromCharCode(Number(value)),
      };
      writeFileSync(set, JSON.stringify({ version: 1, refs }));
      return set;
    });
    const words = /a time of .*whole-hours.json is not a whole number of days since 2001-01-01/;
    await expect(scan(sets, { concat: "time" })).rejects.toThrow(words);
    const { group } = await scan(sets.toReversed(), { concat: "time" });
    expect(Array.from((await (await group.openArray("time")).read()).data as Uint8Array)).toEqual([120, 121]);
  });

  it("integers beyond 2^53, from attributes and names", async () => {
    const sets = timed(
      "vast-9007199254740993",
      [
        [0, 1],
        [0, 1],
      ],
      () => ({ ".zattrs": '{"run":9007199254740993}', "time/.zattrs": '{"_ARRAY_DIMENSIONS":["time"]}' }),
    );
    const scanned = (coordinate: ScanOptions["coordinate"]) => scan(sets, { concat: "run", coordinate });
    await expect(scanned({ attribute: "run" })).rejects.toThrow("is 9007199254740993, which is beyond 2^53");
    await expect(scanned({ name: /vast-(\d+)/ })).rejects.toThrow("beyond 2^53: 9007199254740993");
  });
});

describe("with keepGoing, files that fail after they were opened are left out and reported", () => {
  const short = (at: number, bad: number): object => (at === bad ? { "time/0": "abc" } : {});
  const times = [
    [0, 1],
    [2, 3],
    [4, 5],
  ];

  it.each([0, 1, 2])("number %i, whose coordinate is short", async (bad) => {
    const sets = timed(`short-${bad}`, times, (at) => short(at, bad));
    await expect(scan(sets, { concat: "time" })).rejects.toMatchObject({ code: "invalid-data" });
    const { files, failed, group } = await scan(sets, { concat: "time", keepGoing: true });
    expect(failed).toEqual([{ file: sets[bad], message: expect.stringContaining("time") }]);
    expect(files).toEqual(sets.filter((_, at) => at !== bad));
    expect((await group.openArray("time")).shape).toEqual([4]);
  });

  it("one that does not fit the first", async () => {
    const sets = timed("unlike", times, (at) =>
      at === 1 ? { ".zattrs": "{}", "x/.zgroup": '{"zarr_format":2}' } : {},
    );
    const { failed, notes } = await scan(sets, { concat: "time", keepGoing: true });
    expect(failed).toEqual([
      {
        file: sets[1],
        message: expect.stringMatching(/what is at x differs.*a group in .*unlike-1.*nothing in .*unlike-0/),
      },
    ]);
    expect(notes).toEqual([]);
  });

  it("all of them", async () => {
    const sets = timed("none", times, () => ({ "time/0": "abc" }));
    await expect(scan(sets, { concat: "time", keepGoing: true })).rejects.toThrow("none of the files could be scanned");
  });
});

describe("refused", () => {
  it("an array that has the dimension twice", async () => {
    const sets = timed(
      "square",
      [
        [0, 1],
        [2, 3],
      ],
      () => ({
        "cov/.zarray": JSON.stringify({ ...PLAIN, shape: [2, 2], chunks: [2, 2], dtype: "|u1" }),
        "cov/.zattrs": '{"_ARRAY_DIMENSIONS":["time","time"]}',
        "cov/0.0": "abcd",
      }),
    );
    await expect(scan(sets, { concat: "time" })).rejects.toThrow("cov has the dimension time twice");
  });

  it("times that are no dates, naming their file", async () => {
    const sets = timed(
      "dates",
      [
        [0, 1],
        [2, 9.969209968386869e36],
      ],
      () => ({}),
    );
    await expect(scan(sets, { concat: "time" })).rejects.toThrow(/the values of time in .*dates-1.json: 9.969/);
  });

  it("what a set leads to and the caller did not allow", async () => {
    const inside = join(folder, "elsewhere");
    mkdirSync(inside);
    const sets: string[] = [];
    for (const [index, file] of months.entries()) {
      sets.push(join(inside, `${index}.json`));
      await makeReferences(file, sets[index]!);
    }
    const { group } = await scan(sets, { concat: "time", identical: "assume", ...allow });
    expect((await (await group.openArray("t")).read()).toNested()).toEqual(expected.months.t);
    const refused = scan(sets, { concat: "time" });
    await expect(refused).rejects.toMatchObject({ code: "not-allowed" });
  });

  it("sets whose references make no sense", async () => {
    const bad = join(folder, "bad.json");
    writeFileSync(bad, JSON.stringify({ version: 1, refs: { ".zgroup": '{"zarr_format":2}', "a/0": [1, 2] } }));
    await expect(scan([bad, months[0]!], { concat: "time" })).rejects.toMatchObject({ code: "invalid-data" });
  });
});
