/** What `stats` counts beside numbers, what it refuses, and what it reads. */
import { describe, expect, it } from "vitest";
import {
  type ArrayStats,
  between,
  create,
  labels,
  memoryStore,
  type NewArrayOptions,
  openArray,
  openGroup,
  type StatsOptions,
  type Store,
  stats,
} from "../../../src/index.ts";
import { countingStore } from "../../counting-store.ts";

async function of(
  array: Omit<NewArrayOptions, "shape"> & { readonly data: readonly unknown[]; readonly shape?: readonly number[] },
  options: StatsOptions = {},
): Promise<ArrayStats> {
  const { data, shape = [data.length], ...rest } = array;
  const made = await create(memoryStore(), { ...rest, shape });
  await made.write(null, { data, shape });
  return (await stats(made, options)).arrays[0]!;
}

describe("times that are stored as such", () => {
  it("are dates, without NaT", async () => {
    const data = ["2020-01-01", "NaT", "2020-01-04", "2020-01-02"];
    const found = await of({ dtype: "datetime64[D]", data });
    expect(found).toMatchObject({ size: 4, count: 3, missing: 1, nan: 0, min: "2020-01-01", max: "2020-01-04" });
    expect(found).toMatchObject({ mean: "2020-01-02", sum: null, units: null });
    expect(found.std).toBeCloseTo(86_400 * Math.sqrt(14 / 9), 6);
    expect(await of({ dtype: "datetime64[D]", data }, { decode: false })).toMatchObject({
      missing: 1,
      max: "2020-01-04",
    });
  });

  it("keep nanoseconds", async () => {
    const last = 2n ** 63n - 1n;
    const found = await of({ dtype: "datetime64[ns]", data: [last, last - 2n] });
    expect(found).toMatchObject({ max: "2262-04-11T23:47:16.854775807", mean: "2262-04-11T23:47:16.854775806" });
  });

  it("have no deviation where a step has no fixed length", async () => {
    expect(await of({ dtype: "datetime64[M]", data: ["2020-01", "2020-03"] })).toMatchObject({
      mean: "2020-02",
      std: null,
    });
  });

  it("may be durations", async () => {
    const found = await of({ dtype: "timedelta64[s]", data: [5n, -(2n ** 63n), 7n] });
    expect(found).toMatchObject({ missing: 1, min: "5 s", max: "7 s", mean: "6 s", std: 1 });
    const attributes = { units: "hours", dtype: "timedelta64[s]" };
    expect(await of({ dtype: "int64", data: [1n, 3n], attributes })).toMatchObject({
      valueType: "duration",
      min: "3600 s",
      max: "10800 s",
      mean: "7200 s",
      std: 3600,
    });
  });

  it("have quantiles and histograms of dates", async () => {
    const attributes = { units: "days since 2000-01-01", calendar: "noleap" };
    const data = [57n, 58n, 59n, 60n];
    const found = await of({ dtype: "int64", data, attributes }, { quantiles: [0, 0.5, 1], histogram: 3 });
    expect(found.quantiles?.map(({ value }) => value)).toEqual([
      "2000-02-27T00:00:00",
      "2000-02-28T12:00:00",
      "2000-03-02T00:00:00",
    ]);
    expect(found.histogram?.edges[1]).toBe("2000-02-28T00:00:00");
    expect(found.histogram?.counts).toEqual([1, 1, 2]);
  });
});

