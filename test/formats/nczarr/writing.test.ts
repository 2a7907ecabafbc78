/** NCZarr that Hyperslab writes: documents as netCDF-C has them, changes in a dataset's own dialect, and what is refused. */
import { describe, expect, it } from "vitest";
import {
  copy,
  create,
  type Group,
  HyperslabError,
  memoryStore,
  open,
  openArray,
  type Store,
  typed,
} from "../../../src/index.ts";

const DIALECTS = ["4.9.2", "4.9.3", "4.9.0", "4.8.0", "v3"] as const;

async function textOf(store: Store, key: string): Promise<string> {
  return new TextDecoder().decode(await store.get(key));
}

async function newGroup(dialect: string): Promise<{ readonly store: Store; readonly root: Group }> {
  const store = memoryStore();
  return { store, root: await create(store, { format: "nczarr", dialect, dimensions: { y: 2, x: 3 } }) };
}

async function childNames(group: Group): Promise<readonly string[]> {
  return (await group.children()).map(({ name }) => name);
}

async function openGroup(store: Store): Promise<Group> {
  const root = await open(store);
  if (root.kind !== "group") throw new Error("not a group");
  return root;
}

describe.each(DIALECTS)("the dialect %s", (dialect) => {
  it("is read back as it was written, and recognised", async () => {
    const { store, root } = await newGroup(dialect);
    const array = await root.create("b", {
      shape: [2, 3],
      dtype: "float32",
      dims: ["y", "x"],
      attributes: { a: 1.5 },
    });
    await array.write(undefined, Float32Array.of(1, 2, 3, 4, 5, Number.NaN));
    await root.create("a", { shape: [], dtype: "int16" });
    const group = await root.create("g", { attributes: { title: "é" } });
    await group.create("c", { shape: [3], dtype: "S1", dims: ["x"] });

    const again = await openGroup(store);
    expect(again.hierarchy).toMatchObject({ format: "nczarr", dialect, notes: [] });
    expect(again.dimensions).toEqual([
      { name: "y", length: 2, unlimited: false },
      { name: "x", length: 3, unlimited: false },
    ]);
    const children = await again.children();
    expect(children.map(({ path }) => path)).toEqual(["b", "a", "g"]);
    expect((await (await again.openArray("b")).read()).data).toEqual(Float32Array.of(1, 2, 3, 4, 5, Number.NaN));
    // What netCDF fills with.
    expect(await (await again.openArray("a")).item([])).toBe(-32767);
    expect((await again.openArray("g/c")).node).toMatchObject({
      netcdfType: "char",
      dimensions: [{ name: "x", group: "" }],
    });
    expect((await again.openGroup("g")).attributes).toEqual({ title: "é" });
  });
});

