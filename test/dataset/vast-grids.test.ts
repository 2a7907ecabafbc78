/** Grids of far more positions than are stored: what is stored is listed, or the number is refused; nothing counts to 2^40. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { create, info, isHyperslabError, openArray } from "../../src/index.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { countingRequests } from "../counting-store.ts";

const base = mkdtempSync(join(tmpdir(), "hyperslab-vast-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let count = 0;

const SIDE = 2 ** 20;

function withoutList(store: Store): Store {
  const { list: _, listDirectory: __, ...rest } = store;
  return rest;
}

describe.each([
  ["memory", () => memoryStore()],
  ["a directory", () => join(base, `${++count}.zarr`)],
  ["a zip archive", () => join(base, `${++count}.zip`)],
])("2^40 positions in %s", (_, place) => {
  it("shrink and info list what is stored", async () => {
    const input = place();
    const array = await create(input, { shape: [SIDE, SIDE], dtype: "int8", chunks: [1, 1], codecs: [] });
    await array.write([0, 0], 1);
    await array.write([5, SIDE - 1], 2);
    await array.write([SIDE - 1, 3], 3);
    const { node } = await info(input, { stored: true });
    expect(node.kind === "array" && node.stored).toEqual({ count: 3, of: 2 ** 40, bytes: 3 });
    await array.resize([SIDE - 1, SIDE]);
    await array.resize([SIDE - 1, 4]);
    await array.resize([SIDE, SIDE]);
    expect([await array.item([0, 0]), await array.item([5, SIDE - 1]), await array.item([SIDE - 1, 3])]).toEqual([
      1, 0, 0,
    ]);
    const after = await info(input, { stored: true });
    expect(after.node.kind === "array" && after.node.stored).toMatchObject({ count: 1 });
  });

  it("fills the cut part of stored chunks alone", async () => {
    const array = await create(place(), { shape: [SIDE * SIDE, 4], dtype: "int8", chunks: [1, 3], fillValue: 9 });
    await array.write("7, :", [1, 2, 3, 4]);
    await array.resize([SIDE * SIDE, 2]);
    await array.resize([SIDE * SIDE, 4]);
    expect([...(await array.read("6:8, :")).data]).toEqual([9, 9, 9, 9, 1, 2, 9, 9]);
  });
});

it("where nothing is listed, both refuse with the number, and the array stays as it is", async () => {
  const store = withoutList(memoryStore());
  const array = await create(store, { shape: [SIDE, SIDE], dtype: "int8", chunks: [1, 1] });
  await array.write([SIDE - 1, 0], 1);
  const shrinking = await array.resize([SIDE, 4]).catch((error: unknown) => error);
  expect(isHyperslabError(shrinking, "unsupported")).toBe(true);
  expect(String(shrinking)).toMatch(/1099507433472 positions/);
  const counting = await info(store, { stored: true }).catch((error: unknown) => error);
  expect(isHyperslabError(counting, "unsupported")).toBe(true);
  expect(String(counting)).toMatch(/1099511627776 positions/);
  expect((await openArray(store)).shape).toEqual([SIDE, SIDE]);
  // A shrink that touches few positions needs no listing.
  const other = await create(withoutList(memoryStore()), { shape: [2 ** 50], dtype: "int8", chunks: [2 ** 20] });
  await other.resize([2 ** 50 - 2 ** 22]);
  expect(other.shape).toEqual([2 ** 50 - 2 ** 22]);
});

describe.each([
  ["zarr3", {}],
  ["zarr3", { chunkKeys: { kind: "v2", separator: "." } }],
  ["zarr3", { chunkKeys: { kind: "default", separator: "/", suffix: ".v1.bin" } }],
  ["zarr2", {}],
  ["zarr2", { chunkKeys: { kind: "v2", separator: "/" } }],
  ["zarr1", {}],
  ["zarr0", {}],
  ["zarr3-draft", {}],
] as const)("%s %j", (format, more) => {
  it("a shrink by listing leaves what a shrink by position leaves", async () => {
    const shape = [40, 30, 4];
    const make = (store: Store) =>
      create(store, { format, shape, dtype: "int16", chunks: [1, 1, 3], fillValue: 7, ...more });
    const [listed, unlisted] = [memoryStore(), withoutList(memoryStore())];
    const arrays = [await make(listed), await make(unlisted)];
    for (const array of arrays) {
      await array.write("3:9, 2::5, :", 1);
      await array.write("30:, 25:, 1:", 2);
      await array.resize([31, 26, 2]);
      await array.resize(shape);
    }
    const [one, two] = await Promise.all(arrays.map(async (array) => [...(await array.read()).data]));
    expect(one).toEqual(two);
    expect(one).toContain(1);
    expect(one).toContain(2);
    const keys: string[] = [];
    for await (const { key } of listed.list!("")) keys.push(key);
    for (const key of keys) expect(await unlisted.get(key)).toBeDefined();
  });
});

it("finds nested chunks of a Zarr v2 array that does not say so", async () => {
  const map = new Map<string, Uint8Array>();
  const array = await create(map, {
    format: "zarr2",
    shape: [SIDE, SIDE],
    dtype: "int8",
    chunks: [1, 1],
    chunkKeys: { kind: "v2", separator: "/" },
  });
  await array.write([1, 2], 1);
  await array.write([SIDE - 1, 2], 1);
  const { dimension_separator: _, ...rest } = JSON.parse(new TextDecoder().decode(map.get(".zarray")));
  map.set(".zarray", new TextEncoder().encode(JSON.stringify(rest)));
  const { node } = await info(map, { stored: true });
  expect(node.kind === "array" && node.stored).toMatchObject({ count: 2 });
  await (await openArray(map)).resize([5, SIDE]);
  expect([...map.keys()].filter((key) => !key.startsWith("."))).toEqual(["1/2"]);
});

it("counts what is stored by a listing, not by a question per position", async () => {
  const { store, operations } = countingRequests(memoryStore());
  const array = await create(store, { shape: [100, 100], dtype: "int8", chunks: [10, 10] });
  await array.write(undefined, 1);
  operations.clear();
  const { node } = await info(store, { stored: true });
  expect(node.kind === "array" && node.stored).toMatchObject({ count: 100, of: 100 });
  expect(operations.get("head") ?? 0).toBe(0);
  expect(operations.get("list")).toBe(1);
});