describe("texts and booleans", () => {
  it("count lengths and different texts", async () => {
    const found = await of({ dtype: "string", data: ["a", "", "Bergen", "a", "😀😀"] });
    expect(found.texts).toEqual({ shortest: 0, longest: 6, distinct: 4 });
    expect(found).toMatchObject({ valueType: "text", count: 5, missing: 0, min: null, mean: null });
  });

  it("join characters", async () => {
    const data = ["a", "b", "c", "d", "", ""];
    const found = await of({ dtype: "S1", data, shape: [2, 3] });
    expect(found).toMatchObject({ shape: [2], count: 2, texts: { shortest: 1, longest: 3, distinct: 2 } });
    const raw = await of({ dtype: "S1", data, shape: [2, 3] }, { decode: false });
    expect(raw).toMatchObject({ shape: [2, 3], count: 6, texts: { shortest: 0, longest: 1, distinct: 5 } });
  });

  it("are missing where they equal the fill value of Zarr v2", async () => {
    const found = await of({ dtype: "string", data: ["a", "", "b"], format: "zarr2", fillValue: "" });
    expect(found).toMatchObject({ size: 3, count: 2, missing: 1 });
  });

  it("are true or false", async () => {
    expect(await of({ dtype: "bool", data: [true, false, true, true] })).toMatchObject({
      min: false,
      max: true,
      mean: 0.75,
      sum: 3n,
    });
  });
});

describe("what is counted", () => {
  const store = memoryStore();
  const made = (async () => {
    const group = await create(store, { format: "zarr3" });
    await group.create("lat", { data: [10, 20, 30], dims: ["lat"] });
    await group.create("t", { data: [1, 2, 90], dtype: "int16", dims: ["lat"], attributes: { valid_range: [0, 50] } });
    await group.create("c", { shape: [2], dtype: "complex64" });
    await group.create("deep/name", { data: ["x"], dtype: "string" });
    return group;
  })();

  it("is every array of a group, and an error does not hide the others", async () => {
    const { arrays, unreadable } = await stats(await made);
    expect(arrays.map(({ path }) => path)).toEqual(["lat", "t", "deep/name"]);
    expect(unreadable).toEqual([{ path: "c", code: "unsupported", message: expect.stringContaining("complex64") }]);
  });

  it("can be chosen", async () => {
    const { arrays } = await stats(await made, { variables: ["t", "deep/name"] });
    expect(arrays.map(({ path }) => path)).toEqual(["t", "deep/name"]);
    await expect(stats(await made, { variables: ["tt"] })).rejects.toMatchObject({ code: "not-found" });
    await expect(stats(await made, { variables: ["c"] })).rejects.toMatchObject({ code: "unsupported" });
    await expect(stats(await (await made).openArray("c"))).rejects.toThrow("no order");
  });

  it("can be a part, by label", async () => {
    const array = await (await made).openArray("t");
    expect((await stats(array, { selection: labels({ lat: between(10, 20) }) })).arrays[0]).toMatchObject({
      shape: [2],
      max: 2,
    });
    await expect(stats(await made, { selection: "0" })).rejects.toThrow("a selection needs an array");
  });

  it("leaves out what is not valid, if asked to", async () => {
    const array = await (await made).openArray("t");
    expect((await stats(array)).arrays[0]).toMatchObject({ max: 90, missing: 0 });
    expect((await stats(array, { decode: { valid: true } })).arrays[0]).toMatchObject({ max: 2, missing: 1, count: 2 });
    expect((await stats(array, { decode: false })).arrays[0]).toMatchObject({ max: 90, valueType: "int16" });
  });

  it("names the attribute that cannot be decoded", async () => {
    const attributes = { units: "moons since yesterday" };
    await expect(of({ dtype: "int32", data: [1], attributes })).rejects.toMatchObject({ place: { field: "units" } });
    expect(await of({ dtype: "int32", data: [1], attributes }, { decode: false })).toMatchObject({ max: 1 });
  });

  it("says that zeros count as missing in Zarr v2", async () => {
    const zero = await of({ dtype: "float32", data: [0, 1], format: "zarr2" });
    expect(zero).toMatchObject({ missing: 1, notes: [expect.stringContaining("zeros are missing")] });
    expect((await of({ dtype: "float32", data: [2, 1], format: "zarr2" })).notes).toEqual([]);
    expect((await of({ dtype: "float32", data: [0, 1], format: "zarr2", fillValue: 1 })).notes).toEqual([]);
    expect(await of({ dtype: "float32", data: [0, 1], format: "zarr3" })).toMatchObject({ missing: 0, notes: [] });
  });

  it("says that values were rounded", async () => {
    const found = await of({
      dtype: "int64",
      data: [2n ** 53n + 1n, 0n],
      attributes: { _FillValue: 0 },
      format: "zarr3",
    });
    expect(found.notes).toEqual([expect.stringContaining("rounded")]);
    expect(found).toMatchObject({ missing: 1, valueType: "float64" });
  });

  it("refuses options that mean nothing", async () => {
    const array = await (await made).openArray("t");
    await expect(stats(array, { quantiles: [1.5] })).rejects.toMatchObject({ code: "invalid-request" });
    await expect(stats(array, { histogram: 0 })).rejects.toMatchObject({ code: "invalid-request" });
    await expect(stats(array, { decode: { flags: true } } as StatsOptions)).rejects.toMatchObject({
      code: "invalid-request",
    });
  });

  it("has a note where there is no histogram", async () => {
    const found = await of({ dtype: "float64", data: [1, Number.POSITIVE_INFINITY] }, { histogram: 2 });
    expect(found.histogram).toBeUndefined();
    expect(found.notes).toEqual([expect.stringContaining("no histogram")]);
  });
});

