/** Every field of the netCDF model in every format that carries it: made from CDL, stored, opened again, and seen. */
import { describe, expect, it } from "vitest";
import {
  create,
  gen,
  memoryStore,
  type NetcdfAttribute,
  type NetcdfGroup,
  type NetcdfVariable,
  netcdfView,
  open,
  openGroup,
  type Store,
} from "../../../src/index.ts";
import { decodeNetcdfText } from "../../../src/model/netcdf/text.ts";

/** What 4.9.0 has: no strings, unlimited dimensions or scalars. */
const COMMON = `netcdf fields {
dimensions:
	time = 3 ;
	x = 2 ;
variables:
	int zulu(time, x) ;
		zulu:b = 1b ;
		zulu:\\10 = 2s ;
		zulu:i = 3 ;
		zulu:a2 = 4LL ;
		zulu:ub = 5UB ;
		zulu:us = 6US ;
		zulu:ui = 7U ;
		zulu:ul = 8ULL ;
		zulu:f = 1.5f ;
		zulu:d = 1e20, 0.1 ;
		zulu:c = "°C, \\"quoted\\", 123" ;
	double alpha(time) ;
		alpha:_FillValue = -1. ;
	char mike(time, x) ;
	short none(x) ;
		none:_NoFill = "true" ;

// global attributes:
		:title = "fields" ;
data:

 zulu = 1, 2, 3, 4, 5, 6 ;

 alpha = 1, _, 3 ;

 mike = "ab", "cd", "ef" ;

 none = 1, 2 ;

group: zz {
  dimensions:
	x = 4 ;
  variables:
	float own(x) ;
	float above(/x, time) ;
  data:

   own = 1, 2, 3, 4 ;

   above = 1, 2, 3, 4, 5, 6 ;
  group: inner {
    variables:
	ubyte deep(x) ;
    data:

     deep = 1, 2, 3, 4 ;
  }
}
group: aa {
}
}
`;

const NEWER = `netcdf fields {
dimensions:
	time = UNLIMITED ;
	unused = UNLIMITED ;
	y = 2 ;
variables:
	int64 grows(time, y) ;
	string word(y) ;
		string word:words = "a", "°C", "" ;
		string word:one = "single" ;
		word:text = "single" ;
	double scalar ;
data:

 grows = 1, 2, 3, 4, 5, 6 ;

 word = "Zürich", "b" ;

 scalar = 2.5 ;
}
`;

async function seen(store: Store): Promise<NetcdfGroup> {
  return (await netcdfView(await openGroup(store))).root;
}

async function made(text: string, dialect: string): Promise<Store> {
  const store = memoryStore();
  await gen(text, store, { format: "nczarr", dialect });
  return store;
}

const variable = (group: NetcdfGroup, name: string): NetcdfVariable =>
  group.variables.find((candidate) => candidate.name === name)!;
const said = ({ name, type, values }: NetcdfVariable["attributes"][number] | NetcdfAttribute): unknown => [
  name,
  type,
  type === "char" && values instanceof Uint8Array ? decodeNetcdfText(values) : Array.from<unknown>(values as never),
];
const specials = (of: NetcdfVariable): Record<string, unknown> =>
  Object.fromEntries(
    of.special.map(({ name, values }) => [
      name,
      values instanceof Uint8Array ? decodeNetcdfText(values) : Array.from<unknown>(values),
    ]),
  );

