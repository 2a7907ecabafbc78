import { expect, test } from "vitest";
import { isHyperslabError } from "../../src/errors.ts";
import { memoryStore, namedMemoryStore } from "../../src/stores/memory.ts";
import { bytes, keysOf } from "../contracts/store-contract.ts";

test("a Map is used live, both ways", async () => {
  const map = new Map([["a", bytes(1)]]);
  const store = memoryStore(map);
  map.set("b", bytes(2));
  await store.set!("c", bytes(3));
  await store.delete!("a");
  expect(await keysOf(store, "")).toEqual(["b", "c"]);
  expect(Array.from(map.keys())).toEqual(["b", "c"]);
});

test("keys with a leading slash are found, kept and written as they are spelled", async () => {
  const map = new Map([["/a/zarr.json", bytes(1)]]);
  const store = memoryStore(map);
  expect(await store.get("a/zarr.json")).toEqual(bytes(1));
  await store.set!("a/zarr.json", bytes(2));
  await store.set!("a/c/0", bytes(3));
  expect(Array.from(map.entries())).toEqual([
    ["/a/zarr.json", bytes(2)],
    ["/a/c/0", bytes(3)],
  ]);
  expect(await keysOf(store, "a")).toEqual(["a/c/0", "a/zarr.json"]);
  await store.rename!("a", "b");
  expect(Array.from(map.keys())).toEqual(["/b/c/0", "/b/zarr.json"]);
  await store.deletePrefix!("");
  expect(map.size).toBe(0);
});

test("other iterables are copied, with their bytes", async () => {
  const value = bytes(1, 2);
  const entries: [string, Uint8Array][] = [["a", value]];
  const store = memoryStore(entries, "mine");
  value.fill(9);
  entries.push(["b", value]);
  expect(store.location).toBe("mine");
  expect(await store.get("a")).toEqual(bytes(1, 2));
  expect(await keysOf(store, "")).toEqual(["a"]);
  expect(() => memoryStore([["/a", value]])).toThrow("begins with a slash");
});

test("a value and keys below it may live side by side, as in object stores", async () => {
  const store = memoryStore([
    ["a", bytes(1)],
    ["a/b", bytes(2)],
  ]);
  expect(await keysOf(store, "")).toEqual(["a", "a/b"]);
  expect(await store.listDirectory!("")).toEqual({ keys: ["a"], prefixes: ["a"] });
  await store.deletePrefix!("a");
  expect(await keysOf(store, "")).toEqual(["a"]);
});

test("what a foreign Map holds is checked", async () => {
  const text: unknown = new Map([["a", "text"]]);
  const store = memoryStore(text as Map<string, Uint8Array>);
  const error = await store.get("a").catch((caught: unknown) => caught);
  expect(isHyperslabError(error, "invalid-data")).toBe(true);
});

test("a name is one store in the process", async () => {
  await namedMemoryStore("shared").set!("a", bytes(1));
  expect(await namedMemoryStore("shared").get("a")).toEqual(bytes(1));
  expect(await namedMemoryStore("other").get("a")).toBeUndefined();
  expect(namedMemoryStore("shared").location).toBe("memory:shared");
});
