/**
 * What every store must do, in one suite. A new store runs it by saying how it is opened with given contents and which
 * optional methods it has; the suite tests exactly those, and that there are no others.
 */
import { describe, expect, test } from "vitest";
import type { ByteRange } from "../../src/bytes/source/byte-range.ts";
import { isHyperslabError } from "../../src/errors.ts";
import type { Store } from "../../src/stores/store.ts";

export type StoreCapability = Exclude<keyof Store, "location" | "get" | "close">;

export interface StoreSubject {
  /** A new store that holds these values and nothing else. */
  open(entries: ReadonlyMap<string, Uint8Array>): Promise<Store>;
  /** The optional methods that it has. */
  readonly capabilities: readonly StoreCapability[];
  /** Keys that its medium cannot hold, and that it refuses with `invalid-request`. */
  readonly refuses?: (key: string) => boolean;
}

const allCapabilities: readonly StoreCapability[] = [
  "head",
  "list",
  "listDirectory",
  "set",
  "delete",
  "deletePrefix",
  "rename",
  "locate",
];

/** For stores that start empty and can be written: the contents are set one by one. */
export async function filled(store: Store, entries: ReadonlyMap<string, Uint8Array>): Promise<Store> {
  for (const [key, value] of entries) await store.set?.(key, value);
  return store;
}

export function bytes(...values: number[]): Uint8Array {
  return Uint8Array.from(values);
}

/** Bytes that are all different from their neighbours and from those at other offsets of other seeds. */
export function pattern(length: number, seed = 0): Uint8Array {
  const made = new Uint8Array(length);
  for (let i = 0; i < length; i++) made[i] = i * 31 + (i >> 8) * 7 + seed;
  return made;
}

export async function keysOf(store: Store, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list!(prefix)) keys.push(key);
  return keys;
}

/** Plain arrays compare by value whatever subclass of Uint8Array came back, and print well. */
function plain(value: Uint8Array | undefined): number[] | undefined {
  return value === undefined ? undefined : Array.from(value);
}

const tree: ReadonlyMap<string, Uint8Array> = new Map([
  ["zarr.json", bytes(1)],
  ["a/zarr.json", bytes(2, 2)],
  ["a/c/0/0", bytes(3, 3, 3)],
  ["a/c/0/1", bytes(4)],
  ["a.b", bytes(5)],
  ["ab/c", bytes(6)],
  ["a-b/c", bytes(7)],
]);

const sortedTree = ["a-b/c", "a.b", "a/c/0/0", "a/c/0/1", "a/zarr.json", "ab/c", "zarr.json"];

const unicodeKeys = [
  "ä/ö",
  "日本/語",
  "😀/🎉.json",
  "\uffee/x",
  "with space/%20",
  "a+b&c=d/e'f(g)",
  "\u0001x",
  "e\u0301",
];

const refusedKeys = [
  "",
  "/a",
  "a/",
  "a//b",
  ".",
  "..",
  "./a",
  "a/..",
  "a/../b",
  "../a",
  "a/./b",
  "a\0b",
  "\ud800",
  "a/\udc00b",
];

export function describeStore(name: string, subject: StoreSubject): void {
  describe(`${name} keeps the store contract`, () => {
    const has = (capability: StoreCapability): boolean => subject.capabilities.includes(capability);

    test("has exactly the capabilities that it declares", async () => {
      const store = await subject.open(new Map());
      const found = allCapabilities.filter((capability) => typeof store[capability] === "function");
      expect(found).toEqual(allCapabilities.filter(has));
      expect(store.location).not.toBe("");
    });

    describeReading(subject);
    describeAborts(subject);
    describeRefusals(subject);
    if (has("head")) describeHead(subject);
    if (has("list")) describeList(subject);
    if (has("listDirectory")) describeListDirectory(subject);
    if (has("set")) describeSet(subject);
    if (has("delete")) describeDelete(subject);
    if (has("deletePrefix")) describeDeletePrefix(subject);
    if (has("rename")) describeRename(subject);
    if (has("locate")) describeLocate(subject);
  });
}

/** 8 MiB and a bit, made once: longer than any store reads at a stroke. */
let big: Uint8Array | undefined;

