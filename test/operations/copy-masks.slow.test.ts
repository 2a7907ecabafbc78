/** Every dataset that xarray wrote in Zarr v2 and v3, copied to the other format: the documents say what xarray's own say. */
import { describe, expect, it } from "vitest";
import { checkToV2, checkToV3, names } from "./copy-mask-cases.ts";

it("there are at least 40 datasets", () => {
  expect(names.length).toBeGreaterThanOrEqual(40);
});

describe.each(names)("%s", (name) => {
  it("Zarr v2 to v3", () => checkToV3(name));
  it("Zarr v3 to v2", () => checkToV2(name));
});
