/** Zarr 1: documents, fill values as NumPy casts them, the order that only Blosc keeps, and life through the library. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toPlain } from "../../src/bytes/json/make.ts";
import { copy, create, info, open, openArray } from "../../src/index.ts";
import { describeDataType } from "../../src/model/data-types/data-type.ts";
import { memoryStore } from "../../src/stores/memory.ts";
import { loneObject } from "../../src/stores/wrappers/lone-object.ts";
import { legacyCases } from "./legacy-stores.ts";
import { bitsOf, chainText, failure, openArrayDocuments, openDocuments, storeOf } from "./open-documents.ts";

const document = {
  zarr_format: 1,
  shape: [5, 4],
  chunks: [2, 3],
  dtype: "<i4",
  compression: "none",
  compression_opts: null,
  fill_value: 0,
  order: "C",
};
const array = (changes: Readonly<Record<string, unknown>>) =>
  openArrayDocuments({ meta: { ...document, ...changes }, attrs: {} });

describe("documents", () => {
  it("are found after all newer formats", async () => {
    const { hierarchy, node, notes } = await openDocuments({ meta: document, attrs: { a: [1] } });
    expect([hierarchy.format, hierarchy.title, node.kind, [...node.attributes.keys()]]).toEqual([
      "zarr1",
      "Zarr v1",
      "array",
      ["a"],
    ]);
    expect(notes).toEqual([]);
  });

  it("are not taken for ours where meta is something else", async () => {
    for (const meta of ["name: value", '{"title": "photos"}', "[1, 2]", "\u0000\u0001", ""]) {
      await expect(openDocuments({ meta })).rejects.toThrow("nothing was found");
    }
  });

  it("are reported where they are broken", async () => {
    const cases: readonly (readonly [unknown, string, RegExp])[] = [
      ['{\n    "chunks": [\n        2', "invalid-data", /meta:3:10/],
      [{ ...document, zarr_format: 2 }, "invalid-data", /format 2, not 1/],
      [{ ...document, zarr_format: 7 }, "unsupported", /format 7/],
      [{ ...document, compression: "snappy" }, "unsupported", /"snappy" is not known/],
      [{ ...document, order: "A" }, "invalid-data", /order/],
      [{ ...document, dtype: "|O" }, "unsupported", /dtype/],
      [{ ...document, chunks: [2] }, "invalid-data", /chunks/],
      [{ ...document, chunks: undefined }, "invalid-data", /chunks/],
      [{ ...document, compression: "zlib", compression_opts: "high" }, "invalid-data", /compression_opts/],
    ];
    for (const [meta, code, message] of cases) {
      const error = await failure(openDocuments({ meta, attrs: {} }));
      expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
    }
  });

  it("may lack what the releases always wrote", async () => {
    const { zarr_format: _, ...rest } = document;
    const { notes } = await openDocuments({ meta: rest });
    expect(notes.map(({ message }) => message)).toEqual([
      "zarr_format is missing; read as 1",
      expect.stringMatching(/document attrs is missing/),
    ]);
  });
});

describe("compression", () => {
  const cases: readonly (readonly [unknown, unknown, readonly string[]])[] = [
    ["none", null, []],
    [null, null, []],
    ["zlib", 9, ['numcodecs.zlib {"level":9}']],
    ["gzip", null, ['numcodecs.zlib {"level":1}']],
    ["bz2", 5, ['numcodecs.bz2 {"level":5}']],
    [
      "lzma",
      { format: 3, check: 0, preset: null, filters: [{ id: 33, preset: 1 }] },
      ['numcodecs.lzma {"format":3,"check":0,"preset":null,"filters":[{"id":33,"preset":1}]}'],
    ],
    [
      "blosc",
      { cname: "snappy", clevel: 9, shuffle: 2 },
      ['blosc {"typesize":4,"cname":"snappy","clevel":9,"shuffle":"bitshuffle","blocksize":0}'],
    ],
  ];
  it.each(cases)("%s %j", async (compression, compression_opts, chain) => {
    const node = await array({ compression, compression_opts });
    expect(chainText(node)).toEqual(['bytes {"endian":"little"}', ...chain]);
    expect(node.notes).toEqual([]);
  });

  it("keeps columns first with Blosc alone, and says so of the others", async () => {
    const blosc = { compression: "blosc", compression_opts: { cname: "lz4", clevel: 5, shuffle: 1 } };
    expect(chainText(await array({ ...blosc, order: "F" }))[0]).toBe('transpose {"order":[1,0]}');
    for (const compression of ["zlib", "bz2", "none"]) {
      const node = await array({ compression, compression_opts: compression === "none" ? null : 1, order: "F" });
      expect(chainText(node)[0]).toBe('bytes {"endian":"little"}');
      expect(node.notes).toEqual([expect.stringMatching(`"${compression}" are stored in C order`)]);
    }
    expect((await array({ shape: [5], chunks: [2], order: "F" })).notes).toEqual([]);
  });
});

/** What NumPy 1.26 gives for `numpy.zeros(1, dtype).fill(value)`; null where it raises an error. */
const CASTS: readonly (readonly [unknown, string, string | null])[] = [
  ["|S4", "0", "30000000"],
  ["|S4", "1.5", "312e3500"],
  ["|S4", "true", "54727565"],
  ["|S4", '"abcdef"', "61626364"],
  ["|S4", '"\u00e9"', null],
  ["<U2", "0", "3000000000000000"],
  ["<U2", '"abc"', "6100000062000000"],
  ["<U4", "1.5", "310000002e0000003500000000000000"],
  ["<U5", "true", "5400000072000000750000006500000000000000"],
  ["|u1", "-1", "ff"],
  ["|u1", "300", "2c"],
  ["|i1", "200", "c8"],
  ["<i4", "3.7", "03000000"],
  ["<i4", "-3.7", "fdffffff"],
  ["<i4", "true", "01000000"],
  ["<i4", "NaN", null],
  ["<i4", "1099511627776", "00000000"],
  ["<i4", "1e300", null],
  ["<i8", "9223372036854775808", null],
  ["<u8", "-1", "ffffffffffffffff"],
  ["<u8", "18446744073709551616", null],
  ["|b1", "2", "01"],
  ["|b1", "0.5", "01"],
  ["|b1", "0", "00"],
  ["|b1", "NaN", "01"],
  ["<f4", '"NaN"', "0000c07f"],
  ["<f4", "NaN", "0000c07f"],
  ["<f8", '"1.5"', "000000000000f83f"],
  ["<f8", "true", "000000000000f03f"],
  ["<f4", "1e300", "0000807f"],
  ["<f2", "1000000.0", "007c"],
  [">f8", "-Infinity", "000000000000f0ff"],
  ["<M8[D]", "5", "0500000000000000"],
  ["<M8[D]", '"2000-01-01"', "cd2a000000000000"],
  ["<M8[D]", '"NaT"', "0000000000000080"],
  ["<M8[D]", "1.5", null],
  ["<m8[s]", '"NaT"', "0000000000000080"],
  ["<c16", "1.5", "000000000000f83f0000000000000000"],
  ["<c16", "NaN", "000000000000f87f0000000000000000"],
  ["|V7", "0", null],
  [
    [
      ["a", "<i4"],
      ["b", "|S3"],
    ],
    "0",
    "00000000300000",
  ],
  [
    [
      ["a", "<i4"],
      [
        "b",
        [
          ["c", "|b1"],
          ["d", "|S3"],
        ],
      ],
    ],
    "0",
    "0000000000300000",
  ],
  [
    [
      ["a", "<i4"],
      ["b", "<f4", [2]],
    ],
    "0",
    "000000000000000000000000",
  ],
  [
    [
      ["a", "<i4"],
      ["b", "<f4"],
    ],
    "5",
    "050000000000a040",
  ],
  [[["a", "|V3"]], "0", null],
];