function describeReading(subject: StoreSubject): void {
  test("absent is undefined, empty is an empty value", async () => {
    const store = await subject.open(new Map([["empty", bytes()]]));
    expect(plain(await store.get("empty"))).toEqual([]);
    expect(await store.get("absent")).toBeUndefined();
    expect(await store.get("empty/below")).toBeUndefined();
    expect(await store.get("absent", { range: { offset: 0, length: 0 } })).toBeUndefined();
    expect(await store.get("absent", { range: { suffix: 3 } })).toBeUndefined();
    expect(plain(await store.get("empty", { range: { offset: 0, length: 4 } }))).toEqual([]);
    expect(plain(await store.get("empty", { range: { suffix: 4 } }))).toEqual([]);
  });

  test("a prefix of keys is no value", async () => {
    const store = await subject.open(tree);
    expect(await store.get("a")).toBeUndefined();
    expect(await store.get("a/c")).toBeUndefined();
    expect(await store.get("a", { range: { offset: 0, length: 0 } })).toBeUndefined();
  });

  const ranges: readonly [string, ByteRange, number, number][] = [
    ["from an offset on", { offset: 3 }, 3, 10],
    ["from offset 0 on", { offset: 0 }, 0, 10],
    ["from the end on", { offset: 10 }, 10, 10],
    ["from past the end on", { offset: 11 }, 10, 10],
    ["in the middle", { offset: 2, length: 5 }, 2, 7],
    ["the whole", { offset: 0, length: 10 }, 0, 10],
    ["up to the end", { offset: 6, length: 4 }, 6, 10],
    ["over the end", { offset: 6, length: 100 }, 6, 10],
    ["at the end", { offset: 10, length: 1 }, 10, 10],
    ["past the end", { offset: 1000, length: 5 }, 10, 10],
    ["far past the end", { offset: 2 ** 40, length: 2 ** 40 }, 10, 10],
    ["of no bytes", { offset: 4, length: 0 }, 4, 4],
    ["of no bytes past the end", { offset: 40, length: 0 }, 10, 10],
    ["of the last bytes", { suffix: 3 }, 7, 10],
    ["of exactly all last bytes", { suffix: 10 }, 0, 10],
    ["of more last bytes than there are", { suffix: 11 }, 0, 10],
    ["of very many last bytes", { suffix: 2 ** 40 }, 0, 10],
    ["of no last bytes", { suffix: 0 }, 10, 10],
  ];
  let ranged: Promise<Store> | undefined;
  test.each(ranges)("reads a range %s", async (_, range, start, end) => {
    const value = pattern(10);
    const store = await (ranged ??= subject.open(new Map([["a/value", value]])));
    expect(plain(await store.get("a/value", { range }))).toEqual(Array.from(value.subarray(start, end)));
  });

  test("reads a big value, whole and in parts", async () => {
    big ??= pattern(8 * 1024 * 1024 + 5);
    const store = await subject.open(new Map([["big", big]]));
    expect(Buffer.compare((await store.get("big"))!, big)).toBe(0);
    const middle = await store.get("big", { range: { offset: 3_000_001, length: 2_000_003 } });
    expect(Buffer.compare(middle!, big.subarray(3_000_001, 5_000_004))).toBe(0);
    const tail = await store.get("big", { range: { suffix: 300_000 } });
    expect(Buffer.compare(tail!, big.subarray(-300_000))).toBe(0);
    const over = await store.get("big", { range: { offset: big.length - 200_000, length: 400_000 } });
    expect(Buffer.compare(over!, big.subarray(-200_000))).toBe(0);
  });

  test("holds keys of any script, and distinguishes similar ones", async () => {
    const refused = unicodeKeys.filter((key) => subject.refuses?.(key) === true);
    const held = unicodeKeys.filter((key) => !refused.includes(key));
    const entries = new Map(held.map((key, i) => [key, bytes(i)]));
    const store = await subject.open(entries);
    for (const key of refused) {
      for (const [name, run] of requests(store, key)) {
        if (!["get", "get range", "head", "set"].includes(name)) continue;
        expect([name, isHyperslabError(await failure(run), "invalid-request")]).toEqual([name, true]);
      }
    }
    for (const [key, value] of entries) expect([key, plain(await store.get(key))]).toEqual([key, Array.from(value)]);
    expect(await store.get("\u00e9")).toBeUndefined();
    expect(await store.get("Ä/ö")).toBeUndefined();
  });

  test("what it gives belongs to the caller", async () => {
    const store = await subject.open(new Map([["a", bytes(1, 2, 3)]]));
    (await store.get("a"))!.fill(9);
    (await store.get("a", { range: { offset: 1, length: 1 } }))!.fill(9);
    (await store.get("a", { range: { suffix: 1 } }))!.fill(9);
    expect(plain(await store.get("a"))).toEqual([1, 2, 3]);
  });

  test("many reads at once do not mix", async () => {
    const entries = new Map(Array.from({ length: 64 }, (_, i) => [`k/${i}`, pattern(1000 + i * 37, i)]));
    const store = await subject.open(entries);
    const values = await Promise.all(Array.from(entries.keys(), (key) => store.get(key)));
    const wanted = Array.from(entries.values());
    expect(values.findIndex((value, i) => Buffer.compare(value!, wanted[i]!) !== 0)).toBe(-1);
  });
}

