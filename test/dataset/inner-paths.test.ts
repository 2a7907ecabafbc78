/** Addresses that point into a hierarchy: what is created there belongs to it, and what it knows can be opened. */
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { copy, create, memoryStore, open, openArray, openGroup, type Store } from "../../src/index.ts";
import { toldBy } from "./consolidated-truth.ts";

const scratch = mkdtempSync(join(tmpdir(), "hyperslab-inner-paths-"));
let count = 0;
afterAll(() => rmSync(scratch, { recursive: true }));

const array = { shape: [2], dtype: "int8" } as const;
const formats = ["zarr3", "zarr2"] as const;
const places: readonly (readonly [string, () => string, string])[] = [
  ["a directory", () => join(scratch, `${++count}.zarr`), "/"],
  ["a directory, with a slash at the end", () => join(scratch, `${++count}.zarr`), "//"],
  ["memory", () => `memory:inner-${++count}/x.zarr`, "/"],
  ["an archive", () => join(scratch, `${++count}.zip`), "|zip:"],
];

async function pathsIn(address: string): Promise<readonly string[]> {
  const root = await openGroup(address);
  expect(root.hierarchy.consolidated).toBe(true);
  const paths: string[] = [];
  for await (const node of root.walk()) paths.push(node.path);
  await root.close();
  return paths;
}

describe.each(formats)("inside %s", (format) => {
  it.each(places)("in %s, new nodes get ancestors and consolidated metadata", async (_, place, join) => {
    const root = place();
    const group = await create(root, { format });
    await group.consolidate();
    await group.close();
    const made = await create(`${root}${join}sub/deep/b${join === "//" ? "/" : ""}`, array);
    expect([made.hierarchy.format, made.path]).toEqual([format, "sub/deep/b"]);
    await made.close();
    await copy(made, `${root}${join}copied/lat`);
    expect(await pathsIn(root)).toEqual(["copied", "copied/lat", "sub", "sub/deep", "sub/deep/b"]);
  });

  it.each([
    ["from inside of a group", "sub", "new", "sub/new"],
    ["by the directory itself", "sub/new", ".", "sub/new"],
    ["past empty directories", "bare", "deep/new", "bare/deep/new"],
    ["past names that go back", ".", "sub/../sub/../sub/new", "sub/new"],
    ["past the name of the root", "sub", "../../x.zarr/sub/new", "sub/new"],
    ["through a link to a group", "..", "link/new", "sub/new"],
  ])("finds the hierarchy %s", async (_, from, address, path) => {
    const home = realpathSync(mkdtempSync(join(scratch, "home-")));
    const root = join(home, "x.zarr");
    const group = await create(root, { format });
    await group.create("sub");
    await group.consolidate();
    await group.close();
    symlinkSync(join(root, "sub"), join(home, "link"));
    mkdirSync(join(root, "bare", "deep"), { recursive: true });
    mkdirSync(join(root, from), { recursive: true });
    const before = process.cwd();
    process.chdir(join(root, from));
    try {
      const made = await create(address, { ...array, attributes: { n: 1 } });
      expect([made.hierarchy.format, made.path]).toEqual([format, path]);
      await made.close();
      const opened = await openArray(address);
      await opened.setAttributes({ n: 2 });
      await opened.close();
    } finally {
      process.chdir(before);
    }
    const told = await toldBy(root);
    expect([told.block, told.said[path]]).toEqual([true, [{ n: 2 }, [2]]]);
    expect(told.said).toEqual(told.stored);
  });

  it("names the root as it was typed, where that leads there", async () => {
    const home = realpathSync(mkdtempSync(join(scratch, "home-")));
    await create(join(home, "x.zarr"), { format });
    symlinkSync(join(home, "x.zarr"), join(home, "link"));
    const made = await create(join(home, "link", "a", "b"), array);
    expect(made.hierarchy.store.location).toBe(join(home, "link"));
  });

  it("opens a hierarchy that a link in another one leads to", async () => {
    const home = realpathSync(mkdtempSync(join(scratch, "home-")));
    await create(join(home, "x.zarr"), { format });
    await create(join(home, "far.zarr"), { ...array, format });
    symlinkSync(join(home, "far.zarr"), join(home, "x.zarr", "a"));
    expect((await openArray(join(home, "x.zarr", "a"))).shape).toEqual([2]);
    await expect(openArray(`${join(home, "x.zarr")}::a`)).rejects.toThrow("leads out of the store's directory");
  });

  it("refuses nodes below an array, also past missing directories", async () => {
    const root = join(scratch, `${++count}.zarr`);
    await create(`${root}::a`, { ...array, format });
    for (const path of ["a/b", "a/sub/b"]) {
      await expect(create(`${root}/${path}`, array)).rejects.toThrow("/a is an array and cannot hold other nodes");
    }
    expect(existsSync(join(root, "a", "sub"))).toBe(false);
    const lone = join(scratch, `${++count}.zarr`);
    await create(lone, { ...array, format });
    await expect(create(`${lone}/sub/b`, array)).rejects.toThrow("is an array and cannot hold other nodes");
  });

  it.each(places)("in %s, refuses nodes among the chunks of an array", async (_, place, join) => {
    const root = place();
    const keys = format === "zarr2" ? { chunkKeys: { separator: "/" } as const } : {};
    const made = await create(`${root}::a`, { shape: [4, 4], dtype: "int8", chunks: [2, 2], format, ...keys });
    await made.write("...", 1);
    await made.close();
    const other = await create(memoryStore(), array);
    const inner = format === "zarr2" ? "a/0" : "a/c/0";
    for (const path of [`${inner}/new`, `${inner}/sub/new`]) {
      const address = `${root}${join}${path}`;
      await expect(create(address, array)).rejects.toThrow("/a is an array and cannot hold other nodes");
      await expect(copy(other, address)).rejects.toThrow("/a is an array and cannot hold other nodes");
    }
  });

  it("opens what only consolidated metadata knows", async () => {
    const path = join(scratch, `${++count}.zarr`);
    const root = await create(path, { format });
    await create(`${path}::g/ar`, array);
    await root.consolidate();
    rmSync(join(path, "g"), { recursive: true });
    for (const address of [`${path}::g/ar`, `${path}/g/ar`, `${path}|${format}:g/ar`]) {
      expect([address, (await openArray(address)).shape]).toEqual([address, [2]]);
    }
    expect((await open(path, { path: "g/ar" })).kind).toBe("array");
    expect((await open(path, { path: "g" })).kind).toBe("group");
    await expect(open(path, { path: "g/ar", consolidated: false })).rejects.toThrow("there is no node");
    await expect(open(path, { path: "g/as" })).rejects.toThrow('there is no node "as" in the group /g');
  });
});

