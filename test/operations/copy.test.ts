/** Copies between formats and layouts: what is passed through, what is encoded anew, and that every value arrives. */
import { describe, expect, it } from "vitest";
import {
  type CopyOptions,
  copy,
  create,
  info,
  memoryStore,
  type NdArray,
  type NewArrayOptions,
  openArray,
  openGroup,
  type Progress,
  tree,
} from "../../src/index.ts";
import { countingStore } from "../counting-store.ts";
import { fixtureSets } from "../fixture-sets.ts";
import { sampleHierarchy } from "./sample-hierarchy.ts";

type MemoryMap = Map<string, Uint8Array>;

async function numbers(store: MemoryMap, options: Partial<NewArrayOptions> = {}): Promise<NdArray> {
  const data = { data: Int32Array.from({ length: 120 }, (_, i) => i), shape: [10, 12] };
  return create(store, { data, chunks: [4, 5], dims: ["y", "x"], codecs: ["zlib"], ...options });
}

async function valuesOf(store: MemoryMap, path = ""): Promise<readonly unknown[]> {
  return Array.from<unknown>((await (await openArray(store, { path })).read()).data);
}

describe("chunks are passed through", () => {
  it("from Zarr v2 to v3, with other documents and keys", async () => {
    const [source, target]: MemoryMap[] = [new Map(), new Map()];
    const array = await numbers(source!, { format: "zarr2" });
    const report = await copy(source!, target!, { format: "zarr3" });
    expect(report).toMatchObject({ passed: 9, encoded: 0, absent: 0, arrays: 1, format: "zarr3", verified: true });
    expect(await valuesOf(target!)).toEqual(await valuesOf(source!));
    expect(Buffer.from(target!.get("c/2/1")!)).toEqual(Buffer.from(source!.get(keyOf(array, [2, 1]))!));
  });

  it("from Zarr v3 to v2", async () => {
    const [source, target]: MemoryMap[] = [new Map(), new Map()];
    await numbers(source!);
    expect(await copy(source!, target!, { format: "zarr2" })).toMatchObject({ passed: 9, encoded: 0, format: "zarr2" });
    expect(await valuesOf(target!)).toEqual(await valuesOf(source!));
  });

  it("as shards, whole", async () => {
    const [source, target]: MemoryMap[] = [new Map(), new Map()];
    await numbers(source!, { chunks: [2, 3], shards: [10, 6] });
    expect(await copy(source!, target!)).toMatchObject({ passed: 2, encoded: 0 });
    expect(target!.get("c/0/1")).toEqual(source!.get("c/0/1"));
  });

  it("with an unknown codec", async () => {
    const [source, target]: MemoryMap[] = [new Map(), new Map()];
    await numbers(source!, { codecs: ["gzip"] });
    const document = new TextDecoder().decode(source!.get("zarr.json")).replace('"gzip"', '"unheard"');
    source!.set("zarr.json", new TextEncoder().encode(document));
    expect(await copy(source!, target!)).toMatchObject({ passed: 9 });
    expect(target!.get("c/0/0")).toEqual(source!.get("c/0/0"));
    await expect(copy(source!, new Map(), { chunks: [2, 2] })).rejects.toThrow(/"unheard"/);
  });

  it("and absent ones stay absent, also where the fill value is undefined", async () => {
    const [source, target]: MemoryMap[] = [new Map(), new Map()];
    const array = await create(source!, { shape: [8], dtype: "int16", chunks: [2], codecs: [], format: "zarr2" });
    await array.write("2:4", 5);
    const document = new TextDecoder().decode(source!.get(".zarray")).replace(/"fill_value": 0/, '"fill_value": null');
    source!.set(".zarray", new TextEncoder().encode(document));
    expect((await openArray(source!)).fillValue).toBeUndefined();
    expect(await copy(source!, target!, { format: "zarr3" })).toMatchObject({ passed: 1, absent: 3 });
    expect(await valuesOf(target!)).toEqual([0, 0, 5, 5, 0, 0, 0, 0]);
    expect([...target!.keys()].sort()).toEqual(["c/1", "zarr.json"]);
  });

  it("reading each twice in the source, and once at the target to verify", async () => {
    const source: MemoryMap = new Map();
    await numbers(source);
    const from = countingStore(memoryStore(source));
    const to = countingStore(memoryStore());
    await copy(from.store, to.store);
    expect(from.counts.keys.filter((key) => key.startsWith("c/"))).toHaveLength(18);
    expect(to.counts.keys.filter((key) => key.startsWith("c/"))).toHaveLength(9);
    const quick = countingStore(memoryStore());
    from.counts.keys.length = 0;
    await copy(from.store, quick.store, { verify: false });
    expect(from.counts.keys.filter((key) => key.startsWith("c/"))).toHaveLength(9);
    expect(quick.counts.keys.filter((key) => key.startsWith("c/"))).toEqual([]);
  });
});

