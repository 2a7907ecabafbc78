import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ByteRange } from "../../src/bytes/source/byte-range.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { cutRange } from "../../src/stores/byte-request.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { checkVersion } from "../../src/stores/object-version.ts";
import type { ObjectVersion, Store } from "../../src/stores/store.ts";
import { type CacheOptions, withCache } from "../../src/stores/wrappers/with-cache.ts";
import { bytes, pattern } from "../contracts/store-contract.ts";

/** A store with versions, which counts its requests. */
class Versioned implements Store {
  readonly location = "versioned";
  readonly values = new Map<string, { readonly value: Uint8Array; readonly validator: string | undefined }>();
  readonly asked: string[] = [];
  #version = 0;

  put(key: string, value: Uint8Array, hasVersion = true): void {
    this.#version += 1;
    this.values.set(key, { value, validator: hasVersion ? `v${this.#version}` : undefined });
  }
  async get(key: string, options: Parameters<Store["get"]>[1] = {}): Promise<Uint8Array | undefined> {
    this.asked.push(`get ${key} ${JSON.stringify(options.range ?? "whole")}`);
    const found = this.values.get(key);
    if (found === undefined) return undefined;
    checkVersion(options.version, found.validator, { key });
    return cutRange(found.value, options.range);
  }
  async head(key: string): Promise<{ size: number; validator?: string } | undefined> {
    this.asked.push(`head ${key}`);
    const found = this.values.get(key);
    if (found === undefined) return undefined;
    const size = found.value.byteLength;
    return found.validator === undefined ? { size } : { size, validator: found.validator };
  }
  async set(key: string, value: Uint8Array): Promise<void> {
    this.asked.push(`set ${key}`);
    this.put(key, value);
  }
}

function cached(options?: CacheOptions): { readonly inner: Versioned; readonly store: Store } {
  const inner = new Versioned();
  return { inner, store: withCache(inner, options) };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** A promise, and what resolves it. */
function gate(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve };
}

describe("what is kept", () => {
  const value = pattern(1000);
  const whole = undefined;
  test.each<readonly [string, readonly (ByteRange | undefined)[], ByteRange | undefined, boolean]>([
    ["the whole serves the whole", [whole], whole, true],
    ["the whole serves every part", [whole], { offset: 10, length: 20 }, true],
    ["the whole serves the end", [whole], { suffix: 20 }, true],
    ["the whole serves more than there is", [whole], { offset: 990, length: 20 }, true],
    ["the whole serves what lies behind it", [whole], { offset: 2000, length: 20 }, true],
    ["a part serves a part of it", [{ offset: 10, length: 100 }], { offset: 20, length: 10 }, true],
    ["a part serves no more than itself", [{ offset: 10, length: 100 }], { offset: 20, length: 100 }, false],
    ["a part serves no end", [{ offset: 10, length: 100 }], { suffix: 10 }, false],
    ["the end serves a shorter end", [{ suffix: 100 }], { suffix: 10 }, true],
    ["the end serves no longer end", [{ suffix: 100 }], { suffix: 101 }, false],
    ["an end of more than all serves all", [{ suffix: 5000 }], whole, true],
    ["a part over the end shows the size", [{ offset: 900, length: 500 }], { suffix: 50 }, true],
    ["from an offset on", [{ offset: 900 }], { suffix: 100 }, true],
    [
      "two parts do not make one",
      [
        { offset: 0, length: 10 },
        { offset: 10, length: 10 },
      ],
      { offset: 5, length: 10 },
      false,
    ],
  ])("%s", async (_, before, range, hit) => {
    const { inner, store } = cached();
    inner.put("a", value);
    for (const first of before) await store.get("a", { range: first });
    inner.asked.length = 0;
    expect(await store.get("a", { range })).toEqual(cutRange(value, range));
    expect(inner.asked).toHaveLength(hit ? 0 : 1);
  });

  test("absence too, until it is written", async () => {
    const { inner, store } = cached();
    expect(await store.get("a")).toBeUndefined();
    expect(await store.get("a", { range: { suffix: 3 } })).toBeUndefined();
    expect(inner.asked).toHaveLength(1);
    await store.set!("a", bytes(1));
    expect(await store.get("a")).toEqual(bytes(1));
  });

  test("failures never", async () => {
    let fails = true;
    const store = withCache({ location: "x", get: async () => (fails ? Promise.reject(new Error("no")) : bytes(1)) });
    await expect(store.get("a")).rejects.toThrow("no");
    fails = false;
    expect(await store.get("a")).toEqual(bytes(1));
  });

  test("no more bytes than the budget, the least recently used go first", async () => {
    const { inner, store } = cached({ bytes: 4000 });
    for (const key of "abcd") inner.put(key, pattern(1000));
    for (const key of ["a", "b", "c", "a", "d", "a", "b"]) await store.get(key);
    expect(inner.asked.map((request) => request[4])).toEqual(["a", "b", "c", "d", "b"]);
    inner.put("huge", pattern(5000));
    await store.get("huge");
    await store.get("huge");
    expect(inner.asked.filter((request) => request.includes("huge"))).toHaveLength(2);
    expect(() => withCache(inner, { bytes: -1 })).toThrow("0 or more");
  });
});

