/** Small objects that decode to far more than their chunk is declared to be: decoding stops, chained or not. */
import { describe, expect, it } from "vitest";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { create, memoryStore, openArray } from "../../src/index.ts";
import type { FixedDataType } from "../../src/model/data-types/data-type.ts";
import type { Chunk } from "../../src/model/grid/chunk.ts";
import { contiguous } from "../../src/model/lattice/lattice.ts";
import { caught } from "../bytes/caught.ts";
import { decode, named, type PlainSpec, specs, typeOf } from "./samples.ts";

const COMPRESSORS = [
  { name: "gzip", configuration: { level: 5 } },
  { name: "numcodecs.zlib", configuration: { level: 1 } },
  { name: "zstd", configuration: { level: 1, checksum: false } },
  { name: "numcodecs.lz4", configuration: { acceleration: 1 } },
  { name: "lz4-block" },
  { name: "lz4f" },
  { name: "snappy" },
  { name: "numcodecs.bz2", configuration: { level: 1 } },
  { name: "numcodecs.lzma" },
  { name: "brotli" },
  { name: "blosc", configuration: { cname: "lz4", clevel: 5, shuffle: "noshuffle", typesize: 1, blocksize: 0 } },
];
const NAMES = COMPRESSORS.map((spec) => [spec.name, spec] as const);
const BYTES = { name: "bytes" };
const LITTLE = { name: "bytes", configuration: { endian: "little" } };
const uint8: FixedDataType = { kind: "integer", name: "uint8", bits: 8, signed: false, itemSize: 1 };

/** So many bytes, encoded by these codecs. */
async function encoded(bytes: Uint8Array, ...codecs: PlainSpec[]): Promise<Uint8Array> {
  const shape = [bytes.byteLength];
  const pipeline = await bindPipeline(specs(BYTES, ...codecs), typeOf(uint8, shape));
  const chunk: Chunk = { dataType: uint8, shape, layout: contiguous(shape), bytes };
  return pipeline.encode(chunk)!;
}

/** Bytes that no compressor makes shorter. */
const noise = (length: number): Uint8Array => {
  let state = 1;
  return Uint8Array.from({ length }, () => (state = (state * 48271) % 0x7fffffff) & 255);
};

describe("chained compressors", () => {
  const ZEROS = new Uint8Array(2 * 1024 * 1024);

  it.each(NAMES)("stop where the outer one, %s, gives more than the inner one can have made", async (_, outer) => {
    const bomb = await encoded(ZEROS, outer);
    const pipeline = await bindPipeline(specs(BYTES, { name: "zstd" }, outer), typeOf(uint8, [1000]));
    const error = caught(() => decode(pipeline, bomb));
    expect(error).toMatchObject({ code: "invalid-data", what: expect.stringMatching(/\b67536\b/) });
    expect(error.place.codec).toBe(outer.name);
  });

  it.each(NAMES)("of two with %s inside give back what cannot be compressed, however short", async (_, inner) => {
    for (const outer of COMPRESSORS) {
      for (const length of [1, 3000]) {
        const bytes = noise(length);
        const pipeline = await bindPipeline(specs(BYTES, inner, outer), typeOf(uint8, [length]));
        expect(decode(pipeline, await encoded(bytes, inner, outer))?.bytes).toEqual(bytes);
      }
    }
  });

  it("take base64 inside, and a shard of inner chunks of one element", async () => {
    const bytes = noise(5000);
    const gzip = COMPRESSORS[0]!;
    const base64 = { name: "numcodecs.base64" };
    const text = await bindPipeline(specs(BYTES, base64, gzip), typeOf(uint8, [5000]));
    expect(decode(text, await encoded(bytes, base64, gzip))?.bytes).toEqual(bytes);
    const configuration = { chunk_shape: [1], codecs: [BYTES, { name: "numcodecs.lzma" }], index_codecs: [LITTLE] };
    const shards = specs({ name: "sharding_indexed", configuration }, gzip);
    const shard = await bindPipeline(shards, typeOf(uint8, [5000]));
    const chunk: Chunk = { dataType: uint8, shape: [5000], layout: contiguous([5000]), bytes };
    expect(decode(shard, shard.encode(chunk)!)?.bytes).toEqual(bytes);
  });
});

describe("variable-length items", () => {
  const MIB = 1024 * 1024;
  const strings = named("string");

  it.each(NAMES)("stop where %s gives far more than so few of them need", async (_, compressor) => {
    const bomb = await encoded(new Uint8Array(17 * MIB), compressor);
    const pipeline = await bindPipeline(specs({ name: "vlen-utf8" }, compressor), typeOf(strings, [10]));
    // Formats that compress zeros less have a larger object, which may hold more.
    const limit = Math.max(16 * MIB + 10 * 1024, 32 * bomb.byteLength);
    const expected = limit > 17 * MIB ? /elements are stored|follow/ : new RegExp(`\\b${limit}\\b`);
    expect(caught(() => decode(pipeline, bomb))).toMatchObject({
      code: "invalid-data",
      what: expect.stringMatching(expected),
    });
  });

  it("that compress better are read with a larger limit, which the error names", async () => {
    const gzip = COMPRESSORS[0]!;
    const store = memoryStore();
    const value = "x".repeat(6 * MIB);
    const array = await create(store, { shape: [3], dtype: "string", codecs: ["vlen-utf8", gzip] });
    await array.write(undefined, [value, value, value]);
    const error = await (await openArray(store)).read().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "invalid-data", hint: expect.stringContaining("maxChunkBytes") });
    const { data } = await (await openArray(store, { maxChunkBytes: 20 * MIB })).read();
    expect(Array.from(data as string[], (text) => text === value)).toEqual([true, true, true]);
  });

  it("that are long because much is stored are read", async () => {
    const gzip = COMPRESSORS[0]!;
    const pipeline = await bindPipeline(specs({ name: "vlen-bytes" }, gzip), typeOf(named("bytes"), [3]));
    const items = [8, 6, 7].map((length) => noise(length * MIB));
    const chunk: Chunk = {
      dataType: { kind: "bytes", name: "bytes", itemSize: undefined },
      shape: [3],
      layout: contiguous([3]),
      items,
    };
    const found = decode(pipeline, pipeline.encode(chunk)!)?.items;
    expect(found?.map((item, i) => Buffer.compare(item as Uint8Array, items[i]!))).toEqual([0, 0, 0]);
  });
});
