/** HDF5 files are copied to other formats, whatever they are stored by. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { copy, memoryStore, openArray } from "../../src/index.ts";
import type { ExpectedFile } from "../contracts/scanner-contract.ts";
import { unpack } from "../fixture-sets.ts";

const folder = unpack("fixtures/hdf5/h5py.tar.gz");
const conversions = unpack("fixtures/hdf5/conversions.tar.gz");
const files = [folder, conversions].flatMap(
  (place) =>
    (JSON.parse(readFileSync(join(place, "expected.json"), "utf8")) as { readonly files: readonly ExpectedFile[] })
      .files,
);

test.each([
  ["szip-new.h5"],
  ["lzf-old.h5"],
  ["scale_offset-new.h5"],
  ["odd_precisions-old.h5"],
  ["filter_masks-old.h5"],
  ["texts_chunked-new.h5"],
  ["array_types-new.h5"],
  ["integer_fills-new.h5", conversions],
  ["integer_bitfields-old.h5", conversions],
])("%s", async (name, place = folder) => {
  const target = memoryStore();
  await copy(join(place, name), target, { format: "zarr3" });
  for (const [path, { values }] of Object.entries(files.find(({ file }) => file === name)!.arrays)) {
    const array = await openArray(target, { path });
    if (typeof values !== "string") expect([...((await array.read()).data as Iterable<unknown>)], path).toEqual(values);
    else {
      const { data } = await array.read(undefined, { as: "bytes" });
      expect(Buffer.from(data as Uint8Array).toString("base64") === values, path).toBe(true);
    }
  }
});

/** The codec json2 sorts the members of objects, also of those that fill absent chunks. */
test("structures of texts, as objects of Zarr v2", async () => {
  const source = join(folder, "compounds_of_texts-new.h5");
  const target = memoryStore();
  await copy(source, target, { format: "zarr2" });
  for (const path of ["chunked", "sparse"]) {
    const [wanted, found] = await Promise.all([openArray(source, { path }), openArray(target, { path })]);
    expect((await found.read()).data, path).toEqual((await wanted.read()).data);
  }
  expect(await copy(source, target, { format: "zarr2", resume: true })).toMatchObject({ verified: {} });
});

test("codecs of HDF5 alone do not get into other formats", async () => {
  for (const name of ["szip-new.h5", "lzf-old.h5", "nbit-new.h5", "odd_precisions-old.h5"]) {
    const target = memoryStore();
    await copy(join(folder, name), target, { format: "zarr3" });
    for await (const { key } of target.list!("")) {
      if (key.endsWith("zarr.json"))
        expect(new TextDecoder().decode((await target.get(key))!), key).not.toContain("hdf5.");
    }
  }
});
