/** Parquet sets of the programs that write them: every reference, the values, what is asked of stores, and what is refused. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readParquetReferences } from "../../../src/dataset/virtual/save-parquet.ts";
import { type Group, memoryStore, open, openArray, openStore, type Store } from "../../../src/index.ts";
import { countingStore } from "../../counting-store.ts";
import { setValues, unpackParquetSets } from "./parquet-sets.ts";
import { shownSet } from "./shown-set.ts";

const folder = unpackParquetSets();
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const expected: Record<string, Record<string, string | [string, number?, number?]>> = JSON.parse(
  readFileSync(join(folder, "expected.json"), "utf8"),
);

describe.each(Object.keys(expected))("the set %s", (name) => {
  const path = join(folder, `${name}.parq`);

  it("has the references that were put into it", async () => {
    const set = await readParquetReferences(await openStore(path));
    expect(shownSet(set!)).toEqual(expected[name]);
    expect(set!.problems.size).toBe(0);
  });

  it.runIf(Object.keys(expected[name]!).some((key) => key.startsWith("values/")))(
    "reads as what it refers to",
    async () => {
      const array = await openArray(path, { path: "values" });
      expect(array.attributes["_ARRAY_DIMENSIONS"] ?? array.dims).toEqual(["y", "x"]);
      const wanted = setValues(name === "no-raw" ? [11, 22] : [11]);
      expect((await array.read()).data).toEqual(wanted);
      expect((await (await openArray(`${path}::values`)).read("3, 17:19")).data).toEqual(wanted.slice(137, 139));
    },
  );
});

it("lists groups without reading references, and arrays with", async () => {
  const inner = ((await open(join(folder, "fsspec.parq"))) as Group).hierarchy.store;
  expect(await inner.listDirectory!("")).toEqual({ keys: [".zgroup", ".zmetadata"], prefixes: ["g", "s"] });
  expect(await inner.listDirectory!("g/b")).toMatchObject({ keys: [".zarray", "0", "1", "3", "4", "6"] });
  const keys: string[] = [];
  for await (const { key } of inner.list!("g")) keys.push(key);
  expect(keys).toEqual(["g/.zgroup", "g/b/.zarray", "g/b/0", "g/b/1", "g/b/3", "g/b/4", "g/b/6"]);
});

/** A set in memory: its document, and files of the set that kerchunk made. */
function inMemory(
  change: (document: { metadata: Record<string, Record<string, unknown>>; record_size: unknown }) => void,
): {
  readonly store: Store;
  readonly entries: Map<string, Uint8Array>;
} {
  const from = join(folder, "kerchunk.parq");
  const document = JSON.parse(readFileSync(join(from, ".zmetadata"), "utf8"));
  change(document);
  const entries = new Map<string, Uint8Array>([[".zmetadata", new TextEncoder().encode(JSON.stringify(document))]]);
  for (const key of [
    "values/refs.0.parq",
    "values/refs.1.parq",
    "values/refs.2.parq",
    "big/refs.0.parq",
    "big/refs.1.parq",
  ]) {
    entries.set(key, new Uint8Array(readFileSync(join(from, key))));
  }
  return { store: memoryStore(entries), entries };
}

async function innerStore(store: Store): Promise<Store> {
  return ((await open(store)) as Group).hierarchy.store;
}

describe("what is asked of a store", () => {
  it("is one document to open, and one file for the references of a chunk, once", async () => {
    const { store, counts, reset } = countingStore(inMemory(() => {}).store);
    const root = (await open(store)) as Group;
    // The document of Zarr v3 is looked for first, as it is wherever something is opened.
    expect(counts.keys).toEqual(["zarr.json", ".zmetadata"]);
    reset();
    const array = await root.openArray("values");
    expect(counts.gets).toBe(0);
    const inner = root.hierarchy.store;
    expect(await inner.head!("values/2.2")).toEqual({ size: 640 });
    expect(await inner.head!("values/2.2")).toEqual({ size: 640 });
    expect(counts.keys).toEqual(["values/refs.2.parq"]);
    expect(await inner.head!("values/0.0")).toEqual({ size: 640 });
    expect(await inner.head!("values/1.0")).toEqual({ size: 640 });
    expect(counts.keys).toEqual(["values/refs.2.parq", "values/refs.0.parq"]);
    expect(array.shape).toEqual([30, 40]);
  });

  it("is no more for a plain Zarr hierarchy", async () => {
    const zarr = new Map<string, Uint8Array>();
    const document = {
      zarr_consolidated_format: 1,
      metadata: { ".zgroup": { zarr_format: 2 }, ".zattrs": { record_size: 4 } },
    };
    zarr.set(".zmetadata", new TextEncoder().encode(JSON.stringify(document)));
    zarr.set(".zgroup", new TextEncoder().encode('{"zarr_format": 2}'));
    const { store, counts } = countingStore(memoryStore(zarr));
    const root = (await open(store)) as Group;
    expect(root.attributes).toEqual({ record_size: 4 });
    expect(counts.keys).toEqual(["zarr.json", ".zmetadata"]);
  });
});

