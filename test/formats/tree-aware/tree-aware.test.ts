/** Documents that describe a tree, shown by a toy dialect: definition order, shared dimensions, typed attributes. */
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { NdArray } from "../../../src/dataset/array/nd-array.ts";
import { typed } from "../../../src/dataset/tree/attributes.ts";
import { create } from "../../../src/dataset/tree/create.ts";
import { Group, openNode } from "../../../src/dataset/tree/group.ts";
import { isHyperslabError } from "../../../src/errors.ts";
import { registerFormat } from "../../../src/formats/registry.ts";
import { copy } from "../../../src/operations/copy/copy.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import type { Store } from "../../../src/stores/store.ts";
import { keysOf } from "../../contracts/store-contract.ts";
import { toync, toyncDescriptor } from "./toync.ts";

afterAll(registerFormat(toyncDescriptor));

let store: Store;
let root: Group;

/** time (unlimited) and x at the root, y in g; v(time, x), g/a(time, y), g/b(y, y). */
beforeEach(async () => {
  store = memoryStore();
  root = await makeRoot(store, { dimensions: { time: { length: 3, unlimited: true }, x: 2 } });
  await root.create("v", { shape: [3, 2], dtype: "int16", dims: ["time", "x"], chunks: [2, 2] });
  await root.create("g", { dimensions: { y: 4 } });
  await root.create("g/a", { shape: [3, 4], dtype: "float32", dims: ["time", "y"], chunks: [1, 4], fillValue: -1 });
  await root.create("g/b", { shape: [4, 4], dtype: "uint8", dims: ["y", "/g/y"], chunks: [3, 3] });
});

async function makeRoot(inside: Store, options: Parameters<Group["create"]>[1] = {}): Promise<Group> {
  const hierarchy = toync.create!(inside);
  const empty = new Group(hierarchy, { kind: "group", path: "", attributes: new Map() });
  return (await empty.create("", options as object)) as Group;
}

/** Somebody else's view of the store. */
async function opened(path = "", from: Store = store): Promise<Group | NdArray> {
  const { hierarchy, node } = (await toync.open({ kind: "directory", store: from, path }))!;
  return openNode(hierarchy, node);
}

async function group(path = ""): Promise<Group> {
  return (await opened(path)) as Group;
}

async function array(path: string): Promise<NdArray> {
  return (await opened(path)) as NdArray;
}

async function document(key: string, from: Store = store): Promise<unknown> {
  const bytes = await from.get(key);
  return bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes));
}

async function names(path = "", from: Store = store): Promise<readonly string[]> {
  return (await ((await opened(path, from)) as Group).children()).map(({ name }) => name);
}

async function code(run: Promise<unknown>): Promise<string> {
  return run.then(
    () => "no error",
    (error: unknown) => (isHyperslabError(error) ? error.code : String(error)),
  );
}

describe("a node is read with its ancestors", () => {
  test("dimensions of an array are those that groups above it declare", async () => {
    expect((await array("g/a")).dimensions).toEqual([
      { name: "time", length: 3, unlimited: true, group: "" },
      { name: "y", length: 4, unlimited: false, group: "g" },
    ]);
    expect(await document("g/a/.tvar")).toMatchObject({ dimrefs: ["/time", "/g/y"] });
  });

  test("a reference that leads nowhere is invalid", async () => {
    await store.set!("g/.tgroup", new TextEncoder().encode('{"dims": {}, "vars": ["a", "b"], "groups": []}'));
    await expect(opened("g/a")).rejects.toThrow("/g declares no dimension y");
    const bad: string[] = [];
    const { hierarchy } = await group();
    await hierarchy.listChildren("g", { onError: (path) => bad.push(path) });
    expect(bad).toEqual(["g/a", "g/b"]);
  });

  test("costs one request per ancestor and document", async () => {
    const asked: string[] = [];
    const counting: Store = {
      ...store,
      get: (key, options) => {
        asked.push(key);
        return store.get(key, options);
      },
    };
    const { hierarchy } = await opened("", counting);
    asked.length = 0;
    await hierarchy.readNode("g/a");
    expect(asked.sort()).toEqual(
      [".tattrs", ".tgroup", ".tvar", "g/.tattrs", "g/.tgroup", "g/.tvar", "g/a/.tattrs", "g/a/.tvar"].sort(),
    );
  });
});

