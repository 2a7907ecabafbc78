/** Stores that zarr 0.3.0 and 0.4.0 wrote: every value as they read it, and ours equal to those of 0.4.0. */
import { describe, expect, it } from "vitest";
import { compareCopying, compareReading, compareWriting, legacyCases } from "./legacy-stores.ts";

const { root, cases } = legacyCases(["0.3", "0.4"]);

describe(`reading ${cases.length} stores`, () => {
  it.each(cases.map((entry) => [entry.path, entry] as const))("%s", async (path, entry) => {
    const { problems, refused } = await compareReading(root, entry);
    expect(problems).toEqual([]);
    if (path === "0.4.0/broken-half-meta") expect(refused).toMatch(/__zmeta__:11:9.*must be a JSON object/);
    else expect(refused).toBeUndefined();
  });
});

describe("writing the same stores", () => {
  /** What the user gave in place of the element that NumPy made of it. */
  const SPELLED = /^__zmeta__: "fill_value": (?:3\.0|true), -> "fill_value": [31],$/;
  /** 0.3.0 pickled what the JSON of 0.4.0 cannot hold, or not so that 0.4.0 could open it. */
  const UNWRITTEN = /dtype-struct-subarray|fill-complex/;
  const whole = cases.filter((entry) => entry.expect === undefined);

  it.each(whole.map((entry) => [entry.path, entry] as const))("%s", async (path, entry) => {
    const written = await compareWriting(root, entry);
    expect(written === undefined).toBe(UNWRITTEN.test(path));
    expect(written?.problems ?? []).toEqual([]);
    expect((written?.spellings ?? []).filter((line) => !SPELLED.test(line))).toEqual([]);
  });

  it.each(whole.map((entry) => [entry.path, entry] as const))("%s copied has the very bytes", async (_, entry) => {
    expect((await compareCopying(root, entry)).problems).toEqual([]);
  });
});
