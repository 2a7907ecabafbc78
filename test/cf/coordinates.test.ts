/** Where labels come from: which array is the coordinate, how often it is read, and what coordinates cannot be. */
import { describe, expect, it } from "vitest";
import {
  between,
  create,
  type Group,
  type LabelItem,
  labels,
  memoryStore,
  nearest,
  openGroup,
  type Store,
} from "../../src/index.ts";
import { countingStore } from "../counting-store.ts";

async function fill(group: Group, path: string, values: readonly number[], attributes = {}): Promise<void> {
  const dims = [path.slice(path.lastIndexOf("/") + 1)];
  const array = await group.create(path, { shape: [values.length], dtype: "float64", dims, attributes });
  await array.write(null, values);
}

async function sample(store: Store = memoryStore(), format: "zarr2" | "zarr3" | "nczarr" = "zarr3"): Promise<Group> {
  const root = await create(store, { format });
  await fill(root, "lat", [10, 20, 30], { units: "degrees_north" });
  await fill(root, "lon", [0, 120, 240], { units: "degrees_east" });
  const air = await root.create("air", { shape: [3, 3], dtype: "int32", dims: ["lat", "lon"] });
  await air.write(
    null,
    Int32Array.from({ length: 9 }, (_, i) => i),
  );
  return root;
}

const values = async (group: Group, path: string, item: Record<string, LabelItem>): Promise<readonly number[]> =>
  Array.from((await (await group.openArray(path)).read(labels(item))).data as Int32Array);

