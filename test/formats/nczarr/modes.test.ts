/** netCDF's modes in addresses mean for NCZarr what they mean for netCDF-C. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { create, openArray, openGroup } from "../../../src/index.ts";
import { unpack } from "../../fixture-sets.ts";

const fixtures = resolve(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr");
const scratch = mkdtempSync(join(tmpdir(), "hyperslab-modes-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let count = 0;
const newPath = (): string => join(scratch, `${++count}.zarr`);

it("zarr and xarray show NCZarr as plain Zarr, all else as NCZarr", async () => {
  const path = join(fixtures, "v493", "nczarr", "groups.file");
  for (const mode of ["zarr", "mode=zarr,file", "mode=NCZARR,Zarr", "mode=xarray", "mode=file,nczarr,zarr,v2"]) {
    const group = await openGroup(`file:${path}#${mode}`);
    expect([mode, group.hierarchy.format]).toEqual([mode, "zarr2"]);
    expect(Object.keys(group.attributes)).toContain("_nczarr_group");
  }
  for (const mode of ["mode=nczarr,file", "mode=file", "nczarr", "noxarray", "mode=nczarr,v2"]) {
    const group = await openGroup(`file:${path}#${mode}`);
    expect([mode, group.hierarchy.format]).toEqual([mode, "nczarr"]);
    expect(Object.keys(group.attributes)).not.toContain("_nczarr_group");
  }
});

it("nczarr on plain Zarr falls back", async () => {
  for (const [format, mode] of [
    ["zarr2", "mode=nczarr,v2"],
    ["zarr3", "mode=nczarr,v3"],
    ["zarr2", "mode=nczarr"],
  ] as const) {
    const path = newPath();
    await create(`${path}::v`, { shape: [2], dtype: "int8", format });
    expect((await openArray(`${path}::v#${mode}`)).hierarchy.format).toBe(format);
    await create(`${path}::w#${mode}`, { shape: [2], dtype: "int8" });
    expect((await openArray(`${path}::w`)).hierarchy.format).toBe(format);
    await expect(openArray(`${path}::v#mode=nczarr,${format === "zarr2" ? "v3" : "v2"}`)).rejects.toThrow();
  }
});

it.each([
  ["mode=nczarr,file", "nczarr", "any"],
  ["mode=noxarray,nczarr,file", "nczarr", "any"],
  ["noxarray", "nczarr", "any"],
  ["mode=zarr,file", "zarr2", undefined],
  ["mode=nczarr,zarr,file", "zarr2", undefined],
  ["mode=xarray,file", "zarr2", undefined],
  ["mode=file,zarr", "zarr2", undefined],
  ["mode=nczarr,v3", "nczarr", "v3"],
  ["mode=zarr,v3", "zarr3", undefined],
  ["mode=file", "zarr3", undefined],
] as const)("%s makes %s %s", async (mode, format, dialect) => {
  const path = newPath();
  await create(`file:${path}#${mode}`, { path: "v", shape: [2], dtype: "int8", dims: ["x"] });
  const { hierarchy, node } = await openArray(`${path}::v`);
  expect(hierarchy).toMatchObject({ format, dialect });
  if (format === "nczarr") {
    const documents = JSON.stringify([...node.origin!.documents].map(([, { members }]) => [...members.keys()]));
    expect(documents.includes("_ARRAY_DIMENSIONS")).toBe(dialect !== "v3" && !mode.includes("noxarray"));
  }
  const other = format === "nczarr" ? "mode=zarr" : "mode=zarr,v2";
  const added = create(`${path}::w#${other}`, { shape: [1], dtype: "int8" });
  if (format === "zarr2") await added;
  else await expect(added).rejects.toThrow(/the hierarchy is/);
});
