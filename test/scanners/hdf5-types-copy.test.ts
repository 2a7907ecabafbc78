/** Copies of arrays of netCDF-4 types: the types are named as losses before a byte is written, and values stay what they are. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copy, openGroup } from "../../src/index.ts";
import { userTypesFolder } from "./user-types-truth.ts";

const folder = mkdtempSync(join(tmpdir(), "hyperslab-types-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string): string => join(userTypesFolder, name);

test.each(["zarr3", "zarr2", "nczarr"])("an enumeration in %s", async (format) => {
  const out = join(folder, `enum.${format}`);
  await expect(copy(file("enum_byte.nc"), out, { format })).rejects.toThrow("/e: the enum type of this name");
  expect(existsSync(out)).toBe(false);
  await copy(file("enum_byte.nc"), out, { format, lossy: true });
  const v = await (await openGroup(out)).openArray("v");
  expect((await v.read()).data).toEqual(Int8Array.of(-1, 1, 5, 5));
  expect(v.attributes).toMatchObject({ flag_values: [-1, 1, 5], flag_meanings: "low mid high" });
});

test.each(["zarr3", "zarr2"])("opaque values in %s", async (format) => {
  const out = join(folder, `opaque.${format}`);
  await expect(copy(file("opaque_5.nc"), out, { format })).rejects.toThrow("/o: the opaque type of this name");
  await copy(file("opaque_5.nc"), out, { format, lossy: true });
  const { data } = await (await (await openGroup(out)).openArray("v")).read("1", { as: "bytes" });
  expect(Array.from(data as Uint8Array)).toEqual([16, 17, 18, 19, 20]);
});

test("compounds in Zarr v2", async () => {
  const out = join(folder, "compound.zarr2");
  await copy(file("compound_enum_opaque.nc"), out, { format: "zarr2", lossy: true });
  const v = await (await openGroup(out)).openArray("v");
  const { data } = await v.read(undefined, { as: "bytes" });
  expect(Array.from((data as Uint8Array).subarray(0, 12))).toEqual([0, 10, 11, 12, 1, 2, 1, 2, 3, 4, 5, 6]);
});

test("what a format has no type for is refused by name", async () => {
  const out = join(folder, "compound.nczarr");
  await expect(copy(file("opaque_5.nc"), out, { format: "nczarr", lossy: true })).rejects.toThrow("r40");
  expect(existsSync(out)).toBe(false);
});