describe.each(["any", "4.9.3", "4.9.2", "4.9.0", "4.8.0", "v3"])("NCZarr in the dialect %s", (dialect) => {
  it("has dimensions of groups, and refers to them by path", async () => {
    const root = await seen(await made(COMMON, dialect));
    expect(root.dimensions).toEqual([
      { name: "time", length: 3, unlimited: false },
      { name: "x", length: 2, unlimited: false },
    ]);
    const [zz] = root.groups;
    expect(zz!.dimensions).toEqual([{ name: "x", length: 4, unlimited: false }]);
    const references = (of: NetcdfVariable) => of.dimensions.map(({ group, name, length }) => [group, name, length]);
    expect(references(variable(zz!, "own"))).toEqual([["zz", "x", 4]]);
    expect(references(variable(zz!, "above"))).toEqual([
      ["", "x", 2],
      ["", "time", 3],
    ]);
    expect(references(zz!.groups[0]!.variables[0]!)).toEqual([["zz", "x", 4]]);
  });

  it("keeps the order of definition", async () => {
    const root = await seen(await made(COMMON, dialect));
    expect(root.variables.map(({ name }) => name)).toEqual(["zulu", "alpha", "mike", "none"]);
    expect(root.groups.map(({ name }) => name)).toEqual(["zz", "aa"]);
    expect(root.groups[0]!.variables.map(({ name }) => name)).toEqual(["own", "above"]);
    const names = variable(root, "zulu").attributes.map(({ name }) => name);
    expect(names).toEqual(["b", "10", "i", "a2", "ub", "us", "ui", "ul", "f", "d", "c"]);
  });

  it("keeps the types of attributes and variables", async () => {
    const root = await seen(await made(COMMON, dialect));
    expect(variable(root, "zulu").attributes.map(said)).toEqual([
      ["b", "byte", [1]],
      ["10", "short", [2]],
      ["i", "int", [3]],
      ["a2", "int64", [4n]],
      ["ub", "ubyte", [5]],
      ["us", "ushort", [6]],
      ["ui", "uint", [7]],
      ["ul", "uint64", [8n]],
      ["f", "float", [1.5]],
      ["d", "double", [1e20, 0.1]],
      ["c", "char", '°C, "quoted", 123'],
    ]);
    expect(root.variables.map(({ type }) => type)).toEqual(["int", "double", "char", "short"]);
    expect(root.attributes.map(said)).toEqual([["title", "char", "fields"]]);
  });

  it("tells a fill value from none", async () => {
    const root = await seen(await made(COMMON, dialect));
    expect(variable(root, "alpha").attributes.map(said)).toEqual([["_FillValue", "double", [-1]]]);
    expect(specials(variable(root, "alpha"))["_NoFill"]).toBeUndefined();
    expect(specials(variable(root, "none"))["_NoFill"]).toBe("true");
  });

  it("keeps how values are stored", async () => {
    const stored = `netcdf s { dimensions: x = 8 ; variables:
      int v(x) ; v:_ChunkSizes = 4 ; v:_Shuffle = "true" ; v:_DeflateLevel = 3 ; v:_Fletcher32 = "true" ;
      data: v = 1, 2, 3, 4, 5, 6, 7, 8 ; }`;
    const { root, arrayOf } = await netcdfView(await openGroup(await made(stored, dialect)));
    const [v] = root.variables;
    expect(specials(v!)).toMatchObject({ _Storage: "chunked", _ChunkSizes: [4], _Endianness: "little" });
    expect(specials(v!)).toMatchObject({ _Shuffle: "true", _DeflateLevel: [3], _Fletcher32: "true" });
    const { data } = await arrayOf(v!).read();
    expect(Array.from<unknown>(data)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it("keeps the byte order, or refuses it where netCDF-C would read other values", async () => {
    const big = `netcdf s { dimensions: x = 3 ; variables: int b(x) ; b:_Endianness = "big" ; data: b = 1, 2, 3 ; }`;
    if (dialect !== "4.9.3" && dialect !== "v3") {
      await expect(made(big, dialect)).rejects.toThrow(/big-endian values .* little-endian ones/);
      return;
    }
    const { root, arrayOf } = await netcdfView(await openGroup(await made(big, dialect)));
    expect(specials(root.variables[0]!)).toMatchObject({ _Endianness: "big" });
    const { data } = await arrayOf(root.variables[0]!).read();
    expect(Array.from<unknown>(data)).toEqual([1, 2, 3]);
  });
});

describe.each(["any", "4.9.3", "v3"])("NCZarr in the dialect %s", (dialect) => {
  it("has unlimited dimensions with their length, strings, and scalars", async () => {
    const root = await seen(await made(NEWER, dialect));
    expect(root.dimensions).toEqual([
      { name: "time", length: 3, unlimited: true },
      { name: "unused", length: 0, unlimited: true },
      { name: "y", length: 2, unlimited: false },
    ]);
    expect(variable(root, "grows").dimensions[0]).toEqual({ name: "time", length: 3, unlimited: true, group: "" });
    expect(root.variables.map(({ type, dimensions }) => [type, dimensions.length])).toEqual([
      ["int64", 2],
      ["string", 1],
      ["double", 0],
    ]);
    expect(variable(root, "word").attributes.map(said)).toEqual([
      ["words", "string", ["a", "°C", ""]],
      ["one", "string", ["single"]],
      ["text", "char", "single"],
    ]);
  });
});

describe("other formats", () => {
  it.each(["zarr3", "zarr2", "zarr3-draft"] as const)("%s carries names and attributes", async (format) => {
    const store = memoryStore();
    const group = await create(store, { format, attributes: { title: "t" } });
    const options = { shape: [2, 3], dtype: "int16", dims: ["y", "x"], attributes: { units: "K" } } as const;
    await group.create("g/v", options);
    const root = await seen(store);
    const [inner] = root.groups;
    expect(root.attributes.map(said)).toEqual([["title", "char", "t"]]);
    expect(inner!.dimensions.map(({ name, length }) => [name, length])).toEqual([
      ["y", 2],
      ["x", 3],
    ]);
    expect(inner!.variables.map(({ name, type, attributes }) => [name, type, attributes.map(said)])).toEqual([
      ["v", "short", [["units", "char", "K"]]],
    ]);
  });

  it.each(["zarr1", "zarr0", "bloscpack"] as const)(
    "%s, which has no names, has a dimension per length",
    async (format) => {
      const store = memoryStore();
      const path = format === "bloscpack" ? "data.blp" : "";
      const array = await create(store, { format, path, shape: [2, 3], dtype: "int16" });
      await array.write(undefined, Int16Array.of(1, 2, 3, 4, 5, 6));
      const { root } = await netcdfView(await open(store, { path }));
      expect(root.dimensions.map(({ name, length }) => [name, length])).toEqual([
        ["_Anonymous_Dim_2", 2],
        ["_Anonymous_Dim_3", 3],
      ]);
      expect(root.variables.map(({ type, dimensions }) => [type, dimensions.map(({ name }) => name)])).toEqual([
        ["short", ["_Anonymous_Dim_2", "_Anonymous_Dim_3"]],
      ]);
    },
  );
});