describe("a key", () => {
  it("outside of the grid is absent, and no other chunk", async () => {
    const inner = await innerStore(inMemory(() => {}).store);
    for (const key of [
      "values/0.3",
      "values/3.0",
      "values/1.5",
      "values/0",
      "values/0.0.0",
      "values/00.0",
      "values/x",
      "values/0/0",
    ]) {
      expect(await inner.get(key), key).toBeUndefined();
    }
    expect((await inner.get("values/2.2"))?.byteLength).toBe(640);
  });

  it("is spelled as the array says", async () => {
    const slashed = inMemory(({ metadata }) => {
      metadata["values/.zarray"]!["dimension_separator"] = "/";
    });
    const inner = await innerStore(slashed.store);
    expect((await inner.get("values/2/2"))?.byteLength).toBe(640);
    expect(await inner.get("values/2.2")).toBeUndefined();
  });
});

describe("a set", () => {
  it("is never taken for Zarr", async () => {
    await expect(open(join(folder, "consolidated.parq"), { format: "zarr2" })).rejects.toThrow(
      /set of Kerchunk references/,
    );
    const found = await open(join(folder, "consolidated.parq"), { consolidated: false });
    expect(found.kind).toBe("group");
  });

  it.each([
    ["a record size of 0", 0, /record_size/],
    ["a record size that is a text", "4", /record_size/],
    ["a record size beyond 2^53", 2 ** 60, /record_size/],
  ])("with %s is refused", async (_, size, problem) => {
    const { store } = inMemory((document) => {
      document.record_size = size;
    });
    await expect(open(store)).rejects.toThrow(problem);
  });

  it("with fewer rows than the grid has chunks is refused where it ends", async () => {
    const { store } = inMemory((document) => {
      document.record_size = 9;
    });
    const inner = await innerStore(store);
    await expect(inner.get("values/2.2")).rejects.toThrow(/ends at row 4, before row 8/);
  });

  it("with more rows than its records have is refused", async () => {
    const { store } = inMemory((document) => {
      document.record_size = 3;
    });
    await expect((await innerStore(store)).get("values/0.0")).rejects.toThrow(/4 rows, but at most 3 are allowed/);
  });

  it("without a file has no chunks of it", async () => {
    const { store, entries } = inMemory(() => {});
    entries.delete("values/refs.2.parq");
    expect(await (await innerStore(store)).get("values/2.2")).toBeUndefined();
  });

  it.each([0, 3, 20])("whose file is cut to %i bytes is refused", async (length) => {
    const { store, entries } = inMemory(() => {});
    entries.set("values/refs.2.parq", entries.get("values/refs.2.parq")!.slice(0, length));
    const inner = await innerStore(store);
    await expect(inner.get("values/2.2")).rejects.toMatchObject({
      code: "invalid-data",
      place: { key: "values/refs.2.parq" },
    });
  });

  it("says what is wrong with a target", async () => {
    const place = join(folder, "moved");
    mkdirSync(place);
    for (const [key, bytes] of inMemory(() => {}).entries) {
      mkdirSync(join(place, "set.parq", key, ".."), { recursive: true });
      writeFileSync(join(place, "set.parq", key), bytes);
    }
    await expect((await openArray(`${place}/set.parq::values`)).read()).rejects.toThrow(/which does not exist/);
    rmSync(place, { recursive: true });
  });
});
