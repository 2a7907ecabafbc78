/** References saved as Parquet and appended to: what is read again, what is left out, what is refused. */
import { describe, expect, it } from "vitest";
import { appendParquet, readParquetReferences, saveParquet } from "../../../src/dataset/virtual/save-parquet.ts";
import { noteList } from "../../../src/formats/notes.ts";
import { readJsonReferences } from "../../../src/formats/references/read-json.ts";
import { type Group, memoryStore, open, type Store } from "../../../src/index.ts";
import type { ReferenceSet } from "../../../src/model/virtual/reference-set.ts";
import { shownSet } from "./shown-set.ts";

type Refs = Readonly<Record<string, unknown>>;

async function setOf(refs: Refs, members: object = {}): Promise<ReferenceSet> {
  async function* blocks(): AsyncGenerator<Uint8Array, undefined> {
    yield new TextEncoder().encode(JSON.stringify({ version: 1, ...members, refs }));
  }
  return readJsonReferences(blocks, noteList());
}

function zarray(shape: readonly number[], chunks: readonly number[], more: object = {}): object {
  return {
    zarr_format: 2,
    shape,
    chunks,
    dtype: "|u1",
    compressor: null,
    filters: null,
    fill_value: 0,
    order: "C",
    ...more,
  };
}

const base64 = (text: string): string => `base64:${Buffer.from(text).toString("base64")}`;

const CHUNKS: Refs = {
  "a/0.0": ["one.nc", 0, 5],
  "a/0.2": ["one.nc", 2 ** 53 - 1, 2 ** 40],
  "a/1.1": ["two.nc"],
  "a/3.0": base64("abc"),
  "a/3.2": base64(""),
  "g/1/0": ["one.nc", 7, 0],
  "s/0": base64("base64:abc"),
};
const REFS: Refs = {
  ".zgroup": { zarr_format: 2 },
  "a/.zarray": zarray([7, 3], [2, 1]),
  "g/.zgroup": { zarr_format: 2 },
  "g/1/.zarray": zarray([3], [1]),
  "s/.zarray": zarray([], []),
  ...CHUNKS,
};