describe("children come from documents", () => {
  test("in definition order, arrays before groups", async () => {
    await root.create("10", { shape: [2], dtype: "int8", dims: ["x"] });
    await root.create("2", { shape: [2], dtype: "int8", dims: ["x"] });
    await root.create("b/deep", {});
    await root.create("a", {});
    expect(await names()).toEqual(["v", "10", "2", "g", "b", "a"]);
    expect(await names("b")).toEqual(["deep"]);
    expect(await document(".tgroup")).toMatchObject({ vars: ["v", "10", "2"], groups: ["g", "b", "a"] });
  });

  test("from a store that cannot list", async () => {
    const blind: Store = { location: "blind", get: store.get };
    expect(await names("", blind)).toEqual(["v", "g"]);
    expect(await names("g", blind)).toEqual(["a", "b"]);
  });

  test("one that is listed and not there is an error, or left out", async () => {
    await store.delete!("g/a/.tvar");
    const { hierarchy } = await group();
    expect(await code(hierarchy.listChildren("g"))).toBe("invalid-data");
    const bad: string[] = [];
    const nodes = await hierarchy.listChildren("g", { onError: (path) => bad.push(path) });
    expect([nodes.map(({ path }) => path), bad]).toEqual([["g/b"], ["g/a"]]);
    await root.hierarchy.deleteNode!("g/a");
    expect(await names("g")).toEqual(["b"]);
  });
});

describe("the parent's document follows", () => {
  test("deleting a child", async () => {
    await root.delete("g/a");
    expect(await document("g/.tgroup")).toEqual({ dims: { y: 4 }, vars: ["b"], groups: [] });
    await root.delete("g");
    expect(await names()).toEqual(["v"]);
  });

  test("renaming a child keeps its place", async () => {
    await root.rename("g/a", "g/z");
    expect(await names("g")).toEqual(["z", "b"]);
    expect((await array("g/z")).shape).toEqual([3, 4]);
  });

  test("renaming a group takes its dimensions along", async () => {
    await (await array("g/b")).write(null, 7);
    await root.rename("g", "deep/h");
    expect(await names()).toEqual(["v", "deep"]);
    expect(await names("deep/h")).toEqual(["a", "b"]);
    expect(await document("deep/h/a/.tvar")).toMatchObject({ dimrefs: ["/time", "/deep/h/y"] });
    expect((await (await array("deep/h/b")).read([3, 3])).data).toEqual(Uint8Array.of(7));
  });

  test("an array is not moved away from its dimensions", async () => {
    expect(await code(root.rename("g/a", "a"))).toBe("invalid-request");
    expect(await names("g")).toEqual(["a", "b"]);
    await root.rename("v", "g/v");
    expect(await names()).toEqual(["g"]);
    expect(await names("g")).toEqual(["a", "b", "v"]);
    expect((await array("g/v")).dimensions.map(({ group: home }) => home)).toEqual(["", ""]);
  });

  test("setting attributes leaves the list and unknown members alone", async () => {
    const before = (await document("g/.tgroup")) as object;
    await store.set!("g/.tgroup", new TextEncoder().encode(JSON.stringify({ ...before, ours: [1, 2] })));
    await (await group("g")).setAttributes({ title: "inner" });
    expect(await document("g/.tgroup")).toEqual({ ...before, ours: [1, 2] });
  });

  test("wherever a change is cut off, every listed node is there", async () => {
    const changes: readonly ((top: Group) => Promise<unknown>)[] = [
      (top) => top.create("p/q/w", { shape: [3, 5], dtype: "int8", dims: ["time", "new"] }),
      (top) => top.rename("g", "other"),
      (top) => top.delete("g"),
      (top) => top.renameDimension("time", "t"),
      (top) => top.setDimensions({ time: 5 }),
    ];
    for (const change of changes) {
      for (let allowed = 0, isDone = false; !isDone; allowed++) {
        const broken = memoryStore(await contents(store));
        let left = allowed;
        const failing: Store = {
          ...broken,
          set: (key, bytes, options) => {
            if (left-- <= 0) throw new Error("cut off");
            return broken.set!(key, bytes, options);
          },
        };
        isDone = await change((await opened("", failing)) as Group).then(
          () => true,
          () => false,
        );
        const found: string[] = [];
        for await (const node of ((await opened("", broken)) as Group).walk()) found.push(node.path);
        expect(found).toContain("v");
      }
    }
  });
});

