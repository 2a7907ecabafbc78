/** tifffile, GDAL and ecCodes make their files anew, and Hyperslab reads what they read. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensurePackages } from "../../scripts/apt.mjs";
import { ensureEnvironment } from "../../scripts/peers/environments.mjs";
import { findProgram } from "../../scripts/programs.mjs";
import { Group, type NdArray, open, openArray } from "../../src/index.ts";
import { ParameterNames } from "../../src/scanners/grib/names.ts";
import { expandSection } from "../../src/scanners/grib/parameter-runs.ts";
import { RECORDS, SECTIONS } from "../../src/scanners/grib/parameter-table.ts";
import { untar } from "../untar.ts";

let python: string;
let folder: string;
beforeAll(() => {
  python = ensureEnvironment("raster");
  ensurePackages("tiffcp", ["libtiff-tools"], () => findProgram("tiffcp") !== undefined);
  folder = mkdtempSync(join(tmpdir(), "hyperslab-raster-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a maker of fixtures; gives the folder of its files. */
function made(name: string): string {
  const archive = join(folder, `${name}.tar.gz`);
  const { status, stderr } = spawnSync(python, [`scripts/fixtures/${name}.py`, archive], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
  const target = join(folder, name);
  mkdirSync(target);
  untar(gunzipSync(readFileSync(archive)), target);
  return target;
}

async function sha256(array: NdArray): Promise<string> {
  const { data } = await array.read(undefined, { as: "bytes" });
  return createHash("sha256")
    .update(data as Uint8Array)
    .digest("hex");
}

test("TIFF files of tifffile and GDAL", async () => {
  const files = made("tiff");
  const truth: Record<string, { arrays?: Record<string, { sha256: string }> }> = JSON.parse(
    readFileSync(join(files, "truth.json"), "utf8"),
  );
  let compared = 0;
  for (const [name, { arrays = {} }] of Object.entries(truth)) {
    for (const [path, expected] of Object.entries(arrays)) {
      const array = await openArray(`${join(files, name)}.tif::${path}`);
      expect(await sha256(array), `${name} ${path}`).toBe(expected.sha256);
      compared += 1;
    }
  }
  expect(compared).toBeGreaterThan(120);
});

test("GRIB files of ecCodes, as cfgrib reads them", async () => {
  const files = made("grib");
  const truth: Record<string, { datasets?: Record<string, { variables: Record<string, { sha256: string }> }> }> =
    JSON.parse(readFileSync(join(files, "truth.json"), "utf8"));
  let compared = 0;
  for (const [name, { datasets = {} }] of Object.entries(truth)) {
    const root = await open(`${join(files, name)}.grib`);
    if (!(root instanceof Group)) throw new Error("not a group");
    for (const [path, { variables }] of Object.entries(datasets)) {
      for (const [variable, expected] of Object.entries(variables)) {
        const array = (await root.open(path === "" ? variable : `${path}/${variable}`)) as NdArray;
        expect(await sha256(array), `${name} ${path} ${variable}`).toBe(expected.sha256);
        compared += 1;
      }
    }
  }
  expect(compared).toBeGreaterThan(25);
});

test("GRIB parameters are called what ecCodes calls them, on any surface", () => {
  const questions: [number, string, number, number | null, number | null][] = [];
  for (const [section, text] of Object.entries(SECTIONS)) {
    const [table, centre = "255"] = section.split("-");
    // Those of ECMWF are of older tables.
    if (table !== "grib2" || centre === "98") continue;
    const some = [...expandSection(text).keys()].filter((_, i) => i % 30 === 0);
    for (const numbers of some)
      for (const [surface, level] of [
        [100, null],
        [105, 5],
        [103, 2],
        [103, 50],
      ] as const)
        for (const statistics of [null, 0, 1, 2, 6])
          questions.push([Number(centre), numbers, surface, level, statistics]);
  }
  const { stdout, stderr } = spawnSync(python, ["test/interop/grib_names_peer.py"], {
    input: JSON.stringify(questions),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  expect(stdout, stderr).not.toBe("");
  const answers: (string[] | null)[] = JSON.parse(stdout);
  const names = new ParameterNames(RECORDS, SECTIONS);
  const differences = questions.flatMap(([centre, numbers, surface, level, statistics], i) => {
    const product = {
      ...{ centre, table: "grib2" as const, tables: 36, numbers },
      circumstances: {
        first: { type: surface, value: level === null ? ("missing" as const) : { scaled: level, factor: 0 } },
        second: { type: 255, value: "missing" as const },
        process: statistics ?? undefined,
        hours: undefined,
      },
    };
    const ours = names.find(product);
    const expected = answers[i];
    // What ecCodes calls nothing keeps the name that it has with other statistics.
    if (expected === null || expected?.join() === [ours?.shortName, ours?.title, ours?.units, ours?.id].join())
      return [];
    return [{ ...product, ours: ours?.shortName, expected: expected?.[0] }];
  });
  expect(differences).toEqual([]);
  expect(answers.filter((answer) => answer !== null).length).toBeGreaterThan(500);
}, 300_000);

const PARAMETER = ["discipline", "parameterCategory", "parameterNumber"];
const PRECIPITATION = [0, 1, 52];
const WAVES = [10, 0, 3];
const period = (type: number, lower: number, upper?: number): Record<string, number> => ({
  typeOfWavePeriodInterval: type,
  scaleFactorOfLowerWavePeriodLimit: 0,
  scaledValueOfLowerWavePeriodLimit: lower,
  ...(upper !== undefined && { scaleFactorOfUpperWavePeriodLimit: 0, scaledValueOfUpperWavePeriodLimit: upper }),
});
const atLeast = (value: number, factor = 0): Record<string, number> => ({
  probabilityType: 3,
  scaleFactorOfLowerLimit: factor,
  scaledValueOfLowerLimit: value,
});

const processed = (process: number, increment: number, hours: number): Record<string, number> => ({
  ...{ productDefinitionTemplateNumber: 8, forecastTime: 6, indicatorOfUnitForTimeRange: 1, lengthOfTimeRange: hours },
  ...{ typeOfStatisticalProcessing: process, typeOfTimeIncrement: increment },
});

test("names and steps of GRIB that depend on limits and on processes are those of ecCodes", async () => {
  const over = { productDefinitionTemplateNumber: 9, typeOfStatisticalProcessing: 1, stepRange: "0-24" };
  const twice = {
    ...{ productDefinitionTemplateNumber: 8, numberOfTimeRanges: 2, indicatorOfUnitForTimeRange: [1, 1] },
    typeOfStatisticalProcessing: [1, 0],
  };
  const asked: readonly (readonly [readonly number[], Record<string, number | string | readonly number[]>])[] = [
    [PRECIPITATION, { ...over, ...atLeast(1) }],
    [PRECIPITATION, { ...over, ...atLeast(20) }],
    // A limit without a name of its own has the general one.
    [PRECIPITATION, { ...over, ...atLeast(7) }],
    [PRECIPITATION, { ...over, ...atLeast(1, 1) }],
    [WAVES, { productDefinitionTemplateNumber: 103, ...period(7, 10, 12) }],
    [WAVES, { productDefinitionTemplateNumber: 103, ...period(7, 11, 12) }],
    [WAVES, { productDefinitionTemplateNumber: 104, ...period(7, 12, 14), perturbationNumber: 3 }],
    [WAVES, { productDefinitionTemplateNumber: 103, ...period(3, 10) }],
    [WAVES, {}],
    [[2, 0, 1], { typeOfGeneratingProcess: 9 }],
    [[2, 0, 1], { typeOfGeneratingProcess: 2 }],
    [[0, 1, 19], { productDefinitionTemplateNumber: 8, typeOfStatisticalProcessing: 100, stepRange: "0-3" }],
    [[0, 0, 0], processed(0, 2, 12)],
    [[0, 0, 0], processed(0, 1, 12)],
    [[0, 0, 0], { ...processed(0, 1, 12), tablesVersion: 33 }],
    [[0, 0, 0], { ...processed(0, 1, 12), tablesVersion: 33, centre: 7 }],
    [[0, 0, 0], processed(2, 1, 12)],
    [[0, 0, 0], processed(6, 255, 12)],
    // The end of the interval stays as it was.
    [[0, 0, 0], { ...processed(1, 2, 3), dataDate: 20200229 }],
    [[0, 0, 0], { forecastTime: 3, indicatorOfUnitOfTimeRange: 5 }],
    ...[33, 34].flatMap((tablesVersion) =>
      [
        [2, 1],
        [1, 2],
        [2, 2],
      ].map(
        (increments) =>
          [[0, 0, 0], { tablesVersion, ...twice, typeOfTimeIncrement: increments, lengthOfTimeRange: [5, 7] }] as const,
      ),
    ),
  ];
  const keys = asked.map(([numbers, more]) => ({
    tablesVersion: 34,
    ...Object.fromEntries(numbers.map((number, i) => [PARAMETER[i], number])),
    ...more,
  }));
  const input = JSON.stringify(keys);
  const { stdout, stderr } = spawnSync(python, ["test/interop/grib_messages_peer.py"], { input, encoding: "utf8" });
  expect(stdout, stderr).not.toBe("");
  const names: string[] = [];
  for (const [hex, shortName, name, units, paramId, typeOfLevel, stepType, endStep] of JSON.parse(
    stdout,
  ) as string[][]) {
    const root = await open(new Map([["a.grib", Buffer.from(hex!, "hex")]]), { path: "a.grib" });
    expect(root).toBeInstanceOf(Group);
    const fields = (await (root as Group).children()).filter(({ attributes }) => "GRIB_packing" in attributes);
    expect(fields.map(({ attributes }) => attributes)).toMatchObject([
      {
        ...{ GRIB_shortName: shortName, GRIB_name: name, GRIB_units: units, GRIB_paramId: Number(paramId) },
        ...{ GRIB_typeOfLevel: typeOfLevel, GRIB_stepType: stepType },
      },
    ]);
    const step = (await (root as Group).children()).find(({ path }) => path === "step") as NdArray;
    expect(Array.from((await step.read()).data as Float64Array)).toEqual([Number(endStep)]);
    names.push(shortName!);
  }
  expect(new Set(names).size).toBeGreaterThan(7);
});
