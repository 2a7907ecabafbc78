/** The alpha of Zarr v3: its documents in all their forms, trees, shards, and that nothing of it is ever written. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { copy, create, type Group, info, NdArray, open, openArray, openGroup, tree } from "../../src/index.ts";
import { describeDataType } from "../../src/model/data-types/data-type.ts";
import type { Store } from "../../src/stores/store.ts";
import { legacyCases } from "./legacy-stores.ts";
import { chainText, type Documents, failure, openDocuments, storeOf } from "./open-documents.ts";

const URI = "https://purl.org/zarr/spec/protocol/core/3.0";
const entry = { zarr_format: URI, metadata_encoding: URI, metadata_key_suffix: ".json", extensions: [] };
const document = {
  shape: [5, 4],
  data_type: "<i4",
  chunk_grid: { type: "regular", chunk_shape: [2, 3], separator: "/" },
  chunk_memory_layout: "C",
  fill_value: 0,
  extensions: [],
  attributes: {},
};

const withArray = (changes: Readonly<Record<string, unknown>>, path = "a"): Documents => ({
  "zarr.json": entry,
  [`meta/root/${path}.array.json`]: { ...document, ...changes },
});

async function arrayOf(changes: Readonly<Record<string, unknown>>) {
  const { node, hierarchy } = await openDocuments(withArray(changes), "a");
  if (node.kind !== "array") throw new Error("a group was found");
  return { ...node, hierarchy, notes: hierarchy.notes.map(({ message }) => message).slice(1) };
}

describe("entry points", () => {
  it("name the format, and that it was never finished", async () => {
    const { hierarchy, node, notes } = await openDocuments({ "zarr.json": entry });
    expect([hierarchy.format, hierarchy.title, node.kind]).toEqual(["zarr3-alpha", "Zarr v3 alpha", "group"]);
    expect(notes).toEqual([
      { key: "zarr.json", line: 1, column: expect.any(Number), message: expect.stringMatching(/2020 to 2022/) },
    ]);
  });

  it("have had three forms", async () => {
    const forms: readonly (readonly [Documents, string])[] = [
      [{ "zarr.json": entry, "meta/root/a.array.json": document }, "data/root/a/c1/0"],
      [
        {
          "zarr.json": { zarr_format: URI, metadata_encoding: "application/json", extensions: [] },
          "meta/root/a.array": { ...document, chunk_grid: { type: "regular", chunk_shape: [2, 3] } },
        },
        "data/a/1.0",
      ],
      [
        {
          "zarr.json": {
            zarr_format: "https://purl.org/zarr/spec/core/3.0",
            metadata_encoding: { type: "json", metadata_key_suffix: ".x" },
            extensions: [],
          },
          "meta/root/a.array.x": { ...document, chunk_grid: { ...document.chunk_grid, separator: "." } },
        },
        "data/root/a/c1.0",
      ],
    ];
    for (const [documents, key] of forms) {
      const { hierarchy, node } = await openDocuments(documents, "a");
      if (node.kind !== "array") throw new Error("no array");
      expect(hierarchy.chunks(node).key([1, 0])).toBe(key);
    }
  });

  it("are refused where they ask for more", async () => {
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [{ ...entry, zarr_format: "https://example.org/4.0" }, /protocol "https:\/\/example.org\/4.0" is not known/],
      [{ ...entry, metadata_encoding: "application/yaml" }, /not encoded as JSON/],
      [{ ...entry, metadata_encoding: { extension: "x", type: "y", metadata_key_suffix: "" } }, /not encoded as JSON/],
      [
        { ...entry, extensions: [{ extension: "https://example.org/x", must_understand: true }] },
        /extension .* is not known/,
      ],
      [{ ...entry, extensions: [{ extension: "https://example.org/x" }] }, /extension .* is not known/],
    ];
    for (const [zarr, message] of cases) {
      const error = await failure(openDocuments({ "zarr.json": zarr }));
      expect([error.code, error.message]).toEqual(["unsupported", expect.stringMatching(message)]);
    }
    for (const metadata_key_suffix of ["/../../x", "\0", "/", " ", "é"]) {
      for (const zarr of [
        { ...entry, metadata_key_suffix },
        { ...entry, metadata_encoding: { type: "json", metadata_key_suffix } },
      ]) {
        const error = await failure(openDocuments({ "zarr.json": zarr }));
        expect([error.code, error.place.key]).toEqual(["invalid-data", "zarr.json"]);
        expect(error.message).toMatch(/metadata_key_suffix/);
      }
    }
    const ignored = { extension: "https://example.org/x", must_understand: false };
    const { notes } = await openDocuments({ "zarr.json": { ...entry, extensions: [ignored] } });
    expect(notes.at(-1)!.message).toMatch(/need not be understood/);
  });
});

describe("arrays", () => {
  const types: readonly (readonly [unknown, string])[] = [
    ["bool", "bool"],
    ["i1", "int8"],
    [">f8", "float64"],
    ["r24", "r24"],
    [{ extension: "TODO: bytestring array protocol URL", type: "|S5", fallback: null }, "S5"],
    [
      { extension: "https://purl.org/zarr/spec/data-types/datetime/1.0", type: "<M8[ns]", fallback: "<i8" },
      "datetime64[ns]",
    ],
    [{ extension: "https://example.org/x", type: "<q9", fallback: ["<q7", "r64", "<i8"] }, "r64"],
  ];
  it.each(types)("of the type %j", async (data_type, expected) => {
    const node = await arrayOf({ data_type, fill_value: null });
    expect(describeDataType(node.dataType)).toBe(expected);
    expect(node.notes).toEqual(expected === "r64" ? [expect.stringMatching(/fallback/)] : []);
  });

  it("with types by their later names, as acquire-zarr wrote them", async () => {
    for (const [data_type, chain] of [
      ["uint16", 'bytes {"endian":"little"}'],
      ["float64", 'bytes {"endian":"little"}'],
      ["uint8", "bytes"],
    ] as const) {
      const node = await arrayOf({ data_type, compressor: null });
      expect([describeDataType(node.dataType), chainText(node)]).toEqual([data_type, [chain]]);
      expect(node.notes).toEqual([expect.stringMatching(/read as little-endian/)]);
    }
  });

  it("with compressors by URI, also in the plural, and as a list", async () => {
    const gzip = { codec: "https://purl.org/zarr/spec/codec/gzip/1.0", configuration: { level: 1 } };
    const plural = { codec: "https://purl.org/zarr/spec/codecs/bz2/1.0", configuration: { level: 2 } };
    const list = [{ type: "https://purl.org/zarr/spec/codecs/gzip/1.0", configuration: { level: 3 } }];
    expect(chainText(await arrayOf({ compressor: gzip }))[1]).toBe('gzip {"level":1}');
    expect(chainText(await arrayOf({ compressor: plural }))[1]).toBe('numcodecs.bz2 {"level":2}');
    expect(chainText(await arrayOf({ codecs: list }))[1]).toBe('gzip {"level":3}');
    expect(chainText(await arrayOf({ chunk_memory_layout: "F" }))[0]).toBe('transpose {"order":[1,0]}');
  });

  it("with filters among their attributes, which are no attributes then", async () => {
    const filters = [{ id: "delta", dtype: "<i4", astype: "<i4" }];
    const node = await arrayOf({ attributes: { filters, unit: "m" } });
    expect(chainText(node)[0]).toBe('numcodecs.delta {"dtype":"<i4","astype":"<i4"}');
    expect([...node.attributes.keys()]).toEqual(["unit"]);
    expect(node.notes).toEqual([expect.stringMatching(/filters among the attributes/)]);
    for (const own of ["red", [], [1, 2], [{ name: "x" }]]) {
      expect([...(await arrayOf({ attributes: { filters: own } })).attributes.keys()]).toEqual(["filters"]);
    }
  });

  it("with null for no attributes, as GDAL writes it, also of groups", async () => {
    expect((await arrayOf({ attributes: null })).attributes.size).toBe(0);
    const group = { extensions: [], attributes: null };
    const { node } = await openDocuments({ "zarr.json": entry, "meta/root/g.group.json": group }, "g");
    expect([node.kind, node.attributes.size]).toEqual(["group", 0]);
  });

  it("with names of dimensions, from 2022 or from xarray", async () => {
    const named = await arrayOf({ dimension_names: ["y", null] });
    expect(named.dimensions).toEqual([{ name: "y" }, { name: undefined }]);
    const xarray = await arrayOf({ attributes: { _ARRAY_DIMENSIONS: ["lat", "lon"] } });
    expect(xarray.dimensions.map(({ name }) => name)).toEqual(["lat", "lon"]);
  });

  it("in shards, whose index has no checksum", async () => {
    const sharding = {
      extension: "https://purl.org/zarr/spec/storage_transformers/sharding/1.0",
      type: "indexed",
      configuration: { chunks_per_shard: [2, 1] },
    };
    const node = await arrayOf({ storage_transformers: [sharding], chunk_memory_layout: "F" });
    expect(node.grid).toMatchObject([{ size: 4 }, { size: 3 }]);
    expect(chainText(node)).toEqual([
      'sharding_indexed {"chunk_shape":[2,3],"codecs":[{"name":"transpose","configuration":{"order":[1,0]}},' +
        '{"name":"bytes","configuration":{"endian":"little"}}],' +
        '"index_codecs":[{"name":"bytes","configuration":{"endian":"little"}}],"index_location":"end"}',
    ]);
  });

  it("are refused where something in them is not known, or wrong", async () => {
    const cases: readonly (readonly [Readonly<Record<string, unknown>>, string, RegExp])[] = [
      [{ data_type: "<q4" }, "unsupported", /data_type/],
      [{ data_type: { extension: "x", type: "<q4", fallback: null } }, "unsupported", /data_type\.type/],
      [{ chunk_grid: { ...document.chunk_grid, type: "rectilinear" } }, "unsupported", /"rectilinear"/],
      [{ chunk_grid: { ...document.chunk_grid, separator: "-" } }, "invalid-data", /separator/],
      [{ compressor: { codec: "https://example.org/zip" } }, "unsupported", /example\.org\/zip/],
      [{ storage_transformers: [{ extension: "https://example.org/x", type: "y" }] }, "unsupported", /transformer/],
      [{ extensions: [{ extension: "x", must_understand: true }] }, "unsupported", /extension "x"/],
      [{ fill_value: "high" }, "invalid-data", /fill_value/],
      [{ shape: undefined }, "invalid-data", /shape/],
      [{ dimension_names: ["x"] }, "invalid-data", /dimension_names/],
    ];
    for (const [changes, code, message] of cases) {
      const error = await failure(openDocuments(withArray(changes), "a"));
      expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
      expect(error.place).toMatchObject({ key: "meta/root/a.array.json", node: "a" });
    }
  });
});

describe("trees", () => {
  const documents: Documents = {
    "zarr.json": entry,
    "meta/root.array.json": document,
    "meta/root.group.json": { attributes: { title: "both" } },
    "meta/root/g.group.json": { attributes: { a: 1 } },
    "meta/root/g/x.array.json": document,
    "meta/root/g/deep/er/y.array.json": document,
    "data/root/g/x/c0/0": "chunk",
  };

  it("have groups without documents", async () => {
    const { "meta/root.array.json": _, ...rest } = documents;
    const root = (await open(storeOf(rest))) as Group;
    const paths: string[] = [];
    for await (const node of root.walk()) paths.push(`${node.path} ${node.kind}`);
    expect(paths).toEqual(["g group", "g/deep group", "g/deep/er group", "g/deep/er/y array", "g/x array"]);
    expect(root.attributes).toEqual({ title: "both" });
  });

  it("may have an array and a group at one path", async () => {
    const store = storeOf(documents);
    const root = await open(store);
    expect(root).toBeInstanceOf(NdArray);
    expect(root.hierarchy.notes.map(({ message }) => message).at(-1)).toMatch(/the array is used/);
    expect((await open(store, { path: "g/x" })).kind).toBe("array");
    expect((await failure(open(store, { path: "g/z" }))).code).toBe("not-found");
  });

  it("may have an array above others without a group's document, which opening, listing and copying report", async () => {
    const { "meta/root.group.json": _, ...rest } = documents;
    const told =
      /an array and a group at the same path; the array is used, and nodes below it are opened by their paths/;
    const root = await open(storeOf(rest));
    expect(root.hierarchy.notes.map(({ message }) => message)).toEqual([
      expect.stringMatching(/2020 to 2022/),
      expect.stringMatching(told),
    ]);
    const { notes } = await copy(storeOf(rest), new Map());
    expect(notes.map(({ key, message }) => [key, message])).toContainEqual([
      "meta/root.array.json",
      expect.stringMatching(told),
    ]);
    const alone = await open(storeOf({ "zarr.json": entry, "meta/root.array.json": document }));
    expect(alone.hierarchy.notes).toHaveLength(1);
    const deeper = await openGroup(storeOf({ ...rest, "meta/root/g/x/y.array.json": document }), { path: "g" });
    await deeper.children();
    expect(deeper.hierarchy.notes.map(({ key }) => key)).toEqual(["zarr.json", "meta/root/g/x.array.json"]);
  });

  it("list also where a store knows whole lists only", async () => {
    const { location, get, list } = storeOf(documents);
    const group = await openGroup({ location, get, list: list! } satisfies Store, { path: "g" });
    expect((await group.children()).map(({ name }) => name)).toEqual(["deep", "x"]);
  });

  it("report a bad child, and list the others", async () => {
    const store = storeOf({ ...documents, "meta/root/g/bad.array.json": { shape: [1] } });
    const { hierarchy } = await open(store, { path: "g" });
    const bad: string[] = [];
    const nodes = await hierarchy.listChildren("g", { onError: (path) => bad.push(path) });
    expect([nodes.map(({ path }) => path), bad]).toEqual([["g/deep", "g/x"], ["g/bad"]]);
    expect((await failure(hierarchy.listChildren("g"))).place.node).toBe("g/bad");
  });
});

/** As zarr-python 2.18.7 writes it for a group `g` with two arrays. */
describe("consolidated metadata", () => {
  const metadata = {
    "meta/root/consolidated.group.json": { attributes: {} },
    "meta/root/g.group.json": { attributes: { title: "outer" } },
    "meta/root/g/a.array.json": { ...document, attributes: { units: "m" } },
    "meta/root/g/sub/deep/b.array.json": document,
    "zarr.json": entry,
  };
  const block = '{"metadata": $, "zarr_consolidated_format": 1}'.replace("$", () =>
    JSON.stringify(metadata).replace('"units":"m"', '"units":"m","nan":NaN'),
  );
  const store = storeOf({ ...metadata, "meta/root/consolidated/.zmetadata": block });

  it("answer for everything, and hide the group that they made", async () => {
    const asked: string[] = [];
    const served: Store = {
      location: "https://example.org/x",
      get: (key, options) => {
        asked.push(key);
        return store.get(key, options);
      },
    };
    const root = await openGroup(served, { format: "zarr3-alpha" });
    expect(root.hierarchy.consolidated).toBe(true);
    const paths: string[] = [];
    for await (const node of root.walk()) paths.push(node.path);
    expect(paths).toEqual(["g", "g/a", "g/sub", "g/sub/deep", "g/sub/deep/b"]);
    expect((await root.open("g/a")).attributes).toEqual({ units: "m", nan: Number.NaN });
    expect(asked).toEqual(["zarr.json", "meta/root/consolidated/.zmetadata"]);
  });

  it("are left out where they are not wanted, and the group is hidden still", async () => {
    const root = await openGroup(store, { consolidated: false });
    expect(root.hierarchy.consolidated).toBe(false);
    expect((await root.children()).map(({ name }) => name)).toEqual(["g"]);
  });

  it("leave a user's own group of that name alone", async () => {
    const own = storeOf({ ...metadata, "meta/root/consolidated/x.array.json": document });
    expect((await (await openGroup(own)).children()).map(({ name }) => name)).toEqual(["consolidated", "g"]);
  });

  it("are refused where a key in them would lead out of the tree or round in circles", async () => {
    for (const key of [
      "meta/root//x.array.json",
      "meta/root/../x.array.json",
      "/meta/root/x.array.json",
      "meta/root/./x",
    ]) {
      const odd = { zarr_consolidated_format: 1, metadata: { ...metadata, [key]: document } };
      const error = await failure(tree(storeOf({ ...metadata, "meta/root/consolidated/.zmetadata": odd })));
      expect([error.code, error.message]).toEqual([
        "invalid-data",
        expect.stringMatching(/is not the key of a document/),
      ]);
    }
  });

  it("of another format are not used", async () => {
    const odd = storeOf({ ...metadata, "meta/root/consolidated/.zmetadata": { zarr_consolidated_format: 9 } });
    expect((await open(odd)).hierarchy.consolidated).toBe(false);
  });

  it("are all that a store that cannot list has", async () => {
    const blind: Store = { location: "blind", get: storeOf({ "zarr.json": entry }).get };
    const root = await openGroup(blind);
    expect((await failure(root.children())).message).toMatch(/cannot list.*by its path/);
  });
});

