import fc from "fast-check";
import { expect, test } from "vitest";

test("what is drawn is the same in every run, unless that is asked for", () => {
  const seed = process.env["HYPERSLAB_SEED"] ?? "1";
  expect(fc.readConfigureGlobal().seed).toBe(seed === "random" ? undefined : Number(seed));
  if (seed !== "random") expect(fc.sample(fc.nat(), 3)).toEqual(fc.sample(fc.nat(), 3));
});