/** Every request that the store offers, for rules that hold for all of them. */
function requests(store: Store, key: string, signal?: AbortSignal): Map<string, () => Promise<unknown>> {
  const options = signal === undefined ? {} : { signal };
  const all: [string, (() => Promise<unknown>) | undefined][] = [
    ["get", () => store.get(key, options)],
    ["get range", () => store.get(key, { ...options, range: { offset: 0, length: 1 } })],
    ["head", store.head && (() => store.head!(key, options))],
    ["list", store.list && (() => store.list!(key, options)[Symbol.asyncIterator]().next())],
    ["listDirectory", store.listDirectory && (() => store.listDirectory!(key, options))],
    ["set", store.set && (() => store.set!(key, bytes(9), options))],
    ["delete", store.delete && (() => store.delete!(key, options))],
    ["deletePrefix", store.deletePrefix && (() => store.deletePrefix!(key, options))],
    ["rename from", store.rename && (() => store.rename!(key, "z", options))],
    ["rename to", store.rename && (() => store.rename!("a", key, options))],
    ["locate", store.locate && (async () => store.locate!(key))],
  ];
  const present = new Map<string, () => Promise<unknown>>();
  for (const [name, run] of all) if (run !== undefined) present.set(name, run);
  return present;
}

async function failure(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  return undefined;
}

function describeAborts(subject: StoreSubject): void {
  test("an aborted signal stops every request before it does anything", async () => {
    const store = await subject.open(tree);
    const reason = new Error("enough");
    for (const [name, run] of requests(store, "a", AbortSignal.abort(reason))) {
      if (name === "locate") continue;
      expect([name, await failure(run)]).toEqual([name, reason]);
    }
    for (const [key, value] of tree) expect(plain(await store.get(key))).toEqual(Array.from(value));
  });

  if (!subject.capabilities.includes("list")) return;
  test("a listing stops when it is aborted before its start or on its way", async () => {
    const store = await subject.open(tree);
    const early = new AbortController();
    const listing = store.list!("", { signal: early.signal })[Symbol.asyncIterator]();
    early.abort();
    expect(await failure(() => listing.next())).toBe(early.signal.reason);

    const late = new AbortController();
    const seen: string[] = [];
    const error = await failure(async () => {
      for await (const { key } of store.list!("", { signal: late.signal })) {
        seen.push(key);
        late.abort();
      }
    });
    expect(error).toBe(late.signal.reason);
    expect(seen).toHaveLength(1);
  });
}

function describeRefusals(subject: StoreSubject): void {
  let refusing: Promise<Store> | undefined;
  test.each(refusedKeys)("refuses the key %j in every request", async (key) => {
    const store = await (refusing ??= subject.open(tree));
    const takesRoot = ["list", "listDirectory", "deletePrefix"];
    for (const [name, run] of requests(store, key)) {
      if (key === "" && takesRoot.includes(name)) continue;
      const error = await failure(run);
      expect([name, isHyperslabError(error, "invalid-request")]).toEqual([name, true]);
    }
  });

  test("refuses a range that is none", async () => {
    const store = await subject.open(tree);
    const bad = [{ offset: -1 }, { offset: 0.5 }, { offset: Number.NaN }, { offset: 0, length: -1 }, { suffix: -1 }];
    for (const range of [...bad, { offset: 0, length: Number.POSITIVE_INFINITY }, { suffix: 1.5 }]) {
      const error = await failure(() => store.get("zarr.json", { range }));
      expect([range, isHyperslabError(error, "invalid-request")]).toEqual([range, true]);
    }
  });

  if (!subject.capabilities.includes("set")) return;
  test("refuses a value that is no bytes", async () => {
    const store = await subject.open(new Map());
    const text: unknown = "text";
    const error = await failure(() => store.set!("a", text as Uint8Array));
    expect(isHyperslabError(error, "invalid-request")).toBe(true);
    expect(await store.get("a")).toBeUndefined();
  });
}

function describeHead(subject: StoreSubject): void {
  test("head reports sizes without reading, and absence", async () => {
    const store = await subject.open(new Map([...tree, ["empty", bytes()]]));
    expect((await store.head!("a/c/0/0"))?.size).toBe(3);
    expect((await store.head!("empty"))?.size).toBe(0);
    for (const key of ["absent", "a", "a/c", "zarr.json/below"]) expect(await store.head!(key)).toBeUndefined();
  });
}

