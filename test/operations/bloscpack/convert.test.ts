/** Bloscpack files to Zarr and back: Blosc frames are moved as they are where chunks end with rows. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { copy, create, openArray, pack } from "../../../src/index.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import type { Store } from "../../../src/stores/store.ts";
import { loneObject } from "../../../src/stores/wrappers/lone-object.ts";
import { failure } from "../../formats/bloscpack/failure.ts";
import { fixtureFile } from "../../formats/bloscpack/fixture-files.ts";
import { same, sampleBytes } from "./sample-bytes.ts";

function fileStore(bytes?: Uint8Array): Store {
  const values = new Map<string, Uint8Array>(bytes === undefined ? [] : [["x.blp", bytes]]);
  return loneObject(memoryStore(values), "x.blp", "x.blp");
}

async function packed(bytes: Uint8Array, chunkSize: number): Promise<Store> {
  const target = memoryTarget();
  await pack(memorySource(bytes), target, { chunkSize, codec: "lz4", typeSize: 1, checksum: "sha1" });
  return fileStore(target.bytes());
}

describe("to Zarr", () => {
  it.each(["zarr3", "zarr2"] as const)(
    "%s: whole chunks are moved, the short last one is encoded anew",
    async (format) => {
      const bytes = sampleBytes(45_000);
      const store = memoryStore();
      const report = await copy(await packed(bytes, 10_000), store, { format });
      expect(report).toMatchObject({ passed: 5, encoded: 0, format });
      const array = await openArray(store);
      expect(array).toMatchObject({ shape: [45_000], chunks: [10_000], dtype: "uint8" });
      const { data } = await array.read(null, { as: "uint8" });
      expect(same(data, bytes)).toBe(true);
    },
  );

  it("keeps the type, shape and order of NumPy arrays", async () => {
    for (const name of ["numpy-le_f4", "numpy-order-F", "numpy-record", "numpy-be_f4", "numpy-0d", "numpy-le_U4"]) {
      const source = await openArray(fileStore(new Uint8Array(readFileSync(fixtureFile(name).path))));
      const store = memoryStore();
      await copy(source, store, { format: "zarr2" });
      const array = await openArray(store);
      expect(array.shape).toEqual(source.shape);
      expect(array.dtype).toEqual(source.dtype);
      expect(await array.read()).toEqual(await source.read());
    }
  });

  it("takes other chunks and codecs", async () => {
    const bytes = sampleBytes(45_000);
    const store = memoryStore();
    const report = await copy(await packed(bytes, 10_000), store, {
      format: "zarr3",
      chunks: [7000],
      codecs: ["gzip"],
    });
    expect(report).toMatchObject({ passed: 0, encoded: 7 });
    expect(same((await (await openArray(store)).read(null, { as: "uint8" })).data, bytes)).toBe(true);
  });

  it("refuses a damaged chunk that would be moved", async () => {
    const target = memoryTarget();
    await pack(memorySource(sampleBytes(45_000)), target, { chunkSize: 10_000, codec: "lz4" });
    const bytes = target.bytes();
    bytes[bytes.byteLength - 15_000]! ^= 1;
    const error = await failure(() => copy(fileStore(bytes), memoryStore(), { format: "zarr3" }));
    expect(error.message).toContain("checksum mismatch");
  });
});

describe("from Zarr", () => {
  it("moves Blosc frames of whole rows, encodes the others", async () => {
    const store = memoryStore();
    const codecs = [
      { name: "blosc", configuration: { cname: "zstd", clevel: 3, shuffle: "bitshuffle", typesize: 4, blocksize: 0 } },
    ];
    const array = await create(store, { shape: [250, 40], dtype: "float32", chunks: [60, 40], codecs });
    const values = Float32Array.from({ length: 10_000 }, (_, i) => Math.sin(i));
    await array.write(null, values);
    const file = fileStore();
    expect(await copy(store, file)).toMatchObject({ passed: 4, encoded: 1, format: "bloscpack" });
    const again = await openArray(file);
    expect(again).toMatchObject({ shape: [250, 40], dtype: "float32" });
    expect((await again.read(null, { as: "float32" })).data).toEqual(values);
    const back = memoryStore();
    expect(await copy(file, back, { format: "zarr3" })).toMatchObject({ passed: 5, encoded: 0 });
    expect(await back.get("c/2/0")).toEqual(await store.get("c/2/0"));
  });

  it("encodes anything else by rows, with names, attributes and fill values kept or written out", async () => {
    const store = memoryStore();
    const array = await create(store, {
      shape: [30, 20, 3],
      dtype: "int16",
      chunks: [7, 8, 2],
      fillValue: -5,
      dims: ["y", "x", "c"],
      attributes: { units: "m" },
    });
    await array.write("3:9, 2:5, :", 7);
    const file = fileStore();
    expect(await copy(store, file, { format: "bloscpack" })).toMatchObject({ passed: 0, encoded: 1 });
    const again = await openArray(file);
    expect(again.dims).toEqual(["y", "x", "c"]);
    expect(again.attributes).toEqual({ units: "m" });
    expect((await again.read()).data).toEqual((await array.read()).data);
  });

  it("takes scalars, and arrays without elements", async () => {
    for (const shape of [[], [0, 4], [3, 0]]) {
      const store = memoryStore();
      const array = await create(store, { shape, dtype: "float64" });
      if (shape.length === 0) await array.write(null, 2.5);
      const file = fileStore();
      await copy(store, file);
      const again = await openArray(file);
      expect(again.shape).toEqual(shape);
      expect((await again.read()).data).toEqual((await array.read()).data);
    }
  });
});

describe("create", () => {
  it("makes a file that reads as zeros until it is written, and keeps what is written to any part", async () => {
    const file = fileStore();
    const array = await create(file, { shape: [20, 10], dtype: "float32", chunks: [5, 10], attributes: { a: 1 } });
    expect((await array.read()).data).toEqual(new Float32Array(200));
    expect((await (await openArray(file)).read("3, 4")).data).toEqual(new Float32Array(1));
    await array.write("2:4, :", 1.5);
    await array.write("19, 3:5", 2.5);
    const again = await openArray(file);
    expect(again.attributes).toEqual({ a: 1 });
    const expected = new Float32Array(200);
    expected.fill(1.5, 20, 40);
    expected.fill(2.5, 193, 195);
    expect((await again.read()).data).toEqual(expected);
  });

  it("changes attributes in their room and beyond it, and keeps all values", async () => {
    const file = fileStore();
    const array = await create(file, { shape: [1000], dtype: "int32", chunks: [100] });
    await array.write(
      null,
      Int32Array.from({ length: 1000 }, (_, i) => i),
    );
    for (const text of ["short", "x".repeat(5000)]) {
      await (await openArray(file)).setAttributes({ text });
      const again = await openArray(file);
      expect(again.attributes).toEqual({ text });
      expect((await again.read("990:")).data).toEqual(Int32Array.from({ length: 10 }, (_, i) => 990 + i));
    }
  });

  it.each([
    [{ dtype: "int32", shape: [3], fillValue: 4 }, "unsupported"],
    [{ dtype: "int32", shape: [3], codecs: ["gzip"] }, "unsupported"],
    [{ dtype: "int32", shape: [3], attributes: { dtype: 1 } }, "unsupported"],
  ])("refuses %o", async (options, code) => {
    const error = await failure(() => create(fileStore(), options as Parameters<typeof create>[1]));
    expect(error.code).toBe(code);
  });
});
