/** Rare combinations in HDF5 files, and what h5py and netCDF-C make of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { elementConverter } from "../../src/dataset/virtual/convert-elements.ts";
import { copy, Group, memoryStore, open, openArray, scan } from "../../src/index.ts";
import { dataTypeNamed, type FixedDataType } from "../../src/model/data-types/data-type.ts";
import { describeScanner, type ExpectedFile } from "../contracts/scanner-contract.ts";
import { unpack } from "../fixture-sets.ts";
import { dumpText } from "./ncdump-texts.ts";

const archive = "fixtures/hdf5/corners.tar.gz";
const folder = unpack(archive);
const { files, dumps } = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")) as {
  readonly files: readonly ExpectedFile[];
  readonly dumps: Readonly<Record<string, string>>;
};

describeScanner("hdf5", { archive, files, cuts: 5 });

test.each(Object.keys(dumps))("%s is dumped as by ncdump", async (file) => {
  expect(await dumpText(join(folder, file), {})).toBe(dumps[file]);
});

test("variables that are shorter than their dimension are the same in references and copies", async () => {
  const file = join(folder, "short_variables-old.h5");
  const set = "memory:short-variables/set.json";
  await (await scan(file)).save(set);
  const target = memoryStore();
  await copy(file, target, { format: "zarr3", lossy: true });
  const node = await open(file);
  if (!(node instanceof Group)) throw new TypeError("not a group");
  for (const array of await node.children()) {
    if (array instanceof Group) continue;
    const { data } = await array.read();
    expect((await (await openArray(`${set}::${array.path}`, { allow: [folder] })).read()).data, array.path).toEqual(
      data,
    );
    expect((await (await openArray(target, { path: array.path })).read()).data, array.path).toEqual(data);
    const last = array.shape.map((length) => length - 1).join(", ");
    if (array.shape.length > 1) expect((await array.read(last)).data, array.path).toEqual(data.slice(-1));
  }
});

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

test("numbers that a virtual dataset cannot hold are refused, where HDF5 shows the nearest", async () => {
  const convert = await elementConverter(
    dataTypeNamed("int64") as FixedDataType,
    dataTypeNamed("int16") as FixedDataType,
    "v",
  );
  const bytes = (...values: readonly bigint[]) => new Uint8Array(BigInt64Array.from(values).buffer);
  expect(new Int16Array(convert(bytes(-32768n, 5n, 32767n)).slice().buffer)).toEqual(Int16Array.of(-32768, 5, 32767));
  expect(() => convert(bytes(1n, 32768n))).toThrow("element 1 of a source of int64 does not fit into int16");
  const fromFloat = await elementConverter(
    dataTypeNamed("float64") as FixedDataType,
    dataTypeNamed("uint8") as FixedDataType,
    "v",
  );
  const floats = (...values: readonly number[]) => new Uint8Array(Float64Array.from(values).buffer);
  expect([...fromFloat(floats(0, 2.9, 255.5))]).toEqual([0, 2, 255]);
  for (const value of [-1, 256, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => fromFloat(floats(value)), String(value)).toThrow("does not fit into uint8");
  }
});
