/** gen: CDL to datasets. The values of every fixture text, and what special attributes and formats make of them. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fixedBytes } from "../../src/dataset/array/fixed-bytes.ts";
import { dump, encodeNetcdfText, gen, type NdArray, netcdfView, openArray, openGroup } from "../../src/index.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { readText, valuesOf, variablesOf } from "../cdl/read-text.ts";
import { unpack } from "../fixture-sets.ts";

const folder = join(unpack("fixtures/nczarr/datasets.tar.gz"), "nczarr", "cdl");
const texts = readdirSync(folder);

async function elements(array: NdArray): Promise<readonly unknown[]> {
  return Array.from<unknown>((await array.read()).data as ArrayLike<unknown>);
}

describe.each(["zarr3", "zarr2"])("to %s", (format) => {
  it.each(texts)("%s", async (name) => {
    const text = readFileSync(join(folder, name), "utf8");
    const dataset = readText(text);
    const store = memoryStore();
    const report = await gen(text, store, { format });
    const variables = variablesOf(dataset.root);
    expect(report).toMatchObject({ name: dataset.name, format, variables: variables.length });
    for (const variable of variables) {
      const array = await openArray(store, { path: variable.path });
      expect(array.shape).toEqual(variable.dimensions.map(({ length }) => length));
      expect(array.dims).toEqual(variable.dimensions.map((dimension) => dimension.name));
      const wanted = valuesOf(dataset, variable.path);
      const isUndefined = variable.special.some((special) => special.name === "_NoFill");
      if (typeof wanted === "string") expect(await texted(array)).toBe(wanted);
      else if (!isUndefined) expect(await elements(array)).toEqual(wanted);
    }
  });
});

async function texted(array: NdArray): Promise<string> {
  const { data } = await array.read(undefined, { as: "bytes" });
  return Array.from(fixedBytes(data), (byte) => String.fromCharCode(Number(byte))).join("");
}

it("keeps attributes, and reports what is lost", async () => {
  const store = memoryStore();
  const text = `netcdf a { dimensions: t = UNLIMITED ; unused = 3 ; variables: float v(t) ; v:_FillValue = -1.f ;
    v:range = 0.1f, NaNf ; v:n = 3s ; v:d = 2. ; v:units = "m" ; string v:s = "a", "b" ; :title = "x" ; data: v = 1, _ ; }`;
  const report = await gen(text, store, { format: "zarr3" });
  expect(report.notes).toEqual([
    "Zarr v3 does not record that the dimension t is unlimited",
    "Zarr v3 does not record the unused dimension unused",
  ]);
  const root = await openGroup(store);
  expect(root.attributes).toEqual({ title: "x" });
  const v = await root.openArray("v");
  // As xarray spells it.
  const fill = "AAAAAAAA8L8=";
  expect(v.attributes).toEqual({ _FillValue: fill, range: [0.1, "NaN"], n: 3, d: 2, units: "m", s: ["a", "b"] });
  expect(v.fillValue).toBe(-1);
});

it.each(["zarr3", "zarr2", "nczarr"])("float fill values are numbers again in netCDF's view of %s", async (format) => {
  const text = `netcdf a { dimensions: x = 1 ; variables: float f(x) ; f:_FillValue = -9999.9f ; double d(x) ; d:_FillValue = NaN ;
    short s(x) ; s:_FillValue = -5s ; }`;
  const store = memoryStore();
  await gen(text, store, { format });
  const { root } = await netcdfView(await openGroup(store));
  const fills = new Map(root.variables.map(({ name, attributes }) => [name, attributes[0]]));
  expect(fills.get("f")).toEqual({ name: "_FillValue", type: "float", values: Float32Array.of(-9999.9) });
  expect(fills.get("d")).toEqual({ name: "_FillValue", type: "double", values: Float64Array.of(Number.NaN) });
  expect(fills.get("s")).toEqual({ name: "_FillValue", type: "short", values: Int16Array.of(-5) });
});

it("names the dimensions of scalars in Zarr v2, without which xarray does not read them", async () => {
  const store = memoryStore();
  await gen("netcdf a { variables: int s ; data: s = 3 ; }", store, { format: "zarr2" });
  expect((await openArray(store, { path: "s" })).attributes).toEqual({ _ARRAY_DIMENSIONS: [] });
});

it("stores variables as the special attributes say", async () => {
  const store = memoryStore();
  const text = `netcdf a { dimensions: y = 4 ; x = 6 ; variables: int v(y, x) ;
    v:_ChunkSizes = 2, 3 ; v:_DeflateLevel = 3 ; v:_Shuffle = "true" ; v:_Fletcher32 = "true" ; v:_Endianness = "big" ;
    short z(x) ; z:_Filter = "32015,3|307,9" ; short b(x) ; b:_Filter = "32001,0,0,0,0,5,1,1" ;
    short c(x) ; c:_Codecs = "[{\\"id\\": \\"shuffle\\", \\"elementsize\\": 0}, {\\"id\\": \\"zlib\\", \\"level\\": 1}]" ;
    data: v = 1, 2, 3 ; z = 1, 2 ; b = 3 ; c = 4 ; }`;
  await gen(text, store, { format: "zarr3" });
  const chain = async (path: string) =>
    (await openArray(store, { path })).node.codecs.map(({ name, configuration }) => {
      const members = [...configuration.members].map(([key, value]) => `${key}=${"text" in value ? value.text : ""}`);
      return [name, ...members].join(" ");
    });
  const v = await openArray(store, { path: "v" });
  expect(v.chunks).toEqual([2, 3]);
  expect(await chain("v")).toEqual([
    "bytes endian=",
    "numcodecs.shuffle elementsize=4",
    "numcodecs.zlib level=3",
    "numcodecs.fletcher32",
  ]);
  expect(await chain("z")).toEqual(["bytes endian=", "zstd level=3 checksum=", "numcodecs.bz2 level=9"]);
  expect((await chain("b"))[1]).toMatch(/^blosc .*clevel=5/);
  expect(await chain("c")).toEqual(["bytes endian=", "numcodecs.shuffle elementsize=2", "numcodecs.zlib level=1"]);
  expect((await v.read("0, 0:4")).data).toEqual(Int32Array.of(1, 2, 3, -2147483647));
});

it("writes formats of one array, and refuses more for them", async () => {
  const one = "netcdf a { dimensions: x = 2 ; variables: int v(x) ; data: v = 7, 8 ; }";
  const store = memoryStore();
  await gen(one, store, { format: "zarr1" });
  expect((await (await openArray(store)).read()).data).toEqual(Int32Array.of(7, 8));
  const two = "netcdf a { variables: int v ; int w ; }";
  await expect(gen(two, memoryStore(), { format: "zarr1" })).rejects.toMatchObject({ code: "unsupported" });
});

it("writes nothing if the text or a variable is refused", async () => {
  const store = memoryStore();
  const bad = 'netcdf a { variables: int v ; int w ; w:_Filter = "999,1" ; data: v = 1 ; }';
  await expect(gen(bad, store)).rejects.toMatchObject({ code: "unsupported", what: expect.stringContaining("999,1") });
  const nil = 'netcdf a { dimensions: x = 2 ; variables: int v ; string s(x) ; data: s = "a", NIL ; }';
  await expect(gen(nil, store)).rejects.toMatchObject({ code: "unsupported" });
  await expect(gen("netcdf a { variables: int v(x) ; }", store, { source: "a.cdl" })).rejects.toThrow(
    "there is no dimension x: netcdf a { variables: int v(x) ; } (a.cdl:1:29)",
  );
  const keys: string[] = [];
  for await (const { key } of store.list!("")) keys.push(key);
  expect(keys).toEqual([]);
});

it.each([
  ['int v ; v:_Endianness = "big" ;', "big-endian"],
  ["int \\-v ;", "-v"],
  ["int v ; v:_nczarr_array = 1 ;", "NCZarr reserves the attribute _nczarr_array"],
  ["int v ; group: \\-g { }", "-g"],
  ["int v ; group: g { dimensions: \\-x = 2 ; }", "-x"],
])("writes nothing if the format refuses a later node: %s", async (line, what) => {
  const store = memoryStore();
  const text = `netcdf a { variables: int first ; ${line} }`;
  await expect(gen(text, store, { format: "nczarr" })).rejects.toMatchObject({ what: expect.stringContaining(what) });
  for await (const entry of store.list!("")) expect(entry).toBeUndefined();
  await gen("netcdf a { variables: int first ; }", store, { format: "nczarr" });
});

it("replaces only when told to, and checks without a target", async () => {
  const text = "netcdf a { variables: int v ; data: v = 1 ; }";
  const store = memoryStore();
  await gen(text, store);
  await expect(gen(text, store)).rejects.toMatchObject({ code: "exists" });
  expect(await gen(text, store, { overwrite: true, format: "zarr2" })).toMatchObject({ format: "zarr2", values: 1 });
  expect((await openGroup(store)).hierarchy.format).toBe("zarr2");
  expect(await gen(new TextEncoder().encode(text), undefined)).toEqual({
    name: "a",
    groups: 0,
    dimensions: 0,
    variables: 1,
    values: 1,
    notes: [],
  });
});

it.each([
  ["group: g { }", "the group g"],
  ["variables: uint v ;", "the type uint of the variable v"],
  ["variables: int v ; v:a = 1LL ;", "the type int64 of the attribute v:a"],
  ["dimensions: t = UNLIMITED ; u = UNLIMITED ;", "a second unlimited dimension, u"],
  ["dimensions: t = UNLIMITED ; x = 2 ; variables: int v(x, t) ;", "the unlimited dimension t after others in v"],
])("the classic model does not have %s", async (body, what) => {
  const text = `netcdf a { ${body} }`;
  await gen(text, undefined);
  await expect(gen(text, undefined, { model: "classic" })).rejects.toThrow(what);
});

it("scalars of Zarr v2 say that they have no dimensions, without which xarray does not open them", async () => {
  const text = 'netcdf a { variables: int v ; v:units = "K" ; data: v = 5 ; }';
  const store = memoryStore();
  await gen(text, store, { format: "zarr2" });
  const attributes = JSON.parse(new TextDecoder().decode(await store.get("v/.zattrs")));
  expect(attributes).toEqual({ units: "K", _ARRAY_DIMENSIONS: [] });
  const shown = Object.keys((await openArray(store, { path: "v" })).attributes);
  expect(shown).toEqual(["units", "_ARRAY_DIMENSIONS"]);
  await gen(text, store, { format: "zarr3", overwrite: true });
  expect(Object.keys((await openArray(store, { path: "v" })).attributes)).toEqual(["units"]);
});

describe("a dataset that is not finished", () => {
  const text = "netcdf a { dimensions: x = 4 ; variables: int v(x) ; int w(x) ; data: v = 1, 2, 3, 4 ; w = 5, 6 ; }";

  it.each(["zarr3", "nczarr"])("is marked as such in %s, until the same text is written again", async (format) => {
    const inner = memoryStore();
    const store = {
      ...inner,
      set: async (key: string, value: Uint8Array) => {
        if (/^w\/(c\/)?0$/.test(key)) throw new Error("the disk is full");
        await inner.set!(key, value);
      },
    };
    await expect(gen(text, store, { format })).rejects.toThrow("the disk is full");
    await expect(openGroup(inner, { complete: true })).rejects.toThrow(/from CDL was not finished.*gen --overwrite/s);
    const first = await dump(inner).next();
    expect(first.value).toMatch(/from CDL was not finished.*gen --overwrite/);
    await gen(text, inner, { format, overwrite: true });
    const array = await openArray(inner, { path: "v", complete: true });
    expect(await elements(array)).toEqual([1, 2, 3, 4]);
  });
});

describe("NIL", () => {
  it("is no text in NCZarr, and refused where there is none", async () => {
    const text = 'netcdf a { dimensions: x = 3 ; variables: string s(x) ; data: s = "a", NIL, "" ; }';
    const store = memoryStore();
    await gen(text, store, { format: "nczarr" });
    const bytes = (await (await openArray(store, { path: "s" })).read(undefined, { as: "bytes" })).data as Uint8Array;
    expect(bytes.byteLength).toBe(3 * 128);
    expect(bytes.filter((byte) => byte !== 0)).toEqual(Uint8Array.of(0x61));
    await expect(gen(text, memoryStore(), { format: "zarr3" })).rejects.toThrow(/s holds NIL/);
  });
});

describe("text in NCZarr", () => {
  const ofStrings = (values: string): string =>
    `netcdf a { dimensions: x = 2 ; variables: string s(x) ; data: s = ${values} ; }`;

  it("that is not UTF-8 keeps its bytes, as ncgen writes them", async () => {
    const store = memoryStore();
    const text = ofStrings('"a\\377", "\\303\\251"');
    await gen(text, store, { format: "nczarr" });
    const bytes = (await (await openArray(store, { path: "s" })).read(undefined, { as: "bytes" })).data as Uint8Array;
    expect(bytes.filter((byte) => byte !== 0)).toEqual(Uint8Array.of(0x61, 0xff, 0xc3, 0xa9));
    const lines: Uint8Array[] = [];
    for await (const line of dump(store)) lines.push(encodeNetcdfText(line));
    expect(Buffer.concat(lines).toString("latin1")).toContain(' s = "a\xff", "\xc3\xa9" ;');
    await expect(gen(text, memoryStore(), { format: "zarr3" })).rejects.toMatchObject({ place: { node: "s" } });
  });

  it("does not hold NUL, where netCDF's strings end", async () => {
    const store = memoryStore();
    await expect(gen(ofStrings('"a", "b\\000c"'), store, { format: "nczarr" })).rejects.toThrow(
      "s holds a string with NUL, at which netCDF's strings end",
    );
    for await (const entry of store.list!("")) expect(entry).toBeUndefined();
    await gen(ofStrings('"a", "b\\000c"'), store, { format: "zarr3" });
    expect(await elements(await openArray(store, { path: "s" }))).toEqual(["a", "b\0c"]);
  });

  it.each([
    ["string v:a = NIL ;", "unsupported", "the attribute a holds NIL, which is not a string"],
    ['v:_Codecs = "garbage" ;', "invalid-data", "v:_Codecs is not JSON: expected a value, found 'garbage'"],
    ['v:_Codecs = "[{}]" ;', "unsupported", "v:_Codecs asks for {}"],
  ])("that is wrong is refused with the name: %s", async (line, code, what) => {
    const made = gen(`netcdf a { variables: int v ; ${line} }`, memoryStore(), { format: "nczarr" });
    await expect(made).rejects.toMatchObject({ code, what });
  });
});

describe("every dialect that is written", () => {
  const text =
    "netcdf a { dimensions: x = 4 ; variables: int v(x, x) ; v:_ChunkSizes = 2, 2 ; data: v = 1, 2, 3, 4, 5 ; }";
  const dialects = ["any", "4.9.2", "4.9.3", "4.9.0", "v3"].map((dialect) => ["nczarr", dialect] as const);

  it.each([...dialects, ["zarr2", "xarray"] as const])(
    "%s %s: with and without names, consolidated, separator",
    async (format, dialect) => {
      for (const word of ["xarray", "noxarray"]) {
        const store = memoryStore();
        const named = format === "zarr2" ? word : `${dialect},${word}`;
        await gen(text, store, {
          format,
          dialect: named,
          consolidate: true,
          chunkKeys: { kind: dialect === "v3" ? "default" : "v2", separator: "/" },
        });
        const group = await openGroup(store);
        expect(group.hierarchy.consolidated).toBe(true);
        const array = await group.openArray("v");
        expect((await array.read("0:2, 0:3")).data).toEqual(Int32Array.of(1, 2, 3, 5, -2147483647, -2147483647));
        expect(array.dims).toEqual(named === "noxarray" ? [undefined, undefined] : ["x", "x"]);
        expect(await store.get(dialect === "v3" ? "v/c/0/0" : "v/0/0")).toBeDefined();
        const document = await store.get(dialect === "v3" ? "v/zarr.json" : "v/.zattrs");
        expect(new TextDecoder().decode(document).includes("_ARRAY_DIMENSIONS")).toBe(word === "xarray");
      }
    },
  );

  it.each([...dialects, ["nczarr", "4.8.0"] as const, ["zarr2", "xarray"] as const])(
    "%s %s: a variable without a fill value stays one",
    async (format, dialect) => {
      const store = memoryStore();
      const unfilled = `netcdf a { dimensions: x = 3 ; variables: int v(x) ; v:_NoFill = "true" ; int w(x) ; char c(x) ;
        c:_NoFill = "true" ; data: v = 7 ; }`;
      await gen(unfilled, store, { format, dialect });
      const group = await openGroup(store);
      const { root } = await netcdfView(group);
      const special = root.variables.map((one) => one.special.some(({ name }) => name === "_NoFill"));
      expect(root.variables.map(({ name }, index) => [name, special[index]]).sort()).toEqual([
        ["c", true],
        ["v", true],
        ["w", false],
      ]);
      // As ncgen does, an incomplete list is filled; without a list, nothing is written.
      expect(await elements(await group.openArray("v"))).toEqual([7, -2147483647, -2147483647]);
      expect(await texted(await group.openArray("c"))).toBe("\0\0\0");
    },
  );

  it("says which format has no consolidated metadata before it writes", async () => {
    const store = memoryStore();
    await expect(gen(text, store, { format: "nczarr", dialect: "4.8.0", consolidate: true })).rejects.toThrow(
      "NCZarr has no consolidated metadata",
    );
    for await (const entry of store.list!("")) expect(entry).toBeUndefined();
  });
});

it("dump -s shows the superblock as netCDF-C does, which wants to know who wrote a dataset", async () => {
  const store = memoryStore();
  await gen("netcdf a { variables: int v ; }", store, { format: "nczarr" });
  const shown = async (): Promise<string> => {
    let text = "";
    for await (const line of dump(store, { header: true, special: true })) text += line;
    return text;
  };
  expect(await shown()).toContain(":_SuperblockVersion = 0 ;");
  await (await openGroup(store)).setAttributes({ _NCProperties: "version=2,netcdf=4.9.2,nczarr=2.0.0" });
  expect(await shown()).toMatch(/_NCProperties = "version=2,hyperslab=1,.*_SuperblockVersion = 2 ;/s);
});

it.each(["int", "string"])("refuses chunks of %s that no memory holds", async (type) => {
  const values = type === "int" ? "1, 2" : '"a", "b"';
  const text = `netcdf a { dimensions: x = 2 ; variables: ${type} v(x) ; v:_ChunkSizes = 99999999999 ; data: v = ${values} ; }`;
  const made = gen(text, memoryStore(), { format: "zarr3" });
  await expect(made).rejects.toMatchObject({ code: "unsupported" });
  await expect(made).rejects.toThrow("more than this machine can allocate at once");
});
