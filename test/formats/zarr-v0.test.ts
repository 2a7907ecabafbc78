/** Zarr 0.4 and 0.3: documents, files that lie about, life through the library, copies that move chunks unchanged. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { fixedBytes } from "../../src/dataset/array/fixed-bytes.ts";
import { copy, create, info, openArray } from "../../src/index.ts";
import { legacyCases } from "./legacy-stores.ts";
import { bitsOf, chainText, failure, openArrayDocuments, openDocuments, storeOf } from "./open-documents.ts";

const document = {
  shape: [5, 4],
  chunks: [2, 3],
  dtype: "<i4",
  cname: "lz4",
  clevel: 3,
  shuffle: 1,
  fill_value: 42,
};
const { root } = legacyCases(["0.3", "0.4"]);
const scratch = mkdtempSync(join(tmpdir(), "zarr-v0-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** A store of a release, to be changed. */
function copyOf(path: string): string {
  const folder = join(scratch, path.replace("/", "-"));
  cpSync(join(root, path), folder, { recursive: true });
  return folder;
}

const text = (map: ReadonlyMap<string, Uint8Array>, key: string): string => new TextDecoder().decode(map.get(key));

describe("documents", () => {
  it("say everything about an array", async () => {
    const node = await openArrayDocuments({ __zmeta__: document, __zattr__: { foo: 42 } });
    expect(chainText(node)).toEqual([
      'bytes {"endian":"little"}',
      'blosc {"typesize":4,"cname":"lz4","clevel":3,"shuffle":"shuffle","blocksize":0}',
    ]);
    expect([bitsOf(node), [...node.attributes.keys()], node.notes]).toEqual(["0000002a", ["foo"], []]);
  });

  it("may have no attributes", async () => {
    const { hierarchy, node } = await openDocuments({ __zmeta__: document });
    expect([hierarchy.format, hierarchy.title, node.attributes.size]).toEqual(["zarr0", "Zarr 0.4", 0]);
  });

  it("hold bare words", async () => {
    const bare = JSON.stringify({ ...document, dtype: ">f8", fill_value: "$" }).replace('"$"', "-Infinity");
    const node = await openArrayDocuments({ __zmeta__: bare, __zattr__: '{"nan": NaN}' });
    expect([bitsOf(node), node.notes]).toEqual(["fff0000000000000", []]);
  });

  it("are reported where they are broken", async () => {
    const cases: readonly (readonly [unknown, string, RegExp])[] = [
      ['{"chunks": [2', "invalid-data", /__zmeta__:1:/],
      [{ ...document, shape: [], chunks: [] }, "invalid-data", /at least one dimension/],
      [{ ...document, shuffle: 3 }, "invalid-data", /shuffle/],
      [{ ...document, cname: undefined }, "invalid-data", /cname/],
      [{ ...document, fill_value: undefined }, "invalid-data", /fill_value/],
      [{ ...document, zarr_format: 9 }, "unsupported", /format 9/],
      [{ ...document, chunks: [0, 3] }, "invalid-data", /chunks/],
    ];
    for (const [meta, code, message] of cases) {
      const error = await failure(openDocuments({ __zmeta__: meta }));
      expect([error.code, error.message]).toEqual([code, expect.stringMatching(message)]);
    }
  });
});