describe("versions", () => {
  test("kept bytes are believed for a while, then asked after, then read again if they changed", async () => {
    const { inner, store } = cached({ maximumAge: 1000 });
    inner.put("a", bytes(1));
    await store.get("a");
    inner.put("a", bytes(2));
    expect(await store.get("a")).toEqual(bytes(1));
    vi.setSystemTime(Date.now() + 1001);
    expect(await store.get("a")).toEqual(bytes(2));
    vi.setSystemTime(Date.now() + 1001);
    expect(await store.get("a")).toEqual(bytes(2));
    expect(inner.asked).toEqual(['get a "whole"', "head a", 'get a "whole"', "head a"]);
  });

  test("a fresh read goes to the store, however recent the cached value", async () => {
    const { inner, store } = cached();
    inner.put("a", bytes(1));
    await store.get("a");
    inner.put("a", bytes(2));
    expect(await store.get("a", { fresh: true })).toEqual(bytes(2));
    expect(await store.get("a")).toEqual(bytes(2));
    expect(inner.asked).toEqual(['get a "whole"', 'get a "whole"']);
  });

  test("without versions they are read again", async () => {
    const { inner, store } = cached({ maximumAge: 1000 });
    inner.put("a", bytes(1), false);
    await store.get("a");
    vi.setSystemTime(Date.now() + 1001);
    await store.get("a");
    expect(inner.asked).toEqual(['get a "whole"', 'get a "whole"']);
  });

  test("parts of two versions are never mixed: a new one drives the old ones out", async () => {
    const { inner, store } = cached();
    inner.put("a", pattern(100));
    const version: ObjectVersion = {};
    await store.get("a", { range: { suffix: 10 }, version });
    inner.put("a", pattern(100, 5));
    const error = await store
      .get("a", { range: { offset: 0, length: 10 }, version })
      .catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "invalid-data")).toBe(true);
    expect(await store.get("a", { range: { suffix: 10 } })).toEqual(pattern(100, 5).slice(-10));
  });

  test("a reader that is tied to a version gets that from the cache, or an error", async () => {
    const { inner, store } = cached();
    inner.put("a", pattern(100));
    const old: ObjectVersion = {};
    await store.get("a", { version: old });
    expect(old.validator).toBe("v1");
    expect(await store.get("a", { range: { offset: 0, length: 1 }, version: { validator: "v1" } })).toHaveLength(1);
    expect(inner.asked).toHaveLength(1);
    const other = store.get("a", { range: { offset: 0, length: 1 }, version: { validator: "v0" } });
    await expect(other).rejects.toThrow("changed while it was read");
  });
});