function describeList(subject: StoreSubject): void {
  test("lists every key below a prefix in order, and not those that only begin alike", async () => {
    const store = await subject.open(tree);
    expect(await keysOf(store, "")).toEqual(sortedTree);
    expect(await keysOf(store, "a")).toEqual(["a/c/0/0", "a/c/0/1", "a/zarr.json"]);
    expect(await keysOf(store, "a/c/0")).toEqual(["a/c/0/0", "a/c/0/1"]);
    expect(await keysOf(store, "a/c/0/0")).toEqual([]);
    expect(await keysOf(store, "absent")).toEqual([]);
    expect(await keysOf(store, "zarr.json")).toEqual([]);
    expect(await keysOf(await subject.open(new Map()), "")).toEqual([]);
  });

  test("lists sizes that are right, where it lists sizes", async () => {
    const store = await subject.open(tree);
    for await (const { key, size } of store.list!("")) {
      if (size !== undefined) expect([key, size]).toEqual([key, tree.get(key)?.byteLength]);
    }
  });

  test("orders keys by code point", async () => {
    const keys = ["a", "a!b/c", "a/b", "a/😀", "a/\uffee", "a0", "é"];
    const store = await subject.open(new Map(keys.filter((key) => key !== "a").map((key) => [key, bytes(1)])));
    expect(await keysOf(store, "")).toEqual(["a!b/c", "a/b", "a/\uffee", "a/😀", "a0", "é"]);
  });

  test("a listing may be left early", async () => {
    const store = await subject.open(tree);
    for await (const { key } of store.list!("")) {
      expect(key).toBe(sortedTree[0]);
      break;
    }
    expect(await keysOf(store, "")).toEqual(sortedTree);
  });
}

function describeListDirectory(subject: StoreSubject): void {
  test("lists one level: names of keys and of prefixes, in order", async () => {
    const store = await subject.open(tree);
    const root = { keys: ["a.b", "zarr.json"], prefixes: ["a", "a-b", "ab"] };
    expect(await store.listDirectory!("")).toEqual(root);
    expect(await store.listDirectory!("a")).toEqual({ keys: ["zarr.json"], prefixes: ["c"] });
    expect(await store.listDirectory!("a/c/0")).toEqual({ keys: ["0", "1"], prefixes: [] });
    for (const prefix of ["absent", "zarr.json", "a/zarr.json/below"]) {
      expect(await store.listDirectory!(prefix)).toEqual({ keys: [], prefixes: [] });
    }
  });
}

function describeSet(subject: StoreSubject): void {
  test("replaces the whole value, shorter and longer", async () => {
    const store = await subject.open(new Map([["a/b", pattern(100)]]));
    for (const length of [100, 3, 0, 200_000, 1, 150_000, 5000]) {
      await store.set!("a/b", pattern(length, length));
      expect(Buffer.compare((await store.get("a/b"))!, pattern(length, length))).toBe(0);
    }
  });

  test("later changes of the caller's bytes do not reach the value", async () => {
    const store = await subject.open(new Map());
    const whole = pattern(20);
    const value = whole.subarray(4, 8);
    await store.set!("a", value);
    whole.fill(0);
    expect(plain(await store.get("a"))).toEqual(Array.from(pattern(20).subarray(4, 8)));
  });

  test("of writers of one key the last wins, whole", async () => {
    const store = await subject.open(new Map());
    const lengths = [300_000, 10, 200_000, 70_000, 400_000, 5];
    await Promise.all(lengths.map((length, i) => store.set!("k", new Uint8Array(length).fill(i + 1))));
    expect(plain(await store.get("k"))).toEqual([6, 6, 6, 6, 6]);
  });

  test("a reader beside a writer sees the old or the new value, whole", async () => {
    const store = await subject.open(new Map([["k", new Uint8Array(200_000).fill(1)]]));
    for (let round = 2; round < 12; round++) {
      const length = 150_000 + round * 10_000;
      const [, value] = await Promise.all([store.set!("k", new Uint8Array(length).fill(round)), store.get("k")]);
      const first = value![0]!;
      expect(Buffer.compare(value!, new Uint8Array(value!.byteLength).fill(first))).toBe(0);
      expect([round - 1, round]).toContain(first);
      expect(value!.byteLength).toBe(first === 1 ? 200_000 : 150_000 + first * 10_000);
    }
  });

  test("many new keys at once, in new directories", async () => {
    const store = await subject.open(new Map());
    const keys = Array.from({ length: 100 }, (_, i) => `x/${i % 7}/y/${i}`);
    await Promise.all(keys.map((key, i) => store.set!(key, bytes(i))));
    expect((await Promise.all(keys.map((key) => store.get(key)))).map(plain)).toEqual(keys.map((_, i) => [i]));
  });
}