describe("through the library", () => {
  it("writes the example of its own description, byte for byte", async () => {
    const map = new Map<string, Uint8Array>();
    const made = await create(map, {
      format: "zarr0",
      shape: [1000000, 1000],
      chunks: [10000, 100],
      dtype: "int32",
      fillValue: 42,
      codecs: [{ name: "blosc", configuration: { cname: "lz4", clevel: 3, shuffle: "shuffle", typesize: 4 } }],
    });
    expect([...map.keys()]).toEqual(["__zmeta__"]);
    expect(text(map, "__zmeta__")).toBe(`{
    "chunks": [
        10000,
        100
    ],
    "clevel": 3,
    "cname": "lz4",
    "dtype": "<i4",
    "fill_value": 42,
    "shape": [
        1000000,
        1000
    ],
    "shuffle": 1
}`);
    await made.setAttributes({ foo: 42 });
    await made.setAttributes({ bar: 4.2 });
    await made.setAttributes({ baz: "quux" });
    expect(text(map, "__zattr__")).toBe('{\n    "bar": 4.2,\n    "baz": "quux",\n    "foo": 42\n}');
    await made.write("10000:20000, 100:200", 7);
    expect([...map.keys()].filter((key) => key.startsWith("__zdata__"))).toEqual(["__zdata__/1.1.blosc"]);
    expect(await made.item([10001, 101])).toBe(7);
    expect(await made.item([0, 0])).toBe(42);
  });

  it("keeps the order of attributes that somebody else gave", async () => {
    const store = storeOf({ __zmeta__: document, __zattr__: { b: 1, a: 2 } });
    await (await openArray(store)).setAttributes({ aa: NaN });
    const written = Buffer.from((await store.get("__zattr__"))!).toString();
    expect(written).toBe('{\n    "b": 1,\n    "a": 2,\n    "aa": NaN\n}');
  });

  it("grows, shrinks, appends, and drops the last attribute", async () => {
    const map = new Map<string, Uint8Array>();
    const made = await create(map, { format: "zarr0", shape: [3, 2], chunks: [2, 2], dtype: "uint8", fillValue: 9 });
    await made.write(undefined, Uint8Array.of(1, 2, 3, 4, 5, 6));
    await made.append([[7, 8]], 0);
    await made.resize([1, 2]);
    await made.resize([3, 2]);
    await made.setAttributes({ a: 1 });
    await made.deleteAttributes("a");
    expect(text(map, "__zattr__")).toBe("{}");
    const again = await openArray(map);
    expect(Array.from((await again.read()).data as Uint8Array)).toEqual([1, 2, 9, 9, 9, 9]);
    expect(JSON.parse(text(map, "__zmeta__"))).toMatchObject({
      cname: "blosclz",
      clevel: 5,
      shuffle: 1,
      shape: [3, 2],
    });
  });

  it("stores every chunk where nothing fills absent ones", async () => {
    const map = new Map<string, Uint8Array>();
    const made = await create(map, { format: "zarr0", shape: [4], chunks: [2], dtype: "r16" });
    expect(JSON.parse(text(map, "__zmeta__")).fill_value).toBeNull();
    await made.write(undefined, Uint8Array.of(0, 0, 0, 0, 1, 2, 3, 4));
    expect([...map.keys()].sort()).toEqual(["__zdata__/0.blosc", "__zdata__/1.blosc", "__zmeta__"]);
  });

  it("refuses what the release could not read", async () => {
    const refused = async (options: Record<string, unknown>): Promise<string> => {
      const made = create(new Map(), { format: "zarr0", shape: [4, 4], dtype: "int32", ...options });
      return (await failure(made)).message;
    };
    const blosc = { name: "blosc", configuration: { cname: "zstd", typesize: 4 } };
    const reversed = { name: "transpose", configuration: { order: [1, 0] } };
    expect(await refused({ shape: [] })).toMatch(/at least one dimension/);
    expect(await refused({ codecs: [] })).toMatch(/compressed with the codec blosc/);
    expect(await refused({ codecs: [blosc] })).toMatch(/no zstd/);
    expect(await refused({ codecs: [reversed, { name: "blosc", configuration: { typesize: 4 } }] })).toMatch(
      /rows first/,
    );
    expect(await refused({ dtype: "complex128", fillValue: [1, 2] })).toMatch(/cannot spell this fill value/);
    expect(await refused({ chunkKeys: { prefix: "x/" } })).toMatch(/chunk keys/);
  });

  it("changes a store of the release in place, and leaves its other files alone", async () => {
    const folder = copyOf("0.4.0/resize-shrink");
    const array = await openArray(folder);
    const before = fixedBytes((await array.read(undefined, { as: "bytes" })).data);
    await array.setAttributes({ note: "changed" });
    await array.append(new Int32Array(array.shape[1]!).fill(-5), 0);
    const again = await openArray(folder);
    expect(again.shape[0]).toBe(array.shape[0]);
    const bytes = fixedBytes((await again.read(undefined, { as: "bytes" })).data);
    expect(bytes.subarray(0, before.byteLength)).toEqual(before);
    expect(readFileSync(join(folder, "__zattr__"), "utf8")).toBe('{\n    "note": "changed"\n}');
  });
});

describe("stray files", () => {
  it.each(["0.4.0/resize-shrink", "0.3.0/shape-2d-edge"])(
    "locks, what was written in part and chunks outside of the grid are no chunks: %s",
    async (name) => {
      const folder = copyOf(name);
      const before = (await (await openArray(folder)).read(undefined, { as: "bytes" })).data;
      for (const file of [
        "__zmeta__.lock",
        "__zattr__.partial",
        "__zdata__/0.0.blosc.lock",
        "__zdata__/0.0.blosc.partial",
        "__zdata__/0.0.blosc.1234.partial",
        "__zdata__/99.0.blosc",
        "__zdata__/0.99.blosc",
      ]) {
        writeFileSync(join(folder, file), "left behind");
      }
      const array = await openArray(folder);
      expect((await array.read(undefined, { as: "bytes" })).data).toEqual(before);
      const copied = new Map<string, Uint8Array>();
      await copy(folder, copied, { format: "zarr2" });
      expect([...copied.keys()].filter((key) => /99|lock|partial/.test(key))).toEqual([]);
      expect((await (await openArray(copied)).read(undefined, { as: "bytes" })).data).toEqual(before);
    },
  );
});

