/** Stores of the v3 alpha that zarr-python 2.18.7 wrote: every value, child and attribute as it read them. */
import { describe, expect, it } from "vitest";
import { compareReading, legacyCases } from "./legacy-stores.ts";

const { root, cases } = legacyCases(["3-alpha"]);

describe(`reading ${cases.length} arrays`, () => {
  it.each(cases.map((entry) => [`${entry.path} ${entry.array}`, entry] as const))("%s", async (_, entry) => {
    expect(await compareReading(root, entry)).toEqual({ problems: [] });
  });
});