describe("documents", () => {
  it("of 4.9.2 are netCDF-C's, to the byte", async () => {
    const { store, root } = await newGroup("4.9.2");
    await root.create("v", { shape: [2], dtype: "int32", dims: ["y"] });
    expect(await textOf(store, ".zgroup")).toBe(
      '{"zarr_format": 2, "_nczarr_superblock": {"version": "2.0.0"}, "_nczarr_group": {"dims": {"y": 2, "x": 3}, "vars": ["v"], "groups": []}}',
    );
    expect(await textOf(store, "v/.zarray")).toBe(
      '{"zarr_format": 2, "shape": [2], "dtype": "<i4", "chunks": [2], "fill_value": -2147483647, "order": "C", "compressor": null, "filters": null, "_nczarr_array": {"dimrefs": ["/y"], "storage": "chunked"}}',
    );
    expect(await textOf(store, "v/.zattrs")).toBe('{"_ARRAY_DIMENSIONS": ["y"], "_nczarr_attr": {}}');
  });

  it("of 4.9.3 are netCDF-C's, to the byte", async () => {
    const { store, root } = await newGroup("4.9.3");
    await root.create("v", { shape: [], dtype: "int32" });
    expect(await textOf(store, ".zattrs")).toBe(
      '{"_nczarr_group": {"dimensions": {"y": 2, "x": 3}, "arrays": ["v"], "groups": []}, "_nczarr_superblock": {"version": "2.0.0"}, "_nczarr_attr": {"types": {"_nczarr_group": "|J0", "_nczarr_superblock": "|J0", "_nczarr_attr": "|J0"}}}',
    );
    expect(await textOf(store, "v/.zattrs")).toBe(
      '{"_ARRAY_DIMENSIONS": ["_scalar_"], "_nczarr_array": {"dimension_references": [], "scalar": 1, "storage": "chunked"}, "_nczarr_attr": {"types": {"_nczarr_array": "|J0", "_nczarr_attr": "|J0"}}}',
    );
  });

  it("have no names for xarray if the dialect says so", async () => {
    const { store, root } = await newGroup("4.9.3,noxarray");
    await root.create("v", { shape: [2], dtype: "int32", dims: ["y"] });
    expect(await textOf(store, "v/.zattrs")).not.toContain("_ARRAY_DIMENSIONS");
  });

  it.each(["4.9.3", "4.9.2", "4.9.0", "any", "v3"])(
    "of %s are as those beside them, with or without names",
    async (dialect) => {
      const key = dialect === "v3" ? "w/zarr.json" : "w/.zattrs";
      for (const words of ["", ",noxarray"]) {
        const { store, root } = await newGroup(`${dialect}${words}`);
        await root.create("v", { shape: [2], dtype: "int32", dims: ["y"] });
        const again = await openGroup(store);
        await again.create("w", { shape: [2], dtype: "int32", dims: ["y"] });
        expect((await textOf(store, key)).includes("_ARRAY_DIMENSIONS")).toBe(words === "");
      }
    },
  );

  it("spell numbers so that netCDF-C reads them", async () => {
    const { store, root } = await newGroup("4.9.2");
    await root.setAttributes({ big: 1e20, pi: Math.PI, nan: Number.NaN, i: 2n ** 63n });
    const text = await textOf(store, ".zattrs");
    expect(text).toContain('"big": 1e+20');
    expect(text).toContain('"pi": 3.141592653589793');
    expect(text).toContain('"i": 9223372036854775808');
  });
});

describe("texts", () => {
  it("end before their last NULs, which netCDF-C would read as u0000", async () => {
    const { store, root } = await newGroup("any");
    const attributes = { _FillValue: typed("\0", "S1"), units: typed("m\0\0", "S1"), inner: typed("a\0b", "S1") };
    await root.create("c", { shape: [2], dtype: "S1", dims: ["y"], attributes });
    const text = await textOf(store, "c/.zattrs");
    expect(text).toContain('{"_FillValue": "", "units": "m", "inner": "a\\u0000b", ');
    expect(JSON.parse(await textOf(store, "c/.zarray"))).toMatchObject({ fill_value: "" });
  });
});

describe("changes", () => {
  it("stay in the dataset's own dialect, and keep its lists true", async () => {
    const { store, root } = await newGroup("4.9.0");
    await root.create("v", { shape: [2], dtype: "int32", dims: ["y"] });
    const again = await openGroup(store);
    await again.create("w", { shape: [4], dtype: "int8", dims: ["z"] });
    await again.rename("v", "u");
    expect(await textOf(store, ".zgroup")).toContain(
      '"_NCZARR_GROUP": {"dims": {"y": 2, "x": 3, "z": 4}, "vars": ["u","w"], "groups": []}',
    );
    await again.delete("w");
    expect((await (await openGroup(store)).children()).map(({ path }) => path)).toEqual(["u"]);
  });

  it("of an unlimited dimension reach every array that shares it", async () => {
    const store = memoryStore();
    const dimensions = { t: { length: 1, unlimited: true } };
    const root = await create(store, { format: "nczarr", dialect: "4.9.3", dimensions });
    const array = await root.create("a", { shape: [1], dtype: "int32", dims: ["t"] });
    await root.create("b", { shape: [1], dtype: "int32", dims: ["t"] });
    await array.resize([3]);
    const again = await openGroup(store);
    expect(again.dimensions).toEqual([{ name: "t", length: 3, unlimited: true }]);
    expect((await again.openArray("b")).shape).toEqual([3]);
  });

  it("of a dataset of 4.8.0 are refused, with the way out", async () => {
    const { store } = await newGroup("4.8.0");
    const error = await (await openGroup(store)).setAttributes({ a: 1 }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: "unsupported" });
    expect(String((error as HyperslabError).hint)).toContain("--dialect");
    const target = memoryStore();
    await copy(store, target, { format: "nczarr", dialect: "4.9.3" });
    await (await openGroup(target)).setAttributes({ a: 1 });
  });

  it("keep new attributes before what NCZarr hides among them", async () => {
    const { store, root } = await newGroup("4.9.3");
    await root.setAttributes({ a: 1 });
    await (await openGroup(store)).setAttributes({ b: "2" });
    expect(await textOf(store, ".zattrs")).toMatch(/^\{"a": 1, "b": "2", "_nczarr_group"/);
  });
});