describe("a set that is saved", () => {
  it.each([1, 2, 5, 12, 100])("in files of %i references has them all", async (recordSize) => {
    const store = memoryStore();
    const saved = await saveParquet(await setOf(REFS), store, { recordSize });
    expect(saved).toMatchObject({ arrays: 3, references: Object.keys(CHUNKS).length });
    expect(shownSet((await readParquetReferences(store))!)).toEqual(CHUNKS);
  });

  it("says that an empty range is empty, not a whole file", async () => {
    const store = memoryStore();
    const refs = { ".zgroup": { zarr_format: 2 }, "a/.zarray": zarray([2], [1]), "a/0": ["u", 0, 0], "a/1": ["u"] };
    await saveParquet(await setOf(refs), store);
    expect(shownSet((await readParquetReferences(store))!)).toEqual({ "a/0": base64(""), "a/1": ["u"] });
  });

  it("has no file for records without references", async () => {
    const store = memoryStore();
    await saveParquet(await setOf(REFS), store, { recordSize: 3 });
    const keys: string[] = [];
    for await (const { key } of store.list!("")) keys.push(key);
    expect(keys.sort()).toEqual([
      ".zmetadata",
      "a/refs.0.parq",
      "a/refs.1.parq",
      "a/refs.3.parq",
      "g/1/refs.0.parq",
      "s/refs.0.parq",
    ]);
  });

  it("spells keys with dots, whatever they were", async () => {
    const store = memoryStore();
    const nested = {
      "a/.zarray": zarray([4, 2], [2, 1], { dimension_separator: "/" }),
      "a/0/1": ["u", 1, 2],
      "a/1/0": ["u", 3, 4],
    };
    const unsaid = { "b/.zarray": zarray([4, 2], [2, 1]), "b/0/1": ["u", 1, 2] };
    await saveParquet(await setOf({ ".zgroup": { zarr_format: 2 }, ...nested, ...unsaid }), store);
    const wanted = { "a/0.1": ["u", 1, 2], "a/1.0": ["u", 3, 4], "b/0.1": ["u", 1, 2] };
    expect(shownSet((await readParquetReferences(store))!)).toEqual(wanted);
  });

  it("keeps what was recorded of targets", async () => {
    const store = memoryStore();
    await saveParquet(await setOf(REFS, { targets: { "one.nc": { size: 5, validator: "x" } } }), store);
    expect((await readParquetReferences(store))!.targets).toEqual(new Map([["one.nc", { size: 5, validator: "x" }]]));
  });

  it("of Zarr v3 is ours alone, and asked for", async () => {
    const grid = { name: "regular", configuration: { chunk_shape: [2] } };
    const array = {
      ...{ zarr_format: 3, node_type: "array", shape: [4], data_type: "uint8", chunk_grid: grid, fill_value: 9 },
      ...{ chunk_key_encoding: { name: "default" }, codecs: [{ name: "bytes" }] },
    };
    const root = { zarr_format: 3, node_type: "group" };
    const set = await setOf({ "zarr.json": root, "a/zarr.json": array, "a/c/1": base64("xy") });
    await expect(saveParquet(set, memoryStore())).rejects.toMatchObject({ code: "unsupported" });
    const store = memoryStore();
    await saveParquet(set, store, { zarr3: true });
    const found = await ((await open(store)) as Group).openArray("a");
    expect([...(await found.read()).data]).toEqual([9, 9, 120, 121]);
    expect((await open(store, { path: "a" })).kind).toBe("array");
  });

  it.each<[string, Refs, RegExp]>([
    ["a key outside of the grid", { "a/9.0": ["u", 1, 2] }, /neither a document nor a chunk/],
    ["a key that is no chunk", { "a/notes.txt": "x" }, /neither a document nor a chunk/],
    ["a malformed reference", { "a/0.1": ["u", 1] }, /2 items/],
    ["a document elsewhere", { "h/.zgroup": ["u", 1, 2] }, /not in the set/],
  ])("without a place for %s is refused", async (_, more, problem) => {
    const store = memoryStore();
    await expect(saveParquet(await setOf({ ...REFS, ...more }), store)).rejects.toThrow(problem);
    expect(await store.get(".zmetadata")).toBeUndefined();
  });

  it("leaves out what is excluded", async () => {
    const left: string[] = [];
    await saveParquet(await setOf({ ...REFS, "a/9.0": ["u", 1, 2] }), memoryStore(), {
      onLeftOut: (key) => left.push(key),
    });
    expect(left).toEqual(["a/9.0"]);
  });

  it("replaces another only if it may, and all of it", async () => {
    const store = memoryStore();
    await saveParquet(await setOf(REFS), store, { recordSize: 1 });
    await expect(saveParquet(await setOf(REFS), store)).rejects.toMatchObject({ code: "exists" });
    await saveParquet(await setOf({ ".zgroup": { zarr_format: 2 } }), store, { overwrite: true });
    const keys: string[] = [];
    for await (const { key } of store.list!("")) keys.push(key);
    expect(keys).toEqual([".zmetadata"]);
  });
});

/** Appends sets of these references at once. */
async function append(parts: readonly Refs[], store: Store, options: { readonly dimension: string }) {
  const sets: { readonly references: ReferenceSet }[] = [];
  for (const refs of parts) sets.push({ references: await setOf(refs) });
  return appendParquet(sets, store, options);
}

async function shown(refs: Refs) {
  return shownSet(await setOf(refs));
}

/** All values by key. */
async function contentOf(store: Store): Promise<ReadonlyMap<string, Uint8Array>> {
  const content = new Map<string, Uint8Array>();
  for await (const { key } of store.list!("")) content.set(key, (await store.get(key))!);
  return content;
}