describe("fill values are what NumPy makes of them", () => {
  it.each(CASTS)("%j filled with %s", async (dtype, text, bytes) => {
    const meta = JSON.stringify({ ...document, dtype, fill_value: "$" }).replace('"$"', text);
    if (bytes === null) {
      expect((await failure(openDocuments({ meta, attrs: {} }))).code).toBe("invalid-data");
      return;
    }
    const node = await openArrayDocuments({ meta, attrs: {} });
    expect(Buffer.from(node.fillValue as Uint8Array).toString("hex")).toBe(bytes);
  });

  it("are undefined where null is written", async () => {
    const node = await array({ fill_value: null });
    expect(node.fillValue).toBeUndefined();
    expect(describeDataType(node.dataType)).toBe("int32");
  });

  it("read bits exactly", async () => {
    expect(bitsOf(await array({ dtype: "<i8", fill_value: -2 }))).toBe("fffffffffffffffe");
  });
});

const text = (map: ReadonlyMap<string, Uint8Array>, key: string): string => new TextDecoder().decode(map.get(key));

describe("through the library", () => {
  it("writes documents as release 1.1.0", async () => {
    const map = new Map<string, Uint8Array>();
    const shape = [3, 4];
    const made = await create(map, { format: "zarr1", shape, chunks: [2, 2], dtype: "float32", fillValue: Number.NaN });
    expect(made.hierarchy.title).toBe("Zarr v1");
    expect(text(map, "attrs")).toBe("{}");
    expect(text(map, "meta")).toBe(`{
    "chunks": [
        2,
        2
    ],
    "compression": "blosc",
    "compression_opts": {
        "clevel": 5,
        "cname": "lz4",
        "shuffle": 1
    },
    "dtype": "<f4",
    "fill_value": NaN,
    "order": "C",
    "shape": [
        3,
        4
    ],
    "zarr_format": 1
}`);
  });

  it("grows, shrinks, appends and keeps attributes", async () => {
    const map = new Map<string, Uint8Array>();
    const made = await create(map, { format: "zarr1", shape: [3], chunks: [2], dtype: "int16", fillValue: -1 });
    await made.write(undefined, [1, 2, 3]);
    await made.append([4, 5], 0);
    await made.setAttributes({ foo: 42, bar: 4.2 });
    await made.resize([2]);
    await made.resize([4]);
    const again = await openArray(map);
    expect([...map.keys()].sort()).toEqual(["0", "attrs", "meta"]);
    expect(Array.from((await again.read()).data as Int16Array)).toEqual([1, 2, -1, -1]);
    expect(again.attributes).toEqual({ foo: 42, bar: 4.2 });
    expect(JSON.parse(text(map, "meta")).shape).toEqual([4]);
  });

  it("compresses times with zlib, because the releases' Blosc refuses them", async () => {
    const map = new Map<string, Uint8Array>();
    const times = { format: "zarr1", shape: [2], dtype: "datetime64[s]" } as const;
    const made = await create(map, times);
    await made.write(undefined, [7n, 8n]);
    expect(JSON.parse(text(map, "meta"))).toMatchObject({ compression: "zlib", compression_opts: 1 });
    const blosc = create(new Map(), { ...times, codecs: [{ name: "blosc", configuration: { typesize: 8 } }] });
    expect((await failure(blosc)).message).toMatch(/refuses dates and times/);
  });

  it("takes bz2 without a level as the releases do", async () => {
    const map = new Map<string, Uint8Array>();
    const made = await create(map, { format: "zarr1", shape: [3], dtype: "int16", codecs: ["bz2"] });
    await made.write(undefined, [1, 2, 3]);
    expect(JSON.parse(text(map, "meta"))).toMatchObject({ compression: "bz2", compression_opts: 1 });
    expect((await (await openArray(map)).read()).data).toEqual(Int16Array.of(1, 2, 3));
  });

  it("refuses what the releases could not read", async () => {
    const refused = async (options: Record<string, unknown>): Promise<string> => {
      const made = create(new Map(), { format: "zarr1", shape: [4, 4], dtype: "int32", ...options });
      return (await failure(made)).message;
    };
    expect(await refused({ shape: [] })).toMatch(/scalar/);
    expect(await refused({ dtype: "string" })).toMatch(/string/);
    expect(await refused({ codecs: ["gzip"] })).toMatch(/"gzip"/);
    expect(await refused({ codecs: [{ name: "blosc", configuration: { cname: "zstd", typesize: 4 } }] })).toMatch(
      /zstd/,
    );
    expect(await refused({ shards: [4, 4], chunks: [2, 2] })).toMatch(/sharding_indexed/);
    const reversed = [{ name: "transpose", configuration: { order: [1, 0] } }, "numcodecs.zlib"];
    expect(await refused({ codecs: reversed })).toMatch(/columns first/);
    expect((await failure(create(new Map(), { format: "zarr1" }))).message).toMatch(/no groups/);
  });

  it("reads a scalar as its fill value, and never writes one", async () => {
    const store = storeOf({ meta: { ...document, shape: [], chunks: [], fill_value: 5 }, attrs: {} });
    const scalar = await openArray(store);
    expect(await scalar.item([])).toBe(5);
    expect(scalar.hierarchy.notes.map(({ message }) => message)).toEqual([
      expect.stringMatching(/a scalar, whose chunk/),
    ]);
    expect((await failure(scalar.write(undefined, 6))).message).toMatch(/no key for the chunk of a scalar/);
    await scalar.setAttributes({ a: 1 });
    expect((await openArray(store)).attributes).toEqual({ a: 1 });
  });

  it("changes stores of the releases in place, and leaves what it does not change as they spelled it", async () => {
    const { root } = legacyCases(["1"]);
    for (const name of ["1.0.0/comp-zlib-1-F", "1.1.0-py27/blosc-zstd-l5-s1", "1.1.0/fill-float-for-int-partial"]) {
      const store = memoryStore();
      for (const file of ["meta", "attrs"]) await store.set!(file, readFileSync(`${root}/${name}/${file}`));
      const changed = await openArray(store);
      await changed.setAttributes({ zeta: 1, alpha: { y: 1, x: 2 } });
      const documents = Buffer.from((await store.get("meta"))!).toString();
      // Python 2 leaves a blank after commas at the end of a line.
      expect(documents, name).toBe(readFileSync(`${root}/${name}/meta`, "utf8").replaceAll(/, $/gm, ","));
      const sorted = '{\n    "alpha": {\n        "x": 2,\n        "y": 1\n    },\n    "zeta": 1\n}';
      expect(Buffer.from((await store.get("attrs"))!).toString()).toBe(sorted);
    }
  });

  it("names the format and irregularities in info", async () => {
    const { root } = legacyCases(["1"]);
    const report = await info(`${root}/1.0.0/comp-zlib-1-F`);
    expect([report.format, report.title]).toEqual(["zarr1", "Zarr v1"]);
    expect(report.notes.map(({ key, message }) => [key, message])).toEqual([
      ["meta", expect.stringMatching(/order F, but chunks of compression "zlib" are stored in C order/)],
    ]);
  });
});