describe("what is read", () => {
  async function sparse(): Promise<Store> {
    const store = memoryStore();
    const array = await create(store, {
      shape: [100, 100],
      dtype: "float32",
      chunks: [10, 10],
      fillValue: 2,
      codecs: [],
    });
    await array.write("0:10, 0:10", 5);
    await array.write("95, 95", 7);
    return store;
  }

  it("is each stored chunk once, and no absent one", async () => {
    const { store, counts, reset } = countingStore(await sparse());
    const array = await openArray(store);
    reset();
    const found = (await stats(array)).arrays[0]!;
    expect(counts.keys.filter((key) => key.startsWith("c/")).sort()).toEqual(["c/0/0", "c/9/9"]);
    expect(found.chunks).toEqual({ count: 100, absent: 98, bytes: 800 });
    expect(found).toMatchObject({ size: 10_000, min: 2, max: 7, sum: 9899 * 2 + 100 * 5 + 7 });
  });

  it("is the same from a store that cannot list", async () => {
    const { list: _, ...rest } = await sparse();
    const found = (await stats(await openArray({ ...rest }))).arrays[0]!;
    expect(found.chunks).toEqual({ count: 100, absent: 98, bytes: null });
    expect(found).toMatchObject({ size: 10_000, sum: 9899 * 2 + 100 * 5 + 7 });
  });

  it("reports progress and can be aborted", async () => {
    const seen: string[] = [];
    await stats(await sparse(), { onProgress: ({ phase, done, total }) => seen.push(`${phase} ${done}/${total}`) });
    expect(seen.at(-1)).toBe("stats 2/2");
    const group = await openArray(await sparse());
    await expect(stats(group, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
  });

  it("is not hidden by a damaged chunk", async () => {
    const store = await sparse();
    await store.set?.("c/0/0", new Uint8Array(3));
    await expect(stats(await openArray(store))).rejects.toMatchObject({ code: "invalid-data" });
    const group = await openGroup(memoryStore(await hierarchyOf(store)));
    const { arrays, unreadable } = await stats(group);
    expect(arrays).toEqual([]);
    expect(unreadable).toMatchObject([{ path: "a", code: "invalid-data" }]);
  });
});

/** The array of a store as the child of a group. */
async function hierarchyOf(store: Store): Promise<Map<string, Uint8Array>> {
  const group = new TextEncoder().encode('{"zarr_format": 3, "node_type": "group"}');
  const keys = new Map<string, Uint8Array>([["zarr.json", group]]);
  for await (const { key } of store.list!("")) keys.set(`a/${key}`, (await store.get(key))!);
  return keys;
}