describe("coordinates", () => {
  it.each(["zarr2", "zarr3", "nczarr"] as const)("are found by dimension in %s", async (format) => {
    const root = await sample(memoryStore(), format);
    expect(await values(root, "air", { lat: 20, lon: between(100, 250) })).toEqual([4, 5]);
    expect(await values(root, "air", { lat: nearest(29), lon: -120 })).toEqual([8]);
  });

  it("are read once, by all arrays and selections of a hierarchy", async () => {
    const memory = memoryStore();
    await sample(memory);
    const { store, counts, reset } = countingStore(memory);
    const root = await openGroup(store);
    const air = await root.openArray("air");
    await Promise.all([air.read(labels({ lat: 20 })), air.read(labels({ lat: between(15, 40) }))]);
    const chunks = (): number => counts.keys.filter((key) => key === "lat/c/0").length;
    expect(chunks()).toBe(1);
    reset();
    await air.read(labels({ lat: nearest(11) }));
    await (await root.openArray("air")).read(labels("lat~11"));
    expect(counts.keys.filter((key) => key.startsWith("lat/"))).toEqual([]);
  });

  it("are read again after a write", async () => {
    const root = await sample();
    expect(await values(root, "air", { lat: 20, lon: 0 })).toEqual([3]);
    await (await root.openArray("lat")).write(null, [30, 20, 10]);
    expect(await values(root, "air", { lat: 10, lon: 0 })).toEqual([6]);
    await (await root.openArray("lon")).setAttributes({ units: "m" });
    await expect(values(root, "air", { lon: -120 })).rejects.toThrow(/-120 is not a label along "lon"/);
  });

  it("may stand in a group above", async () => {
    const root = await sample();
    const deep = await root.create("a/b/deep", { shape: [3], dtype: "int32", dims: ["lat"] });
    await deep.write(null, [7, 8, 9]);
    expect(await values(root, "a/b/deep", { lat: 30 })).toEqual([9]);
    await fill(root, "a/lat", [1, 2, 3]);
    expect(await values(root, "a/b/deep", { lat: 3 })).toEqual([9]);
  });

  it("of another length are refused, and indices still work", async () => {
    const root = await sample();
    await (await root.openArray("lat")).resize([2]);
    await expect(values(root, "air", { lat: 20 })).rejects.toThrow(/the coordinate \/lat has 2 values.*length 3/);
    expect((await (await root.openArray("air")).read("1, 1")).data[0]).toBe(4);
  });

  it("with units or calendars that mean nothing are refused by attribute", async () => {
    const root = await sample();
    await fill(root, "time", [0, 1, 2], { units: "days since the flood" });
    await root.create("t", { shape: [3], dtype: "int32", dims: ["time"] });
    await expect(values(root, "t", { time: "2014" })).rejects.toThrow(/units: "days since the flood"/);
    await (await root.openArray("time")).setAttributes({ units: "days since 2000-01-01", calendar: "martian" });
    await expect(values(root, "t", { time: "2014" })).rejects.toThrow(/calendar.*martian/);
    await (await root.openArray("time")).setAttributes({ calendar: "standard" });
    await (await root.openArray("time")).write([1], Number.NaN);
    await expect(values(root, "t", { time: "2014" })).rejects.toThrow(/no time along "time" lies in "2014"/);
    expect(await values(root, "t", { time: "2000-01-03" })).toHaveLength(1);
    await expect(values(root, "t", { time: between("2000", "2001") })).rejects.toThrow(/not sorted/);
  });

  it("may be datetime64, in any unit", async () => {
    const root = await create(memoryStore());
    for (const unit of ["ns", "h", "M"] as const) {
      const time = await root.create(`${unit}/time`, { shape: [3], dtype: `datetime64[${unit}]`, dims: ["time"] });
      await time.write(null, ["2014-09", "2014-10", "2014-11"]);
      const t = await root.create(`${unit}/t`, { shape: [3], dtype: "int32", dims: ["time"] });
      await t.write(null, [1, 2, 3]);
      expect(await values(root, `${unit}/t`, { time: "2014-10" })).toEqual([2]);
      expect(await values(root, `${unit}/t`, { time: nearest("2014-10-30") })).toEqual([3]);
      expect(await values(root, `${unit}/t`, { time: new Date("2014-11-01T00:00Z") })).toEqual([3]);
    }
  });

  it("may be packed", async () => {
    const root = await create(memoryStore());
    const packed = { scale_factor: 0.5, add_offset: 10 };
    const lat = await root.create("lat", { shape: [3], dtype: "int16", dims: ["lat"], attributes: packed });
    await lat.write(null, [0, 1, 2]);
    const time = await root.create("time", {
      ...{ shape: [3], dtype: "int16", dims: ["time"] },
      attributes: { scale_factor: 2, units: "days since 2014-10-01" },
    });
    await time.write(null, [0, 1, 2]);
    const v = await root.create("v", { shape: [3, 3], dtype: "int32", dims: ["lat", "time"] });
    await v.write(
      null,
      Int32Array.from({ length: 9 }, (_, i) => i),
    );
    expect(await values(root, "v", { lat: 10.5, time: "2014-10-03" })).toEqual([4]);
  });

  it("of whole numbers beyond 2^53 are exact", async () => {
    const root = await create(memoryStore());
    const id = await root.create("id", { shape: [3], dtype: "int64", dims: ["id"] });
    await id.write(null, [9007199254740993n, 9007199254740992n, 9007199254740991n]);
    const v = await root.create("v", { shape: [3], dtype: "int32", dims: ["id"] });
    await v.write(null, [1, 2, 3]);
    expect(await values(root, "v", { id: 9007199254740993n })).toEqual([1]);
    expect(await values(root, "v", { id: nearest(2n ** 60n) })).toEqual([1]);
    expect((await v.read(labels("id==9007199254740992"))).data[0]).toBe(2);
  });

  it("of other types, and arrays without neighbours, are refused with a way out", async () => {
    const root = await create(memoryStore());
    await root.create("flag", { shape: [2], dtype: "bool", dims: ["flag"] });
    await root.create("v", { shape: [2], dtype: "int32", dims: ["flag"] });
    await expect(values(root, "v", { flag: 1 })).rejects.toThrow(/has the type bool.*Select by index/s);
    const alone = await create(memoryStore(), { shape: [2], dtype: "int32", dims: ["x"] });
    await expect(alone.read(labels("x~1"))).rejects.toThrow(/has no coordinate.*Open the group/s);
    await expect(alone.read(labels({ y: 1 }))).rejects.toThrow(/no dimension "y".*are x/s);
  });
});
