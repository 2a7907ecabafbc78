/** What is remembered saves requests, is forgotten when it changes, and never exceeds its budget. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chunkCache } from "../../src/dataset/chunk-cache.ts";
import { create, memoryStore, openArray } from "../../src/index.ts";
import { countingStore } from "../counting-store.ts";

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
    const path = join(mkdtempSync(join(tmpdir(), "hyperslab-cache-")), "a.zarr");
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

describe("the budget", () => {
  it("holds, and the least recently used goes first", () => {
    const cache = chunkCache(1000);
    const counts = { hits: 0, misses: 0 };
    const put = (object: string, length: number): void =>
      cache.of(object, "v", counts).set("x", new Uint8Array(length));
    put("a", 400);
    put("b", 400);
    put("a", 400);
    put("c", 400);
    expect([cache.has("a"), cache.has("b"), cache.has("c"), cache.bytes]).toEqual([true, false, true, 800]);
    put("d", 2000);
    expect(cache.bytes).toBeLessThanOrEqual(1000);
    expect(cache.of("a", "other", counts).get("x")).toBeUndefined();
  });
});
