/** The table of filters in docs/formats/hdf5.md is that of the code. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { withTable } from "../../scripts/hdf5-table.mjs";
import { FILTERS } from "../../src/scanners/hdf5/values/codec-chain.ts";
import { FLOATS } from "../../src/scanners/hdf5/values/model-type.ts";

test("docs/formats/hdf5.md", () => {
  const page = readFileSync("docs/formats/hdf5.md", "utf8");
  expect(page, "run node scripts/docs-hdf5.mjs").toBe(withTable(page, FILTERS, FLOATS));
});
