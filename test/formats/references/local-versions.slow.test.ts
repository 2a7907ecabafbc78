/** Local files that references lead to, read by workers: a file that was replaced or removed is an error, never other values. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import type { NdArray } from "../../../src/index.ts";

// The built library, because sources have no worker threads.
const library: typeof import("../../../src/index.ts") = await import(pathToFileURL(resolve("dist/lib/index.js")).href);
const { openArray } = library;

const folder = mkdtempSync(join(tmpdir(), "hyperslab-local-versions-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** 40 MiB, so that workers start. */
const [ROWS, LENGTH] = [40, 1 << 20];
let count = 0;

/** An array of uint8 whose rows are ranges of one file, plain or behind a checksum. */
async function references(compressor: object | null): Promise<{ readonly array: NdArray; readonly file: string }> {
  const file = join(folder, `${++count}.bin`);
  writeFileSync(file, new Uint8Array(ROWS * LENGTH).fill(1));
  const zarray = {
    zarr_format: 2,
    shape: [ROWS, LENGTH],
    chunks: [1, LENGTH],
    dtype: "|u1",
    compressor,
    filters: null,
    order: "C",
    fill_value: 7,
  };
  const refs: Record<string, unknown> = { ".zarray": JSON.stringify(zarray) };
  for (let row = 0; row < ROWS; row++) refs[`${row}.0`] = [file, row * LENGTH, LENGTH];
  const set = join(folder, `${count}.json`);
  writeFileSync(set, JSON.stringify({ version: 1, refs }));
  return { array: await openArray(set), file };
}

const workers = { workers: true } as const;
/** The code of the error, or what was read. */
const outcome = (
  array: NdArray,
  selection: string | undefined,
  options: { readonly workers: boolean },
): Promise<string> =>
  array.read(selection, options).then(
    ({ data }) => `values, the last is ${(data as Uint8Array).at(-1)}`,
    (error: { readonly code: string }) => error.code,
  );
const replace = (file: string, bytes: Uint8Array): void => {
  writeFileSync(`${file}.new`, bytes);
  renameSync(`${file}.new`, file);
};

describe.each([
  ["whole chunks", undefined],
  ["parts of chunks", ":, 1:"],
])("%s", (_, selection) => {
  it("a replaced file is an error", async () => {
    const { array, file } = await references(null);
    expect(((await array.read(selection, workers)).data as Uint8Array).every((value) => value === 1)).toBe(true);
    replace(file, new Uint8Array(ROWS * LENGTH).fill(2));
    expect(await outcome(array, selection, workers)).toBe("invalid-data");
    expect(await outcome(array, selection, { workers: false })).toBe("invalid-data");
  });

  it("a removed file is an error, not the fill value", async () => {
    const { array, file } = await references(null);
    await array.read(selection, workers);
    rmSync(file);
    expect(await outcome(array, selection, workers)).toBe("io");
  });

  it("a shortened file is an error, also if it was never read", async () => {
    const { array, file } = await references(null);
    replace(file, new Uint8Array((ROWS - 1) * LENGTH).fill(1));
    expect(await outcome(array, selection, workers)).toBe("invalid-data");
  });
});