async function contents(from: Store): Promise<[string, Uint8Array][]> {
  const found: [string, Uint8Array][] = [];
  for await (const { key } of from.list!("")) found.push([key, (await from.get(key))!]);
  return found;
}

describe("dimensions", () => {
  test("are declared with a group, in order, and read again", async () => {
    expect((await group()).dimensions).toEqual([
      { name: "time", length: 3, unlimited: true },
      { name: "x", length: 2, unlimited: false },
    ]);
    expect(await document(".tgroup")).toMatchObject({ dims: { time: { size: 3 }, x: 2 } });
  });

  test("that no group declares are declared by the array's own", async () => {
    await root.create("g/c", { shape: [4, 2, 9, 9], dtype: "int8", dims: ["y", "x", "z", null] });
    expect((await array("g/c")).dimensions.map(({ name, group: home }) => `/${home} ${name}`)).toEqual([
      "/g y",
      "/ x",
      "/g z",
      "/g dim_9",
    ]);
    expect((await group("g")).dimensions.map(({ name }) => name)).toEqual(["y", "z", "dim_9"]);
  });

  test("of another length, or that do not exist, are refused", async () => {
    expect(await code(root.create("g/c", { shape: [5], dtype: "int8", dims: ["x"] }))).toBe("invalid-request");
    expect(await code(root.create("c", { shape: [4], dtype: "int8", dims: ["/g/y"] }))).toBe("invalid-request");
    expect(await code(root.create("c", { shape: [4], dtype: "int8", dims: ["/q"] }))).toBe("invalid-request");
    expect(await names()).toEqual(["v", "g"]);
  });

  test("grow every array that uses them", async () => {
    await (await array("g/a")).write(null, 5);
    const v = await array("v");
    await v.resize({ time: 5 });
    expect(v.shape).toEqual([5, 2]);
    expect((await array("g/a")).shape).toEqual([5, 4]);
    expect((await group()).dimensions[0]).toEqual({ name: "time", length: 5, unlimited: true });
    const values = Array.from((await (await array("g/a")).read("2:, 0")).data as Float32Array);
    expect(values).toEqual([5, -1, -1]);
  });

  test("shrink every array, and what is cut off is gone", async () => {
    await (await array("g/a")).write(null, 5);
    await (await array("g/b")).write(null, 5);
    await (await array("v")).resize([1, 2]);
    await (await group("g")).setDimensions({ y: 2 });
    await (await group("g")).setDimensions({ y: 4 });
    await (await group()).setDimensions({ time: 3 });
    const a = (await (await array("g/a")).read()).data as Float32Array;
    expect(Array.from(a)).toEqual([5, 5, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]);
    const b = (await (await array("g/b")).read()).data as Uint8Array;
    expect(Array.from(b)).toEqual([5, 5, 0, 0, 5, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect((await group()).dimensions[0]).toEqual({ name: "time", length: 3, unlimited: true });
  });

  test("that an array uses twice grow along both axes", async () => {
    const b = await array("g/b");
    await b.resize({ y: 6 });
    expect([b.shape, (await array("g/a")).shape]).toEqual([
      [6, 6],
      [3, 6],
    ]);
    expect(await code(b.resize([7, 8]))).toBe("invalid-request");
  });

  test("grow by an append", async () => {
    const v = await array("v");
    await v.append([[8, 9]], "time");
    expect(Array.from((await v.read(-1)).data as Int16Array)).toEqual([8, 9]);
    expect((await array("g/a")).shape).toEqual([4, 4]);
  });

  test("are added, renamed and deleted", async () => {
    const top = await group();
    await top.setDimensions({ n: { unlimited: true }, x: { unlimited: true } });
    expect(top.dimensions).toEqual([
      { name: "time", length: 3, unlimited: true },
      { name: "x", length: 2, unlimited: true },
      { name: "n", length: 0, unlimited: true },
    ]);
    await top.renameDimension("time", "t");
    expect((await group()).dimensions.map(({ name }) => name)).toEqual(["t", "x", "n"]);
    expect((await array("g/a")).dims).toEqual(["t", "y"]);
    expect(await code(top.deleteDimensions("x"))).toBe("invalid-request");
    expect(await code(top.renameDimension("n", "x"))).toBe("exists");
    expect(await code(top.deleteDimensions("q"))).toBe("not-found");
    await top.deleteDimensions("n");
    expect((await group()).dimensions.map(({ name }) => name)).toEqual(["t", "x"]);
    expect(await names()).toEqual(["v", "g"]);
  });

  test("are refused where groups declare none", async () => {
    expect(await code(create(memoryStore(), { dimensions: { x: 2 } }))).toBe("unsupported");
    const zarr = await create(memoryStore());
    expect(zarr.dimensions).toEqual([]);
    expect(await code(zarr.setDimensions({ x: 2 }))).toBe("unsupported");
  });

  test.each([["unlimited"], [[1, 2]], [null], [{ length: 3, unlimited: "yes" }], [{ length: "3" }], [{ length: -1 }]])(
    "cannot be %j",
    async (given) => {
      const top = await group();
      const before = top.dimensions;
      // What a program without types may give.
      expect(await code(top.setDimensions(JSON.parse(JSON.stringify({ x: given }))))).toBe("invalid-request");
      expect((await group()).dimensions).toEqual(before);
    },
  );
});

describe("attributes", () => {
  const given = {
    valid: new Int16Array([0, 100]),
    units: typed("m", "S1"),
    name: typed("long", "string"),
    flag: typed(1, "uint8"),
    plain: { any: [1, 2.5] },
  };

  test("keep their types and their order", async () => {
    await root.create("w", { shape: [2], dtype: "int8", dims: ["x"], attributes: given });
    const w = await array("w");
    expect(w.attributes).toEqual({ valid: [0, 100], units: "m", name: "long", flag: 1, plain: { any: [1, 2.5] } });
    expect(w.attributeTypes).toEqual({ valid: "int16", units: "S1", name: "string", flag: "uint8" });
    await w.setAttributes({ flag: 2, valid: [0, 1e6], added: 1 });
    const again = await array("w");
    expect(again.attributeTypes).toEqual({ units: "S1", name: "string", flag: "uint8" });
    expect(Object.keys(again.attributes)).toEqual(["valid", "units", "name", "flag", "plain", "added"]);
    expect(await document("w/.tattrs")).toMatchObject({ types: { units: "char" } });
  });

  test("that do not fit their type are refused", async () => {
    expect(await code(root.setAttributes({ flag: typed(300, "uint8") }))).toBe("invalid-request");
    expect(await code(root.setAttributes({ flag: typed("text", "float32") }))).toBe("invalid-request");
  });

  test("are plain JSON where the format records no types", async () => {
    const zarr = await create(memoryStore(), { attributes: given });
    expect(zarr.attributes).toEqual({ valid: [0, 100], units: "m", name: "long", flag: 1, plain: { any: [1, 2.5] } });
    expect(zarr.attributeTypes).toEqual({});
  });
});

describe("a copy", () => {
  test("keeps order, types and dimensions within the format, at another path", async () => {
    await (await array("v")).setAttributes({ valid: new Int16Array([0, 100]) });
    await (await array("g/a")).write(null, 5);
    const other = memoryStore();
    await copy(await group(), await makeRoot(other), { path: "kept" });
    expect(await names("", other)).toEqual(["kept"]);
    expect(await names("kept", other)).toEqual(["v", "g"]);
    const a = (await opened("kept/g/a", other)) as NdArray;
    expect(a.dimensions).toEqual([
      { name: "time", length: 3, unlimited: true, group: "kept" },
      { name: "y", length: 4, unlimited: false, group: "kept/g" },
    ]);
    expect(Array.from((await a.read("0, :")).data as Float32Array)).toEqual([5, 5, 5, 5]);
    expect(((await opened("kept/v", other)) as NdArray).attributeTypes).toEqual({ valid: "int16" });
  });

  test("of a part declares the dimensions that are outside it", async () => {
    const other = memoryStore();
    await copy(await array("g/a"), await makeRoot(other), { path: "a" });
    expect(((await opened("", other)) as Group).dimensions).toEqual([
      { name: "time", length: 3, unlimited: true },
      { name: "y", length: 4, unlimited: false },
    ]);
  });

  test("to Zarr v3 keeps names, and back again finds its dimensions", async () => {
    await (await array("v")).write(null, 3);
    const zarr = memoryStore();
    await copy(await group(), zarr, { consolidate: true, lossy: true });
    expect(await document("g/a/zarr.json", zarr)).toMatchObject({ dimension_names: ["time", "y"] });
    const other = memoryStore();
    await copy(zarr, await makeRoot(other), { path: "back" });
    const v = (await opened("back/v", other)) as NdArray;
    expect(v.dimensions.map(({ name, group: home }) => `/${home} ${name}`)).toEqual(["/back time", "/back x"]);
    expect(Array.from((await v.read()).data as Int16Array)).toEqual([3, 3, 3, 3, 3, 3]);
  });

  test("that would lose something is refused with a list before anything is written", async () => {
    await (await array("v")).setAttributes({ a: typed(1, "int16"), b: typed(1, "int32"), c: typed("m", "S1") });
    await root.setDimensions({ unused: 7 });
    await root.create("before", { shape: [1], dtype: "int8", dims: ["z"] });
    const zarr = memoryStore();
    const outcome = await copy(await group(), zarr).catch((error: unknown) => error);
    expect(isHyperslabError(outcome, "unsupported") && outcome.what.split("\n    ").slice(1)).toEqual([
      "/time: the dimension is unlimited",
      "/unused: a dimension that no array uses",
      "/: the order in which its nodes were defined",
      "/v: the attribute a is of type short",
      "/g/a: its dimensions /time are those of a group above it",
    ]);
    expect(await keysOf(zarr, "")).toEqual([]);
    const report = await copy(await group(), zarr, { lossy: true });
    expect([report.lost.length, report.verified]).toEqual([5, true]);
  });

  test("gives a name of its own to a dimension that has two lengths in one group", async () => {
    const zarr = memoryStore();
    const images = await create(zarr);
    await images.create("s0", { shape: [8], dtype: "uint8", dims: ["x"] });
    await images.create("s1", { shape: [4], dtype: "uint8", dims: ["x"] });
    const other = memoryStore();
    await expect(copy(zarr, await makeRoot(memoryStore()), { path: "images" })).rejects.toThrow(
      /would lose:\n {4}\/s1: the name of its dimension x, which has the length 8 in another array/,
    );
    await copy(zarr, await makeRoot(other), { path: "images", lossy: true });
    expect(((await opened("images/s1", other)) as NdArray).dims).toEqual(["x_4"]);
  });
});

describe("consolidated metadata", () => {
  test("stay true with every change", async () => {
    await root.consolidate();
    const top = await group();
    expect(top.hierarchy.consolidated).toBe(true);
    await top.create("w", { shape: [3, 6], dtype: "int8", dims: ["time", "z"] });
    await ((await top.open("v")) as NdArray).resize({ time: 4 });
    await top.rename("g", "h");
    await top.setDimensions({ n: 1 });
    const shown = async (from: Group): Promise<unknown> => {
      const found: unknown[] = [from.dimensions];
      for await (const node of from.walk()) found.push([node.path, node.dimensions]);
      return found;
    };
    const consolidated = await group();
    const plain = (await toync.open({ kind: "directory", store, path: "" }, { consolidated: false }))!;
    expect(consolidated.hierarchy.consolidated).toBe(true);
    expect(await shown(consolidated)).toEqual(await shown(openNode(plain.hierarchy, plain.node) as Group));
    expect(await names()).toEqual(["v", "w", "h"]);
    expect((await array("h/a")).shape).toEqual([4, 4]);
  });
});
