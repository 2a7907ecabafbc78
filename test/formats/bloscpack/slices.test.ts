/** Any slice of any file is that slice of the whole; and what it costs to read one. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printOffsets } from "../../../src/bytes/blosc/chunk-table.ts";
import { parseHeader, printHeader } from "../../../src/bytes/blosc/file-header.ts";
import { BLOSC_COMPRESSORS } from "../../../src/bytes/blosc/options.ts";
import { CHECKSUM_NAMES } from "../../../src/bytes/checksum/named-checksum.ts";
import { fromPlain } from "../../../src/bytes/json/make.ts";
import { type ByteRange, resolveRange } from "../../../src/bytes/source/byte-range.ts";
import { memorySource } from "../../../src/bytes/source/byte-source.ts";
import { memoryTarget } from "../../../src/bytes/source/byte-target.ts";
import { printMetadata } from "../../../src/formats/bloscpack/metadata-section.ts";
import { openArray, type PackOptions, pack, unpack } from "../../../src/index.ts";
import { memoryStore } from "../../../src/stores/memory.ts";
import type { Store } from "../../../src/stores/store.ts";
import { loneObject } from "../../../src/stores/wrappers/lone-object.ts";
import { oldFrames, sha256 } from "../../codecs/blosc-fixtures.ts";
import { noise, same, sampleBytes } from "../../operations/bloscpack/sample-bytes.ts";
import { hasTinyLimits } from "../../usual-limits.ts";

async function packed(bytes: Uint8Array, options: PackOptions): Promise<Uint8Array> {
  const target = memoryTarget();
  await pack(memorySource(bytes), target, options);
  return target.bytes();
}

function fileStore(bytes: Uint8Array): Store {
  return loneObject(memoryStore(new Map([["x.blp", bytes]])), "x.blp", "x.blp");
}

describe("slices", () => {
  it("of bytes, whatever the file is made of", async () => {
    const choice = fc.record({
      chunkSize: fc.integer({ min: 1000, max: 200_000 }),
      codec: fc.constantFrom(...BLOSC_COMPRESSORS),
      checksum: fc.constantFrom(...CHECKSUM_NAMES),
      typeSize: fc.constantFrom(1, 2, 3, 4, 8, 17),
      level: fc.integer({ min: 0, max: 9 }),
      shuffle: fc.boolean(),
      offsets: fc.boolean(),
    });
    const mixed = new Uint8Array(Buffer.concat([sampleBytes(200_000), noise(70_000), new Uint8Array(90_001)]));
    await fc.assert(
      fc.asyncProperty(
        choice,
        fc.array(fc.tuple(fc.nat(360_000), fc.nat(70_000), fc.integer({ min: 1, max: 900 })), {
          minLength: 1,
          maxLength: 5,
        }),
        async (options, cuts) => {
          const array = await openArray(fileStore(await packed(mixed, options)));
          for (const [start, length, step] of cuts) {
            const end = Math.min(start + length + 1, mixed.byteLength);
            const { data } = await array.read(`${start}:${end}:${step}`, { as: "uint8" });
            const expected = mixed.subarray(start, end).filter((_, i) => i % step === 0);
            expect(same(data, expected)).toBe(true);
          }
        },
      ),
      { numRuns: 15 },
    );
  });

  it("of files of the summer when Blosc had zstd 0.7", async () => {
    const { bytes: frame, length, typesize, sha256: digest } = oldFrames.find(({ name }) => /zstd-0\.7/.test(name))!;
    const layout = { chunkSize: length, typeSize: typesize, codec: "zstd", checksum: "None", offsets: false } as const;
    const header = (await packed(new Uint8Array(2 * length), layout)).subarray(0, 32);
    const file = new Uint8Array(Buffer.concat([header, frame, frame]));
    const target = memoryTarget();
    await unpack(memorySource(file), target);
    const whole = target.bytes();
    expect([sha256(whole.subarray(0, length)), sha256(whole.subarray(length))]).toEqual([digest, digest]);
    const array = await openArray(fileStore(file));
    for (const [start, end] of [
      [0, 9],
      [length - 50, length + 70_000],
      [2 * length - 3, 2 * length],
    ] as const) {
      const { data } = await array.read(`${start}:${end}`, { as: "uint8" });
      expect(same(data, whole.subarray(start, end))).toBe(true);
    }
  });

  it("of arrays whose chunks end anywhere, in both orders", async () => {
    const shape = [23, 17, 11];
    const values = Int16Array.from({ length: 23 * 17 * 11 }, (_, i) => (i * 31) % 30_011);
    for (const order of ["C", "F"] as const) {
      const file = await numpyFile(new Uint8Array(values.buffer), shape, order, 2 * 101);
      const array = await openArray(fileStore(file));
      const whole = await array.read(null, { as: "int16" });
      const at = (i: number, j: number, k: number): number =>
        order === "C" ? (i * 17 + j) * 11 + k : i + 23 * (j + 17 * k);
      for (const [i, j, k] of [
        [0, 0, 0],
        [22, 16, 10],
        [5, 3, 7],
        [11, 16, 0],
      ] as const) {
        expect(whole.data[(i * 17 + j) * 11 + k]).toBe(values[at(i, j, k)]);
        expect((await array.read([i, j, k], { as: "int16" })).data[0]).toBe(values[at(i, j, k)]);
      }
      const part = await array.read("3:20:4, ::-3, 2:9:2", { as: "int16" });
      expect(part.shape).toEqual([5, 6, 4]);
      expect(part.data[part.data.length - 1]).toBe(values[at(19, 1, 8)]);
    }
  });
});

/** As bloscpack would write it. */
async function numpyFile(
  bytes: Uint8Array,
  shape: readonly number[],
  order: string,
  chunkSize: number,
): Promise<Uint8Array> {
  const file = await packed(bytes, { chunkSize, typeSize: 2 });
  const section = await printMetadata(fromPlain({ dtype: "'<i2'", shape, order, container: "numpy" }));
  const header = parseHeader(file);
  const { chunkCount = 0, spareChunks } = header;
  const view = new DataView(file.buffer);
  const offsets = Array.from(
    { length: chunkCount },
    (_, i) => Number(view.getBigInt64(32 + 8 * i, true)) + section.byteLength,
  );
  const parts = [printHeader({ ...header, metadata: true }), section, printOffsets(offsets, spareChunks)];
  return new Uint8Array(Buffer.concat([...parts, file.subarray(32 + 8 * (chunkCount + spareChunks))]));
}

