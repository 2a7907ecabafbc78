import { describe, expect, test } from "vitest";
import { readsAtOnce } from "../../src/dataset/transfer.ts";
import { create, openArray } from "../../src/index.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { readOnly } from "../../src/stores/wrappers/read-only.ts";
import { withConcurrency } from "../../src/stores/wrappers/with-concurrency.ts";
import { withPrefix } from "../../src/stores/wrappers/with-prefix.ts";
import { withRetry } from "../../src/stores/wrappers/with-retry.ts";
import { withTrace } from "../../src/stores/wrappers/with-trace.ts";
import { bytes, keysOf } from "../contracts/store-contract.ts";
import { hasTinyLimits } from "../usual-limits.ts";

/** A store that tells what is under way, and lets requests go one by one. */
class Held implements Store {
  readonly location = "held";
  readonly started: string[] = [];
  readonly #held: (() => void)[] = [];
  active = 0;
  most = 0;

  get(key: string): Promise<Uint8Array | undefined> {
    this.started.push(key);
    this.active += 1;
    this.most = Math.max(this.most, this.active);
    return new Promise((resolve) => {
      this.#held.push(() => {
        this.active -= 1;
        resolve(bytes(1));
      });
    });
  }

  async release(count = 1): Promise<void> {
    for (let i = 0; i < count; i++) {
      this.#held.shift()?.();
      await turn();
    }
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));
let names = 0;

test("no more than the limit are under way, and they start in order", async () => {
  const inner = new Held();
  const store = withConcurrency(inner, { limit: 3 });
  const all = Promise.all([..."abcdefgh"].map((key) => store.get(key)));
  await turn();
  expect(inner.started).toEqual(["a", "b", "c"]);
  await inner.release(8);
  await all;
  expect(inner.most).toBe(3);
  expect(inner.started).toEqual([..."abcdefgh"]);
});

describe("stores of one host", () => {
  test("share the limit and take turns", async () => {
    const inner = new Held();
    const host = `host ${++names}`;
    const [busy, quiet] = [withConcurrency(inner, { limit: 2, host }), withConcurrency(inner, { limit: 2, host })];
    const long = [..."abcdef"].map((key) => busy.get(key));
    const short = [..."xy"].map((key) => quiet.get(key));
    await turn();
    await inner.release(8);
    await Promise.all([...long, ...short]);
    expect(inner.most).toBe(2);
    expect(inner.started).toEqual(["a", "b", "c", "x", "d", "y", "e", "f"]);
  });

  test("keep each to its own limit, and the lower one starves no other", async () => {
    const inner = new Held();
    const host = `host ${++names}`;
    const narrow = withConcurrency(inner, { limit: 1, host });
    const wide = withConcurrency(inner, { limit: 3, host });
    const all = [narrow.get("a"), narrow.get("b"), wide.get("x"), wide.get("y"), wide.get("z")];
    await turn();
    expect(inner.started).toEqual(["a", "x", "y"]);
    await inner.release(5);
    await Promise.all(all);
    expect(inner.most).toBe(3);
  });

  test("of other hosts do not wait", async () => {
    const inner = new Held();
    const stores = [1, 2].map(() => withConcurrency(inner, { limit: 1, host: `host ${++names}` }));
    const all = stores.map((store) => store.get("a"));
    await turn();
    expect(inner.active).toBe(2);
    await inner.release(2);
    await Promise.all(all);
  });
});

test("a waiting request may give up, and its place goes to the next", async () => {
  const inner = new Held();
  const store = withConcurrency(inner, { limit: 1 });
  const controller = new AbortController();
  const first = store.get("a");
  const second = store.get("b", { signal: controller.signal }).catch((error: unknown) => error);
  const third = store.get("c");
  await turn();
  controller.abort("enough");
  expect(await second).toBe("enough");
  await inner.release(2);
  await Promise.all([first, third]);
  expect(inner.started).toEqual(["a", "c"]);
});

test("a failure gives its place back", async () => {
  const store = withConcurrency({ location: "x", get: () => Promise.reject(new Error("no")) }, { limit: 1 });
  for (let i = 0; i < 3; i++) await expect(store.get("a")).rejects.toThrow("no");
});

test("readers see the limit, even through other wrappers, and read that much at once", async () => {
  const memory = memoryStore();
  const made = await create(memory, { shape: [100], dtype: "int8", chunks: [1] });
  await made.write(undefined, 1);
  let active = 0;
  let most = 0;
  const counting: Store = {
    ...memory,
    get: async (key, options) => {
      most = Math.max(most, ++active);
      await turn();
      active -= 1;
      return memory.get(key, options);
    },
  };
  const limited = withConcurrency(counting, { limit: 40 });
  const store = withTrace(withRetry(withPrefix(readOnly(limited), "")), () => {});
  expect(store.concurrency).toBe(40);
  expect(withPrefix(limited, "a").concurrency).toBe(40);
  await (await openArray(store)).read();
  expect(most).toBe(40);
  most = 0;
  await (await openArray(counting)).read();
  expect(most).toBe(16);
});

test.skipIf(hasTinyLimits)("a store that asks for many chunks at once gets fewer if they are large", () => {
  const store = { ...memoryStore(), concurrency: 64 };
  expect(readsAtOnce(store, 1000)).toBe(64);
  expect(readsAtOnce(store, 4 * 1024 * 1024)).toBe(32);
  expect(readsAtOnce(store, 1024 * 1024 * 1024)).toBe(16);
  expect(readsAtOnce(store, undefined)).toBe(16);
  expect(readsAtOnce(memoryStore(), 1000)).toBe(16);
});

test("limits inside limits do not wait for each other", async () => {
  const inner = withConcurrency(memoryStore([["a", bytes(1)]]), { limit: 1, host: `host ${++names}` });
  const outer = withConcurrency(inner, { limit: 2 });
  const values = await Promise.all(Array.from({ length: 10 }, () => outer.get("a")));
  expect(values).toHaveLength(10);
});

test("requests inside a listing do not wait for its end", async () => {
  const store = withConcurrency(memoryStore([..."abc"].map((key) => [key, bytes(1)])), { limit: 1 });
  const seen: string[] = [];
  for await (const { key } of store.list!("")) {
    await store.get(key);
    seen.push(key);
  }
  expect(seen).toEqual(await keysOf(store, ""));
});

test.each([0, -1, 1.5, Number.NaN])("a limit of %s is refused", (limit) => {
  expect(() => withConcurrency(memoryStore(), { limit })).toThrow("not a valid number of requests");
});