/** Is there a frame of zstd 0.7 in these bytes? */
function holdsOldFrame(bytes: Uint8Array): boolean {
  return Buffer.from(bytes).includes(Buffer.from("27b52ffd", "hex"));
}

describe("copies", () => {
  const { root, cases } = legacyCases(["1"]);
  const byName = (path: string): string => {
    expect(cases.map((entry) => entry.path)).toContain(path);
    return `${root}/${path}`;
  };

  it.each(["1.1.0/order-F-3d-blosc", "1.1.0/comp-bz2-1-F", "1.1.0/comp-lzma-raw-C", "1.0.0/comp-zlib-1-F"])(
    "%s to Zarr v2 and back moves chunks unchanged",
    async (path) => {
      const [v2, back] = [new Map<string, Uint8Array>(), new Map<string, Uint8Array>()];
      expect(await copy(byName(path), v2, { format: "zarr2" })).toMatchObject({ encoded: 0 });
      const report = await copy(v2, back, { format: "zarr1" });
      expect(report).toMatchObject({ encoded: 0, verified: true });
      expect(report.passed).toBeGreaterThan(0);
      const original = await openArray(byName(path));
      const values = await original.read(undefined, { as: "bytes" });
      expect((await (await openArray(v2)).read(undefined, { as: "bytes" })).data).toEqual(values.data);
      const key = original.shape.map(() => 0).join(".");
      const chunk = await original.hierarchy.store.get(key);
      expect(chunk).toBeDefined();
      expect([back.get(key), v2.get(key)]).toEqual([chunk, chunk]);
    },
  );

  it.each([
    ["zarr2", "zstd"],
    ["zarr3", "zstd"],
    ["bloscpack", "zstd"],
  ] as const)("to %s have no frames of zstd 0.7", async (format, cname) => {
    const objects = new Map<string, Uint8Array>();
    const target = memoryStore(objects);
    const place = format === "bloscpack" ? loneObject(target, "a.blp", "a.blp") : target;
    const source = await openArray(byName("1.1.0/blosc-zstd-multiblock-bit"));
    expect(await copy(source, place, { format })).toMatchObject({ passed: 0, verified: true });
    const copied = await openArray(place);
    expect(JSON.stringify(copied.node.codecs.map(({ configuration }) => toPlain(configuration)))).toContain(cname);
    const values = await source.read(undefined, { as: "bytes" });
    expect((await copied.read(undefined, { as: "bytes" })).data).toEqual(values.data);
    expect([...objects.values()].filter(holdsOldFrame)).toEqual([]);
  });

  it("to Zarr 1, whose last release wrote them, keep frames of zstd 0.7 as they are", async () => {
    const objects = new Map<string, Uint8Array>();
    const source = await openArray(byName("1.1.0/blosc-zstd-multiblock-bit"));
    expect(await copy(source, objects, { format: "zarr1" })).toMatchObject({ passed: 1, encoded: 0, verified: true });
    expect([...objects.values()].filter(holdsOldFrame)).toHaveLength(1);
  });

  it("of an array with zstd 0.7 are not needed to change it: new values get today's", async () => {
    const objects = new Map<string, Uint8Array>();
    for (const name of ["meta", "attrs", "0", "1"]) {
      objects.set(name, new Uint8Array(readFileSync(`${byName("1.1.0/blosc-zstd-l5-s2")}/${name}`)));
    }
    const array = await openArray(memoryStore(objects));
    const before = await array.read(undefined, { as: "uint16" });
    expect([...objects.keys()].filter((key) => holdsOldFrame(objects.get(key)!))).toEqual(["0", "1"]);
    await array.write("2:4", [7, 9]);
    const after = await array.read(undefined, { as: "uint16" });
    expect(Array.from(after.data)).toEqual(Array.from(before.data).with(2, 7).with(3, 9));
    expect([...objects.keys()].filter((key) => holdsOldFrame(objects.get(key)!))).toEqual(["1"]);
  });

  it("from shards and zstd get chunks and Blosc, because there is nothing else", async () => {
    const source = new Map<string, Uint8Array>();
    const made = await create(source, {
      shape: [8, 8],
      shards: [4, 4],
      chunks: [2, 2],
      dtype: "uint16",
      dims: ["y", "x"],
    });
    const values = Uint16Array.from({ length: 64 }, (_, index) => index);
    await made.write(undefined, values);
    const target = new Map<string, Uint8Array>();
    await copy(source, target, { format: "zarr1" });
    const copied = await openArray(target);
    expect([copied.chunks, copied.dims, copied.codecs.map(({ name }) => name)]).toEqual([
      [2, 2],
      ["y", "x"],
      ["bytes", "blosc"],
    ]);
    expect((await copied.read()).data).toEqual(values);
    const refused = copy(source, new Map(), { format: "zarr1", codecs: ["zstd"] });
    expect((await failure(refused)).message).toMatch(/"zstd"/);
  });

  it("of groups are refused before anything is written", async () => {
    const source = new Map<string, Uint8Array>();
    await create(source, { path: "a", shape: [2], dtype: "int8" });
    const target = new Map<string, Uint8Array>();
    await create(target, { path: "old", shape: [2], dtype: "int8" });
    const keys = [...target.keys()];
    const refused = copy(source, target, { format: "zarr1", overwrite: true });
    expect((await failure(refused)).message).toMatch(/no groups/);
    expect([...target.keys()]).toEqual(keys);
    expect((await open(target, { path: "old" })).kind).toBe("array");
  });
});
