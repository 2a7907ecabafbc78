/** What NCZarr does otherwise than Zarr, and what is refused: documents written by hand in the manner of netCDF-C. */
import { describe, expect, it } from "vitest";
import { toPlain } from "../../../src/bytes/json/make.ts";
import {
  type Group,
  HyperslabError,
  memoryStore,
  type NdArray,
  netcdfView,
  open,
  openGroup,
  type Store,
} from "../../../src/index.ts";

/** A store of these texts; objects become JSON. */
async function storeOf(values: Readonly<Record<string, unknown>>): Promise<Store> {
  const store = memoryStore();
  for (const [key, value] of Object.entries(values)) {
    const isBytes = value instanceof Uint8Array;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    await store.set!(key, isBytes ? value : new TextEncoder().encode(text));
  }
  return store;
}

const ARRAY = {
  zarr_format: 2,
  shape: [2],
  dtype: "<i4",
  chunks: [2],
  fill_value: 0,
  order: "C",
  compressor: null,
  filters: null,
};

const properties = (version: string): string => `version=2,netcdf=${version},nczarr=2.0.0`;

it("arrays whose part of NCZarr is equal keep what they do not share", async () => {
  const root = {
    _nczarr_superblock: { version: "2.0.0" },
    _nczarr_group: { dimensions: { x: 2, y: 2 }, arrays: ["a", "b", "c", "d"], groups: [] },
  };
  const attributes = (dimension: string, units: string) => ({
    units,
    _nczarr_array: { dimension_references: [`/${dimension}`], storage: "chunked" },
    _nczarr_attr: { types: { units: ">S1" } },
  });
  const store = await storeOf({
    ".zgroup": { zarr_format: 2 },
    ".zattrs": root,
    "a/.zarray": ARRAY,
    "a/.zattrs": attributes("x", "K"),
    "b/.zarray": { ...ARRAY, dtype: "<f4" },
    "b/.zattrs": attributes("x", "m"),
    "c/.zarray": ARRAY,
    "c/.zattrs": attributes("y", "s"),
    "d/.zarray": { ...ARRAY, chunks: [1] },
    "d/.zattrs": attributes("x", "kg"),
  });
  const { root: view, arrayOf } = await netcdfView(await open(store));
  const facts = view.variables.map((variable) => {
    const { name, type, dimensions } = variable;
    const array = arrayOf(variable);
    return [
      name,
      array.path,
      type,
      dimensions.map((dimension) => dimension.name).join(),
      array.chunks,
      array.attributes,
    ];
  });
  expect(facts).toEqual([
    ["a", "a", "int", "x", [2], { units: "K" }],
    ["b", "b", "float", "x", [2], { units: "m" }],
    ["c", "c", "int", "y", [2], { units: "s" }],
    ["d", "d", "int", "x", [1], { units: "kg" }],
  ]);
});

it("attributes in consolidated metadata that are no object are refused with their place", async () => {
  const store = await storeOf({
    ".zmetadata": {
      zarr_consolidated_format: 1,
      metadata: {
        ".zgroup": { zarr_format: 2 },
        ".zattrs": { _nczarr_superblock: {}, _nczarr_group: { dimensions: {}, arrays: ["a"], groups: [] } },
        "a/.zarray": ARRAY,
        "a/.zattrs": [1],
      },
    },
  });
  const group = await openGroup(store);
  await expect(group.children()).rejects.toMatchObject({
    code: "invalid-data",
    place: { key: ".zmetadata", field: 'metadata["a/.zattrs"]' },
  });
});

it("a fill value of null means that nothing is filled in, in Zarr v3 too", async () => {
  const array = {
    zarr_format: 3,
    node_type: "array",
    data_type: "int32",
    shape: [2],
    chunk_grid: { name: "regular", configuration: { chunk_shape: [2] } },
    chunk_key_encoding: { name: "default", configuration: { separator: "." } },
    codecs: [{ name: "bytes", configuration: { endian: "little" } }],
  };
  const root = {
    zarr_format: 3,
    node_type: "group",
    attributes: {
      _nczarr_group: { dimensions: { x: 2 }, arrays: ["v", "w"], groups: [] },
      _nczarr_superblock: { version: "3.0.0" },
    },
  };
  const own = { _nczarr_array: { dimension_references: ["/x"], storage: "chunked" } };
  const store = await storeOf({
    "zarr.json": root,
    "v/zarr.json": { ...array, fill_value: null, attributes: own },
    "w/zarr.json": { ...array, fill_value: 0, attributes: own },
  });
  const { root: view } = await netcdfView(await open(store));
  const special = view.variables.map((variable) => variable.special.map(({ name }) => name).includes("_NoFill"));
  expect([view.variables.map(({ name }) => name), special]).toEqual([
    ["v", "w"],
    [true, false],
  ]);
  // A change of something else keeps it.
  const group = await openGroup(store);
  await (await group.openArray("v")).setAttributes({ units: "K" });
  expect(new TextDecoder().decode(await store.get("v/zarr.json"))).toMatch(/"fill_value": null/);
});