it.each(["zarr1", "zarr0", "zarr3-draft"])("nodes below an array of %s are refused", async (format) => {
  const root = join(scratch, `${++count}.zarr`);
  if (format === "zarr3-draft") await create(root, { format });
  await create(`${root}/a`, { ...array, format });
  for (const path of ["a/b", "a/sub/b"]) {
    await expect(create(`${root}/${path}`, array)).rejects.toMatchObject({ code: "invalid-request" });
    await expect(create(`${root}/${path}`, { ...array, format: "zarr3" })).rejects.toThrow(/^the hierarchy is Zarr /);
  }
  expect(existsSync(join(root, "a", "sub"))).toBe(false);
});

it("a file that only has the name of a document does not make its directory an array", async () => {
  const root = join(scratch, `${++count}`);
  mkdirSync(root);
  for (const name of ["meta", "__zmeta__", "index.blp"]) writeFileSync(join(root, name), "not one");
  expect((await create(`${root}/x.zarr`, array)).path).toBe("");
});

it("a directory of other files ends the search for a hierarchy", async () => {
  const root = join(scratch, `${++count}.zarr`);
  await create(root);
  mkdirSync(join(root, "plain"));
  writeFileSync(join(root, "plain", "notes.txt"), "");
  const made = await create(`${root}/plain/sub/b`, array);
  expect(made.path).toBe("");
  mkdirSync(join(root, "empty"));
  expect((await create(`${root}/empty/b`, array)).path).toBe("empty/b");
});

it("a group above that cannot be reached is an error, not a missing node", async () => {
  const memory: Store = memoryStore();
  await create(memory, { path: "g" });
  const get: Store["get"] = async (key, options) => {
    if (key === "g/zarr.json") throw Object.assign(new Error("gone"), { name: "Gone" });
    return memory.get(key, options);
  };
  await expect(open({ location: "https://example.org/x", get }, { path: "g/a" })).rejects.toThrow("gone");
});
