/** Any hierarchy as netCDF sees it: names, types, dimensions. What netCDF-C itself says is in the fixtures. */
import { describe, expect, it } from "vitest";
import { registerFormat } from "../../../src/formats/registry.ts";
import {
  create,
  memoryStore,
  type NdArray,
  netcdfView,
  open,
  openGroup,
  type Store,
  typed,
} from "../../../src/index.ts";
import { modelAttribute, netcdfAttribute } from "../../../src/model/netcdf/attribute.ts";
import { decodeNetcdfText, encodeNetcdfText } from "../../../src/model/netcdf/text.ts";
import { netcdfValues } from "../../../src/model/netcdf/values.ts";
import { toyncDescriptor } from "../../formats/tree-aware/toync.ts";

const seen = async (store: Store, path = "") => netcdfView(await open(store, { path }));

describe("plain Zarr", () => {
  it("has dimensions in the group of the array, unnamed ones in the root", async () => {
    const store = memoryStore();
    const root = await create(store);
    await root.create("t", { shape: [3, 2], dtype: "int16", dims: ["x", "y"] });
    await root.create("g/u", { shape: [3, 5], dtype: "float32", dims: ["x", null] as never });
    await root.create("g/w", { shape: [5], dtype: "float32" });
    const { root: view } = await seen(store);
    expect(view.dimensions).toEqual([
      { name: "x", length: 3, unlimited: false },
      { name: "y", length: 2, unlimited: false },
      { name: "_Anonymous_Dim_5", length: 5, unlimited: false },
    ]);
    const [group] = view.groups;
    expect(group?.dimensions).toEqual([{ name: "x", length: 3, unlimited: false }]);
    expect(
      group?.variables.map(({ name, type, dimensions }) => [name, type, dimensions.map((d) => `${d.group}/${d.name}`)]),
    ).toEqual([
      ["u", "float", ["g/x", "/_Anonymous_Dim_5"]],
      ["w", "float", ["/_Anonymous_Dim_5"]],
    ]);
  });

  it("keeps one name for two lengths apart, and says so", async () => {
    const store = memoryStore();
    const root = await create(store);
    await root.create("a", { shape: [4], dtype: "int8", dims: ["x"] });
    await root.create("b", { shape: [2], dtype: "int8", dims: ["x"] });
    const { root: view, notes } = await seen(store);
    expect(view.dimensions.map(({ name, length }) => [name, length])).toEqual([
      ["x", 4],
      ["x_2", 2],
    ]);
    expect(notes).toEqual(["/b: the dimension x has another length here; shown as x_2 of length 2"]);
  });

  it("has types by inference", async () => {
    const store = memoryStore();
    const attributes = {
      i: 1,
      u: 3_000_000_000,
      l: -3_000_000_000,
      ul: 2n ** 63n,
      d: 1.5,
      b: true,
      t: "é",
      list: [1, 2.5],
      texts: ["a", "b"],
      dict: { a: [1, 2, null] },
      nothing: null,
      empty: [],
    };
    await create(store, { attributes });
    const { root } = await seen(store);
    expect(root.attributes.map(({ name, type, values }) => [name, type, [...values]])).toEqual([
      ["i", "int", [1]],
      ["u", "uint", [3_000_000_000]],
      ["l", "int64", [-3_000_000_000n]],
      ["ul", "uint64", [2n ** 63n]],
      ["d", "double", [1.5]],
      ["b", "ubyte", [1]],
      ["t", "char", [0xc3, 0xa9]],
      ["list", "double", [1, 2.5]],
      ["texts", "char", [...encodeNetcdfText('["a","b"]')]],
      ["dict", "char", [...encodeNetcdfText('{"a": [1,2,null]}')]],
      ["nothing", "char", [...encodeNetcdfText("null")]],
      ["empty", "char", [...encodeNetcdfText("[]")]],
    ]);
  });

  it("gives a fill value the type of its variable, if it fits", async () => {
    const store = memoryStore();
    const root = await create(store);
    await root.create("a", { shape: [1], dtype: "int16", attributes: { _FillValue: -99 } });
    await root.create("b", { shape: [1], dtype: "uint8", attributes: { _FillValue: -99 } });
    const { root: view } = await seen(store);
    expect(view.variables.map(({ attributes: [fill] }) => fill)).toEqual([
      { name: "_FillValue", type: "short", values: Int16Array.of(-99) },
      { name: "_FillValue", type: "int", values: Int32Array.of(-99) },
    ]);
  });

  it("shows how variables are stored", async () => {
    const store = memoryStore();
    const codecs = [{ name: "gzip", configuration: { level: 3 } }];
    await create(store, { shape: [6], dtype: "int16", chunks: [4], codecs, format: "zarr2" });
    const { root } = await seen(store);
    const said = root.variables[0]!.special.map(({ name, values }) => [
      name,
      values instanceof Uint8Array ? decodeNetcdfText(values) : [...values],
    ]);
    expect(said).toEqual([
      ["_Storage", "chunked"],
      ["_ChunkSizes", [4]],
      ["_Codecs", '[{"id": "gzip", "level": 3}]'],
      ["_Endianness", "little"],
    ]);
  });

  it("shows a part of a hierarchy as a whole", async () => {
    const store = memoryStore();
    const root = await create(store);
    await root.create("g/h/a", { shape: [2], dtype: "int8", dims: ["x"] });
    const group = await seen(store, "g");
    expect([group.root.path, group.root.groups[0]?.path, group.root.groups[0]?.variables[0]?.path]).toEqual([
      "",
      "h",
      "h/a",
    ]);
    const array = await seen(store, "g/h/a");
    expect(array.root.variables.map(({ path, dimensions }) => [path, dimensions[0]?.group])).toEqual([["a", ""]]);
    expect(array.arrayOf(array.root.variables[0]!).path).toBe("g/h/a");
  });
});

