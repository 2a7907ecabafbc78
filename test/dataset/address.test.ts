/** What an address means to `open` and `create`: whose lock, which root, which node. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, expect, test } from "vitest";
import { withLock } from "../../src/dataset/engine/key-lock.ts";
import { resolveAddress } from "../../src/dataset/open/address.ts";
import { create, memoryStore, openArray, openStore, type Store, withPrefix } from "../../src/index.ts";
import { fileStore } from "../../src/stores/file/file-store.ts";
import { lockName, placeOf } from "../../src/stores/store.ts";
import { withTrace } from "../../src/stores/wrappers/with-trace.ts";

const scratch = mkdtempSync(join(tmpdir(), "hyperslab-address-"));
let count = 0;
const newPath = (ending = ".zarr"): string => join(scratch, `${++count}${ending}`);
afterAll(() => rmSync(scratch, { recursive: true }));

/** Does a second holder wait for the first? */
async function isShared(first: readonly [Store, string], second: readonly [Store, string]): Promise<boolean> {
  const order: string[] = [];
  const hold = async (name: string): Promise<void> => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(`${name} ends`);
  };
  await Promise.all([
    withLock(lockName(...first), () => hold("first")),
    withLock(lockName(...second), () => hold("second")),
  ]);
  return order[1] === "first ends";
}

test("a lock goes by the real directory, whatever leads there", async () => {
  const path = newPath();
  const absent = fileStore(path);
  const before = placeOf(absent);
  mkdirSync(join(path, "a"), { recursive: true });
  symlinkSync(path, `${path}-link`);
  const dotted = relative(process.cwd(), path);
  const spellings = [path, `${path}/`, `${path}/../${path.split("/").at(-1)}`, dotted, `./${dotted}`, `${path}-link`];
  for (const spelling of spellings) {
    expect([spelling, placeOf(fileStore(spelling))]).toEqual([spelling, before]);
    expect(await isShared([fileStore(path), "a/c/0"], [await openStore(spelling), "a/c/0"])).toBe(true);
  }
  expect(await isShared([fileStore(path), "a/c/0"], [fileStore(`${path}/a`), "c/0"])).toBe(true);
  expect(await isShared([fileStore(path), "a/c/0"], [withPrefix(fileStore(path), "a"), "c/0"])).toBe(true);
  expect(await isShared([fileStore(path), "c/0"], [withTrace(fileStore(`${path}-link`), () => {}), "c/0"])).toBe(true);
  expect(await isShared([fileStore(path), "c/0"], [fileStore(path), "c/1"])).toBe(false);
  expect(await isShared([fileStore(path), "c/0"], [fileStore(newPath()), "c/0"])).toBe(false);
});

test("in memory it goes by the values themselves", async () => {
  const map = new Map<string, Uint8Array>();
  expect(await isShared([memoryStore(map), "a/b"], [withPrefix(memoryStore(map), "a"), "b"])).toBe(true);
  expect(await isShared([memoryStore(), "a"], [memoryStore(), "a"])).toBe(false);
  expect(await isShared([await openStore("memory:locks"), "a/b"], [await openStore("memory:locks/a"), "b"])).toBe(true);
});

test("two handles on one array by two addresses lose no update", async () => {
  const path = newPath();
  await create(`${path}::a`, { shape: [64], dtype: "int32", chunks: [64] });
  const handles = await Promise.all([openArray(`${path}::a`), openArray(`./${relative(process.cwd(), path)}/a`)]);
  await Promise.all(Array.from({ length: 64 }, (_, i) => handles[i % 2]!.write(`${i}:${i + 1}`, i)));
  expect((await handles[0].read()).data).toEqual(Int32Array.from({ length: 64 }, (_, i) => i));
});

test("a path into a hierarchy is opened from its root, in a directory and in an archive", async () => {
  for (const [made, inner] of [
    [newPath(), "/g/a"],
    [newPath(".zip"), "|zip:g/a"],
  ] as const) {
    const array = await create(`${made}::g/a`, { shape: [2], dtype: "int8" });
    await array.close();
    const { store, path } = await resolveAddress(made + inner);
    expect([path, store.location]).toEqual(["g/a", made]);
  }
});

test("an archive of several hierarchies: each is its own root", async () => {
  const path = newPath(".zip");
  const archive = await openStore(path);
  for (const name of ["x.zarr", "y.zarr"])
    await create(withPrefix(archive, name), { path: "g/a", shape: [3], dtype: "int8" });
  await archive.close!();
  const { store, path: node } = await resolveAddress(`${path}|zip:x.zarr/g/a`);
  expect([node, store.location]).toEqual(["g/a", `${path}/x.zarr`]);
  expect((await openArray(`${path}|zip:y.zarr|zarr3:g/a`)).shape).toEqual([3]);
  expect(await resolveAddress(`${path}|zip:y.zarr|zarr3:g`, "a")).toMatchObject({ path: "g/a", format: "zarr3" });
});

test("another format than the one that was asked for is named", async () => {
  const path = newPath();
  await create(`${path}::a`, { shape: [2], dtype: "int8" });
  await expect(openArray(`${path}|zarr2:a`)).rejects.toThrow("found Zarr v3, not zarr2");
  await expect(openArray(`${path}|zarr2:b`)).rejects.toThrow('there is no node "b"');
});

test.each([
  ["x.zarr", { path: "", format: undefined }],
  ["x.zarr::/a//b/", { path: "a/b", format: undefined }],
  ["x.zarr|zarr:a", { path: "a", format: undefined }],
  ["x.zarr|zarr2:a", { path: "a", format: "zarr2" }],
  ["x.zarr|zarr2:a::b", { path: "a/b", format: "zarr2" }],
  ["x.zarr::a#mode=zarr,v3", { path: "a", format: "zarr3" }],
  ["x.zarr#mode=zarr,file", { mode: { plain: true, created: { format: "zarr2" } } }],
  ["x.zarr#mode=FILE,xarray", { mode: { plain: true, created: { format: "zarr2" } } }],
  ["file:/x.zarr#zarr", { mode: { plain: true, created: { format: "zarr2" } } }],
  ["file:/x.zarr#xarray", { mode: { plain: true } }],
  ["x.zarr#mode=nczarr,zarr,v3", { format: "zarr3", mode: { plain: true, created: { format: "zarr3" } } }],
  ["x.zarr#mode=file,nczarr", { format: undefined, mode: { created: { format: "nczarr", dialect: "any" } } }],
  ["x.zarr#mode=nczarr,v3", { mode: { created: { format: "nczarr", dialect: "v3" } } }],
  ["file:/x.zarr#noxarray", { mode: { created: { format: "nczarr", dialect: "any,noxarray" } } }],
  ["x.zarr#mode=noxarray,nczarr,file", { mode: { created: { format: "nczarr", dialect: "any,noxarray" } } }],
  ["x.zarr#mode=file", { format: undefined, mode: {} }],
  ["x.zarr|zarr2:#mode=nczarr", { format: "zarr2" }],
  ["x.zarr#mode=nczarr,nozmetadata", { path: "", format: undefined, consolidated: false }],
])("%s names a node", async (address, expected) => {
  expect(await resolveAddress(address)).toMatchObject(expected);
});