function keyOf(array: NdArray, coords: readonly number[]): string {
  return array.hierarchy.chunks(array.node).key(coords);
}

describe("another layout", () => {
  it.each<[string, CopyOptions, object]>([
    ["smaller chunks", { chunks: [3, 2] }, { chunks: [3, 2], shards: null }],
    ["larger chunks", { chunks: [10, 12] }, { chunks: [10, 12], grid: [1, 1] }],
    ["chunks by name", { chunks: { x: 1 } }, { chunks: [10, 1] }],
    ["chunks by size", { chunks: "64B" }, { chunks: [5, 3] }],
    ["shards around the same chunks", { shards: "auto" }, { chunks: [4, 5], shards: [12, 15] }],
    ["shards of given lengths", { chunks: [2, 2], shards: [10, 6] }, { chunks: [2, 2], shards: [10, 6] }],
    ["another codec", { codecs: ["zstd", "crc32c"] }, { chunks: [4, 5], codecText: "bytes > zstd > crc32c" }],
    ["no codec", { codecs: [] }, { codecText: "bytes" }],
  ])("%s", async (_, options, expected) => {
    const [source, target]: MemoryMap[] = [new Map(), new Map()];
    await numbers(source!);
    const report = await copy(source!, target!, options);
    const { node } = await info(target!);
    expect(node).toMatchObject(expected);
    expect(report.passed).toBe(0);
    expect(node.kind === "array" && report.encoded).toBe((await openArray(target!)).gridShape.reduce((a, b) => a * b));
    expect(await valuesOf(target!)).toEqual(await valuesOf(source!));
  });

  it("shards of Zarr v3 become chunks of v2", async () => {
    const [source, target]: MemoryMap[] = [new Map(), new Map()];
    await numbers(source!, { chunks: [2, 3], shards: [10, 6] });
    expect(await copy(source!, target!, { format: "zarr2" })).toMatchObject({ encoded: 20, format: "zarr2" });
    expect((await info(target!)).node).toMatchObject({
      chunks: [2, 3],
      shards: null,
      codecText: "bytes > numcodecs.zlib",
    });
    expect(await valuesOf(target!)).toEqual(await valuesOf(source!));
  });

  it("lengths that vary become equal ones", async () => {
    const [source, target]: MemoryMap[] = [new Map(), new Map()];
    await numbers(source!, { chunks: [[1, 2, 7], 5] });
    await expect(copy(source!, target!, { format: "zarr2" })).rejects.toThrow(/Zarr v2/);
    await copy(source!, target!, { format: "zarr2", chunks: [5, 5] });
    expect(await valuesOf(target!)).toEqual(await valuesOf(source!));
  });

  it("leaves out shards of one chunk when they are left to us, and obeys otherwise", async () => {
    const source: MemoryMap = new Map();
    await numbers(source, { chunks: [10, 12] });
    const targets: MemoryMap[] = [new Map(), new Map()];
    await copy(source, targets[0]!, { shards: "auto" });
    await copy(source, targets[1]!, { shards: [10, 12] });
    expect((await info(targets[0]!)).node).toMatchObject({ shards: null });
    expect((await info(targets[1]!)).node).toMatchObject({ shards: [10, 12] });
  });

  it("does not store chunks of nothing but the fill value", async () => {
    const [source, target]: MemoryMap[] = [new Map(), new Map()];
    const array = await create(source!, { shape: [100], dtype: "float32", chunks: [50], fillValue: Number.NaN });
    await array.write([3], 1);
    await copy(source!, target!, { chunks: [10] });
    expect([...target!.keys()].sort()).toEqual(["c/0", "zarr.json"]);
    expect(await valuesOf(target!)).toEqual(await valuesOf(source!));
  });
});

describe("every kind of element", () => {
  const names =
    /type-(?:string|bytes|struct|struct-nested|U5|datetime64-ns|complex64|bool|int64)$|vlen|object|fill-float32-0x7fa/;
  const cases = fixtureSets().flatMap((set) =>
    set.cases
      .filter((entry) => entry.kind === "array" && entry.error === undefined && names.test(entry.name))
      .map((entry) => ({ title: `${set.name} ${entry.name}`, address: `${set.folder}/${entry.path}` })),
  );

  it.each(cases)("$title", async ({ address }) => {
    const source = await openArray(address);
    const chunks = source.shape.map((length) => Math.max(1, Math.ceil(length / 2)));
    const target: MemoryMap = new Map();
    await copy(source, target, { format: source.hierarchy.format === "zarr3" ? "zarr3" : "zarr2", chunks });
    const copied = await openArray(target);
    expect(copied.dataType).toEqual(source.dataType);
    if (source.dataType.itemSize === undefined) expect(await valuesOf(target)).toEqual([...(await source.read()).data]);
    else
      expect((await copied.read(null, { as: "bytes" })).data).toEqual((await source.read(null, { as: "bytes" })).data);
  });

  it("is there at all", () => {
    expect(cases.length).toBeGreaterThan(25);
  });
});

