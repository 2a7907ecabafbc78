/** Replacing a dataset deletes its own documents and chunks, and nothing else that lies in its directory. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { create, openArray, openGroup } from "../../src/index.ts";
import { scratchFolder } from "../scratch-folder.ts";

const FOREIGN = ["notes.txt", "figures/one.png", "g/readme.md"];

function addForeign(root: string): void {
  for (const name of FOREIGN) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), "mine");
  }
}

function files(root: string): readonly string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe.each(["zarr3", "zarr2", "nczarr"] as const)("%s at the root", (format) => {
  it.each([format, "zarr3", "zarr2"] as const)("is replaced by %s, and other files stay", async (next) => {
    const root = join(scratchFolder(), "x.zarr");
    const group = await create(root, { format });
    await create(`${root}::a`, { data: [1, 2, 3], chunks: [1] });
    await create(`${root}::g/b`, { data: [1, 2, 3], chunks: [2] });
    if (format !== "nczarr") await group.consolidate();
    addForeign(root);
    await create(root, { format: next, overwrite: true });
    expect(await (await openGroup(root)).children()).toEqual([]);
    for (const name of FOREIGN) expect([name, existsSync(join(root, name))]).toEqual([name, true]);
    const own = files(root).filter((file) => !FOREIGN.some((name) => file === join(root, name)));
    for (const file of own) expect(dirname(file)).toBe(root);
    // Only the new group's documents are left.
    expect(own.length).toBeLessThanOrEqual(3);
  });
});

it.each(["zarr3", "zarr2", "zarr1", "zarr0"] as const)("no chunk of an old %s array is seen again", async (format) => {
  const root = join(scratchFolder(), "x.zarr");
  await create(root, { data: [1, 2, 3, 4], dtype: "int8", chunks: [1], format });
  addForeign(root);
  const made = await create(root, { shape: [6], dtype: "int8", chunks: [1], fillValue: 0, format, overwrite: true });
  expect((await made.read()).data).toEqual(new Int8Array(6));
  for (const name of FOREIGN) expect([name, existsSync(join(root, name))]).toEqual([name, true]);
  rmSync(root, { recursive: true });
});

it("chunks outside of the old array's shape are not taken over either", async () => {
  const root = join(scratchFolder(), "x.zarr");
  await create(root, { data: [1, 2], dtype: "int8", chunks: [1], format: "zarr2" });
  writeFileSync(join(root, "5"), Uint8Array.of(9));
  await create(root, { shape: [8], dtype: "int8", chunks: [1], codecs: [], format: "zarr2", overwrite: true });
  expect((await (await openArray(root)).read()).data).toEqual(new Int8Array(8));
});

describe.each(["zarr3", "zarr2", "nczarr"] as const)("chunks of %s without an array", (format) => {
  it.each(["a", ""])("are refused or deleted, never shown by a new array at %j", async (path) => {
    const root = join(scratchFolder(), "x.zarr");
    if (format === "nczarr" && path === "") return;
    const address = path === "" ? root : `${root}::${path}`;
    await create(address, { format, data: [1, 2, 3], chunks: [2] });
    for (const file of files(join(root, path))) {
      if (/(zarr\.json|\.z\w+)$/.test(file)) rmSync(file);
    }
    if (path === "") writeFileSync(join(root, "notes.txt"), "mine");
    const next = { format, shape: [4], dtype: "float64", chunks: [2] } as const;
    // NCZarr's group still lists the array.
    if (format !== "nczarr") await expect(create(address, next)).rejects.toThrow("chunks of one");
    await create(address, { ...next, overwrite: true });
    const array = await openArray(address, { dtype: "float64" });
    expect(Array.from((await array.read()).data)).toEqual(new Array(4).fill(array.fillValue));
    if (path === "") expect(existsSync(join(root, "notes.txt"))).toBe(true);
  });
});

describe.each(["zarr2", "nczarr"] as const)("in %s, where the fill value is the mask", (format) => {
  it("an attribute _FillValue alone sets both", async () => {
    const root = join(scratchFolder(), "x.zarr");
    const options = { format, shape: [2], dtype: "int16" } as const;
    const array = await create(`${root}::a`, { ...options, attributes: { _FillValue: -99 } });
    expect(array.fillValue).toBe(-99);
    expect(Array.from((await (await openArray(`${root}::a`, { dtype: "int16" })).read()).data)).toEqual([-99, -99]);
    // A value that the type does not have is no mask.
    const other = await create(`${root}::b`, { ...options, attributes: { _FillValue: 99999 } });
    expect(other.fillValue).toBe(format === "nczarr" ? -32767 : 0);
    const given = await create(`${root}::c`, { ...options, fillValue: 7, attributes: { _FillValue: 7 } });
    expect(given.fillValue).toBe(7);
  });
});
