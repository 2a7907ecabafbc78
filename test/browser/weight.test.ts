/** What a page loads to read one slice of a sharded Blosc array, in a default Vite build. */
import { expect, it } from "vitest";
import { pageWeights } from "../../scripts/page-weight.mjs";

it("loads at most ten files, and no more bytes than zarrita does", async () => {
  const { hyperslab, zarrita } = await pageWeights();
  expect(hyperslab.sum).toBe(zarrita.sum);
  expect(hyperslab.files).toBeLessThanOrEqual(10);
  expect(hyperslab.bytes).toBeLessThanOrEqual(zarrita.bytes);
});
