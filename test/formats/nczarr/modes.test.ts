/** netCDF's modes in addresses mean for NCZarr what they mean for netCDF-C. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { parseLocation } from "../../../src/exports/stores.ts";
import { copy, create, gen, openArray, openGroup, type StoreRequest } from "../../../src/index.ts";
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
  ["mode=zarr,noxarray", "zarr2", undefined],
  ["mode=xarray,noxarray,file", "zarr2", undefined],
  ["mode=file", "zarr3", undefined],
] as const)("%s makes %s %s", async (mode, format, dialect) => {
  const path = newPath();
  await create(`file:${path}#${mode}`, { path: "v", shape: [2], dtype: "int8", dims: ["x"] });
  const { hierarchy, node } = await openArray(`${path}::v`);
  expect(hierarchy).toMatchObject({ format, dialect });
  if (format !== "zarr3") {
    const documents = JSON.stringify([...node.origin!.documents].map(([, { members }]) => [...members.keys()]));
    expect(documents.includes("_ARRAY_DIMENSIONS")).toBe(dialect !== "v3" && !mode.includes("noxarray"));
  }
  const other = format === "nczarr" ? "mode=zarr" : "mode=zarr,v2";
  const added = create(`${path}::w#${other}`, { shape: [1], dtype: "int8" });
  if (format === "zarr2") await added;
  else await expect(added).rejects.toThrow(/the hierarchy is/);
});

it.each([
  ["mode=nczarr,file,consolidated", ".zmetadata"],
  ["mode=zarr,consolidated", ".zmetadata"],
  ["mode=nczarr,v3,zmetadata", "zarr.json"],
  ["mode=nczarr,file", undefined],
])("%s: metadata are consolidated in %s from the start", async (mode, carrier) => {
  const path = newPath();
  await create(`file:${path}#${mode}`, { path: "g/v", shape: [2], dtype: "int8", dims: ["x"] });
  const text = newPath();
  await gen("netcdf a { dimensions: x = 2 ; variables: int w(x) ; data: w = 1, 2 ; }", `file:${text}#${mode}`);
  const copied = newPath();
  await copy(text, `file:${copied}#${mode}`, { lossy: true });
  for (const [place, name] of [
    [path, "g/v"],
    [text, "w"],
    [copied, "w"],
  ] as const) {
    const { hierarchy } = await openGroup(place);
    expect(hierarchy.consolidated).toBe(carrier !== undefined);
    if (carrier !== undefined) expect(readFileSync(join(place, carrier), "utf8")).toContain(`"${name}`);
  }
  // Later changes keep them true.
  await create(`${path}::g/w`, { shape: [2], dtype: "int8" });
  const root = await openGroup(path);
  expect(root.hierarchy.consolidated).toBe(carrier !== undefined);
  expect((await root.openArray("g/w")).shape).toEqual([2]);
});

it("show=fetch reports requests, and only for its own address", async () => {
  const path = newPath();
  await create(`${path}::v`, { shape: [2], dtype: "int8" });
  const keys: string[] = [];
  const store = { onShown: ({ operation, key }: StoreRequest) => keys.push(`${operation} ${key}`) };
  await openArray(`${path}::v`, { store });
  expect(keys).toEqual([]);
  await openArray(`file:${path}#mode=zarr,v3&SHOW=Fetch`, { path: "v", store });
  expect(keys).toContain("get v/zarr.json");
  expect(parseLocation("file:///a#show=fetch&mode=zarr").options).toEqual({ mode: ["zarr"], show: "fetch" });
  const notes: string[] = [];
  parseLocation("file:///a#show=keys", { onNote: (note) => notes.push(note) });
  expect(notes).toHaveLength(1);
});

it("a copy to plain Zarr without names of dimensions says which it would lose", async () => {
  const [source, target] = [newPath(), newPath()];
  await create(`${source}::v`, { shape: [2], dtype: "int8", dims: ["x"], format: "zarr2" });
  await expect(copy(source, target, { format: "zarr2", dialect: "noxarray" })).rejects.toThrow(
    /\/v: the names of its dimensions/,
  );
  await expect(openGroup(target)).rejects.toThrow();
  await copy(source, target, { format: "zarr2", dialect: "noxarray", lossy: true });
  expect((await openArray(`${target}::v`)).dims).toEqual([undefined]);
  await expect(create(newPath(), { format: "zarr2", dialect: "4.9.2" })).rejects.toThrow(
    'Zarr v2 has no dialect "4.9.2"',
  );
});
