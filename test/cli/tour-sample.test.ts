/** The sample that the tour computes against the same one made by NumPy and zarr-python. */
import { expect, it } from "vitest";
import { writeSample } from "../../src/cli/sample.ts";
import { openArray, openGroup } from "../../src/index.ts";
import { scratchFolder } from "../scratch-folder.ts";
import { sampleFolder } from "./sample.ts";

it("has the values, types, chunks and attributes of the original", async () => {
  const original = sampleFolder();
  const computed = `${scratchFolder()}/sample.zarr`;
  await writeSample(computed);
  expect((await openGroup(computed)).attributes).toEqual((await openGroup(original.sample)).attributes);
  for (const path of ["time", "lat", "lon", "temperature"]) {
    const [made, expected] = [await openArray(computed, { path }), await openArray(original.sample, { path })];
    const facts = ({ dtype, shape, chunks, dims, attributes }: typeof made) => ({
      dtype,
      shape,
      chunks,
      dims,
      attributes,
    });
    expect(facts(made)).toEqual(facts(expected));
    expect((await made.read()).data).toEqual((await expected.read()).data);
  }
  original.remove();
});
