import { describe, expect, test } from "vitest";
import { HyperslabError } from "../../src/errors.ts";
import { forbiddenCount, forbiddenWatchers } from "../../src/stores/forbidden-watch.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { loneObject } from "../../src/stores/wrappers/lone-object.ts";
import { readOnly } from "../../src/stores/wrappers/read-only.ts";
import { withCache } from "../../src/stores/wrappers/with-cache.ts";
import { withPrefix } from "../../src/stores/wrappers/with-prefix.ts";
import { withRetry } from "../../src/stores/wrappers/with-retry.ts";
import { type StoreRequest, withTrace } from "../../src/stores/wrappers/with-trace.ts";
import { bytes, keysOf } from "../contracts/store-contract.ts";

test("a trace reports every request, its bytes and its outcome", async () => {
  const requests: StoreRequest[] = [];
  const store = withTrace({ ...memoryStore(), locate: () => "/x" }, (request) => requests.push(request));
  await store.set!("a/b", bytes(1, 2, 3));
  await store.get("a/b");
  await store.get("a/b", { range: { suffix: 2 } });
  await store.get("absent");
  await store.head!("a/b");
  await store.head!("absent");
  await keysOf(store, "a");
  await keysOf(store, "absent");
  await store.listDirectory!("");
  store.locate!("a/b");
  await store.rename!("a", "c");
  await store.delete!("c/b");
  await store.deletePrefix!("c");
  expect(requests.map(({ location, milliseconds, start, cached, ...rest }) => rest)).toEqual([
    { operation: "set", key: "a/b", bytes: 3, found: true },
    { operation: "get", key: "a/b", bytes: 3, found: true },
    { operation: "get", key: "a/b", range: { suffix: 2 }, bytes: 2, found: true },
    { operation: "get", key: "absent", bytes: 0, found: false },
    { operation: "head", key: "a/b", bytes: 0, found: true },
    { operation: "head", key: "absent", bytes: 0, found: false },
    { operation: "list", key: "a", bytes: 0, found: true },
    { operation: "list", key: "absent", bytes: 0, found: false },
    { operation: "listDirectory", key: "", bytes: 0, found: true },
    { operation: "locate", key: "a/b", bytes: 0, found: true },
    { operation: "rename", key: "a", bytes: 0, found: true },
    { operation: "delete", key: "c/b", bytes: 0, found: true },
    { operation: "deletePrefix", key: "c", bytes: 0, found: true },
  ]);
  expect(requests.every(({ milliseconds, cached }) => milliseconds >= 0 && !cached)).toBe(true);
  const starts = requests.map(({ start }) => start);
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
});

test("a trace reports cache hits", async () => {
  const requests: StoreRequest[] = [];
  const inner: StoreRequest[] = [];
  const memory = memoryStore([["a", bytes(1, 2, 3)]]);
  const store = withTrace(withCache(withTrace(memory, (request) => inner.push(request))), (request) =>
    requests.push(request),
  );
  for (const key of ["a", "a", "absent", "absent"]) await store.get(key);
  await store.get("a", { range: { offset: 1, length: 1 } });
  expect(requests.map(({ cached, bytes: count, found }) => [cached, count, found])).toEqual([
    [false, 3, true],
    [true, 3, true],
    [false, 0, false],
    [true, 0, false],
    [true, 1, true],
  ]);
  expect(inner).toHaveLength(2);
});

test("a trace reports failures and listings left early, and lets errors through", async () => {
  const requests: StoreRequest[] = [];
  const broken = new HyperslabError("io", "broken");
  const failing: Store = {
    location: "x",
    get: async () => Promise.reject(broken),
    async *list() {
      yield { key: "a" };
      throw broken;
    },
  };
  const store = withTrace(failing, (request) => requests.push(request));
  await expect(store.get("a")).rejects.toBe(broken);
  await expect(keysOf(store, "")).rejects.toBe(broken);
  for await (const _ of store.list!("")) break;
  expect(requests.map(({ operation, found, error }) => [operation, found, error])).toEqual([
    ["get", false, broken],
    ["list", true, broken],
    ["list", true, undefined],
  ]);
});

test("wrappers call methods on the store they wrap, and pass close on", async () => {
  let closed = 0;
  class OwnStore implements Store {
    readonly location = "own";
    readonly values = new Map([["p/a", bytes(1)]]);
    async get(key: string): Promise<Uint8Array | undefined> {
      return this.values.get(key);
    }
    async head(key: string): Promise<{ size: number } | undefined> {
      const value = this.values.get(key);
      return value && { size: value.byteLength };
    }
    async close(): Promise<void> {
      closed += this.values.size;
    }
  }
  for (const wrap of [readOnly, (store: Store) => withTrace(store, () => {})]) {
    const store = wrap(new OwnStore());
    expect(await store.get("p/a")).toEqual(bytes(1));
    expect(await store.head!("p/a")).toEqual({ size: 1 });
    await store.close!();
  }
  const below = withPrefix(new OwnStore(), "p");
  expect(await below.get("a")).toEqual(bytes(1));
  expect(await below.head!("a")).toEqual({ size: 1 });
  await below.close!();
  expect(closed).toBe(3);
  expect(readOnly(memoryStore()).close).toBeUndefined();
});

test("a prefix cannot be left, and its neighbours are safe", async () => {
  const whole = memoryStore([
    ["sub/tree/a", bytes(1)],
    ["sub/treex", bytes(2)],
    ["sub/tree", bytes(3)],
    ["top", bytes(4)],
  ]);
  const part = withPrefix(whole, "sub/tree");
  expect(part.location).toBe("memory/sub/tree");
  await expect(part.get("../treex")).rejects.toThrow('has a ".." segment');
  await expect(part.get("")).rejects.toThrow("is empty");
  await expect(part.rename!("a", "")).rejects.toThrow("is empty");
  await part.deletePrefix!("");
  expect(await keysOf(whole, "")).toEqual(["sub/tree", "sub/treex", "top"]);
  expect(() => withPrefix(whole, "/abs")).toThrow("begins with a slash");
  expect(withPrefix(whole, "")).toBe(whole);
});

describe("keys that were taken as absent because they are forbidden", () => {
  const told = forbiddenWatchers();
  const store: Store = { location: "x", get: async () => undefined, watchForbidden: told.watch };

  test.each<[string, Store, string[]]>([
    ["withTrace", withTrace(store, () => {}), ["a/b", "c"]],
    ["withRetry", withRetry(store), ["a/b", "c"]],
    ["withCache", withCache(store), ["a/b", "c"]],
    ["readOnly", readOnly(store), ["a/b", "c"]],
    ["withPrefix", withPrefix(store, "a"), ["b"]],
    ["loneObject", loneObject(store, "c", "x/c"), ["c"]],
  ])("%s hands them on until that is ended", (_, wrapped, keys) => {
    const heard: string[] = [];
    const count = forbiddenCount(wrapped);
    const end = wrapped.watchForbidden!((key) => heard.push(key));
    for (const key of ["a/b", "c"]) told.tell(key);
    end();
    told.tell("a/b");
    expect([heard, count.keys]).toEqual([keys, keys.length]);
    count.stop();
    told.tell("a/other");
    expect(count.keys).toBe(keys.length);
  });

  test("stores that know nothing of it count none, and wrapped ones neither", () => {
    const plain: Store = { location: "x", get: async () => undefined };
    for (const one of [plain, withTrace(plain, () => {}), withCache(plain), withPrefix(plain, "a"), readOnly(plain)]) {
      expect([one.watchForbidden, forbiddenCount(one).keys]).toEqual([undefined, 0]);
    }
  });
});
