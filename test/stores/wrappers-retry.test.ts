import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HyperslabError, isHyperslabError, type RequestFailure } from "../../src/errors.ts";
import { httpStore } from "../../src/stores/http/http-store.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import type { Store } from "../../src/stores/store.ts";
import { type RetryEvent, type RetryOptions, withRetry } from "../../src/stores/wrappers/with-retry.ts";
import { bytes, keysOf } from "../contracts/store-contract.ts";
import { badServer, badValue } from "./bad-server.ts";

function transient(more: Partial<RequestFailure> = {}): HyperslabError {
  return new HyperslabError("io", "it failed", {
    location: "x",
    key: "k",
    request: { kind: "test", transient: true, ...more },
  });
}

/** A store whose first `failures` requests of any kind fail. */
function failing(failures: number, error: unknown = transient()): { readonly store: Store; readonly calls: string[] } {
  const inner = memoryStore([["k", bytes(1)]]);
  const calls: string[] = [];
  const attempt = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
    calls.push(name);
    if (calls.length <= failures) throw error;
    return run();
  };
  const store: Store = {
    location: "failing",
    get: (key, options) => attempt("get", () => inner.get(key, options)),
    head: (key) => attempt("head", () => inner.head!(key)),
    listDirectory: (prefix) => attempt("listDirectory", () => inner.listDirectory!(prefix)),
    set: (key, value) => attempt("set", () => inner.set!(key, value)),
    delete: (key) => attempt("delete", () => inner.delete!(key)),
    deletePrefix: (prefix) => attempt("deletePrefix", () => inner.deletePrefix!(prefix)),
    rename: (from, to) => attempt("rename", () => inner.rename!(from, to)),
  };
  return { store, calls };
}

const quick: RetryOptions = { delay: 1 };

describe("what is tried again", () => {
  const requests: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
    get: (store) => store.get("k"),
    head: (store) => store.head!("k"),
    listDirectory: (store) => store.listDirectory!(""),
    set: (store) => store.set!("k", bytes(2)),
    delete: (store) => store.delete!("k"),
    deletePrefix: (store) => store.deletePrefix!("k"),
  };
  test.each(Object.keys(requests))("%s, until it succeeds", async (name) => {
    const { store, calls } = failing(3);
    await requests[name]!(withRetry(store, quick));
    expect(calls).toEqual([name, name, name, name]);
  });

  test("a rename is not: it may have happened", async () => {
    const { store, calls } = failing(1);
    await expect(withRetry(store, quick).rename!("k", "l")).rejects.toThrow("it failed");
    expect(calls).toEqual(["rename"]);
  });

  test.each([
    ["invalid-data", undefined, 1],
    ["not-allowed", undefined, 1],
    ["unsupported", undefined, 1],
    ["io", undefined, 3],
    ["io", { kind: "dns", transient: false }, 1],
    ["io", { kind: "timeout", transient: true }, 3],
    ["invalid-data", { kind: "changed", transient: false }, 1],
  ] as const)("an error %s with %j: %i tries", async (code, request, tries) => {
    const error = new HyperslabError(code, "no", request === undefined ? {} : { request });
    const { store, calls } = failing(99, error);
    await withRetry(store, { ...quick, attempts: 3 })
      .get("k")
      .catch(() => {});
    expect(calls).toHaveLength(tries);
  });

  test("every failed request reports the number of attempts", async () => {
    const forbidden = new HyperslabError("not-allowed", "no", { request: { kind: "forbidden", transient: false } });
    const first = await withRetry(failing(99, forbidden).store, quick)
      .get("k")
      .catch((error: unknown) => error);
    expect(first).toMatchObject({ what: "no", request: { kind: "forbidden", transient: false, attempts: 1 } });
    let calls = 0;
    const worse: Store = {
      location: "x",
      get: () => Promise.reject((calls += 1) < 3 ? transient() : forbidden),
    };
    const third = await withRetry(worse, quick)
      .get("k")
      .catch((error: unknown) => error);
    expect(third).toMatchObject({ what: "no (tried 3 times)", request: { kind: "forbidden", attempts: 3 } });
  });

  test("bugs and aborts are not", async () => {
    const { store, calls } = failing(99, new TypeError("bug"));
    await expect(withRetry(store, quick).get("k")).rejects.toThrow(TypeError);
    expect(calls).toHaveLength(1);
  });
});

test("the last error reports the number of attempts, and keeps everything else", async () => {
  const { store } = failing(99, transient({ status: 503 }));
  const error = await withRetry(store, { ...quick, attempts: 3 })
    .get("k")
    .catch((caught: unknown) => caught);
  expect(isHyperslabError(error, "io") && error.request).toEqual({
    kind: "test",
    transient: true,
    status: 503,
    attempts: 3,
  });
  expect(String(error)).toContain("it failed (tried 3 times) (x/k)");
});

