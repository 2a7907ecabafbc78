/** Sets and stores that name the GRIB codecs of kerchunk, gribscan and gribberish, as those read them (scripts/fixtures/grib_references.py). */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type NdArray, openArray } from "../../../src/index.ts";
import { unpack } from "../../fixture-sets.ts";

interface Expected {
  readonly dtype?: string;
  readonly shape?: number[];
  readonly sha256?: string;
  readonly values?: (number | null)[];
  /** The peer's reference is wrong: it ends after the file. */
  readonly past_end?: true;
}

const folder = unpack("fixtures/grib/references.tar.gz");
const truth: Readonly<Record<string, Readonly<Record<string, Expected>>>> = JSON.parse(
  readFileSync(join(folder, "truth.json"), "utf8"),
);
const sets = Object.entries(truth);

test.each(["kerchunk.", "gribscan.", "gribberish/"])("there are sets of %s", (maker) => {
  expect(sets.filter(([name]) => name.startsWith(maker)).length).toBeGreaterThan(5);
});

async function compare(array: NdArray, { dtype, shape, sha256, values, past_end }: Expected): Promise<void> {
  if (past_end) {
    await expect(array.read()).rejects.toMatchObject({
      code: "invalid-data",
      what: expect.stringContaining("ends before that"),
    });
    return;
  }
  expect([array.dtype, array.shape]).toEqual([dtype, shape]);
  if (values === undefined) {
    const { data } = await array.read(undefined, { as: "bytes" });
    expect(
      createHash("sha256")
        .update(data as Uint8Array)
        .digest("hex"),
    ).toBe(sha256);
    return;
  }
  const found = Array.from((await array.read()).data as ArrayLike<number>);
  expect(found.length).toBe(values.length);
  // A longitude and the same one turn on are the same place.
  const apart = found.map((value, at) => Math.abs(((value - values[at]! + 540) % 360) - 180));
  expect(Math.max(...apart)).toBeLessThan(2e-5);
}

test.each(sets)("%s", async (name, arrays) => {
  const place = join(folder, name.startsWith("gribberish/") ? name : `${name}.json`);
  for (const [path, expected] of Object.entries(arrays)) {
    const address = name.startsWith("gribberish/") ? join(place, path) : `${place}::${path}`;
    await compare(await openArray(address), expected).catch((error: Error) => {
      throw new Error(`${path}: ${error.message}`, { cause: error });
    });
  }
});
