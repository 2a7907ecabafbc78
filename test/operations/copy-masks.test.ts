/**
 * Copies tell the mask of an array where xarray looks for it in the target's format. The truth is what xarray itself wrote in both
 * formats (fixtures/xarray-copies); `test/interop/copy-xarray.test.ts` has it read the copies.
 */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  type CopyReport,
  copy,
  create,
  dump,
  type NewArrayOptions,
  netcdfView,
  open,
  openArray,
  openGroup,
  planCopy,
  runCopy,
} from "../../src/index.ts";
import { runUnits } from "../../src/operations/copy/copy.ts";
import { unpack } from "../fixture-sets.ts";
import { type Bytes, checkToV2, checkToV3, folder, inMemory } from "./copy-mask-cases.ts";

/** The slow tests have all. */
const SOME = ["f4-number", "f8-none", "i2-packed", "i8-zeros", "c16-mask", "bool-mask", "text", "times-mask", "groups"];

describe("what xarray wrote in the other format", () => {
  it.each(SOME)("%s", async (name) => {
    await checkToV3(name);
    await checkToV2(name);
  });

  it.each(["f8-zero-fill", "i2-packed-sparse", "i2-packed-other-fill", "i2-zeros", "u4-zeros", "i4-zero-mask"])(
    "%s: absent chunks read as before",
    async (name) => {
      const source = join(folder, `${name}.v3`);
      for (const format of ["zarr2", "nczarr"] as const) {
        const target: Bytes = new Map();
        const report = await copy(source, target, { format });
        const [before, after] = [await openArray(source, { path: "a" }), await openArray(target, { path: "a" })];
        expect(Array.from<unknown>((await after.read()).data)).toEqual(Array.from<unknown>((await before.read()).data));
        expect(after.fillValue === undefined || after.fillValue !== before.fillValue).toBe(name !== "i4-zero-mask");
        const stored = [...target.keys()].filter((key) => /^a\/[0-9.]+$/.test(key)).length;
        if (name === "i4-zero-mask") expect(report.absent).toBeGreaterThan(0);
        else expect(stored).toBe(4);
      }
    },
  );
});

const named = { shape: [4], chunks: [2], dims: ["x"], codecs: [] } as const;

async function copied(
  options: NewArrayOptions,
  format: "zarr2" | "zarr3" | "nczarr",
  data?: ArrayLike<number> | readonly string[],
  lossy = false,
): Promise<{ readonly source: Bytes; readonly target: Bytes; readonly report: CopyReport }> {
  const [source, target]: [Bytes, Bytes] = [new Map(), new Map()];
  await create(source, { format: options.format });
  const array = await create(source, { ...options, path: "a" });
  if (data !== undefined) await array.write(null, data as never);
  const report = await copy(source, target, { format, lossy });
  return { source, target, report };
}