describe("waiting", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  async function delays(error: HyperslabError, options: RetryOptions): Promise<readonly number[]> {
    const events: RetryEvent[] = [];
    const { store } = failing(99, error);
    const ended = withRetry(store, { onRetry: (event) => events.push(event), ...options })
      .get("k")
      .catch(() => {});
    await vi.runAllTimersAsync();
    await ended;
    return events.map(({ delay }) => delay);
  }

  test("grows twofold, with jitter of half, up to a bound", async () => {
    const most = await delays(transient(), { attempts: 6, delay: 100, maximumDelay: 500, random: () => 1 });
    expect(most).toEqual([100, 200, 400, 500, 500]);
    const least = await delays(transient(), { attempts: 6, delay: 100, maximumDelay: 500, random: () => 0 });
    expect(least).toEqual([50, 100, 200, 250, 250]);
  });

  test("is at least as long as the server asks for", async () => {
    expect(await delays(transient({ retryAfter: 3000 }), { attempts: 3, random: () => 0 })).toEqual([3000, 3000]);
    expect(await delays(transient({ retryAfter: 0 }), { attempts: 3, random: () => 0 })).toEqual([0, 0]);
  });

  test("never takes longer than the budget, and a server that wants more gets an error at once", async () => {
    expect(await delays(transient(), { attempts: 99, delay: 1000, budget: 5000, random: () => 1 })).toEqual([
      1000, 2000,
    ]);
    expect(await delays(transient({ retryAfter: 3_600_000 }), {})).toEqual([]);
    const { store } = failing(99, transient({ retryAfter: 3_600_000 }));
    await expect(withRetry(store).get("k")).rejects.toThrow("it failed; the server asks to wait 3600 s");
  });

  test("ends when the caller gives up", async () => {
    const controller = new AbortController();
    const { store, calls } = failing(99);
    const ended = withRetry(store, { delay: 10_000 })
      .get("k", { signal: controller.signal })
      .catch((caught: unknown) => caught);
    await vi.advanceTimersByTimeAsync(1000);
    controller.abort(new Error("enough"));
    expect(await ended).toMatchObject({ message: "enough" });
    expect(calls).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("listings", () => {
  /** Gives keys a to f, breaking off once after so many. */
  function breaking(after: number): Store {
    let broken = false;
    return {
      location: "x",
      get: async () => undefined,
      async *list() {
        for (const [index, key] of [..."abcdef"].entries()) {
          if (index === after && !broken) {
            broken = true;
            throw transient();
          }
          yield { key };
        }
      },
    };
  }
  test.each([0, 1, 3, 5])("that break off after %i keys go on where they were", async (after) => {
    expect(await keysOf(withRetry(breaking(after), quick), "")).toEqual([..."abcdef"]);
  });

  test("may be left early, and the store's own listing is ended", async () => {
    let ended = false;
    const inner: Store = {
      location: "x",
      get: async () => undefined,
      async *list() {
        try {
          yield { key: "a" };
          yield { key: "b" };
        } finally {
          ended = true;
        }
      },
    };
    for await (const { key } of withRetry(inner).list!("")) {
      expect(key).toBe("a");
      break;
    }
    expect(ended).toBe(true);
  });
});

describe("over HTTP", () => {
  test.each(["429-storm", "500-storm", "503-storm", "resets-once"])("a %s passes", async (behaviour) => {
    const bad = await badServer();
    const events: RetryEvent[] = [];
    const retry = { delay: 1, onRetry: (event: RetryEvent) => events.push(event) };
    const store = httpStore(`${bad.origin}/${behaviour}`, { retry });
    expect(await store.get("a", { range: { suffix: 5 } })).toEqual(badValue.slice(-5));
    expect(events).toHaveLength(bad.seen.length - 1);
    expect(events.length).toBeGreaterThan(0);
    await bad.close();
  });

  test("a server that stays down is an error that says how often it was asked", async () => {
    const bad = await badServer();
    const error = await httpStore(`${bad.origin}/503`, { retry: { delay: 1, attempts: 4 } })
      .get("a")
      .catch((caught: unknown) => caught);
    expect(isHyperslabError(error, "io") && error.request).toMatchObject({ kind: "server-error", attempts: 4 });
    expect(bad.seen).toHaveLength(4);
    const long = await httpStore(`${bad.origin}/503-long`)
      .get("a")
      .catch((caught: unknown) => caught);
    expect(String(long)).toContain("the server asks to wait 3600 s");
    await bad.close();
  });
});
