/** What is remembered saves requests, is forgotten when it changes, and never exceeds its budget. */
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { chunkCache } from "../../src/dataset/engine/chunk-cache.ts";
import { datasetLimits } from "../../src/dataset/limits.ts";
import { copy, create, Group, memoryStore, type NdArray, open, openArray, type Store } from "../../src/index.ts";
import { countingStore } from "../counting-store.ts";
import { scratchFolder } from "../scratch-folder.ts";

describe("decoded chunks", () => {
  it("are kept from the second reading on", async () => {
    const memory = memoryStore();
    const made = await create(memory, { shape: [100], dtype: "int32", chunks: [50], codecs: ["gzip"] });
    await made.write(
      undefined,
      Int32Array.from({ length: 100 }, (_, i) => i + 1),
    );
    const { store, counts, reset } = countingStore(memory);
    const array = await openArray(store, { dtype: "int32" });
    reset();
    for (const [index, gets] of [
      [3, 1],
      [4, 2],
      [5, 2],
      [6, 2],
    ] as const) {
      expect(await array.item([index])).toBe(index + 1);
      expect(counts.gets).toBe(gets);
    }
    expect(array.stats()).toMatchObject({ hits: 2 });
    await array.write(5, -1);
    expect(await array.item([5])).toBe(-1);
  });

  it("are forgotten when another handle of the process writes", async () => {
    const store = memoryStore();
    const made = await create(store, { shape: [10], dtype: "int8", codecs: ["gzip"] });
    await made.write(undefined, 1);
    const [reader, writer] = [await openArray(store, { dtype: "int8" }), await openArray(store)];
    for (let i = 0; i < 3; i++) expect(await reader.item([i])).toBe(1);
    await writer.write(2, 9);
    expect(await reader.item([2])).toBe(9);
  });

  it("and shard indexes of local files are not used once the file has changed", async () => {
    const path = join(scratchFolder(), "a.zarr");
    const made = await create(path, { shape: [8, 8], dtype: "int16", chunks: [2, 2], shards: [8, 8] });
    await made.write(
      undefined,
      Int16Array.from({ length: 64 }, (_, i) => i),
    );
    const reader = await openArray(path, { dtype: "int16", cacheBytes: 1 << 20 });
    for (let i = 0; i < 3; i++) expect(await reader.item([1, i])).toBe(8 + i);
    // A cache of its own does not hear of this write, as it would not of another process's.
    await made.write("0:2", 500);
    expect(await reader.item([1, 1])).toBe(500);
  });

  it("are not kept at all with cacheBytes: 0", async () => {
    const memory = memoryStore();
    const made = await create(memory, { shape: [100], dtype: "int32", codecs: ["gzip"] });
    await made.write(undefined, 4);
    const { store, counts, reset } = countingStore(memory);
    const array = await openArray(store, { cacheBytes: 0 });
    reset();
    for (let i = 0; i < 4; i++) await array.item([i]);
    expect(counts.gets).toBe(4);
    expect(array.stats()).toMatchObject({ bytes: 0, budget: 0 });
  });
});

/** At least this much is counted for an object and an entry, whatever they hold. */
const BOOKKEEPING = 1000;

describe("stats", () => {
  it("count what was found and what was not, and the bytes held, indexes and chunks alike", async () => {
    const memory = memoryStore();
    const made = await create(memory, {
      shape: [8, 8],
      dtype: "int32",
      chunks: [4, 4],
      shards: [8, 8],
      codecs: ["gzip"],
    });
    await made.write(
      undefined,
      Int32Array.from({ length: 64 }, (_, i) => i),
    );
    const array = await openArray(memory, { cacheBytes: 4096 });
    expect(array.stats()).toEqual({ bytes: 0, budget: 4096, hits: 0, misses: 0 });
    await array.item([0, 0]);
    // The index (4 entries of 16 bytes) was missed and is kept; so was the chunk, which is not kept yet.
    const { bytes } = array.stats();
    expect(array.stats()).toEqual({ bytes, budget: 4096, hits: 0, misses: 2 });
    expect(bytes - BOOKKEEPING).toBeGreaterThan(64);
    await array.item([0, 1]);
    const both = array.stats().bytes;
    expect(array.stats()).toEqual({ bytes: both, budget: 4096, hits: 1, misses: 3 });
    expect(both - bytes).toBeGreaterThan(64);
    await array.item([0, 2]);
    expect(array.stats()).toEqual({ bytes: both, budget: 4096, hits: 3, misses: 3 });
    await array.write([0, 0], 5);
    expect(array.stats().bytes).toBe(0);
    expect(await array.item([0, 0])).toBe(5);
  });

  it("report the modest budget that all arrays share by default", async () => {
    const array = await create(memoryStore(), { shape: [1], dtype: "int8" });
    expect(datasetLimits.cacheBytes.usual).toBe(32 * 1024 * 1024);
    expect(array.stats().budget).toBe(datasetLimits.cacheBytes.value);
  });
});

