/** NCZarr, and plain Zarr at an address for netCDF, in a new archive: below a folder with its name, as netCDF-C lays it out. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openZip } from "../../../src/dataset/open/open-zip.ts";
import { copy, create, gen, openArray, openGroup } from "../../../src/index.ts";
import { unpack } from "../../fixture-sets.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-nczarr-zip-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** The names in an archive as they are. */
async function namesIn(path: string): Promise<readonly string[]> {
  const store = await openZip(path, { topFolder: "" });
  const names: string[] = [];
  for await (const { key } of store.list!("")) names.push(key);
  await store.close();
  return names;
}

it("a new dataset is in a folder with the name of the file, and is found there", async () => {
  const path = join(folder, "g.main.zip");
  const root = await create(path, { format: "nczarr", dialect: "4.9.3", dimensions: { x: 2 } });
  const array = await root.create("v", { shape: [2], dtype: "int32", dims: ["x"] });
  await array.write(null, Int32Array.of(1, 2));
  await root.close();
  expect(await namesIn(path)).toEqual([
    "g.main/.zattrs",
    "g.main/.zgroup",
    "g.main/v/.zarray",
    "g.main/v/.zattrs",
    "g.main/v/0",
  ]);
  const again = await openGroup(path);
  expect(again.dimensions.map(({ name }) => name)).toEqual(["x"]);
  expect((await (await again.openArray("v", { dtype: "int32" })).read()).data).toEqual(Int32Array.of(1, 2));
  await (await again.create("w", { shape: [2], dtype: "int8", dims: ["x"] })).close();
  expect((await namesIn(path)).every((name) => name.startsWith("g.main/"))).toBe(true);
});

it("other formats begin at the top, and so does NCZarr in an archive that holds something or whose folder was chosen", async () => {
  const plain = join(folder, "plain.zip");
  await (await create(plain, { format: "zarr2" })).close();
  expect(await namesIn(plain)).toContain(".zgroup");

  const used = join(folder, "used.zip");
  const before = await openZip(used);
  await before.set!("note.txt", Uint8Array.of(1));
  await before.close();
  await (await create(used, { format: "nczarr" })).close();
  expect(await namesIn(used)).toContain(".zgroup");

  const chosen = join(folder, "chosen.zip");
  const store = await openZip(chosen, { topFolder: "data" });
  await create(store, { format: "nczarr" });
  await store.close();
  expect(await namesIn(chosen)).toContain("data/.zgroup");
});

const TEXT = "netcdf a { dimensions: x = 2 ; variables: int v(x) ; data: v = 1, 2 ; }";

it.each([
  "mode=zarr,zip",
  "mode=xarray,zip",
  "mode=zip,zarr,noxarray",
  "mode=zarr,zip,consolidated",
  "mode=zarr,v3,zip",
])("plain Zarr in a new archive at an address with %s is laid out as netCDF-C does it", async (mode) => {
  const made = join(folder, "made.zip");
  const root = await create(`file:${made}#${mode}`, { path: "g/v", data: Int32Array.of(1, 2), dims: ["x"] });
  await root.close();
  const text = join(folder, "text.a.zip");
  await gen(TEXT, `file://${text}#${mode}`);
  const copied = join(folder, "copied.zip");
  await copy(text, `[${mode}]file:${copied}`);
  for (const path of [text, copied]) await (await openGroup(path)).close();
  for (const [path, top, node] of [
    [made, "made/", "g/v"],
    [text, "text.a/", "v"],
    [copied, "copied/", "v"],
  ] as const) {
    const names = await namesIn(path);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !name.startsWith(top))).toEqual([]);
    for (const address of [path, `file:${path}#${mode}`]) {
      expect((await (await openArray(address, { path: node, dtype: "int32" })).read()).data).toEqual(
        Int32Array.of(1, 2),
      );
    }
  }
  const theirs = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr", "v493", "zarr", "groups.zip");
  for (const name of await namesIn(theirs)) expect(name).toMatch(/^groups\//);
});

it("plain Zarr in other archives begins at the top, where zarr-python looks for it, and is read at every address", async () => {
  for (const [name, suffix, options] of [
    ["bare.zip", "", { format: "zarr2" }],
    ["mode.zip", "#mode=zip", { format: "zarr3" }],
    ["step.zip", "|zip:", { format: "zarr2" }],
  ] as const) {
    const path = join(folder, name);
    const v = { path: "v", shape: [2], dtype: "int8", ...options } as const;
    await (await create(`file:${path}${suffix}`, v)).close();
    const names = await namesIn(path);
    expect(names).toContain(options.format === "zarr2" ? ".zgroup" : "zarr.json");
    expect((await openArray(`file:${path}#mode=zarr,zip::v`)).shape).toEqual([2]);
    // What is added to an archive follows it.
    await (
      await create(`file:${path}#mode=zarr,${options.format === "zarr2" ? "v2" : "v3"},zip`, { ...v, path: "w" })
    ).close();
    expect((await namesIn(path)).filter((other) => other.startsWith(`${name.slice(0, -4)}/`))).toEqual([]);
  }
});
