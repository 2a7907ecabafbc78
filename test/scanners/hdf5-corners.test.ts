/** Rare combinations in HDF5 files, and what h5py and netCDF-C make of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { open, openArray, scan } from "../../src/index.ts";
import { describeScanner, type ExpectedFile } from "../contracts/scanner-contract.ts";
import { unpack } from "../fixture-sets.ts";

const archive = "fixtures/hdf5/corners.tar.gz";
const folder = unpack(archive);
const { files } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as {
  readonly files: readonly ExpectedFile[];
};

describeScanner("hdf5", { archive, files, cuts: 5 });

test("references to arrays in arrays lead to every chunk", async () => {
  const set = "memory:arrays-in-arrays/set.json";
  const file = join(folder, "arrays_in_arrays-new.h5");
  await (await scan(file)).save(set);
  for (const name of ["run", "chunked", "deflated"]) {
    const { data } = await (await openArray(`${set}::${name}`, { allow: [folder] })).read();
    expect(data, name).toEqual(Int16Array.from({ length: 60 }, (_, index) => index));
  }
});

test("a variable that keeps its prefix is noted", async () => {
  const { hierarchy } = await open(join(folder, "prefixed_names-new.h5"));
  expect(hierarchy.notes).toEqual([
    {
      key: "_nc4_non_coord_x",
      message: "keeps the prefix _nc4_non_coord_, because x is something else here",
    },
  ]);
});