interface Made {
  readonly version?: string;
  readonly dims?: unknown;
  readonly array?: Readonly<Record<string, unknown>>;
  readonly refs?: unknown;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly types?: Readonly<Record<string, unknown>>;
  readonly chunk?: Uint8Array;
  readonly groups?: readonly string[];
}

/** A dataset in the layout of 4.9.3 with one variable `v` over `x`, of length 2. */
function dataset(made: Made = {}): Readonly<Record<string, unknown>> {
  return {
    ".zgroup": { zarr_format: 2 },
    ".zattrs": {
      _NCProperties: properties(made.version ?? "4.9.3"),
      _nczarr_superblock: { version: "2.0.0" },
      _nczarr_group: { dimensions: made.dims ?? { x: 2 }, arrays: ["v"], groups: made.groups ?? [] },
    },
    "v/.zarray": { ...ARRAY, ...made.array },
    "v/.zattrs": {
      ...made.attributes,
      _nczarr_array: made.refs ?? { dimension_references: ["/x"], storage: "chunked" },
      _nczarr_attr: { types: made.types ?? {} },
    },
    ...(made.chunk && { "v/0": made.chunk }),
  };
}

async function openArray(values: Readonly<Record<string, unknown>>, path = "v"): Promise<NdArray> {
  const node: Group | NdArray = await open(await storeOf(values), { path });
  if (node.kind !== "array") throw new Error("not an array");
  return node;
}

async function failure(values: Readonly<Record<string, unknown>>, path = "v"): Promise<HyperslabError> {
  const store = await storeOf(values);
  const error = await open(store, { path }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HyperslabError);
  return error as HyperslabError;
}

async function values(array: NdArray): Promise<readonly unknown[]> {
  return Array.from((await array.read()).data as Iterable<unknown>);
}

describe("byte order", () => {
  const chunk = Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0);
  const big = { dtype: ">i4" };

  it.each(["4.8.1", "4.9.0", "4.9.2"])("%s wrote > before little-endian values", async (version) => {
    const array = await openArray(dataset({ version, array: big, chunk }));
    expect(await values(array)).toEqual([1, 2]);
    expect(array.hierarchy.notes.map(({ message }) => message).join()).toContain("little-endian");
  });

  it.each(["4.9.3", "4.10.1"])("%s wrote what it says", async (version) => {
    const swapped = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 2);
    expect(await values(await openArray(dataset({ version, array: big, chunk: swapped })))).toEqual([1, 2]);
  });
});

describe("fill values", () => {
  it.each([
    ["a list of one", "<i4", [7], 7],
    ["a number as text", "<i4", "7", 7],
    ["a number in hexadecimal", "<i4", "0x10", 16],
    ["NaN as text", "<f8", "NaN", Number.NaN],
    ["infinity as C spells it", "<f8", "-inf", Number.NEGATIVE_INFINITY],
    ["an integer of 64 bits", "<u8", "18446744073709551614", 18446744073709551614n],
  ])("%s", async (_, dtype, fill, expected) => {
    const array = await openArray(dataset({ array: { dtype, fill_value: fill } }));
    expect(await values(array)).toEqual([expected, expected]);
  });

  it("are text for strings, not Base64, and are cut at the greatest length", async () => {
    const array = await openArray(dataset({ array: { dtype: "|S3", fill_value: "none" } }));
    expect(await values(array)).toEqual(["non", "non"]);
    expect(array.node.netcdfType).toBe("string");
  });

  it.each(["<U1", ">S1"])("of characters (%s) are one byte", async (dtype) => {
    const array = await openArray(dataset({ array: { dtype, fill_value: "x" }, chunk: Uint8Array.of(97, 98) }));
    expect(await values(array)).toEqual(["a", "b"]);
    expect(array.node.netcdfType).toBe("char");
    expect((await failure(dataset({ array: { dtype, fill_value: "xy" } }))).message).toContain("one byte");
  });
});

