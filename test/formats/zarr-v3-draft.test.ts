/** The first draft of Zarr v3: its documents, its rule for chunk keys with all options, its extension points. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CreateArrayOptions, copy, create, info, openArray, openGroup } from "../../src/index.ts";
import { describeDataType } from "../../src/model/data-types/data-type.ts";
import { chainText, type Documents, failure, openDocuments, storeOf } from "./open-documents.ts";

const entry = { zarr_format: "http://purl.org/zarr/spec/protocol/core/3.0", extensions: [] };
const document = {
  shape: [10, 200, 3000],
  data_type: "<i4",
  chunk_grid: { type: "regular", chunk_shape: [5, 20, 400] },
  chunk_memory_layout: "C",
  chunk_codecs: [],
  fill_value: 0,
  extensions: [],
};

const text = (map: ReadonlyMap<string, Uint8Array>, key: string): string => new TextDecoder().decode(map.get(key));

function documents(changes: Readonly<Record<string, unknown>> = {}, attributes?: unknown): Documents {
  return {
    "zarr.json": entry,
    ".group.json": { extensions: [] },
    "foo/.group.json": { extensions: [] },
    "foo/bar/.array.json": { ...document, ...changes },
    ...(attributes === undefined ? {} : { "foo/bar/.attributes.json": attributes }),
  };
}

async function arrayOf(changes: Readonly<Record<string, unknown>>) {
  const { node, hierarchy } = await openDocuments(documents(changes), "foo/bar");
  if (node.kind !== "array") throw new Error("a group was found");
  return { ...node, key: (coords: readonly number[]) => hierarchy.chunks(node).key(coords) };
}

describe("documents", () => {
  it("are those of the text: entry point, group, array, attributes", async () => {
    const { hierarchy, node, notes } = await openDocuments(documents({}, { units: "K" }), "foo/bar");
    expect([hierarchy.format, hierarchy.title, node.kind, notes]).toEqual([
      "zarr3-draft",
      "Zarr v3 draft",
      "array",
      [],
    ]);
    expect([...node.attributes.keys()]).toEqual(["units"]);
    expect((await hierarchy.listChildren("")).map(({ path }) => path)).toEqual(["foo"]);
  });

  it("are written like this", async () => {
    const map = new Map<string, Uint8Array>();
    const root = await create(map, { format: "zarr3-draft" });
    await root.create("t", {
      shape: [3, 4],
      chunks: [2, 2],
      dtype: "float32",
      fillValue: Number.NaN,
      dims: ["y", "x"],
      codecs: [{ name: "gzip", configuration: { level: 1 } }],
    });
    expect([...map.keys()].sort()).toEqual([".group.json", "t/.array.json", "t/.attributes.json", "zarr.json"]);
    expect(text(map, "zarr.json")).toBe(
      '{\n  "zarr_format": "http://purl.org/zarr/spec/protocol/core/3.0",\n  "extensions": []\n}',
    );
    expect(text(map, ".group.json")).toBe('{\n  "extensions": []\n}');
    expect(JSON.parse(text(map, "t/.attributes.json"))).toEqual({ _ARRAY_DIMENSIONS: ["y", "x"] });
    expect(JSON.parse(text(map, "t/.array.json"))).toEqual({
      shape: [3, 4],
      data_type: "<f4",
      chunk_grid: { type: "regular", chunk_shape: [2, 2], prefix: "", separator: ".", suffix: "" },
      chunk_memory_layout: "C",
      chunk_codecs: [{ codec: "gzip", configuration: { level: 1 } }],
      fill_value: "NaN",
      extensions: [],
    });
  });

  it("are distinguished from those of the alpha and of the finished Zarr v3", async () => {
    const uri = "https://purl.org/zarr/spec/protocol/core/3.0";
    const alpha = { zarr_format: uri, metadata_encoding: uri, extensions: [] };
    expect((await openDocuments({ ...documents(), "zarr.json": alpha })).hierarchy.format).toBe("zarr3-alpha");
    const final = { zarr_format: 3, node_type: "group" };
    expect((await openDocuments({ ...documents(), "zarr.json": final })).hierarchy.format).toBe("zarr3");
    await expect(openDocuments({ ".group.json": {} })).rejects.toThrow("nothing was found");
  });

  it("are not written into a hierarchy of another format", async () => {
    const { zarrV3Draft } = await import("../../src/formats/zarr-v3-draft/zarr-v3-draft.ts");
    const store = storeOf({ "zarr.json": { zarr_format: 3, node_type: "group" } });
    const hierarchy = zarrV3Draft.create!(store);
    const writing = hierarchy.writeNode!({ kind: "group", path: "a", attributes: new Map() });
    expect((await failure(writing)).code).toBe("exists");
    expect(await store.get("a/.group.json")).toBeUndefined();
  });

  it("are refused where they are wrong, or hold what is not known", async () => {
    const cases: readonly (readonly [Readonly<Record<string, unknown>>, string, RegExp])[] = [
      [{ zarr_format: 7 }, "unsupported", /"zarr_format" is not known/],
      [{ shape: undefined }, "invalid-data", /shape/],
      [{ data_type: "int32" }, "unsupported", /data_type/],
      [{ data_type: { extension: "https://example.org/x", type: "y" } }, "unsupported", /data type extension/],
      [{ chunk_grid: { type: "hexagonal", chunk_shape: [1, 1, 1] } }, "unsupported", /"hexagonal"/],
      [{ chunk_grid: { extension: "example.spiral", configuration: {} } }, "unsupported", /"example.spiral"/],
      [
        { chunk_grid: { type: "regular", chunk_shape: [5, 20, 400], offset: 1 } },
        "invalid-data",
        /unknown member "offset"/,
      ],
      [{ chunk_memory_layout: "Z" }, "invalid-data", /chunk_memory_layout/],
      [{ chunk_memory_layout: { extension: "example.morton" } }, "unsupported", /"example.morton"/],
      [{ chunk_memory_layout: { extension: "axes", order: [0, 0, 1] } }, "invalid-data", /each of 3 dimensions once/],
      [{ chunk_codecs: [{ codec: "delta", configuration: {} }] }, "unsupported", /does not transform bytes/],
      [{ fill_value: "high" }, "invalid-data", /fill_value/],
      [{ extensions: [{ extension: "https://example.org/x" }] }, "unsupported", /example\.org\/x/],
    ];
    for (const [changes, code, message] of cases) {
      const error = await failure(openDocuments(documents(changes), "foo/bar"));
      expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
      expect(error.place).toMatchObject({ key: "foo/bar/.array.json", node: "foo/bar" });
    }
  });
});

describe("chunk keys", () => {
  it("are those of the text's own example", async () => {
    expect((await arrayOf({})).key([1, 23, 45])).toBe("foo/bar/1.23.45");
  });

  const options: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
    [{ separator: "/" }, "1/23/45"],
    [{ prefix: "c" }, "c.1.23.45"],
    [{ suffix: "blosc" }, "1.23.45.blosc"],
    [{ prefix: "c", separator: "/" }, "c/1/23/45"],
    [{ prefix: "data", separator: "/", suffix: "bin" }, "data/1/23/45/bin"],
    [{ separator: "-" }, "1-23-45"],
    [{ prefix: "t", separator: "_", suffix: "gz" }, "t_1_23_45_gz"],
    [{ prefix: "a/b", suffix: "x" }, "a/b.1.23.45.x"],
  ];
  it.each(options)("%j gives %s", async (given, expected) => {
    const chunk_grid = { ...document.chunk_grid, ...given };
    expect((await arrayOf({ chunk_grid })).key([1, 23, 45])).toBe(`foo/bar/${expected}`);
  });

  it("of a scalar have the index 0", async () => {
    const grid = { type: "regular", chunk_shape: [] };
    expect((await arrayOf({ shape: [], chunk_grid: grid })).key([])).toBe("foo/bar/0");
    const prefixed = await arrayOf({ shape: [], chunk_grid: { ...grid, prefix: "c", suffix: "x" } });
    expect(prefixed.key([])).toBe("foo/bar/c.0.x");
  });

  it("are refused if they would not distinguish chunks, or not be keys", async () => {
    const bad = [{ separator: "" }, { separator: "0" }, { prefix: ".." }, { prefix: ".x" }, { prefix: "é" }];
    const dotted = [{ separator: "/." }, { prefix: "a/" }, { separator: "/", suffix: ".array.json" }];
    for (const given of [...bad, ...dotted, { prefix: "/" }, { suffix: "/", separator: "/" }, { separator: "//" }]) {
      const opening = openDocuments(documents({ chunk_grid: { ...document.chunk_grid, ...given } }), "foo/bar");
      expect((await failure(opening)).place.key, JSON.stringify(given)).toBe("foo/bar/.array.json");
    }
  });

  it("are chosen when an array is made, and values are found again", async () => {
    const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,3}$/);
    const chosen = fc.record({
      separator: fc.constantFrom(".", "/", "-", "_", "--", "."),
      prefix: fc.option(name, { nil: undefined }),
      suffix: fc.option(name, { nil: undefined }),
      rank: fc.integer({ min: 0, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(chosen, async ({ separator, prefix, suffix, rank }) => {
        const map = new Map<string, Uint8Array>();
        const chunkKeys = {
          separator,
          ...(prefix === undefined ? {} : { prefix: prefix + separator }),
          ...(suffix === undefined ? {} : { suffix: separator + suffix }),
        };
        const shape = Array<number>(rank).fill(3);
        const made = await create(map, {
          format: "zarr3-draft",
          path: "a",
          shape,
          chunks: 2,
          dtype: "uint8",
          chunkKeys,
        });
        const values = Uint8Array.from({ length: 3 ** rank }, (_, index) => index + 1);
        await made.write(undefined, rank === 0 ? 1 : values);
        const joined = [prefix, ...(rank === 0 ? [0] : shape.map(() => 1)), suffix].filter(
          (part) => part !== undefined,
        );
        expect([...map.keys()]).toContain(`a/${joined.join(separator)}`);
        expect((await (await openArray(map, { path: "a" })).read()).data).toEqual(values);
      }),
      { numRuns: 40 },
    );
  });

  it("that the text cannot make are refused before anything is written", async () => {
    const map = new Map<string, Uint8Array>();
    const make = (chunkKeys: CreateArrayOptions["chunkKeys"]) =>
      create(map, { format: "zarr3-draft", shape: [4], dtype: "int8", chunkKeys });
    expect((await failure(make({ separator: "/", suffix: ".bin" }))).message).toMatch(/suffix begin with "\/"/);
    expect((await failure(make({ prefix: "x/" }))).message).toMatch(/prefix end/);
    expect((await failure(make({ separator: "" }))).code).toBe("invalid-request");
    expect(map.size).toBe(0);
    for (const format of ["zarr3", "zarr2"] as const) {
      const other = create(map, { format, shape: [4, 4], dtype: "int8", chunkKeys: { separator: "-" } });
      expect((await failure(other)).code).toBe("unsupported");
    }
  });
});

describe("extension points", () => {
  const types: readonly (readonly [unknown, string, string])[] = [
    ["bool", "bool", "bytes"],
    ["u1", "uint8", "bytes"],
    [">c16", "complex128", 'bytes {"endian":"big"}'],
    [{ extension: "numpy", type: "|S5" }, "S5", "bytes"],
    [{ extension: "numpy", type: ">M8[ns]" }, "datetime64[ns]", 'bytes {"endian":"big"}'],
    [{ extension: "zarr3", type: "bfloat16" }, "bfloat16", 'bytes {"endian":"little"}'],
    [{ extension: "zarr3", type: "string" }, "string", "vlen-utf8"],
    [{ extension: "zarr3", type: { name: "raw_bytes", configuration: { length_bytes: 3 } } }, "r24", "bytes"],
  ];
  it.each(types)("a data type %j", async (data_type, expected, serializer) => {
    const node = await arrayOf({ data_type, fill_value: null });
    expect([describeDataType(node.dataType), chainText(node)[0]]).toEqual([expected, serializer]);
  });

  it("a grid of varying chunks", async () => {
    const map = new Map<string, Uint8Array>();
    const made = await create(map, { format: "zarr3-draft", shape: [6], chunks: [[1, 2, 3]], dtype: "int16" });
    await made.write(undefined, Int16Array.of(1, 2, 3, 4, 5, 6));
    expect(JSON.parse(text(map, ".array.json")).chunk_grid).toEqual({
      extension: "rectilinear",
      configuration: { kind: "inline", chunk_shapes: [[1, 2, 3]] },
      prefix: "",
      separator: ".",
      suffix: "",
    });
    expect((await (await openArray(map)).read()).data).toEqual(Int16Array.of(1, 2, 3, 4, 5, 6));
  });

  it.each([
    [[2, 1, 0], "F"],
    [[1, 2, 0], { extension: "axes", order: [1, 2, 0] }],
    [[0, 1, 2], "C"],
  ] as const)("a memory layout for the axes %j", async (order, layout) => {
    const map = new Map<string, Uint8Array>();
    const codecs = [{ name: "transpose", configuration: { order } }];
    const made = await create(map, { format: "zarr3-draft", shape: [2, 3, 4], dtype: "uint8", codecs });
    const values = Uint8Array.from({ length: 24 }, (_, index) => index);
    await made.write(undefined, values);
    expect(JSON.parse(text(map, ".array.json")).chunk_memory_layout).toEqual(layout);
    expect((await (await openArray(map)).read()).data).toEqual(values);
  });

  it("codecs by name, in the order in which they encode", async () => {
    const codecs = [
      { codec: "numcodecs.shuffle", configuration: { elementsize: 4 } },
      { codec: "zlib", configuration: { level: 2 } },
      { codec: "crc32c" },
    ];
    expect(chainText(await arrayOf({ chunk_codecs: codecs }))).toEqual([
      'bytes {"endian":"little"}',
      'numcodecs.shuffle {"elementsize":4}',
      'numcodecs.zlib {"level":2}',
      "crc32c",
    ]);
    const unknown = await openArray(storeOf(documents({ chunk_codecs: [{ codec: "example.squash" }] })), {
      path: "foo/bar",
    });
    expect((await failure(unknown.read("0, 0, 0"))).message).toMatch(/"example.squash" is not known/);
  });

  it("lists of extensions, which may say that they need not be understood", async () => {
    const extension = { extension: "https://example.org/x", must_understand: false, configuration: { a: 1 } };
    const store = storeOf({
      ...documents({ extensions: [extension] }),
      "zarr.json": { ...entry, extensions: [extension] },
    });
    const array = await openArray(store, { path: "foo/bar" });
    expect(array.hierarchy.notes.map(({ key }) => key)).toEqual(["zarr.json", "foo/bar/.array.json"]);
    await array.setAttributes({ a: 1 });
    const written = JSON.parse(new TextDecoder().decode(await store.get("foo/bar/.array.json")));
    expect(written.extensions).toEqual([extension]);
    const needed = storeOf({ ...documents(), "zarr.json": { ...entry, extensions: [{ extension: "x" }] } });
    const error = await failure(openGroup(needed));
    expect([error.code, error.place.key]).toEqual(["unsupported", "zarr.json"]);
  });
});

describe("through the library", () => {
  it("lives from creation to deletion", async () => {
    const map = new Map<string, Uint8Array>();
    const array = await create(map, { format: "zarr3-draft", path: "a/b", shape: [3], chunks: [2], dtype: "string" });
    await array.write(undefined, ["x", "", "é"]);
    await array.append(["last"], 0);
    await array.setAttributes({ unit: "m" });
    await array.deleteAttributes("unit");
    expect(text(map, "a/b/.attributes.json")).toBe("{}");
    const root = await openGroup(map);
    const again = await root.open("a/b");
    if (again.kind !== "array") throw new Error("no array");
    expect((await again.read()).data).toEqual(["x", "", "é", "last"]);
    await root.rename("a", "c");
    await root.delete("c");
    expect([...map.keys()].sort()).toEqual([".group.json", "zarr.json"]);
    expect((await failure(root.create("ü", {}))).code).toBe("invalid-request");
    expect((await failure(root.consolidate())).code).toBe("unsupported");
  });

  it("is copied in its own format with keys, documents and extensions as they are", async () => {
    const extension = { extension: "https://example.org/x", must_understand: false };
    const chunk_grid = { ...document.chunk_grid, prefix: "data", separator: "/", suffix: "bin" };
    const source = storeOf({
      "zarr.json": entry,
      ".group.json": { extensions: [extension] },
      "foo/.group.json": { extensions: [] },
      "foo/bar/.array.json": { ...document, chunk_grid, extensions: [extension], fill_value: null },
    });
    await source.set!("foo/bar/data/1/9/7/bin", Uint8Array.of(1, 2, 3));
    const target = new Map<string, Uint8Array>();
    expect(await copy(source, target, { format: "zarr3-draft" })).toMatchObject({ passed: 1, encoded: 0 });
    expect([...target.keys()].sort()).toEqual([
      ".group.json",
      "foo/.group.json",
      "foo/bar/.array.json",
      "foo/bar/data/1/9/7/bin",
      "zarr.json",
    ]);
    expect(JSON.parse(text(target, "foo/bar/.array.json"))).toEqual({
      ...document,
      chunk_grid,
      extensions: [extension],
      fill_value: null,
    });
    expect(JSON.parse(text(target, ".group.json"))).toEqual({ extensions: [extension] });
    const moved = new Map<string, Uint8Array>();
    await copy(await openArray(source, { path: "foo/bar" }), moved, { format: "zarr3-draft", path: "x" });
    expect(moved.get("x/data/1/9/7/bin")).toEqual(Uint8Array.of(1, 2, 3));
  });

  it("may be one array at the root, which is also the path /", async () => {
    const map = new Map<string, Uint8Array>();
    const made = await create(map, { format: "zarr3-draft", shape: [2], dtype: "int8" });
    await made.write(undefined, [1, 2]);
    expect([...map.keys()].sort()).toEqual([".array.json", "0", "zarr.json"]);
    expect((await (await openArray(map, { path: "/" })).read()).data).toEqual(Int8Array.of(1, 2));
    const below = create(map, { format: "zarr3-draft", path: "a", shape: [2], dtype: "int8" });
    expect((await failure(below)).message).toMatch(/is an array and cannot hold other nodes/);
  });

  it("has no group without a document", async () => {
    const store = storeOf({ "zarr.json": entry, ".group.json": {}, "a/b/.group.json": {} });
    expect((await failure(openGroup(store, { path: "a" }))).code).toBe("not-found");
    expect((await openGroup(store, { path: "a/b" })).path).toBe("a/b");
  });

  it("gets values without the filters and shards that it has no place for", async () => {
    const source = new Map<string, Uint8Array>();
    const codecs = [{ name: "numcodecs.delta", configuration: { dtype: "<i4" } }, "gzip"];
    const made = await create(source, { shape: [6], chunks: [2], shards: [4], dtype: "int32", codecs });
    await made.write(undefined, Int32Array.of(5, 7, 9, 1, 2, 3));
    const target = new Map<string, Uint8Array>();
    await copy(source, target, { format: "zarr3-draft" });
    const copied = await openArray(target);
    expect([copied.chunks, copied.codecs.map(({ name }) => name)]).toEqual([[2], ["bytes", "zstd"]]);
    expect((await copied.read()).data).toEqual(Int32Array.of(5, 7, 9, 1, 2, 3));
    const asked = copy(source, new Map(), { format: "zarr3-draft", codecs });
    expect((await failure(asked)).message).toMatch(/no place for the codec "numcodecs.delta"/);
  });

  it("is copied to Zarr v3 and back with chunks unchanged", async () => {
    const [v3, draft] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()];
    const made = await create(v3, { path: "g/x", shape: [5, 5], chunks: [2, 2], dtype: "float64", dims: ["y", "x"] });
    await made.write(
      undefined,
      Float64Array.from({ length: 25 }, (_, index) => index),
    );
    expect(await copy(v3, draft, { format: "zarr3-draft" })).toMatchObject({ passed: 9, encoded: 0, groups: 2 });
    expect(draft.get("g/x/1.0")).toEqual(v3.get("g/x/c/1/0"));
    expect((await openArray(draft, { path: "g/x" })).dims).toEqual(["y", "x"]);
    expect(await copy(draft, new Map(), { format: "zarr3" })).toMatchObject({ passed: 9, encoded: 0 });
    expect((await info(draft)).title).toBe("Zarr v3 draft");
  });
});