it("takes what groups declare, also for a group below", async () => {
  const remove = registerFormat(toyncDescriptor);
  try {
    const store = memoryStore();
    const root = await create(store, { format: "toync" as never, attributes: { a: typed(5, "int16") } });
    await root.setDimensions({ time: { length: 3, unlimited: true }, unused: 7 });
    const inner = await root.create("g");
    await inner.create("v", { shape: [3], dtype: "float64", dims: ["time"] });
    const { root: view } = await netcdfView(await openGroup(store));
    expect(view.dimensions).toEqual([
      { name: "time", length: 3, unlimited: true },
      { name: "unused", length: 7, unlimited: false },
    ]);
    expect(view.attributes).toEqual([{ name: "a", type: "short", values: Int16Array.of(5) }]);
    const time = { name: "time", length: 3, unlimited: true, group: "" };
    expect(view.groups[0]?.variables[0]?.dimensions).toEqual([time]);
    const below = await netcdfView(await openGroup(store, { path: "g" }));
    expect([below.root.dimensions, below.root.variables[0]?.dimensions]).toEqual([
      [{ name: "time", length: 3, unlimited: true }],
      [time],
    ]);
  } finally {
    remove();
  }
});

describe("values", () => {
  it("bytes that are not UTF-8 survive as text", () => {
    for (const bytes of [
      [0x61, 0xff, 0xc3],
      [0xe2, 0x82],
      [0xc3, 0xa9, 0x80],
      [0xed, 0xa0, 0x80],
    ]) {
      const text = decodeNetcdfText(Uint8Array.from(bytes));
      expect([...encodeNetcdfText(text)]).toEqual(bytes);
    }
    expect(decodeNetcdfText(Uint8Array.of(0xc3, 0xa9, 0x80))).toBe("é\udc80");
  });

  it("an element of NULs is NIL", async () => {
    const store = memoryStore();
    const array: NdArray = await create(store, { shape: [3], dtype: "S3", data: ["ab", "", "abc"] });
    const { data } = await array.read("...", { as: "bytes" });
    expect(netcdfValues("string", array.dataType, data as never)).toEqual(["ab", null, "abc"]);
  });

  it.each([
    { name: "a", type: "float", values: Float32Array.of(0.1, 3) },
    { name: "a", type: "double", values: Float64Array.of(1e20) },
    { name: "a", type: "uint64", values: BigUint64Array.of(2n ** 64n - 1n) },
    { name: "a", type: "string", values: ["x", null, ""] },
    { name: "a", type: "char", values: encodeNetcdfText("°C") },
    { name: "a", type: "byte", values: Int8Array.of(-1) },
    { name: "a", type: "float", values: Float32Array.of(Number.NaN, Number.NEGATIVE_INFINITY) },
  ] as const)("$type attributes come back from the model", (attribute) => {
    expect(netcdfAttribute("a", modelAttribute(attribute))).toEqual(attribute);
  });
});
