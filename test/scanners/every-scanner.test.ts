/** Every registered scanner has what each of them must have; one that is added without it fails here. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SCANNERS } from "../../src/scanners/registry.ts";
import { unpack } from "../fixture-sets.ts";
import { describedFiles, nativeFiles } from "./native-files.ts";

const names = SCANNERS.map(({ name }) => name);

function sourcesBelow(folder: string, pattern: RegExp): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => pattern.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("\n");
}

test.each(names)("%s runs the contract suite", (name) => {
  expect(sourcesBelow("test/scanners", /\.test\.ts$/)).toContain(`describeScanner("${name}"`);
});

test.each(names)("%s has files of its peer that are opened in every place", (name) => {
  const formats = [...nativeFiles(), ...describedFiles()].map(({ format }) => format);
  expect(formats).toContain(name);
});

test.each(names)("%s has a page with a support table that is made from the code", (name) => {
  expect(readFileSync(`docs/formats/${name}.md`, "utf8")).toMatch(/<!-- (support: |Made by scripts\/docs-hdf5\.mjs)/);
});

test.each(names)("%s is fuzzed", (name) => {
  expect(sourcesBelow("scripts/fuzz", /-targets\.mjs$/)).toMatch(new RegExp(`"(?:scan|file)-${name}"|${name}: `));
});

/** Files of each format that peers made, below which the matrix of features would have holes. */
test.each([
  ["hdf5", 120],
  ["netcdf3", 30],
  ["tiff", 60],
  ["fits", 40],
])("there are enough %s files", (name, least) => {
  expect(nativeFiles().filter(({ format }) => format === name).length).toBeGreaterThanOrEqual(least);
});

test("there are enough grib files", () => {
  // Most are compared message by message, with ecCodes; cfgrib cannot read them.
  const truth = JSON.parse(readFileSync(join(unpack("fixtures/grib/grib.tar.gz"), "truth.json"), "utf8"));
  expect(Object.keys(truth).length).toBeGreaterThanOrEqual(60);
});