function describeDelete(subject: StoreSubject): void {
  test("deletes one key; what is absent or a prefix is no error and stays", async () => {
    const store = await subject.open(tree);
    await store.delete!("a/c/0/0");
    await store.delete!("absent/key");
    await store.delete!("a");
    await store.delete!("zarr.json/below");
    for (const [key, value] of tree) {
      expect([key, plain(await store.get(key))]).toEqual([key, key === "a/c/0/0" ? undefined : Array.from(value)]);
    }
    if (store.list === undefined) return;
    expect(await keysOf(store, "")).toEqual(sortedTree.filter((key) => key !== "a/c/0/0"));
  });

  test("a prefix vanishes with its last key, and may become a key", async () => {
    const store = await subject.open(new Map([["x/y/z", bytes(1)]]));
    await store.delete!("x/y/z");
    if (store.listDirectory !== undefined) {
      expect(await store.listDirectory("")).toEqual({ keys: [], prefixes: [] });
    }
    await store.set?.("x", bytes(2));
    expect(plain(await store.get("x"))).toEqual(store.set === undefined ? undefined : [2]);
  });

  if (!subject.capabilities.includes("set")) return;
  test("deleting beside writing in the same directory loses no write", async () => {
    const store = await subject.open(new Map());
    for (let round = 0; round < 10; round++) {
      await store.set!("d/old", bytes(1));
      await Promise.all([store.delete!("d/old"), store.set!("d/new", pattern(round % 2 === 0 ? 10 : 200_000))]);
      expect(await store.get("d/old")).toBeUndefined();
      expect((await store.get("d/new"))?.byteLength).toBe(round % 2 === 0 ? 10 : 200_000);
      await store.delete!("d/new");
    }
  });
}

function describeDeletePrefix(subject: StoreSubject): void {
  const remaining = async (prefix: string): Promise<string[]> => {
    const store = await subject.open(tree);
    await store.deletePrefix!(prefix);
    return keysOf(store, "");
  };
  test("deletes everything below a prefix and nothing beside it", async () => {
    expect(await remaining("a")).toEqual(["a-b/c", "a.b", "ab/c", "zarr.json"]);
    expect(await remaining("a/c/0")).toEqual(sortedTree.filter((key) => !key.startsWith("a/c/0/")));
    expect(await remaining("")).toEqual([]);
    for (const nothing of ["absent", "zarr.json", "a/c/0/0", "z"]) expect(await remaining(nothing)).toEqual(sortedTree);
  });
}

function describeRename(subject: StoreSubject): void {
  test("moves everything below a prefix", async () => {
    const store = await subject.open(tree);
    await store.rename!("a", "new/place");
    const moved = sortedTree.map((key) => (key.startsWith("a/") ? `new/place/${key.slice(2)}` : key));
    expect(await keysOf(store, "")).toEqual(moved.sort());
    expect(plain(await store.get("new/place/c/0/0"))).toEqual([3, 3, 3]);
    await store.rename!("new/place", "a");
    expect(await keysOf(store, "")).toEqual(sortedTree);
    await store.rename!("a", "a");
    expect(await keysOf(store, "")).toEqual(sortedTree);
  });

  test.each([
    ["to what exists", "a", "ab", "exists"],
    ["to a value", "a", "zarr.json", "exists"],
    ["of what is absent", "absent", "new", "not-found"],
    ["of a value", "zarr.json", "new", "not-found"],
    ["into itself", "a", "a/c/new", "invalid-request"],
    ["onto what holds it", "a/c", "a", "invalid-request"],
    ["of the root", "", "new", "invalid-request"],
    ["onto the root", "a", "", "invalid-request"],
  ] as const)("refuses a rename %s", async (_, from, to, code) => {
    const store = await subject.open(tree);
    const error = await failure(() => store.rename!(from, to));
    expect(isHyperslabError(error, code), String(error)).toBe(true);
    expect(await keysOf(store, "")).toEqual(sortedTree);
  });
}

function describeLocate(subject: StoreSubject): void {
  test("locates the file behind a key, and nothing where there is none", async () => {
    const { readFileSync } = await import("node:fs");
    const store = await subject.open(tree);
    for (const [key, value] of tree) expect(plain(readFileSync(store.locate!(key)!))).toEqual(Array.from(value));
    for (const key of ["absent", "a", "zarr.json/below"]) expect(store.locate!(key)).toBeUndefined();
  });
}
