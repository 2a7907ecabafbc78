/** NCZarr in a new zip archive: as netCDF-C lays it out, below a folder with the archive's name. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openZip } from "../../../src/dataset/open/open-zip.ts";
import { create, openGroup } from "../../../src/index.ts";

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