describe("the budget", () => {
  it("counts a reading as use, and is kept to within one object", () => {
    const cache = chunkCache(100_000 + 5 * BOOKKEEPING);
    const counts = { hits: 0, misses: 0 };
    const shard = cache.of("shard", { validator: "v" }, counts);
    shard.set("index", new Uint8Array(10_000));
    for (const name of ["a", "b", "c"]) shard.set(name, new Uint8Array(30_000));
    expect(Math.floor(cache.bytes / 5000)).toBe(20);
    expect([shard.get("index"), shard.get("a")].every((value) => value !== undefined)).toBe(true);
    shard.set("d", new Uint8Array(30_000));
    expect(["index", "a", "b", "c", "d"].map((name) => shard.get(name) !== undefined)).toEqual([
      true,
      true,
      false,
      true,
      true,
    ]);
    expect(Math.floor(cache.bytes / 5000)).toBe(20);
  });

  it("holds, and the least recently used goes first", () => {
    const cache = chunkCache(100_000 + 5 * BOOKKEEPING);
    const counts = { hits: 0, misses: 0 };
    const put = (object: string, length: number): void =>
      cache.of(object, { validator: "v" }, counts).set("x", new Uint8Array(length));
    put("a", 40_000);
    put("b", 40_000);
    put("a", 40_000);
    put("c", 40_000);
    expect([cache.has("a"), cache.has("b"), cache.has("c"), Math.floor(cache.bytes / 5000)]).toEqual([
      true,
      false,
      true,
      16,
    ]);
    put("d", 200_000);
    expect([cache.has("d"), cache.bytes <= cache.budget]).toEqual([false, true]);
    expect(cache.of("a", { validator: "other" }, counts).get("x")).toBeUndefined();
  });

  it("counts keys and bookkeeping, and only the memory that is kept", () => {
    const cache = chunkCache(1_000_000);
    const counts = { hits: 0, misses: 0 };
    for (let i = 0; i < 120_000; i++)
      cache.of(`store/${i}`, { validator: "v" }, counts).set("index", new Uint8Array(32));
    const kept = Array.from({ length: 120_000 }, (_, i) => `store/${i}`).filter(cache.has).length;
    expect(kept).toBeLessThan(1_000_000 / BOOKKEEPING);
    expect(kept).toBeGreaterThan(500);
    const large = new Uint8Array(500_000);
    const memo = cache.of("part", { validator: "v" }, counts);
    memo.set("x", large.subarray(10, 20));
    expect(memo.get("x")?.buffer.byteLength).toBe(10);
  });

  it("lets go of stores that are gone, and of no others", () => {
    const cache = chunkCache(100_000);
    const counts = { hits: 0, misses: 0 };
    for (const object of ["1/a", "1/b", "12/a", "2/a", "3/1/a"])
      cache.of(object, { validator: "v" }, counts).set("x", new Uint8Array(8));
    cache.dropStores(new Set(["1/", "2/"]));
    expect(["1/a", "1/b", "12/a", "2/a", "3/1/a"].filter(cache.has)).toEqual(["12/a", "3/1/a"]);
    cache.dropStores(new Set(["12/", "3/"]));
    expect(cache.bytes).toBe(0);
  });
});

