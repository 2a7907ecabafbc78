/** What opening and walking an NCZarr dataset asks a store for: each object once. */
import { describe, expect, it } from "vitest";
import { netcdfView } from "../../../src/dataset/netcdf/view.ts";
import { create, type Group, memoryStore, openGroup, type Store } from "../../../src/index.ts";
import { tree } from "../../../src/operations/info/tree.ts";

const GROUPS = 50;
const PER_GROUP = 20;

interface CountingStore {
  readonly store: Store;
  readonly asked: string[];
  lists: number;
}

/** What the store is asked for; it can list, but nothing has to. */
function counting(inner: Store): CountingStore {
  const counted: CountingStore = {
    asked: [],
    lists: 0,
    store: {
      ...inner,
      get: (key, options) => {
        counted.asked.push(key);
        return inner.get(key, options);
      },
      list: (prefix, options) => {
        counted.lists++;
        return inner.list!(prefix, options);
      },
    },
  };
  return counted;
}

/** Documents that were made by hand: making 1000 variables one by one takes longer than the test. */
async function large(dialect: string): Promise<Store> {
  const small = memoryStore();
  const root = await create(small, { format: "nczarr", dialect, dimensions: { x: 4 } });
  const group = await root.create("g0");
  for (let index = 0; index < PER_GROUP; index++) {
    await group.create(`v${index}`, { shape: [4], dtype: "int32", dims: ["x"], attributes: { units: "K" } });
  }
  const store = memoryStore();
  const names = Array.from({ length: GROUPS }, (_, index) => `g${index}`);
  for await (const { key } of small.list!("")) {
    const bytes = (await small.get(key))!;
    if (key.startsWith("g0/")) {
      for (const name of names) await store.set!(`${name}${key.slice(2)}`, bytes);
      continue;
    }
    const text = new TextDecoder().decode(bytes).replace('"groups": ["g0"]', `"groups": ${JSON.stringify(names)}`);
    await store.set!(key, new TextEncoder().encode(text));
  }
  return store;
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

it("the netCDF view reads several groups at once, and no more than it may", async () => {
  const inner = await large("4.9.3");
  let running = 0;
  let most = 0;
  const store: Store = {
    ...inner,
    get: async (key, options) => {
      running += 1;
      most = Math.max(most, running);
      // Answers come only when nothing else can be asked for.
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return inner.get(key, options);
    },
  };
  const { root } = await netcdfView(await openGroup(store));
  expect([countVariables(root), root.groups.map(({ name }) => name)]).toEqual([
    GROUPS * PER_GROUP,
    Array.from({ length: GROUPS }, (_, index) => `g${index}`),
  ]);
  // One group has 20 nodes of two documents each.
  expect(most).toBeGreaterThan(2 * PER_GROUP);
  expect(most).toBeLessThanOrEqual(4 * 2 * PER_GROUP);
});

const WALKS: readonly (readonly [string, (group: Group) => Promise<number>])[] = [
  ["walk", async (group) => (await all(group.walk())).filter(({ kind }) => kind === "array").length],
  ["the netCDF view", async (group) => countVariables((await netcdfView(group)).root)],
  ["tree", async (group) => JSON.stringify(await tree(group)).split('"kind":"array"').length - 1],
];

function countVariables(group: Awaited<ReturnType<typeof netcdfView>>["root"]): number {
  return group.groups.reduce((sum, inner) => sum + countVariables(inner), group.variables.length);
}

describe.each(["any", "4.9.3", "v3"])("the dialect %s", (dialect) => {
  it.each(WALKS)("%s requests each object once", async (_, walk) => {
    const counted = counting(await large(dialect));
    const { store, asked } = counted;
    const group = await openGroup(store, { format: "nczarr" });
    const opening = asked.splice(0);
    expect(new Set(opening).size).toBe(opening.length);
    const started = performance.now();
    expect(await walk(group)).toBe(GROUPS * PER_GROUP);
    expect(performance.now() - started).toBeLessThan(5000);
    const objects = (dialect === "v3" ? 1 : 2) * GROUPS * (PER_GROUP + 1);
    const below = asked.filter((key) => key.startsWith("g"));
    expect(below).toHaveLength(objects);
    expect(new Set(below).size).toBe(objects);
    // The root is read once more when the walk starts, because it may have changed since it was opened.
    expect(asked.length - below.length).toBeLessThanOrEqual(4);
    expect(counted.lists).toBe(0);
  });

  it("sends one request if the metadata is consolidated", async () => {
    const inner = await large(dialect);
    await (await openGroup(inner)).consolidate();
    const { store, asked } = counting(inner);
    const group = await openGroup(store, { format: "nczarr" });
    for (const [, walk] of WALKS) expect(await walk(group)).toBe(GROUPS * PER_GROUP);
    if (dialect === "v3") expect(asked.filter((key) => key.endsWith("zarr.json"))).toEqual(["zarr.json"]);
    // The tree also tells of a copy that was cut off.
    else expect(asked.filter((key) => key !== ".hyperslab-copy.json")).toEqual([".zmetadata"]);
  });
});

describe("a walk", () => {
  it("that starts again sees what others have changed", async () => {
    const store = await large("any");
    const group = await openGroup(store);
    const before = await all(group.walk());
    const other = await openGroup(store);
    await other.create("g3/late", { shape: [4], dtype: "int8", dims: ["x"] });
    expect(await all(group.walk())).toHaveLength(before.length + 1);
    const inner = before.find(({ path }) => path === "g3") as Group;
    expect((await inner.children()).map(({ name }) => name)).toContain("late");
    expect((await netcdfView(inner)).root.variables.map(({ name }) => name)).toContain("late");
  });

  it("sees what is made while it goes on", async () => {
    const group = await openGroup(await large("any"));
    const seen: string[] = [];
    for await (const { path } of group.walk()) {
      if (path === "g0") await group.create("g1/late", { shape: [4], dtype: "int8", dims: ["x"] });
      seen.push(path);
    }
    expect(seen).toContain("g1/late");
  });
});