describe("attributes", () => {
  const attributesOf = async (
    attributes: Readonly<Record<string, unknown>>,
    types: Readonly<Record<string, unknown>>,
  ) => {
    const { node } = await openArray(dataset({ attributes, types }));
    return Array.from(node.attributes, ([name, { value, dataType }]) => [name, dataType?.name, toPlain(value)]);
  };

  it("have the types of netCDF, in any spelling", async () => {
    const types = { a: "<i1", b: "4", c: 5, d: "float64", e: ">S1", f: "<U1", g: "|S1", h: "string", i: "json" };
    const given = {
      a: 1,
      b: 2,
      c: [1.5, "NaN"],
      d: "Infinity",
      e: "e",
      f: "f",
      g: "g",
      h: ["h", ""],
      i: { j: [1, 2] },
    };
    expect(await attributesOf(given, types)).toEqual([
      ["a", "int8", 1],
      ["b", "int32", 2],
      ["c", "float32", [1.5, Number.NaN]],
      ["d", "float64", Number.POSITIVE_INFINITY],
      ["e", "S1", "e"],
      ["f", "S1", "f"],
      ["g", "string", "g"],
      ["h", "string", ["h", ""]],
      ["i", "S1", '{"j": [1,2]}'],
    ]);
  });

  it("keep what netCDF-C took for JSON as its text", async () => {
    const types = { a: ">S1", b: ">S1", c: ">S1", d: ">S1" };
    expect(await attributesOf({ a: 123, b: true, c: null, d: [1, "x", {}] }, types)).toEqual([
      ["a", "S1", "123"],
      ["b", "S1", "true"],
      ["c", "S1", "null"],
      ["d", "S1", '[1,"x",{}]'],
    ]);
  });

  it("are in document order, even if their names are numbers", async () => {
    const text = '{"10": 1, "b": 2, "2": 3, "_nczarr_array": {"dimrefs": ["/x"], "storage": "chunked"}}';
    const { node } = await openArray({ ...dataset(), "v/.zattrs": text });
    expect([...node.attributes.keys()]).toEqual(["10", "b", "2"]);
  });

  it.each([
    ["a text for a number", { a: "one" }, { a: "<i4" }, "expected a value of the type int"],
    ["a fraction for an integer", { a: 1.5 }, { a: "<i4" }, "expected an integer"],
    ["a number out of range", { a: [1, 256] }, { a: "<u1" }, "256 does not fit the type ubyte"],
    ["a number for a string", { a: 1 }, { a: "|S5" }, "expected a string"],
    ["an unknown type", { a: 1 }, { a: "<c8" }, "not a type of netCDF"],
  ])("refuse %s, by key and position", async (_, attributes, types, message) => {
    const error = await failure(dataset({ attributes, types }));
    expect(error.code).toBe("invalid-data");
    expect(error.message).toContain(message);
    expect(error.place).toMatchObject({ key: "v/.zattrs", line: 1 });
    expect(error.place.column).toBeGreaterThan(1);
  });
});

describe("text that is not JSON", () => {
  const loose = (text: string): Readonly<Record<string, unknown>> => ({
    ...dataset(),
    "v/.zattrs": text.replace("{", '{"_nczarr_array": {"dimrefs": ["/x"], "storage": "chunked"}, '),
  });

  it("is read as netCDF-C reads it, with a note", async () => {
    const text = `{"a": 0x10, "b": "it\\'s", "c": False, "d": nan, "e": "tab\there", "f": -inf}`;
    const array = await openArray(loose(text));
    expect(array.attributes).toEqual({
      a: "0x10",
      b: "it's",
      c: false,
      d: Number.NaN,
      e: "tab\there",
      f: Number.NEGATIVE_INFINITY,
    });
    expect(array.hierarchy.notes.map(({ message }) => message)).toContain("not JSON; read as netCDF-C reads it");
  });

  it("is refused in plain Zarr", async () => {
    const values = { ".zarray": ARRAY, ".zattrs": '{"a": 0x10}' };
    expect((await failure(values, "")).code).toBe("invalid-data");
  });

  it.each(['{"a": ', '{"a" 1}', '{"a": "x', "{".repeat(5000)])(
    "is refused where netCDF-C cannot read it: %#",
    async (text) => {
      expect((await failure({ ...dataset(), "v/.zattrs": `{"_nczarr_array": {}, ${text.slice(1)}` })).code).toBe(
        "invalid-data",
      );
    },
  );

  it("keeps bytes that are not UTF-8", async () => {
    const encoder = new TextEncoder();
    const bytes = Uint8Array.from([...encoder.encode('{"_nczarr_array": {}, "a": "'), 0xff, ...encoder.encode('"}')]);
    expect((await openArray({ ...dataset(), "v/.zattrs": bytes })).attributes["a"]).toBe("\udcff");
  });
});