describe("pickled metadata of 0.3", () => {
  it("are named by info", async () => {
    const report = await info(join(root, "0.3.0/fill-nan-partial"));
    expect([report.format, report.title]).toEqual(["zarr0", "Zarr 0.3"]);
    expect(report.notes.map(({ key, message }) => [key, message])).toEqual([
      ["__zmeta__", expect.stringMatching(/pickled metadata, as written by release 0.3/)],
    ]);
  });

  it("become the JSON of 0.4 with the first change, and the values stay", async () => {
    const folder = copyOf("0.3.0/dtype-struct-mixed");
    const array = await openArray(folder);
    const before = fixedBytes((await array.read(undefined, { as: "bytes" })).data);
    await array.setAttributes({ unit: "m" });
    const written = readFileSync(join(folder, "__zmeta__"), "utf8");
    expect(JSON.parse(written)).toMatchObject({ cname: "blosclz", fill_value: null, shape: [24] });
    const again = await openArray(folder);
    expect([again.hierarchy.title, again.hierarchy.notes, again.attributes]).toEqual(["Zarr 0.4", [], { unit: "m" }]);
    expect((await again.read(undefined, { as: "bytes" })).data).toEqual(before);
  });

  it.each([
    ["0.3.0/fill-complex-partial", { fill_value: [1, 2] }, /complex fill value with both its parts/],
    [
      "0.3.0/dtype-struct-subarray",
      { dtype: expect.arrayContaining([["m", "<f4", [2, 3]]]) },
      /fields that are arrays/,
    ],
  ])(
    "%s, for which 0.4.0 has no JSON that it could open, is changed all the same, and told of",
    async (name, member, note) => {
      const folder = copyOf(name);
      const array = await openArray(folder);
      const before = fixedBytes((await array.read(undefined, { as: "bytes" })).data);
      const [length, ...others] = array.shape;
      await array.setAttributes({ a: 1 });
      await array.resize([length! + 3, ...others]);
      expect(JSON.parse(readFileSync(join(folder, "__zmeta__"), "utf8"))).toMatchObject(member);
      const again = await openArray(folder);
      expect([again.hierarchy.title, again.attributes, again.fillValue]).toEqual([
        "Zarr 0.4",
        { a: 1 },
        array.fillValue,
      ]);
      expect(again.hierarchy.notes.map(({ message }) => message)).toEqual([expect.stringMatching(note)]);
      const bytes = fixedBytes((await again.read(undefined, { as: "bytes" })).data);
      expect(bytes.subarray(0, before.byteLength)).toEqual(before);
    },
  );
});

describe("copies", () => {
  const chunkKey = "__zdata__/0.0.blosc";

  it.each(["0.4.0/shape-2d-edge", "0.3.0/shape-2d-edge"])(
    "%s to v2, to v3 and back move chunks unchanged",
    async (path) => {
      const [v2, v3, back] = [0, 1, 2].map(() => new Map<string, Uint8Array>());
      const source = join(root, path);
      const reports = [
        await copy(source, v2!, { format: "zarr2" }),
        await copy(v2!, v3!, { format: "zarr3" }),
        await copy(v3!, back!, { format: "zarr0" }),
      ];
      for (const report of reports) expect(report).toMatchObject({ encoded: 0, verified: true });
      expect(reports[0]!.passed).toBeGreaterThan(1);
      const chunk = new Uint8Array(readFileSync(join(source, chunkKey)));
      expect([v2!.get("0.0"), v3!.get("c/0/0"), back!.get(chunkKey)]).toEqual([chunk, chunk, chunk]);
      const values = async (place: string | Map<string, Uint8Array>) =>
        (await (await openArray(place)).read(undefined, { as: "bytes" })).data;
      expect(await values(back!)).toEqual(await values(source));
    },
  );

  it("of what is no Blosc are encoded again", async () => {
    const source = new Map<string, Uint8Array>();
    const made = await create(source, { format: "zarr2", shape: [10], chunks: [4], dtype: "float64" });
    await made.write(
      undefined,
      Float64Array.from({ length: 10 }, (_, index) => index / 3),
    );
    const target = new Map<string, Uint8Array>();
    expect(await copy(source, target, { format: "zarr0" })).toMatchObject({ passed: 0, format: "zarr0" });
    expect((await (await openArray(target)).read()).data).toEqual((await made.read()).data);
  });
});