describe("attributes without a type", () => {
  it.each([
    [[1, 2.5], "<f8", "[1.0,2.5]"],
    [[0, 3e9], "<u4", "[0,3000000000]"],
    [[3e9, -1], "<i8", "[3000000000,-1]"],
    [[1, "NaN"], "<f8", '[1.0,"NaN"]'],
  ])("%j gets one, because netCDF-C would give it that of the first value", async (value, type, text) => {
    const { store, root } = await newGroup("any");
    await root.setAttributes({ a: value });
    expect(await textOf(store, ".zattrs")).toBe(`{"a": ${text}, "_nczarr_attr": {"types": {"a": "${type}"}}}`);
  });

  it.each([[[1, 2]], [[1.5, 2.5]], [[true, false]], [["a", 1]], [[1, null]], [[[1], "a"]], [1.5]])(
    "%j needs none",
    async (value) => {
      const { store, root } = await newGroup("any");
      await root.setAttributes({ a: value });
      expect(await textOf(store, ".zattrs")).toContain('"_nczarr_attr": {}');
    },
  );
});

describe("refused", () => {
  const refusal = async (run: Promise<unknown>): Promise<string> => {
    const error = await run.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(HyperslabError);
    return (error as HyperslabError).code;
  };

  it.each(["4.7", "4.9.3,foo", ""])("the dialect %j", async (dialect) => {
    expect(await refusal(create(memoryStore(), { format: "nczarr", dialect }))).toBe("invalid-request");
  });

  it("a dialect of a format that has none, and another than the dataset's", async () => {
    expect(await refusal(create(memoryStore(), { format: "zarr3", dialect: "4.9.3" }))).toBe("invalid-request");
    const { store } = await newGroup("4.9.2");
    expect(await refusal(create(store, { path: "a", shape: [], dtype: "int8", dialect: "4.9.3" }))).toBe(
      "invalid-request",
    );
  });

  it.each([
    ["unlimited dimensions", "4.9.2", { dimensions: { t: { length: 1, unlimited: true } } }],
    ["empty lists", "4.9.3", { attributes: { a: [] } }],
    ["a number before a text in one list", "any", { attributes: { a: [1, "b"] } }],
    ["a number before a boolean in one list", "4.9.2", { attributes: { a: [1.5, true] } }],
    ["a boolean before a number in one list", "v3", { attributes: { a: [true, 2] } }],
    ["dimensions of length 0", "4.9.2", { dimensions: { t: 0 } }],
    ["dimensions of length 0", "4.9.0", { dimensions: { t: 0 } }],
  ])("%s in %s", async (_, dialect, options) => {
    expect(await refusal(create(memoryStore(), { format: "nczarr", dialect, ...options }))).toBe("unsupported");
  });

  it.each(["any", "4.9.3", "4.9.2", "v3"])(
    "attributes that are there already may stay or go in %s",
    async (dialect) => {
      const { root, store } = await newGroup(dialect);
      const array = await root.create("v", {
        shape: [3],
        dtype: "int32",
        dims: ["x"],
        attributes: { units: "K", a: "1" },
      });
      await array.close();
      const key = dialect === "v3" ? "v/zarr.json" : "v/.zattrs";
      const old = new TextDecoder().decode(await store.get(key));
      await store.set!(key, new TextEncoder().encode(old.replace(/"a": ?"1"/, '"a":[],"b":[1,"x"]')));
      const changed = await openArray(store, { path: "v" });
      expect(changed.attributes).toEqual({ units: "K", a: [], b: [1, "x"] });
      await changed.setAttributes({ units: "m" });
      expect((await openArray(store, { path: "v" })).attributes).toEqual({ units: "m", a: [], b: [1, "x"] });
      expect(await refusal(changed.setAttributes({ b: [2, "x"] }))).toBe("unsupported");
      await changed.deleteAttributes("a", "b");
      expect((await openArray(store, { path: "v" })).attributes).toEqual({ units: "m" });
    },
  );

  it.each([
    ["booleans", "4.9.3", { shape: [2], dtype: "bool" }],
    ["complex numbers", "4.9.3", { shape: [2], dtype: "complex64" }],
    ["strings of any length", "4.9.3", { shape: [2], dtype: "string" }],
    ["strings", "4.9.0", { shape: [2], dtype: "S5" }],
    [
      "big-endian values",
      "4.9.2",
      { shape: [2], dtype: "int32", codecs: [{ name: "bytes", configuration: { endian: "big" } }] },
    ],
  ] as const)("%s in %s", async (_, dialect, options) => {
    const { root } = await newGroup(dialect);
    expect(await refusal(root.create("v", options))).toBe("unsupported");
  });

  const longest = `${"a".repeat(254)}\u00e9`;
  it.each(["-a", "+a", "@a", ".a", " a", "a ", "(a)", "~", "a\u0001", "a\u007f", "ae\u0301", `${longest}b`])(
    "%j, which netCDF-C refuses as a name",
    async (name) => {
      for (const dialect of DIALECTS) {
        const { store, root } = await newGroup(dialect);
        expect(await refusal(root.create(name, { shape: [2], dtype: "int8" }))).toBe("unsupported");
        expect(await refusal(root.create(name))).toBe("unsupported");
        expect(await refusal(root.setDimensions({ [name]: 3 }))).toBe("unsupported");
        expect(await refusal(create(memoryStore(), { format: "nczarr", dialect, dimensions: { [name]: 2 } }))).toBe(
          "unsupported",
        );
        if (dialect === "4.8.0") continue;
        await root.create("v", { shape: [2], dtype: "int8", dims: ["y"] });
        expect(await refusal(root.rename("v", name))).toBe("unsupported");
        expect(await refusal(root.renameDimension("y", name))).toBe("unsupported");
        const again = await openGroup(store);
        expect([again.dimensions?.map((one) => one.name), await childNames(again)]).toEqual([["y", "x"], ["v"]]);
      }
      // Plain Zarr has no such rule. A copy is refused before it begins.
      const source = memoryStore();
      await create(source, { path: name, shape: [2], dtype: "int8" });
      const target = memoryStore();
      expect(await refusal(copy(source, target, { format: "nczarr", lossy: true }))).toBe("unsupported");
      for await (const entry of target.list!("")) expect(entry).toBeUndefined();
    },
  );

  it.each(["0", "_a", "\u00e9", "a-b", "a (b)", 'a"b', longest])("%j is a name", async (name) => {
    const { store, root } = await newGroup("any");
    await root.setDimensions({ [name]: 3 });
    await root.create(name, { shape: [3], dtype: "int8", dims: [name] });
    expect(await childNames(await openGroup(store))).toEqual([name]);
  });

  it("an array that is in no group", async () => {
    expect(await refusal(create(memoryStore(), { format: "nczarr", shape: [2], dtype: "int8" }))).toBe(
      "invalid-request",
    );
  });
});