describe("arrays that follow the conventions", () => {
  it("get no fill value in Zarr v2 if nothing is masked, and keep zeros", async () => {
    const { target, report } = await copied({ ...named, dtype: "int16", format: "zarr3" }, "zarr2", [0, 0, 5, 0]);
    expect(inMemory(target, "a/.zarray")["fill_value"]).toBeNull();
    expect(target.has("a/0")).toBe(true);
    expect(report).toMatchObject({ passed: 1, encoded: 1, absent: 0, verified: true });
    expect(report.notes).toEqual([
      {
        key: "/a",
        message: "nothing is masked, so there is no fill value in Zarr v2; absent chunks are written out",
      },
    ]);
  });

  it("pass all stored chunks byte for byte", async () => {
    const { source, target } = await copied({ ...named, dtype: "int16", format: "zarr3" }, "zarr2", [1, 2, 3, 4]);
    expect(Buffer.from(target.get("a/1")!)).toEqual(Buffer.from(source.get("a/c/1")!));
  });

  it("keep masks that are not values of their type", async () => {
    const odd = { ...named, dtype: "int16", format: "zarr3", attributes: { _FillValue: 99999 } } as const;
    const { target } = await copied(odd, "zarr2", [1, 2, 3, 4]);
    expect(inMemory(target, "a/.zarray")["fill_value"]).toBeNull();
    expect(inMemory(target, "a/.zattrs")).toEqual({ _FillValue: 99999, _ARRAY_DIMENSIONS: ["x"] });
    const back: Bytes = new Map();
    await copy(target, back, { format: "zarr3" });
    expect(inMemory(back, "a/zarr.json")["attributes"]).toEqual({ _FillValue: 99999 });
  });

  it("store masks of strings as missing_value in Zarr v3, because xarray reads no other", async () => {
    const texts = {
      ...named,
      dtype: "string",
      format: "zarr2",
      fillValue: "?",
      attributes: { missing_value: "-" },
    } as const;
    const { target } = await copied(texts, "zarr3", ["a", "?", "-", "b"]);
    expect(inMemory(target, "a/zarr.json")["attributes"]).toEqual({ missing_value: ["-", "?"] });
  });

  it("lose masks of byte strings in Zarr v3 only if the caller agrees", async () => {
    const bytes = { ...named, dtype: "S2", format: "zarr2", fillValue: Uint8Array.of(65, 66) } as const;
    await expect(copied(bytes, "zarr3")).rejects.toMatchObject({ code: "unsupported" });
    const { report } = await copied(bytes, "zarr3", undefined, true);
    expect(report.lost).toEqual(["/a: its mask, because xarray does not read masks of byte strings in Zarr v3"]);
  });

  it("keep a _FillValue that cannot be understood, and say so", async () => {
    const odd = { ...named, dtype: "float32", format: "zarr3", attributes: { _FillValue: "high" } } as const;
    const { target, report } = await copied(odd, "zarr2");
    expect(inMemory(target, "a/.zattrs")["_FillValue"]).toBe("high");
    expect(report.notes[0]?.message).toContain("not a value of its type");
  });

  it("have masks with types in NCZarr, and none where nothing is masked", async () => {
    const masked = { ...named, dtype: "int16", format: "zarr3", attributes: { _FillValue: -5 } } as const;
    const { target } = await copied(masked, "nczarr", [1, 2, 3, 4]);
    const view = await netcdfView(await open(target));
    const fill = view.root.variables[0]!.attributes.find(({ name }) => name === "_FillValue");
    expect(fill).toEqual({ name: "_FillValue", type: "short", values: Int16Array.of(-5) });
    expect(inMemory(target, "a/.zarray")["fill_value"]).toBe(-5);
    const plain = await copied({ ...named, dtype: "int16", format: "zarr3" }, "nczarr", [0, 0, 3, 4]);
    const special = (await netcdfView(await open(plain.target))).root.variables[0]!.special;
    expect(special.map(({ name }) => name)).toContain("_NoFill");
    expect(plain.target.has("a/0")).toBe(true);
  });

  it("keep netCDF's attribute and its place in NCZarr, also that of characters", async () => {
    const source = join(unpack("fixtures/netcdf3/files.tar.gz"), "fills.nc");
    const target: Bytes = new Map();
    await copy(source, target, { format: "nczarr" });
    const text = async (input: string | Bytes): Promise<string> => {
      let lines = "";
      for await (const line of dump(input, { name: "fills" })) lines += line;
      return lines;
    };
    const before = await text(source);
    expect(before).toContain('char:_FillValue = "?" ;');
    expect(await text(target)).toBe(before);
  });

  it("have an attribute of their type in NCZarr over Zarr v3, and xarray's again after it", async () => {
    const fill = "AAAAQPOHw8A=";
    const masked = { ...named, dtype: "float32", format: "zarr3", attributes: { _FillValue: fill } } as const;
    const { source } = await copied(masked, "zarr3", [1, 2, 3, 4]);
    const [nczarr, back, v2]: [Bytes, Bytes, Bytes] = [new Map(), new Map(), new Map()];
    await copy(source, nczarr, { format: "nczarr", dialect: "v3" });
    const array = await openArray(nczarr, { path: "a" });
    expect(Math.fround(Number(array.attributes["_FillValue"]))).toBe(Math.fround(-9999.9));
    expect(array.attributeTypes).toMatchObject({ _FillValue: "float32" });
    await copy(nczarr, back, { format: "zarr3" });
    expect(inMemory(back, "a/zarr.json")["attributes"]).toEqual({ _FillValue: fill });
    await copy(nczarr, v2, { format: "zarr2" });
    expect(Math.fround(Number(inMemory(v2, "a/.zarray")["fill_value"]))).toBe(Math.fround(-9999.9));
    expect(inMemory(v2, "a/.zattrs")).toEqual({ _ARRAY_DIMENSIONS: ["x"] });
  });

  it("are scalars too, beside an array with names", async () => {
    const source: Bytes = new Map();
    await create(source, { format: "zarr3" });
    await create(source, { path: "a", ...named, dtype: "int16" });
    await create(source, { path: "s", shape: [], dtype: "int16" });
    const target: Bytes = new Map();
    await copy(source, target, { format: "zarr2" });
    expect(inMemory(target, "s/.zattrs")).toEqual({ _ARRAY_DIMENSIONS: [] });
    const again: Bytes = new Map();
    await copy(target, again, { format: "zarr2" });
    expect(inMemory(again, "s/.zattrs")).toEqual({ _ARRAY_DIMENSIONS: [] });
    const back: Bytes = new Map();
    await copy(target, back, { format: "zarr3" });
    expect(inMemory(back, "s/zarr.json")["attributes"]).toEqual({});
  });
});

