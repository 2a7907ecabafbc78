/** A short run of every fuzz target, always the same cases; `npm run fuzz` goes on for longer, with others. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { BUILT_IN_CODECS } from "../src/model/codec-catalogue/built-in.ts";

const CASES = 100;

/**
 * Codecs whose targets have other names: they damage the streams inside, or whole files. All others have targets of
 * their own name.
 */
const TARGETS_OF: Readonly<Record<string, readonly string[]>> = {
  bloscpack: ["file-bloscpack"],
  "bloscpack-varlen": ["file-bloscpack"],
  "fits.tile": ["fits-rice", "fits-gzip", "fits-plio", "fits-hcompress", "fits-plain"],
  grib: ["grib-packed", "scan-grib"],
  // The decoder of `grib`, under the names of two other writers.
  gribberish: ["grib-packed"],
  "gribscan.rawgrib": ["grib-packed"],
  "tiff.ccitt": ["ccitt"],
  "tiff.jpeg": ["jpeg"],
  "tiff.jpeg2000": ["jpeg2000"],
  "tiff.lerc": ["lerc"],
};

let rows: readonly (readonly [name: string, cases: string, failed: string])[];
beforeAll(async () => {
  const script = fileURLToPath(new URL("../scripts/fuzz.mjs", import.meta.url));
  const options = ["--cases", `${CASES}`, "--seed", "1"];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options]);
  const found = stdout.matchAll(/^\| (\S+) \| (\d+) \| \d+ \| \d+ \| (\d+) \|$/gm);
  rows = Array.from(found, ([, name, cases, failed]) => [name!, cases!, failed!]);
}, 600_000);

it("finds nothing wrong in a few cases of every target", () => {
  for (const [name, cases, failed] of rows) expect([cases, failed], name).toEqual([`${CASES}`, "0"]);
  // All of them: the codecs, the kernels, the documents.
  expect(rows.map(([name]) => name)).toEqual(expect.arrayContaining(["blosc", "kernel-crc32c", "selection", "cdl"]));
});

describe("every codec has a target", () => {
  it.each(BUILT_IN_CODECS.map(({ name }) => name))("%s", (name) => {
    expect(rows.map(([target]) => target)).toEqual(expect.arrayContaining([...(TARGETS_OF[name] ?? [name])]));
  });

  it("and only codecs that are there are listed above, with targets that do not have their names", () => {
    const names = BUILT_IN_CODECS.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(Object.keys(TARGETS_OF)));
    expect(Object.keys(TARGETS_OF).filter((name) => rows.some(([target]) => target === name))).toEqual([]);
  });
});
