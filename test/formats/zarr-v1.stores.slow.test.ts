/** Stores that zarr 1.0.0 and 1.1.0 wrote: every value as they read it, and ours equal to theirs. */
import { describe, expect, it } from "vitest";
import { compareCopying, compareReading, compareWriting, legacyCases } from "./legacy-stores.ts";

const { root, cases } = legacyCases(["1"]);

describe(`reading ${cases.length} stores`, () => {
  it.each(cases.map((entry) => [entry.path, entry] as const))("%s", async (_path, entry) => {
    expect(await compareReading(root, entry)).toEqual({ problems: [] });
  });
});

describe("writing the same stores", () => {
  /** What the user gave in place of the element that NumPy made of it, and the order that had no effect. */
  const SPELLED =
    /^meta: (?:"fill_value": (?:3\.0|true|0), -> "fill_value": (?:3|1|"0"),|"order": "F", -> "order": "C",)$/;

  it.each(cases.map((entry) => [entry.path, entry] as const))("%s", async (path, entry) => {
    const written = await compareWriting(root, entry);
    expect(written === undefined).toBe(/shape-0d/.test(path));
    expect(written?.problems ?? []).toEqual([]);
    expect((written?.spellings ?? []).filter((line) => !SPELLED.test(line))).toEqual([]);
  });

  it.each(cases.map((entry) => [entry.path, entry] as const))("%s copied has the very bytes", async (_, entry) => {
    expect((await compareCopying(root, entry)).problems).toEqual([]);
  });
});