describe("dimensions", () => {
  it("are the groups', and may be unlimited", async () => {
    const root = await open(await storeOf(dataset({ dims: { "10": 4, x: { size: 2, unlimited: 1 }, "2": 1 } })));
    if (root.kind !== "group") throw new Error("not a group");
    // Objects made in JavaScript put names that are numbers first; the order of documents is tested with attributes.
    expect(root.dimensions).toContainEqual({ name: "x", length: 2, unlimited: true });
    const [array] = await root.children();
    expect(array).toMatchObject({ dimensions: [{ name: "x", length: 2, unlimited: true, group: "" }] });
  });

  it.each([
    ["a dimension that is nowhere", { dimension_references: ["/y"] }, '/ declares no dimension "y"', "[0]"],
    ["a name in place of a path", { dimension_references: ["x"] }, "is not the path of a dimension", "[0]"],
    ["too many dimensions", { dimension_references: ["/x", "/x"] }, "2 references to dimensions for an array of 1", ""],
    ["a scalar with a shape", { dimension_references: [], scalar: 1 }, "a scalar has the shape [] or [1]", undefined],
  ])("refuse %s", async (_, refs, message, field) => {
    const error = await failure(dataset({ refs }));
    expect(error.message).toContain(message);
    if (field === undefined) expect(error.place.key).toBe("v/.zarray");
    else expect(error.place.field).toBe(`_nczarr_array.dimension_references${field}`);
    expect(error.place.column).toBeGreaterThan(1);
  });

  it("refuse a length that the array does not have", async () => {
    expect((await failure(dataset({ dims: { x: 3 } }))).message).toContain("/x has the length 3, the array 2");
  });

  const beside = (reference: string) => ({
    ...dataset({ refs: { dimension_references: [reference] }, groups: ["g"] }),
    "g/.zgroup": { zarr_format: 2 },
    "g/.zattrs": { _nczarr_group: { dimensions: { first: 3, y: 2 }, arrays: [], groups: [] } },
  });

  it("may be those of a group beside the array", async () => {
    const { root } = await netcdfView(await open(await storeOf(beside("/g/y"))));
    expect(root.variables[0]!.dimensions).toEqual([{ name: "y", length: 2, unlimited: false, group: "g" }]);
    expect(root.groups[0]!.dimensions.map(({ name }) => name)).toEqual(["first", "y"]);
  });

  it("refuse one that a group beside the array does not declare", async () => {
    const node = await open(await storeOf(beside("/g/z")));
    await expect(netcdfView(node)).rejects.toMatchObject({ code: "invalid-data", place: { node: "v" } });
    await expect(netcdfView(node)).rejects.toThrow('/g declares no dimension "z"');
  });

  it("refuse one of a group that is not there", async () => {
    const error = await failure(beside("/h/y"));
    expect(error.message).toContain('/h is not a group: / lists no group "h"');
    expect(error.place).toMatchObject({ key: "v/.zattrs", line: 1, field: "_nczarr_array.dimension_references[0]" });
  });

  it("belong to the root where one array is seen alone", async () => {
    const { root } = await netcdfView(await openArray(beside("/g/y")));
    expect(root.dimensions).toEqual([{ name: "y", length: 2, unlimited: false }]);
    expect(root.variables[0]!.dimensions).toEqual([{ name: "y", length: 2, unlimited: false, group: "" }]);
  });

  it("are only names where a dataset is opened at a group inside it", async () => {
    const { [".zattrs"]: _, ...rest } = dataset();
    const inner = { ...rest, ".zattrs": { _nczarr_group: { dimensions: {}, arrays: ["v"], groups: [] } } };
    expect((await openArray(inner)).dims).toEqual(["x"]);
  });
});