describe("other layouts", () => {
  it("shards with chunks that are left out become chunks, all written", async () => {
    const sharded = { ...named, shape: [12], chunks: [2], shards: [6], dtype: "int16", format: "zarr3" } as const;
    const source: Bytes = new Map();
    await create(source, { format: "zarr3" });
    const array = await create(source, { ...sharded, path: "a" });
    await array.write("2:4", Int16Array.of(7, 8));
    const target: Bytes = new Map();
    expect(await copy(source, target, { format: "zarr2" })).toMatchObject({ encoded: 6, absent: 0, verified: true });
    expect(inMemory(target, "a/.zarray")["fill_value"]).toBeNull();
    const values = (await (await openArray(target, { path: "a" })).read()).data;
    expect(Array.from(values as Int16Array)).toEqual([0, 0, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect([...target.keys()].filter((key) => /^a\/\d$/.test(key))).toHaveLength(6);
  });

  it("a part of an array has its mask too, and so have shards", async () => {
    const masked = { ...named, dtype: "int16", format: "zarr2", fillValue: -9 } as const;
    const source: Bytes = new Map();
    await create(source, { ...masked, data: Int16Array.of(1, 2, -9, 4) });
    const [part, sharded]: [Bytes, Bytes] = [new Map(), new Map()];
    await copy(source, part, { format: "zarr3", selection: "1:3" });
    expect(inMemory(part, "zarr.json")["attributes"]).toEqual({ _FillValue: -9 });
    await copy(source, sharded, { format: "zarr3", shards: [4] });
    expect(inMemory(sharded, "zarr.json")).toMatchObject({ fill_value: -9, attributes: { _FillValue: -9 } });
  });

  it("refuses to write out more chunks than could ever be visited", async () => {
    const endless = { ...named, shape: [2 ** 31], chunks: [1], dtype: "int8", format: "zarr3" } as const;
    await expect(copied(endless, "zarr2")).rejects.toMatchObject({ code: "unsupported" });
  });
});

describe("other arrays are copied as they stand", () => {
  it("without names of dimensions", async () => {
    const plain = { shape: [4], chunks: [2], dtype: "int16", format: "zarr3", fillValue: 7 } as const;
    const { target, report } = await copied(plain, "zarr2");
    expect(inMemory(target, "a/.zarray")["fill_value"]).toBe(7);
    expect(report).toMatchObject({ absent: 2, encoded: 0, notes: [] });
    const { target: back } = await copied({ ...plain, format: "zarr2" }, "zarr3");
    expect(inMemory(back, "a/zarr.json")["attributes"]).toEqual({});
  });

  it("within one format", async () => {
    const { source, target } = await copied({ ...named, dtype: "int16", format: "zarr3" }, "zarr3");
    expect(inMemory(target, "a/zarr.json")).toEqual(inMemory(source, "a/zarr.json"));
    const v2 = await copied({ ...named, dtype: "int16", format: "zarr2", fillValue: -9 }, "zarr2");
    expect(inMemory(v2.target, "a/.zarray")).toEqual(inMemory(v2.source, "a/.zarray"));
  });

  it("keeps chunks absent from Zarr v2 without a fill value to v3, but not where NCZarr would fill otherwise", async () => {
    const open2 = { ...named, dtype: "int16", format: "zarr2" } as const;
    const source: Bytes = new Map();
    await create(source, { format: "zarr2" });
    await create(source, { ...open2, path: "a" });
    const document = { ...inMemory(source, "a/.zarray"), fill_value: null };
    source.set("a/.zarray", Buffer.from(JSON.stringify(document)));
    const target: Bytes = new Map();
    expect(await copy(source, target, { format: "zarr3" })).toMatchObject({ absent: 2, encoded: 0 });
    const nczarr: Bytes = new Map();
    await copy(source, nczarr, { format: "nczarr" });
    expect(Array.from((await (await openArray(nczarr, { path: "a" })).read()).data as Int16Array)).toEqual([
      0, 0, 0, 0,
    ]);
  });
});

describe("a copy that writes absent chunks", () => {
  async function halves(): Promise<{ readonly source: Bytes; readonly target: Bytes }> {
    const source: Bytes = new Map();
    await create(source, { format: "zarr3" });
    const array = await create(source, { path: "a", ...named, shape: [9], dtype: "int32" });
    await array.write("4:6", Int32Array.of(4, 5));
    return { source, target: new Map() };
  }

  it("is planned as JSON and run in parts", async () => {
    const { source, target } = await halves();
    const plan = JSON.parse(JSON.stringify(await planCopy(source, target, { format: "zarr2" })));
    expect(plan.arrays[0]).toMatchObject({ way: "pass", units: { count: 5 }, absent: 0 });
    expect(plan.notes).toHaveLength(1);
    expect(await runUnits(plan, 0, 3, { source, target })).toMatchObject({ passed: 1, encoded: 2 });
    const report = await runCopy(plan, { source, target, resume: true });
    expect(report).toMatchObject({ kept: 3, compared: 3, encoded: 2, verified: true });
    expect([...target.keys()].filter((key) => /^a\/\d$/.test(key))).toHaveLength(5);
  });

  it("refuses to resume on chunks that hold something else", async () => {
    const { source, target } = await halves();
    const plan = await planCopy(source, target, { format: "zarr2" });
    await runUnits(plan, 0, 5, { source, target });
    target.set(
      "a/0",
      Uint8Array.from(target.get("a/0")!, () => 1),
    );
    await expect(runCopy(plan, { source, target, resume: true })).rejects.toMatchObject({ code: "exists" });
  });

  it("is verified by values where the source has no chunk", async () => {
    const { source, target } = await halves();
    const store = {
      location: "memory",
      get: async (key: string) => target.get(key),
      set: async (key: string, value: Uint8Array) => {
        target.set(key, key === "a/0" ? value.map(() => 1) : Uint8Array.from(value));
      },
      delete: async (key: string) => {
        target.delete(key);
      },
    };
    await expect(copy(source, store, { format: "zarr2" })).rejects.toMatchObject({ code: "invalid-data" });
  });
});

it("groups keep their attributes and coordinates", async () => {
  const target: Bytes = new Map();
  await copy(join(folder, "weather.v2"), target, { format: "zarr3" });
  const [before, after] = [await openGroup(join(folder, "weather.v2")), await openGroup(target)];
  expect(after.attributes).toEqual(before.attributes);
  expect((await openArray(target, { path: "t2m" })).attributes["coordinates"]).toBeDefined();
});