describe("what a slice costs", () => {
  /** A file of 1 GiB that exists only as far as it is read: one chunk, over and over. */
  async function gigabyte(
    codec: PackOptions["codec"],
  ): Promise<{ store: Store; ranges: ByteRange[]; bytes: () => number; chunk: Uint8Array }> {
    const chunk = new Uint8Array(Buffer.concat([sampleBytes(700_000), noise(348_576)]));
    const small = await packed(chunk, { codec, typeSize: 4 });
    const header = parseHeader(small);
    const frame = small.subarray(32 + 8 * 11);
    const count = 1024;
    const dataStart = 32 + 8 * 11 * count;
    const offsets = Array.from({ length: count }, (_, i) => dataStart + i * frame.byteLength);
    const head = new Uint8Array(
      Buffer.concat([
        printHeader({ ...header, chunkCount: count, spareChunks: 10 * count }),
        printOffsets(offsets, 10 * count),
      ]),
    );
    const size = dataStart + count * frame.byteLength;
    const ranges: ByteRange[] = [];
    let read = 0;
    const get: Store["get"] = async (key, options) => {
      if (key !== "x.blp") return undefined;
      const { start, end } = resolveRange(options?.range, size);
      ranges.push(options?.range ?? { offset: 0 });
      // As a server with entity tags does. Where a store tells no versions, parts are read twice.
      if (options?.version !== undefined) options.version.validator = '"one"';
      read += end - start;
      return Uint8Array.from({ length: end - start }, (_unused, i) => {
        const at = start + i;
        return at < dataStart ? head[at]! : frame[(at - dataStart) % frame.byteLength]!;
      });
    };
    const store: Store = { location: "memory", object: "x.blp", get };
    return { store, ranges, bytes: () => read, chunk };
  }

  it.skipIf(hasTinyLimits).each(["lz4", "zstd", "blosclz"] as const)(
    "%s: 1000 elements of 1 GiB are at most 3 ranges and 2 MiB, opening included",
    async (codec) => {
      for (const start of [0, 777 * 1_048_576 + 300_000, 2 ** 30 - 1000, 500 * 1_048_576 - 500]) {
        const { store, ranges, bytes, chunk } = await gigabyte(codec);
        const array = await openArray(store);
        const { data } = await array.read(`${start}:${start + 1000}`, { as: "uint8" });
        const expected = Uint8Array.from({ length: 1000 }, (_, i) => chunk[(start + i) % 1_048_576]!);
        expect(same(data, expected)).toBe(true);
        expect(ranges.length).toBeLessThanOrEqual(3);
        expect(bytes()).toBeLessThanOrEqual(2 * 1024 * 1024);
      }
    },
  );
});