describe("nothing is written", () => {
  it("whatever is asked for", async () => {
    const store = storeOf({ ...withArray({}), "meta/root/g.group.json": { attributes: {} } });
    const keys = async (): Promise<string[]> => {
      const found: string[] = [];
      for await (const { key } of store.list!("")) found.push(key);
      return found;
    };
    const before = await keys();
    const array = await openArray(store, { path: "a" });
    const root = await openGroup(store);
    const attempts = {
      write: () => array.write(undefined, 1),
      resize: () => array.resize([9, 9]),
      attributes: () => array.setAttributes({ a: 1 }),
      group: () => root.setAttributes({ a: 1 }),
      create: () => root.create("b", { shape: [1], dtype: "int8" }),
      delete: () => root.delete("a"),
      rename: () => root.rename("a", "b"),
      consolidate: () => root.consolidate(),
      format: () => create(new Map(), { format: "zarr3-alpha" as "zarr3", shape: [1], dtype: "int8" }),
      replace: () => create(store, { format: "zarr3", overwrite: true }),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const error = await failure(attempt());
      expect(["not-allowed", "unsupported"], `${name}: ${error.message}`).toContain(error.code);
      expect(error.message, name).toMatch(/Zarr v3 alpha/);
    }
    expect(await keys()).toEqual(before);
  });
});

describe("the stores of zarr-python", () => {
  const { root } = legacyCases(["3-alpha"]);

  it("are copied to Zarr v3 with chunks and shards unchanged", async () => {
    for (const name of ["shape-2d-dot", "shard-2d-partial"]) {
      const target = new Map<string, Uint8Array>();
      const source = join(root, "v3-alpha", name);
      const report = await copy(source, target, { format: "zarr3" });
      expect(report).toMatchObject({ encoded: 0, verified: true });
      expect(report.passed).toBeGreaterThan(0);
      const [copied, original] = [await openArray(target, { path: "a" }), await openArray(source, { path: "a" })];
      expect([copied.chunks, copied.shards]).toEqual([original.chunks, original.shards]);
      const bytes = async (array: NdArray) => (await array.read(undefined, { as: "bytes" })).data;
      expect(await bytes(copied)).toEqual(await bytes(original));
    }
  });

  it("are described by info and tree", async () => {
    const report = await info(join(root, "v3-alpha", "tree"));
    expect([report.title, report.node.kind]).toEqual(["Zarr v3 alpha", "group"]);
    const { root: top } = await tree(join(root, "v3-alpha", "tree"));
    expect(JSON.stringify(top)).toContain("g/sub/deep/er/c");
  });
});