describe("writes through it", () => {
  test("are seen at once, each kind", async () => {
    const inner = memoryStore([
      ["p/a", bytes(1)],
      ["p/b", bytes(2)],
    ]);
    const store = withCache(inner);
    const both = async (): Promise<unknown> => [await store.get("p/a"), await store.get("p/b")];
    await both();
    await store.set!("p/a", bytes(3));
    expect(await both()).toEqual([bytes(3), bytes(2)]);
    await store.delete!("p/b");
    expect(await both()).toEqual([bytes(3), undefined]);
    await store.rename!("p", "q");
    expect(await both()).toEqual([undefined, undefined]);
    expect(await store.get("q/a")).toEqual(bytes(3));
    await store.deletePrefix!("q");
    expect(await store.get("q/a")).toBeUndefined();
  });

  test("overtake reads that are under way: what those give is not kept", async () => {
    let release = (): void => {};
    let value = bytes(1);
    let asked = gate();
    const store = withCache({
      location: "x",
      get: async () => {
        const found = value;
        const held = new Promise<void>((resolve) => (release = resolve));
        asked.resolve();
        await held;
        return found;
      },
      set: async (_, next) => {
        value = new Uint8Array(next);
      },
    });
    const slow = store.get("a");
    await asked.promise;
    asked = gate();
    await store.set!("a", bytes(2));
    release();
    expect(await slow).toEqual(bytes(1));
    const next = store.get("a");
    await asked.promise;
    release();
    expect(await next).toEqual(bytes(2));
  });
});

describe("reads of the same bytes at the same time", () => {
  test("are one, and every caller gets its own bytes", async () => {
    const { inner, store } = cached();
    inner.put("a", pattern(10));
    const [first, second] = await Promise.all([store.get("a"), store.get("a")]);
    first?.fill(0);
    expect(second).toEqual(pattern(10));
    expect(await store.get("a")).toEqual(pattern(10));
    expect(inner.asked).toHaveLength(1);
  });

  test("survive the abort of one caller; after that of all, the next one reads anew", async () => {
    const signals: AbortSignal[] = [];
    let release = (): void => {};
    let asked = gate();
    const store = withCache({
      location: "x",
      get: (_, options) =>
        new Promise((resolve, reject) => {
          signals.push(options!.signal!);
          options?.signal?.addEventListener("abort", () => reject(options.signal?.reason));
          release = () => resolve(bytes(1));
          asked.resolve();
        }),
    });
    const [one, two] = [new AbortController(), new AbortController()];
    const first = store.get("a", { signal: one.signal }).catch((error: unknown) => error);
    const second = store.get("a", { signal: two.signal }).catch((error: unknown) => error);
    await asked.promise;
    one.abort(1);
    expect(await first).toBe(1);
    expect(signals[0]?.aborted).toBe(false);
    two.abort(2);
    expect(await second).toBe(2);
    expect(signals[0]?.aborted).toBe(true);
    asked = gate();
    const third = store.get("a");
    await asked.promise;
    release();
    expect(await third).toEqual(bytes(1));
  });
});

test("any reads give what the store gives, whatever is kept and however little", async () => {
  const range = fc.oneof(
    fc.constant(undefined),
    fc.record({ offset: fc.nat(60), length: fc.nat(40) }),
    fc.record({ offset: fc.nat(60) }),
    fc.record({ suffix: fc.nat(60) }),
  );
  const step = fc.tuple(fc.constantFrom("a", "b", "absent"), range, fc.boolean());
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), fc.nat(2000), async (steps, budget) => {
      const { inner, store } = cached({ bytes: budget });
      let seed = 0;
      inner.put("a", pattern(50));
      inner.put("b", pattern(7));
      for (const [key, asked, writes] of steps) {
        if (writes && key !== "absent") await store.set!(key, pattern(30 + (seed % 20), ++seed));
        const found = inner.values.get(key)?.value;
        const wanted = found === undefined ? undefined : cutRange(found, asked);
        expect(await store.get(key, { range: asked })).toEqual(wanted);
      }
    }),
    { numRuns: 200 },
  );
});
