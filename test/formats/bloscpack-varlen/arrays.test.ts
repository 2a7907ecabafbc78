/** Objects through the array API: made, written, read in part, copied; one file or a directory. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { copy, create, info, memoryStore, NdArray, open, openArray, packObjects } from "../../../src/index.ts";
import { failure } from "../bloscpack/failure.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "hyperslab-objects-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const texts = ["", "a", "grüße, 世界", "x".repeat(5000), "\u0000", "last"];
const blobs = [new Uint8Array(0), Uint8Array.of(0, 255, 128), new Uint8Array(3000).fill(7)];
const values = [null, 1.5, "text", { b: [1, 2, { a: null }], a: false }, []];

const PLACES = [
  ["one file", "objects.blp"],
  ["a directory", "objects.blpd"],
] as const;

describe.each(PLACES)("%s", (_, name) => {
  it.each([
    ["string", texts],
    ["bytes", blobs],
    ["object", values],
  ] as const)("of %s", async (dtype, items) => {
    const path = join(folder, `${dtype}-${name}`);
    await create(path, { format: "bloscpack", dtype, shape: [items.length], chunks: [2], data: [...items] });
    const array = await openArray(path);
    expect(array.dtype).toBe(dtype);
    expect(array.shape).toEqual([items.length]);
    expect((await array.read()).data).toEqual(items);
    for (const [i, item] of items.entries()) expect((await array.read([i])).data).toEqual([item]);
    expect((await array.read("::-2")).data).toEqual([...items].reverse().filter((_, i) => i % 2 === 0));
    expect(array.hierarchy.notes).toEqual([]);
  });

  it("is empty until it is written", async () => {
    const path = join(folder, `empty-${name}`);
    await create(path, { format: "bloscpack", dtype: "string", shape: [5], chunks: [2] });
    const array = await openArray(path);
    expect((await array.read()).data).toEqual(["", "", "", "", ""]);
    expect(array.hierarchy.notes).toHaveLength(1);
    await array.write("1:4", ["b", "c", "d"]);
    expect((await (await openArray(path)).read()).data).toEqual(["", "b", "c", "d", ""]);
    await array.write("0", "a");
    await array.write("1:4", ["", "", ""]);
    await array.write("4", "e");
    expect((await (await openArray(path)).read()).data).toEqual(["a", "", "", "", "e"]);
  });

  it("holds no objects at all", async () => {
    const path = join(folder, `none-${name}`);
    await create(path, { format: "bloscpack", dtype: "bytes", shape: [0] });
    const array = await openArray(path);
    expect((await array.read()).data).toEqual([]);
    expect(array.hierarchy.notes).toEqual([]);
  });

  it("keeps attributes and names of dimensions", async () => {
    const path = join(folder, `attributes-${name}`);
    const attributes = { units: "m", größe: [1, { x: null }], dtype: "mine" };
    const array = await create(path, {
      format: "bloscpack",
      dtype: "string",
      shape: [3],
      dims: ["station"],
      attributes,
      data: ["a", "b", "c"],
    });
    expect(array.attributes).toEqual(attributes);
    const read = await openArray(path);
    expect(read.attributes).toEqual(attributes);
    expect(read.dims).toEqual(["station"]);
    await read.setAttributes({ units: "kilometres, spelled out", more: 1 });
    const again = await openArray(path);
    expect(again.attributes).toEqual({ ...attributes, units: "kilometres, spelled out", more: 1 });
    expect((await again.read()).data).toEqual(["a", "b", "c"]);
  });

  it("is copied to Zarr and back", async () => {
    const path = join(folder, `copied-${name}`);
    const zarr = memoryStore();
    await create(zarr, { path: "a", dtype: "string", shape: [texts.length], chunks: [4], data: texts });
    await copy(await open(zarr, { path: "a" }), path, { format: "bloscpack" });
    expect((await (await openArray(path)).read()).data).toEqual(texts);
    const back = memoryStore();
    await copy(path, back, { format: "zarr3" });
    expect((await (await openArray(back)).read()).data).toEqual(texts);
  });

  it.each([
    ["string", "zarr2", texts],
    ["string", "zarr3", texts],
    ["bytes", "zarr2", [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(255)]],
    ["bytes", "zarr3", [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(255)]],
    ["json", "zarr2", [{ b: 1, a: [null] }, 9007199254740993n, "x", []]],
  ] as const)("of %s is copied to %s with codecs that others know, and back", async (type, format, objects) => {
    const path = join(folder, `other-${type}-${format}-${name}`);
    await packObjects(objects, path, { type });
    const zarr = memoryStore();
    await copy(path, zarr, { format });
    const copied = await openArray(zarr);
    const names = copied.node.codecs.map((codec) => codec.name);
    expect(names).toEqual([{ string: "vlen-utf8", bytes: "vlen-bytes", json: "numcodecs.json2" }[type], "blosc"]);
    expect((await copied.read()).data).toEqual(objects);
    await copy(zarr, path, { format: "bloscpack", overwrite: true });
    expect((await (await openArray(path)).read()).data).toEqual(objects);
    const again = join(folder, `again-${type}-${format}-${name}`);
    await copy(path, again, { format: "bloscpack" });
    expect((await (await openArray(again)).read()).data).toEqual(objects);
  });

  it("is named by info", async () => {
    const path = join(folder, `named-${name}`);
    await create(path, { format: "bloscpack", dtype: "string", data: texts });
    const report = await info(path);
    expect(report.format).toBe("bloscpack");
    expect(report.title).toMatch(/^Bloscpack of variable-length objects v4/);
  });

  it("refuses to change its length", async () => {
    const path = join(folder, `fixed-${name}`);
    const array = await create(path, { format: "bloscpack", dtype: "string", data: texts });
    const error = await failure(() => array.resize([10]));
    expect(error.code).toBe("unsupported");
  });
});

it("is at no path inside of a file", async () => {
  const inside = { format: "bloscpack", path: "a/b", dtype: "string", shape: [1] } as const;
  expect((await failure(() => create(join(folder, "inside.blp"), inside))).code).toBe("invalid-request");
});

it("holds more dimensions in one file", async () => {
  const path = join(folder, "matrix.blp");
  const data = [
    ["a", "b", "c"],
    ["d", "e", "f"],
  ];
  await create(path, { format: "bloscpack", dtype: "string", shape: [2, 3], data });
  const array = await openArray(path);
  expect(array.shape).toEqual([2, 3]);
  expect((await array.read(":, 1")).data).toEqual(["b", "e"]);
  expect((await array.read("1, ::-1")).data).toEqual(["f", "e", "d"]);
  const error = await failure(() =>
    create(join(folder, "matrix"), { format: "bloscpack", dtype: "string", shape: [2, 3] }),
  );
  expect(error.code).toBe("unsupported");
});

it("cuts a directory into files that are whole files themselves", async () => {
  const path = join(folder, "cut.blpd");
  const array = await create(path, { format: "bloscpack", dtype: "string", shape: [6], chunks: [4], data: texts });
  expect(array).toBeInstanceOf(NdArray);
  expect(readdirSync(path).sort()).toEqual(["0.blp", "1.blp", "index.blp"]);
  const second = await openArray(join(path, "1.blp"));
  expect(second.dtype).toBe("bytes");
  expect((await second.read()).data).toEqual(texts.slice(4).map((text) => new TextEncoder().encode(text)));
  const index = readFileSync(join(path, "index.blp"));
  expect(index.subarray(0, 8).toString("latin1")).toBe("blpk\x04\x06\x01\x01");
  expect(index.readBigInt64LE(16)).toBe(6n);
  expect(JSON.parse(index.subarray(32).toString())).toEqual({
    dtype: "varchar",
    shape: [6],
    superchunk: 4,
    others: [],
  });
  unlinkSync(join(path, "1.blp"));
  const error = await failure(async () => (await openArray(path)).read());
  expect(error.code).toBe("invalid-data");
  expect(error.message).toContain("super-chunk 1 of 2 is missing");
});

it.each(["codec.blp", "codec.blpd"])("compresses as requested: %s", async (name) => {
  const path = join(folder, name);
  const blosc = { name: "blosc", configuration: { cname: "zstd", clevel: 9, shuffle: "noshuffle", typesize: 1 } };
  await create(path, { format: "bloscpack", data: ["x".repeat(5000)], dtype: "string", codecs: [blosc] });
  const file = readFileSync(name.endsWith("d") ? join(path, "0.blp") : path);
  const offset = Number(file.readBigInt64LE(32 + file.readUInt32LE(24)));
  // Bits 5 to 7 of the flags of a Blosc frame are its codec: 4 is Zstandard.
  expect(file[offset + 2]! >> 5).toBe(4);
});

it("replaces a file of fixed elements, and is replaced by one", async () => {
  const path = join(folder, "replaced.blp");
  await create(path, { format: "bloscpack", data: Float64Array.of(1, 2) });
  await create(path, { format: "bloscpack", dtype: "string", data: ["a"], overwrite: true });
  expect((await (await openArray(path)).read()).data).toEqual(["a"]);
  await create(path, { format: "bloscpack", data: Float64Array.of(3), overwrite: true });
  expect((await (await openArray(path)).read()).data).toEqual(Float64Array.of(3));
});