describe("appending", () => {
  const part = (length: number, from: number, more: object = {}, attributes: object = {}): Refs => ({
    ".zgroup": { zarr_format: 2 },
    "t/.zarray": zarray([length], [2]),
    "t/.zattrs": { _ARRAY_DIMENSIONS: ["t"], units: "days since 2000-01-01", ...attributes },
    "x/.zarray": zarray([2], [2]),
    "x/.zattrs": { _ARRAY_DIMENSIONS: ["x"] },
    "x/0": base64("ab"),
    "v/.zarray": zarray([length, 2], [2, 1], more),
    "v/.zattrs": { _ARRAY_DIMENSIONS: ["t", "x"] },
    ...Object.fromEntries(Array.from({ length: Math.ceil(length / 2) }, (_, i) => [`t/${i}`, ["f.nc", from + i, 2]])),
    ...Object.fromEntries(
      Array.from({ length: Math.ceil(length / 2) }, (_, i) => [`v/${i}.1`, ["f.nc", 100 + from + i, 2]]),
    ),
  });

  it.each([1, 2, 3, 4, 100])("keeps what is there, in files of %i references", async (recordSize) => {
    const store = memoryStore();
    await saveParquet(await setOf(part(6, 0)), store, { recordSize });
    expect(await append([part(4, 3)], store, { dimension: "t" })).toMatchObject({
      arrays: 2,
      references: 4,
    });
    await append([part(3, 5)], store, { dimension: "t" });
    const whole = await setOf(part(13, 0));
    expect(shownSet((await readParquetReferences(store))!)).toEqual(shownSet(whole));
    const root = (await open(store)) as Group;
    expect((await root.openArray("v")).shape).toEqual([13, 2]);
  });

  it.each<[string, Refs, object, RegExp]>([
    ["another data type", part(2, 0, { dtype: "<u2" }), {}, /another dtype/],
    ["other units", part(2, 0, {}, { units: "hours" }), {}, /attribute units/],
    ["another shape", { ...part(2, 0), "v/.zarray": zarray([2, 3], [2, 1]) }, {}, /another shape/],
    ["other values of another dimension", { ...part(2, 0), "x/0": base64("ac") }, {}, /other values/],
    ["no such dimension", part(6, 0), { dimension: "z" }, /no array has a dimension "z"/],
    ["a dimension after one of several chunks", alongX(part(6, 0)), { dimension: "x" }, /after a dimension of several/],
    ["a new array", { ...part(2, 0), "w/.zarray": zarray([2], [2]) }, {}, /not in the set/],
    ["an array that lacks", without(part(2, 0), "v/"), {}, /not in the appended set/],
  ])("%s is refused", async (_, refs, options, problem) => {
    const store = memoryStore();
    await saveParquet(await setOf(part(6, 0)), store);
    const before = await store.get(".zmetadata");
    await expect(append([refs], store, { dimension: "t", ...options })).rejects.toThrow(problem);
    expect(await store.get(".zmetadata")).toEqual(before);
  });

  it.each([1, 2, 3, 100])(
    "along a dimension after those of one chunk keeps rows, in files of %i",
    async (recordSize) => {
      const along = (length: number, from: number): Refs => ({
        ".zgroup": { zarr_format: 2 },
        "x/.zarray": zarray([length], [2]),
        "x/.zattrs": { _ARRAY_DIMENSIONS: ["x"] },
        "v/.zarray": zarray([3, 1, length, 4], [5, 1, 2, 2]),
        "v/.zattrs": { _ARRAY_DIMENSIONS: ["m", "t", "x", "y"] },
        ...Object.fromEntries(
          Array.from({ length: Math.ceil(length / 2) }, (_, i) => [
            [`x/${i}`, ["f.nc", from + i, 2]],
            [`v/0.0.${i}.0`, ["f.nc", 100 + from + i, 2]],
            ...((from + i) % 3 === 0 ? [] : [[`v/0.0.${i}.1`, ["f.nc", 200 + from + i, 2]]]),
          ]).flat(),
        ),
      });
      const store = memoryStore();
      await saveParquet(await setOf(along(4, 0)), store, { recordSize });
      await append([along(6, 2)], store, { dimension: "x" });
      await append([along(5, 5)], store, { dimension: "x" });
      expect(shownSet((await readParquetReferences(store))!)).toEqual(shownSet(await setOf(along(15, 0))));
    },
  );

  it.each([1, 2, 3, 4, 100])("several sets appends all of them, in files of %i references", async (recordSize) => {
    const store = memoryStore();
    await saveParquet(await setOf(part(6, 0)), store, { recordSize });
    expect(await append([part(4, 3), part(2, 5), part(3, 6)], store, { dimension: "t" })).toMatchObject({
      arrays: 2,
      references: 10,
    });
    expect(shownSet((await readParquetReferences(store))!)).toEqual(shownSet(await setOf(part(15, 0))));
  });

  it.each<[string, readonly Refs[], RegExp]>([
    ["differs", [part(4, 3), part(2, 5, { dtype: "<u2" })], /another dtype/],
    ["lacks an array", [part(4, 3), without(part(2, 5), "v/")], /not in the appended set/],
    ["has a chunk with other values", [part(4, 3), { ...part(2, 5), "x/0": base64("ac") }], /other values/],
    ["follows a chunk that is not full", [part(3, 3), part(2, 5)], /ends within a chunk: 9/],
    ["has keys of no array", [part(4, 3), { ...part(2, 5), "t/0.0": ["f.nc", 0, 1] }], /t\/0\.0/],
  ])("several sets writes nothing if one of them %s", async (_, parts, problem) => {
    const store = memoryStore();
    await saveParquet(await setOf(part(6, 0)), store, { recordSize: 2 });
    const before = await contentOf(store);
    await expect(append(parts, store, { dimension: "t" })).rejects.toThrow(problem);
    expect(await contentOf(store)).toEqual(before);
  });

  it.each([1, 2, 3, 4, 100])("that fails midway leaves the old set, in files of %i references", async (recordSize) => {
    const parts = [part(4, 3), part(3, 5)];
    const whole = memoryStore();
    await saveParquet(await setOf(part(6, 0)), whole, { recordSize });
    const before = (await contentOf(whole)).size;
    const written = await append(parts, whole, { dimension: "t" });
    expect(written.files).toBeGreaterThan(before > 5 ? 1 : 2);
    for (let allowed = 0; allowed < written.files; allowed++) {
      const store = memoryStore();
      await saveParquet(await setOf(part(6, 0)), store, { recordSize });
      let left = allowed;
      const full: Store = {
        ...store,
        set: async (key, value, options) => {
          if (left-- <= 0) throw new Error("no space left");
          await store.set!(key, value, options);
        },
      };
      await expect(append(parts, full, { dimension: "t" })).rejects.toThrow("no space left");
      expect(shownSet((await readParquetReferences(store))!)).toEqual(shownSet(await setOf(part(6, 0))));
      // What was left over must not be taken for chunks of a set that has none there.
      const sparse = without(without(part(8, 3), "v/1."), "v/3.");
      await append([sparse], store, { dimension: "t" });
      const expected = Object.entries(await shown(part(14, 0))).filter(([key]) => !/^v\/[46]\./.test(key));
      expect(shownSet((await readParquetReferences(store))!)).toEqual(Object.fromEntries(expected));
    }
  });

  it("behind a chunk that is not full is refused", async () => {
    const store: Store = memoryStore();
    await saveParquet(await setOf(part(5, 0)), store);
    await expect(append([part(2, 3)], store, { dimension: "t" })).rejects.toThrow(/ends within a chunk/);
    await expect(append([part(2, 3)], memoryStore(), { dimension: "t" })).rejects.toThrow(/no Parquet set/);
  });
});

/** The array that grows has no other values of `x`. */
function alongX(refs: Refs): Refs {
  return without(refs, "t/");
}

function without(refs: Refs, start: string): Refs {
  return Object.fromEntries(Object.entries(refs).filter(([key]) => !key.startsWith(start)));
}
