/** Integers of HDF5 whose size no machine has, and other elements that are converted, as HDF5 itself converts them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { describeScanner, type ExpectedFile } from "../contracts/scanner-contract.ts";
import { unpack } from "../fixture-sets.ts";
import { dumpText } from "./ncdump-texts.ts";

const archive = "fixtures/hdf5/conversions.tar.gz";
const { files } = JSON.parse(readFileSync(join(unpack(archive), "expected.json"), "utf8")) as {
  readonly files: readonly ExpectedFile[];
};

describeScanner("hdf5", { archive, files, cuts: 5 });

/** netCDF-C 4.10.1 finds the same types and values. */
test("types that groups define have members of natural sizes", async () => {
  const text = await dumpText(join(unpack(archive), "named_types-new.h5"), {});
  expect(text).toContain("  compound record {\n    int a ;\n    int b ;\n  }; // record\n  int(*) rows ;\n");
  expect(text).toContain(" r = {-70000, 2}, {8388607, -1} ;\n\n v = {5, -6}, {524287} ;\n");
});

test("an array whose fill values differ is left out with the reason", async () => {
  const { hierarchy } = await open(join(unpack(archive), "array_fills-new.h5"));
  expect(hierarchy.notes.map(({ key, message }) => [key, message])).toEqual(
    ["differ", "odd_differ"].map((key) => [
      key,
      expect.stringContaining("its fill value is an array whose elements differ"),
    ]),
  );
});
