/** What the headline paths cost, in requests and bytes. */
import { describe, expect, it } from "vitest";
import { create, memoryStore, open, openArray, openGroup } from "../../src/index.ts";
import { countingStore } from "../counting-store.ts";

describe("opening", () => {
  it("a v3 array is one get", async () => {
    const memory = memoryStore();
    await create(memory, { shape: [4], dtype: "int8" });
    const { store, counts } = countingStore(memory);
    await openArray(store);
    expect(counts.keys).toEqual(["zarr.json"]);
  });

  it("a nested v3 array is one get", async () => {
    const memory = memoryStore();
    await create(memory, { path: "a/b", shape: [4], dtype: "int8" });
    const { store, counts } = countingStore(memory);
    await openArray(store, { path: "a/b" });
    expect(counts.keys).toEqual(["a/b/zarr.json"]);
  });

  it("a nested v2 array is three gets: one for v3, and its two documents", async () => {
    const memory = memoryStore();
    await create(memory, { format: "zarr2", path: "a/b", shape: [4], dtype: "int8" });
    const { store, counts } = countingStore(memory);
    await openArray(store, { path: "a/b" });
    expect(counts.keys).toEqual(["a/b/zarr.json", "a/b/.zarray", "a/b/.zattrs"]);
  });

  it("a missing node of v3 requests no consolidated metadata of v2 at the root", async () => {
    const memory = memoryStore();
    await create(memory);
    const { store, counts } = countingStore(memory);
    await expect(openArray(store, { path: "nope" })).rejects.toMatchObject({ code: "not-found" });
    expect(counts.keys).toContain("zarr.json");
    expect(counts.keys).not.toContain(".zmetadata");
    expect(new Set(counts.keys).size).toBe(counts.keys.length);
  });

  it.each(["zarr3", "zarr2"] as const)(
    "a consolidated tree of %s is one get, when the format is named",
    async (format) => {
      const memory = memoryStore();
      const root = await create(memory, { format });
      await root.create("a", { shape: [4], dtype: "int8" });
      await root.create("g/b", { shape: [4], dtype: "int8" });
      await root.consolidate();
      const { store, counts } = countingStore(memory);
      const group = await openGroup(store, { format });
      const paths: string[] = [];
      for await (const node of group.walk()) paths.push(node.path);
      expect(paths).toEqual(["a", "g", "g/b"]);
      expect(counts.gets).toBe(1);
    },
  );

  it("a consolidated v3 tree is one get without naming the format", async () => {
    const memory = memoryStore();
    const root = await create(memory);
    await root.create("a", { shape: [4], dtype: "int8" });
    await root.consolidate();
    const { store, counts } = countingStore(memory);
    const group = await open(store);
    if (group.kind === "group") expect((await group.children()).map(({ path }) => path)).toEqual(["a"]);
    expect(counts.keys).toEqual(["zarr.json"]);
  });
});

describe("reading", () => {
  async function sharded(): Promise<ReturnType<typeof countingStore>> {
    const memory = memoryStore();
    const array = await create(memory, {
      shape: [64, 64],
      dtype: "float32",
      chunks: [8, 8],
      shards: [32, 32],
      codecs: [],
    });
    await array.write(
      undefined,
      Float32Array.from({ length: 4096 }, (_, i) => i + 1),
    );
    return countingStore(memory);
  }
  const INNER = 8 * 8 * 4;
  const INDEX = 16 * 16 + 4;

  it("one point of a sharded array: two range reads cold, one warm", async () => {
    const { store, counts, reset } = await sharded();
    const array = await openArray(store, { dtype: "float32" });
    reset();
    expect(await array.item([3, 5])).toBe(3 * 64 + 5 + 1);
    expect(counts.gets).toBe(2);
    expect(counts.bytes).toBeLessThanOrEqual(INDEX + INNER);
    reset();
    expect(await array.item([9, 5])).toBe(9 * 64 + 5 + 1);
    expect(counts.gets).toBe(1);
    expect(counts.bytes).toBeLessThanOrEqual(INNER);
  });

  it("a whole shard is one read", async () => {
    const { store, counts, reset } = await sharded();
    const array = await openArray(store);
    reset();
    await array.read("0:32, 0:32");
    expect(counts.gets).toBe(1);
  });

  it("a chunk is one read, and no chunk is read twice", async () => {
    const memory = memoryStore();
    const made = await create(memory, { shape: [10, 10], dtype: "int16", chunks: [3, 4], codecs: ["gzip"] });
    await made.write(
      undefined,
      Int16Array.from({ length: 100 }, (_, i) => i + 1),
    );
    const { store, counts, reset } = countingStore(memory);
    const array = await openArray(store);
    reset();
    await array.read("::2, ::-1");
    expect(counts.gets).toBe(3 * 3);
    expect(new Set(counts.keys).size).toBe(9);
  });

  it("a small part of an uncompressed chunk is not the whole chunk", async () => {
    const memory = memoryStore();
    const made = await create(memory, { shape: [100, 100], dtype: "float64", chunks: [100, 100], codecs: [] });
    await made.write(
      undefined,
      Float64Array.from({ length: 10_000 }, (_, i) => i + 1),
    );
    const { store, counts, reset } = countingStore(memory);
    const array = await openArray(store);
    reset();
    const row = await array.read("7");
    expect(row.data[99]).toBe(800);
    expect(counts).toMatchObject({ gets: 1, bytes: 800 });
  });
});

describe("writing", () => {
  it("a shard is read once and written once a call", async () => {
    const memory = memoryStore();
    const { store, counts, reset } = countingStore(memory);
    const made = await create(store, { shape: [32, 32], dtype: "int32", chunks: [4, 4], shards: [32, 32] });
    await made.write(
      undefined,
      Int32Array.from({ length: 1024 }, (_, i) => i + 1),
    );
    reset();
    await made.write("1:30, 1:30", 5);
    expect(counts.gets).toBe(1);
  });

  it("whole chunks are not read before they are written", async () => {
    const memory = memoryStore();
    const { store, counts, reset } = countingStore(memory);
    const made = await create(store, { shape: [10], dtype: "int32", chunks: [4] });
    reset();
    await made.write(
      undefined,
      Int32Array.from({ length: 10 }, (_, i) => i + 1),
    );
    expect(counts.gets).toBe(0);
  });

  it("a chunk of fill values is deleted", async () => {
    const map = new Map<string, Uint8Array>();
    const made = await create(map, { shape: [8], dtype: "int32", chunks: [4], fillValue: 9 });
    await made.write(undefined, 1);
    expect([...map.keys()].sort()).toEqual(["c/0", "c/1", "zarr.json"]);
    await made.write("0:4", 9);
    expect([...map.keys()].sort()).toEqual(["c/1", "zarr.json"]);
    await made.write("4:", 9, { keepEmptyChunks: true });
    expect([...map.keys()].sort()).toEqual(["c/1", "zarr.json"]);
  });
});