describe("groups", () => {
  it("that list what is not there are an error that names it", async () => {
    const { ["v/.zarray"]: _, ["v/.zattrs"]: __, ...rest } = dataset();
    const root = await open(await storeOf(rest));
    if (root.kind !== "group") throw new Error("not a group");
    const place = { key: ".zattrs", line: 1, field: "_nczarr_group.arrays[0]", node: "v" };
    await expect(root.children()).rejects.toMatchObject({ code: "invalid-data", place });
  });

  it.each([[["a", "a"]], [["../a"]], [[""]], [[1]]])("refuse the list %j", async (arrays) => {
    const error = await failure(
      {
        ".zgroup": { zarr_format: 2, _nczarr_superblock: {}, _nczarr_group: { dims: {}, vars: arrays, groups: [] } },
      },
      "",
    );
    expect(error.place.key).toBe(".zgroup");
  });

  it("of several dialects in one tree are read, each by its own spelling", async () => {
    const mixed = {
      ...dataset({ types: { units: ">S1" }, attributes: { units: "K" } }),
      ".zattrs": {
        _NCProperties: properties("4.9.3"),
        _nczarr_superblock: { version: "2.0.0" },
        _nczarr_group: { dimensions: { x: 2 }, arrays: ["v"], groups: ["small", "capital"] },
      },
      "small/.zgroup": { zarr_format: 2, _nczarr_group: { dims: { y: 2 }, vars: ["s"], groups: [] } },
      "small/s/.zarray": { ...ARRAY, _nczarr_array: { dimrefs: ["/small/y"], storage: "chunked" } },
      "small/s/.zattrs": { n: 3, _nczarr_attr: { types: { n: "<i2" } } },
      "capital/.zgroup": { zarr_format: 2, _NCZARR_GROUP: { dims: {}, vars: ["c"], groups: [] } },
      "capital/c/.zarray": { ...ARRAY, dtype: "<U1", fill_value: "", _NCZARR_ARRAY: { dimrefs: ["/x"] } },
      "capital/c/.zattrs": { t: "a", _NCZARR_ATTR: { types: { t: "<U1" } } },
    };
    const { root } = await netcdfView(await open(await storeOf(mixed)));
    const shown = [root, ...root.groups].flatMap(({ variables }) =>
      variables.map(({ path, type, dimensions, attributes }) => [
        path,
        type,
        dimensions.map(({ group, name }) => `${group}/${name}`),
        attributes.map((attribute) => `${attribute.name}: ${attribute.type}`),
      ]),
    );
    expect(shown).toEqual([
      ["v", "int", ["/x"], ["units: char"]],
      ["small/s", "int", ["small/y"], ["n: short"]],
      ["capital/c", "char", ["/x"], ["t: char"]],
    ]);
  });

  it("of plain Zarr inside NCZarr are listed, and noted", async () => {
    const mixed = {
      ...dataset(),
      ".zattrs": {
        _nczarr_superblock: { version: "2.0.0" },
        _nczarr_group: { dimensions: { x: 2 }, arrays: ["v"], groups: ["g"] },
      },
      "g/.zgroup": { zarr_format: 2 },
      "g/a/.zarray": ARRAY,
      "g/a/.zattrs": { _ARRAY_DIMENSIONS: ["q"] },
    };
    const root = await open(await storeOf(mixed));
    if (root.kind !== "group") throw new Error("not a group");
    const paths: string[] = [];
    for await (const node of root.walk()) paths.push(node.path);
    expect(paths).toEqual(["v", "g", "g/a"]);
    expect(root.hierarchy.notes.map(({ key }) => key)).toContain("g/.zgroup");
  });
});

describe("detection", () => {
  it("leaves plain Zarr alone that only mentions NCZarr", async () => {
    const store = await storeOf({
      ".zarray": { ...ARRAY, dtype: "|S1", fill_value: "AA==" },
      ".zattrs": { a: "_nczarr_group" },
    });
    expect((await open(store)).hierarchy.format).toBe("zarr2");
    await expect(open(store, { format: "nczarr" })).rejects.toThrow(HyperslabError);
  });

  it("finds the keys anywhere in a document", async () => {
    const store = await storeOf({
      ".zattrs": { a: "x".repeat(10000), _nczarr_group: {} },
      ".zgroup": { zarr_format: 2 },
    });
    expect((await open(store)).hierarchy.format).toBe("nczarr");
  });

  it("can be overruled: the documents as Zarr has them", async () => {
    const node = await open(await storeOf(dataset()), { format: "zarr2", path: "v" });
    expect(node.hierarchy.format).toBe("zarr2");
    expect(Object.keys(node.attributes)).toEqual(["_nczarr_array", "_nczarr_attr"]);
  });
});