describe("what was read before", () => {
  const make = async (store: Store, path: string, value: number) => {
    const group = await open(store).then(
      (node) => node,
      () => create(store),
    );
    if (!(group instanceof Group)) throw new Error("no group");
    const array = await group.create(path, { shape: [8], dtype: "int8", codecs: ["gzip"] });
    if (value !== 0) await array.write(undefined, value);
    return group;
  };
  /** Reads until the decoded chunk is remembered. */
  const read = async (array: NdArray, remembers = true): Promise<unknown> => {
    for (let i = 0; i < 3; i++) await array.item([i]);
    expect(array.stats().hits > 0).toBe(remembers);
    return array.item([4]);
  };

  it("is not used once the node is deleted and made anew", async () => {
    const store = memoryStore();
    const group = await make(store, "a", 7);
    const array = await openArray(store, { path: "a" });
    expect(await read(array)).toBe(7);
    await group.delete("a");
    await make(store, "a", 0);
    expect(await array.item([4])).toBe(0);
  });

  it("is not used once the node is overwritten", async () => {
    const store = memoryStore();
    const group = await make(store, "a", 7);
    const array = await openArray(store, { path: "a" });
    expect(await read(array)).toBe(7);
    await group.create("a", { shape: [8], dtype: "int8", codecs: ["gzip"], overwrite: true });
    expect(await array.item([4])).toBe(0);
  });

  it("is not used once another node is moved to its place", async () => {
    const store = memoryStore();
    const group = await make(store, "a", 7);
    await make(store, "b", 3);
    const array = await openArray(store, { path: "a" });
    expect(await read(array)).toBe(7);
    await group.rename("a", "c");
    await group.rename("b", "a");
    expect(await array.item([4])).toBe(3);
  });

  it("is not used once a copy has replaced it", async () => {
    const [source, target] = [memoryStore(), memoryStore()];
    const options = { shape: [8], dtype: "int8", codecs: ["gzip"] } as const;
    await (await create(source, options)).write(undefined, 3);
    await (await create(target, options)).write(undefined, 7);
    const array = await openArray(target);
    expect(await read(array)).toBe(7);
    await copy(source, target, { overwrite: true });
    expect(await array.item([4])).toBe(3);
  });

  it("is not used once another handle writes, with a cache of its own or not, to a store or a Map", async () => {
    for (const store of [memoryStore(), new Map<string, Uint8Array>()]) {
      await (await create(store, { shape: [8], dtype: "int8", codecs: ["gzip"] })).write(undefined, 7);
      const readers = [await openArray(store, { cacheBytes: 10_000 }), await openArray(store)];
      // Whoever has a Map may change the arrays in it, of which nobody is told.
      for (const reader of readers) expect(await read(reader, !(store instanceof Map))).toBe(7);
      await (await openArray(store, { cacheBytes: 5000 })).write("2:6", 9);
      for (const reader of readers) expect(await reader.item([4])).toBe(9);
    }
  });

  it("is not remembered by a read that a write has overtaken", async () => {
    const memory = memoryStore();
    const made = await create(memory, { shape: [8], dtype: "int8", codecs: ["gzip"] });
    await made.write(undefined, 7);
    /** Holds back what is read, once. */
    let arrived: () => void = () => {};
    let letGo: Promise<void> | undefined;
    const slow: Store = {
      ...memory,
      get: async (key, options) => {
        const value = await memory.get(key, options);
        if (letGo !== undefined && key.startsWith("c")) {
          arrived();
          await letGo;
        }
        return value;
      },
    };
    const array = await openArray(slow);
    await array.item([0]);
    // The second read would keep the chunk. It has the old bytes when the write comes.
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    letGo = new Promise((resolve) => {
      release = resolve;
    });
    const late = array.item([1]);
    await held;
    letGo = undefined;
    await array.write(undefined, 9);
    release();
    expect(await late).toBe(7);
    for (let i = 0; i < 4; i++) expect(await array.item([i])).toBe(9);
  });

  it("cost a write nothing in handles that keep none, such as those of a verified copy", async () => {
    const store = memoryStore();
    const array = await create(store, { shape: [10], dtype: "int8", chunks: [5] });
    const asked = vi.spyOn(WeakRef.prototype, "deref");
    try {
      const ofWrite = async (): Promise<number> => {
        asked.mockClear();
        await array.write(undefined, 1);
        return asked.mock.calls.length;
      };
      await ofWrite();
      const alone = await ofWrite();
      const readers: NdArray[] = [];
      while (readers.length < 50) readers.push(await openArray(store, { cacheBytes: 0 }));
      expect(await ofWrite()).toBeLessThan(alone + readers.length);
      for (const reader of readers) expect(await reader.item([7])).toBe(1);
      await array.write(undefined, 2);
      for (const reader of readers) expect(await reader.item([7])).toBe(2);
    } finally {
      asked.mockRestore();
    }
  });
});