describe("trees", () => {
  it("keep their nodes, attributes and names, in both directions", async () => {
    const { store } = await sampleHierarchy("zarr2");
    const [v3, v2]: MemoryMap[] = [new Map(), new Map()];
    store.delete(".zattrs");
    expect(await copy(store, v3!, { format: "zarr3" })).toMatchObject({ groups: 2, arrays: 6 });
    expect(await copy(v3!, v2!, { format: "zarr2" })).toMatchObject({ groups: 2, arrays: 6, format: "zarr2" });
    expect((await tree(v2!)).root).toEqual((await tree(store)).root);
    expect((await openArray(v2!, { path: "deep/words" })).attributes).toEqual({ "odd name": "a\nb" });
    for (const path of ["lat", "t2m", "time", "deep/words", "deep/scalar"]) {
      expect(await valuesOf(v2!, path)).toEqual(await valuesOf(store, path));
    }
  });

  it("take lengths by name where an array has the name", async () => {
    const { store } = await sampleHierarchy("zarr3");
    store.set("zarr.json", store.get("deep/zarr.json")!);
    const target: MemoryMap = new Map();
    await copy(store, target, { chunks: { lat: 1, time: 2 }, shards: undefined });
    expect((await openArray(target, { path: "t2m" })).chunks).toEqual([2, 1, 3]);
    expect((await openArray(target, { path: "lat" })).chunks).toEqual((await openArray(store, { path: "lat" })).chunks);
    expect((await openArray(target, { path: "deep/words" })).chunks).toEqual([2]);
    await expect(copy(store, new Map(), { chunks: { lta: 1 } })).rejects.toThrow(/Did you mean lat/);
    await expect(copy(store, new Map(), { chunks: [1, 1] })).rejects.toThrow(/0 dimensions .*node \/deep\/scalar/);
  });

  it("go into groups, and come out of them", async () => {
    const { store, root } = await sampleHierarchy("zarr3");
    await copy(await openArray(store, { path: "lat" }), root, { path: "copies/lat" });
    expect(await valuesOf(store, "copies/lat")).toEqual(await valuesOf(store, "lat"));
    const part: MemoryMap = new Map();
    await copy(await openGroup(store, { path: "deep" }), part);
    expect((await tree(part)).root.children?.map(({ path }) => path)).toEqual(["nothing", "scalar", "words"]);
  });

  it("are consolidated as their source, if nothing is around them", async () => {
    const source: MemoryMap = new Map();
    const root = await create(source);
    await root.create("a", { shape: [1], dtype: "int8" });
    await root.consolidate();
    const [whole, part, asked]: MemoryMap[] = [new Map(), new Map(), new Map()];
    await copy(source, whole!);
    await copy(await openArray(source, { path: "a" }), part!, { path: "b/a" });
    await copy(source, asked!, { consolidate: false });
    const isConsolidated = async (store: MemoryMap): Promise<boolean> =>
      (await openGroup(store)).hierarchy.consolidated;
    expect(await Promise.all([whole!, part!, asked!].map(isConsolidated))).toEqual([true, false, false]);
  });
});

it("reports its progress in chunks of the target", async () => {
  const source: MemoryMap = new Map();
  await numbers(source);
  for (const options of [{}, { chunks: [2, 2] }]) {
    const seen: Progress[] = [];
    const report = await copy(source, new Map(), { ...options, onProgress: (progress) => seen.push(progress) });
    const chunks = report.passed + report.encoded;
    const copied = seen.filter(({ phase }) => phase === "copy");
    expect(copied.at(-1)).toMatchObject({ done: chunks, total: chunks, bytes: report.bytesWritten });
    expect(seen.at(-1)).toMatchObject({ phase: "verify", done: chunks, total: chunks });
    expect(seen.every(({ done, total }) => done <= total)).toBe(true);
  }
});

it.each([1, 1.5, 1000])("copies everything, %s chunks at once", async (concurrency) => {
  const [source, target]: MemoryMap[] = [new Map(), new Map()];
  await numbers(source!);
  expect(await copy(source!, target!, { concurrency })).toMatchObject({ passed: 9 });
  expect(await valuesOf(target!)).toEqual(await valuesOf(source!));
});

it.each([0, -1, Number.NaN, 0.5])("refuses %s chunks at once", async (concurrency) => {
  const target: MemoryMap = new Map();
  await expect(copy(new Map(), target, { concurrency })).rejects.toThrow("copy takes a number of 1 or more");
  expect(target.size).toBe(0);
});
