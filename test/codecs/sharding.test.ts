/** Shards: what they read, what they keep, what they refuse; and random ones against a plain block of memory. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChunkType, ObjectMemo, Pipeline } from "../../src/codecs/codec.ts";
import { driveAsync, driveMemory } from "../../src/codecs/pipeline/drive.ts";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { type Chunk, filledChunk } from "../../src/model/grid/chunk.ts";
import { copyChunk, selectChunk } from "../../src/model/lattice/copy.ts";
import { type AxisSelection, selectionShape, wholeSelection } from "../../src/model/selection/axis-selection.ts";
import { caught } from "../bytes/caught.ts";
import { vectorsOf } from "../contracts/codec-contract.ts";
import { countingSource } from "./counting-source.ts";
import {
  anySelection,
  decode,
  elementsOf,
  named,
  numbers,
  type PlainSpec,
  sampleChunk,
  specs,
  typeOf,
} from "./samples.ts";

const LITTLE: PlainSpec = { name: "bytes", configuration: { endian: "little" } };
const CRC32C: PlainSpec = { name: "crc32c" };
const MISSING = 2n ** 64n - 1n;

function shardOf(chunkShape: readonly number[], codecs: readonly PlainSpec[], more: object = {}): PlainSpec {
  const configuration = { chunk_shape: chunkShape, codecs, index_codecs: [LITTLE, CRC32C], ...more };
  return { name: "sharding_indexed", configuration };
}

const bind = (type: ChunkType, ...codecs: readonly PlainSpec[]): Promise<Pipeline> =>
  bindPipeline(specs(...codecs), type);

function memoMap(): ObjectMemo & { readonly names: () => string[] } {
  const values = new Map<string, Uint8Array>();
  return {
    get: (name) => values.get(name),
    set: (name, value) => void values.set(name, value),
    names: () => [...values.keys()].sort(),
  };
}

const range = (start: number, count: number, step = 1): AxisSelection => ({ kind: "range", start, step, count });

describe("reads of a shard", () => {
  const type = typeOf(named("uint16"), [8, 8]);
  const chunk = sampleChunk(type, 4);

  async function read(
    pipeline: Pipeline,
    object: Uint8Array | undefined,
    selection: AxisSelection[],
    memo?: ObjectMemo,
  ) {
    const source = countingSource(object);
    const target = filledChunk(type.dataType, selectionShape(selection), type.fillValue);
    const found = await driveAsync(pipeline.decode(selection, target, memo), source);
    if (found) expect(elementsOf(target)).toEqual(elementsOf(selectChunk(chunk, selection)));
    return { found, reads: source.takeReads() };
  }

  test("all of it is one read", async () => {
    const pipeline = await bind(type, shardOf([2, 2], [LITTLE]));
    const object = pipeline.encode(chunk)!;
    expect(await read(pipeline, object, wholeSelection([8, 8]))).toEqual({ found: true, reads: ["whole"] });
  });

  test("seven inner chunks in eight are read with the eighth, six are not", async () => {
    const row = typeOf(named("uint8"), [16]);
    const pipeline = await bind(row, shardOf([2], [LITTLE]));
    const source = countingSource(pipeline.encode(filledChunk(row.dataType, [16], Uint8Array.of(1))));
    for (const [count, reads] of [
      [14, ["whole"]],
      [12, ["bytes=-132", "bytes=0-11"]],
    ] as const) {
      await driveAsync(pipeline.decode([range(0, count)], filledChunk(row.dataType, [count], row.fillValue)), source);
      expect(source.takeReads()).toEqual(reads);
    }
  });

  test("one element is the index and one inner chunk; with the index remembered, the chunk alone", async () => {
    const pipeline = await bind(type, shardOf([2, 2], [LITTLE, CRC32C]));
    const object = pipeline.encode(chunk)!;
    const memo = memoMap();
    const point = [range(5, 1), range(3, 1)];
    // 12 bytes an inner chunk, the tenth of them; 16 entries of 16 bytes and a checksum.
    expect((await read(pipeline, object, point, memo)).reads).toEqual(["bytes=-260", "bytes=108-119"]);
    expect(memo.names()).toEqual(["index"]);
    expect((await read(pipeline, object, point, memo)).reads).toEqual(["bytes=108-119"]);
    expect((await read(pipeline, object, wholeSelection([8, 8]), memo)).reads).toEqual(["bytes=0-191"]);
  });

  test("an index at the start is read from there", async () => {
    const pipeline = await bind(type, shardOf([2, 2], [LITTLE, CRC32C], { index_location: "start" }));
    const object = pipeline.encode(chunk)!;
    const { reads } = await read(pipeline, object, [range(5, 1), range(3, 1)]);
    expect(reads).toEqual(["bytes=0-259", `bytes=${260 + 108}-${260 + 119}`]);
  });

  test("inner chunks that touch are read as one, others at once", async () => {
    const pipeline = await bind(type, shardOf([2, 2], [LITTLE, CRC32C]));
    const object = pipeline.encode(chunk)!;
    expect((await read(pipeline, object, [range(0, 1), range(0, 8)])).reads).toEqual(["bytes=-260", "bytes=0-47"]);
    const two = await read(pipeline, object, [range(0, 2, 7), range(0, 1)]);
    expect(two.reads).toEqual(["bytes=-260", "bytes=0-11", "bytes=144-155"]);
  });

  test("an inner chunk that is stored as it is is read in part", async () => {
    const pipeline = await bind(type, shardOf([4, 4], [LITTLE]));
    const object = pipeline.encode(chunk)!;
    const { reads } = await read(pipeline, object, [range(5, 1), range(3, 1)]);
    expect(reads).toEqual(["bytes=-68", `bytes=${64 + 14}-${64 + 15}`]);
  });

  test("a shard in a shard batches its reads level by level", async () => {
    const pipeline = await bind(type, shardOf([4, 4], [shardOf([2, 2], [LITTLE, CRC32C])]));
    const object = pipeline.encode(chunk)!;
    const memo = memoMap();
    // One element of each of three inner shards: the index, three indices, three chunks.
    const selection: AxisSelection[] = [range(0, 2, 7), { kind: "list", indices: [0, 7, 0] }];
    const rounds: number[] = [];
    const target = filledChunk(type.dataType, [2, 3], type.fillValue);
    const reads = pipeline.decode([range(0, 1), range(0, 2, 7)], selectChunk(target, [range(0, 1), range(0, 2)]), memo);
    let step = reads.next();
    while (step.done !== true) {
      rounds.push(step.value.length);
      step = reads.next(step.value.map((wanted) => driveMemory(one(wanted), object)));
    }
    expect(rounds).toEqual([1, 2, 2]);
    expect(memo.names()).toEqual(["0.0/index", "0.1/index", "index"]);
    expect((await read(pipeline, object, [range(0, 1), range(0, 2, 7)], memo)).reads).toHaveLength(2);
    expect((await read(pipeline, object, selection)).found).toBe(true);
    expect((await read(pipeline, object, wholeSelection([8, 8]))).reads).toEqual(["whole"]);
    expect(pipeline.readShape).toEqual([2, 2]);
  });

  test("what holds only the fill value needs no read but the index", async () => {
    const pipeline = await bind(type, shardOf([2, 2], [LITTLE, CRC32C]));
    const sparse = filledChunk(type.dataType, [8, 8], type.fillValue);
    sparse.bytes![0] = 1;
    const source = countingSource(pipeline.encode(sparse));
    const target = sampleChunk(typeOf(type.dataType, [2, 2]), 1);
    expect(await driveAsync(pipeline.decode([range(4, 2), range(4, 2)], target), source)).toBe(true);
    expect(source.takeReads()).toEqual(["bytes=-260"]);
    expect(target.bytes!.every((byte) => byte === 0)).toBe(true);
  });

  test("an absent shard is one read", async () => {
    const pipeline = await bind(type, shardOf([2, 2], [LITTLE]));
    expect(await read(pipeline, undefined, [range(0, 1), range(0, 1)])).toEqual({
      found: false,
      reads: ["bytes=-260"],
    });
    expect(await read(pipeline, undefined, wholeSelection([8, 8]))).toEqual({ found: false, reads: ["whole"] });
  });
});

function* one<T>(wanted: T): Generator<readonly [T], Uint8Array | undefined, readonly (Uint8Array | undefined)[]> {
  const [answer] = yield [wanted];
  return answer;
}

describe("what a shard says of itself", () => {
  test("the smallest readable block passes through transposes and ends at compressors", async () => {
    const type = typeOf(named("int8"), [4, 6, 8]);
    const transposed = await bind(
      type,
      { name: "transpose", configuration: { order: [2, 0, 1] } },
      shardOf([4, 1, 3], [LITTLE]),
    );
    expect(transposed.readShape).toEqual([1, 3, 4]);
    const compressed = await bind(type, shardOf([1, 2, 4], [LITTLE]), { name: "gzip" });
    expect(compressed.readShape).toEqual([4, 6, 8]);
  });

  test("index codecs are taken to be little-endian with a checksum where none are given", async () => {
    const type = typeOf(named("int8"), [4]);
    const silent = await bind(type, {
      name: "sharding_indexed",
      configuration: { chunk_shape: [2], codecs: [LITTLE] },
    });
    const chunk = sampleChunk(type, 1);
    expect(silent.encode(chunk)).toEqual((await bind(type, shardOf([2], [LITTLE]))).encode(chunk));
  });

  test("short-hand names of inner codecs are read", async () => {
    const type = typeOf(named("int8"), [4]);
    const short = { chunk_shape: [2], codecs: ["bytes"], index_codecs: [LITTLE, "crc32c"] };
    const chunk = sampleChunk(type, 1);
    const pipeline = await bind(type, { name: "sharding_indexed", configuration: short });
    expect(elementsOf(decode(pipeline, pipeline.encode(chunk))!)).toEqual(elementsOf(chunk));
  });

  test("errors in inner codecs name their place", async () => {
    const bad = shardOf([2], [LITTLE, { name: "gzip", configuration: { level: 99 } }]);
    const error = await bind(typeOf(named("int8"), [4]), bad).catch((reason) => reason);
    expect(error.place.field).toBe("codecs[0].configuration.codecs[1].configuration.level");
  });
});

describe("rewriting part of a shard", () => {
  const type = typeOf(named("int32"), [6, 8]);

  test("keeps the bytes of inner chunks it does not touch, whoever wrote them", async () => {
    const vector = vectorsOf("sharding_indexed").find(({ name }) => name === "compressed")!;
    const pipeline = await bindPipeline(specs(...vector.codecs), type);
    const old = new Uint8Array(Buffer.from(vector.encoded!, "base64"));
    const change = sampleChunk(typeOf(type.dataType, [1, 1]), 8);
    const updated = pipeline.update(old, [range(3, 1), range(5, 1)], change)!;
    const [before, after] = [old, updated].map((object) => innerChunks(object, 6));
    expect(after).toHaveLength(6);
    // Row 3, column 5 lie in the fourth inner chunk of [2, 4].
    before!.forEach((bytes, number) => {
      if (number === 3) expect(after![number]).not.toEqual(bytes);
      else expect(after![number]).toEqual(bytes);
    });
  });

  test("drops inner chunks, and the whole shard, once they hold nothing but the fill value", async () => {
    const pipeline = await bind(type, shardOf([3, 4], [LITTLE]));
    const full = pipeline.encode(sampleChunk(type, 2))!;
    const zeros = filledChunk(type.dataType, [3, 4], type.fillValue);
    let object: Uint8Array | undefined = full;
    for (const [index, [row, column]] of [
      [0, 0],
      [3, 4],
      [0, 4],
      [3, 0],
    ].entries()) {
      object = pipeline.update(object, [range(row!, 3), range(column!, 4)], zeros);
      expect(object?.byteLength).toBe(index === 3 ? undefined : full.byteLength - 48 * (index + 1));
    }
    expect(
      pipeline.update(undefined, [range(0, 1), range(0, 1)], selectChunk(zeros, [range(0, 1), range(0, 1)])),
    ).toBeUndefined();
    expect(pipeline.encode(filledChunk(type.dataType, [6, 8], type.fillValue))).toBeUndefined();
  });

  test("refuses to carry over what the index misplaces", async () => {
    const pipeline = await bind(type, shardOf([3, 4], [LITTLE], { index_codecs: [LITTLE] }));
    const object = pipeline.encode(sampleChunk(type, 2))!;
    new DataView(object.buffer).setBigUint64(object.byteLength - 16, 9999n, true);
    const change = sampleChunk(typeOf(type.dataType, [1, 1]), 8);
    expect(caught(() => pipeline.update(object, [range(0, 1), range(0, 1)], change)).code).toBe("invalid-data");
  });
});

/** The encoded inner chunks of a shard with its index at the end, little-endian and with a checksum. */
function innerChunks(object: Uint8Array, count: number): Uint8Array[] {
  const view = new DataView(object.buffer, object.byteOffset + object.byteLength - 16 * count - 4);
  return Array.from({ length: count }, (_, number) => {
    const offset = Number(view.getBigUint64(number * 16, true));
    return object.slice(offset, offset + Number(view.getBigUint64(number * 16 + 8, true)));
  });
}

describe("a broken shard", () => {
  const type = typeOf(named("uint8"), [4]);
  const chunk = sampleChunk(type, 6);
  /** Chunks of 2 bytes at 0 and 2; index entries at 4 and 20, without checksum. */
  const unchecked = (codecs: readonly PlainSpec[] = [LITTLE]) =>
    bind(type, shardOf([2], codecs, { index_codecs: [LITTLE] }));

  const places: readonly (readonly [string, bigint, bigint])[] = [
    ["beyond the end", 36n, 2n],
    ["partly beyond the end", 35n, 2n],
    ["inside the index", 4n, 2n],
    ["reaching into the index", 3n, 2n],
    ["beyond 2^53", 2n ** 53n, 2n],
    ["wrapping around 2^64", MISSING - 1n, 2n],
    ["an offset without a length", 0n, MISSING],
    ["a length without an offset", MISSING, 2n],
    ["of no length", 0n, 0n],
    ["longer than the codecs make it", 0n, 3n],
  ];
  for (const [what, offset, length] of places) {
    test(`is refused whole and in part: a chunk ${what}`, async () => {
      const pipeline = await unchecked();
      const object = pipeline.encode(chunk)!;
      const view = new DataView(object.buffer);
      view.setBigUint64(4, offset, true);
      view.setBigUint64(12, length, true);
      const error = caught(() => decode(pipeline, object));
      expect(error.code).toBe("invalid-data");
      expect(error.place).toMatchObject({ codec: "sharding_indexed", direction: "decode" });
      // A part is read without knowing where the shard ends, so a chunk inside the index cannot be told.
      if (what.includes("the index")) return;
      expect(caught(() => decode(pipeline, object, [range(1, 1)])).code).toBe("invalid-data");
    });
  }

  test("with its index at the start is refused if a chunk overlaps it", async () => {
    const pipeline = await bind(type, shardOf([2], [LITTLE], { index_codecs: [LITTLE], index_location: "start" }));
    const object = pipeline.encode(chunk)!;
    new DataView(object.buffer).setBigUint64(0, 31n, true);
    for (const selection of [[range(0, 4)], [range(1, 1)]]) {
      expect(caught(() => decode(pipeline, object, selection)).message).toMatch(/inner chunk 0 at 31 with 2 bytes/);
    }
  });

  test("with compressed chunks has no fixed lengths, and is refused all the same", async () => {
    const pipeline = await unchecked([LITTLE, { name: "zlib" }]);
    const object = pipeline.encode(chunk)!;
    const index = object.byteLength - 32;
    for (const [offset, length] of [
      [0n, 0n],
      [0n, 5n],
      [0n, BigInt(index + 1)],
      [2n ** 40n, 8n],
      [0n, 2n ** 52n],
    ] as const) {
      const broken = object.slice();
      new DataView(broken.buffer).setBigUint64(index, offset, true);
      new DataView(broken.buffer).setBigUint64(index + 8, length, true);
      for (const selection of [[range(0, 4)], [range(1, 1)]]) {
        const error = caught(() => decode(pipeline, broken, selection));
        expect(error.code).toBe("invalid-data");
      }
    }
  });

  test("says which inner chunk and which codec it was", async () => {
    const pipeline = await bind(type, shardOf([2], [LITTLE, CRC32C]));
    const object = pipeline.encode(chunk)!;
    object[7]! ^= 1;
    const error = caught(() => decode(pipeline, object));
    expect(error.message).toMatch(/inner chunk 1: checksum mismatch.*decoding crc32c/);
  });

  test("with a damaged index is refused by its checksum", async () => {
    const pipeline = await bind(type, shardOf([2], [LITTLE]));
    const object = pipeline.encode(chunk)!;
    object[object.byteLength - 5]! ^= 1;
    for (const selection of [[range(0, 4)], [range(0, 1)]]) {
      expect(caught(() => decode(pipeline, object, selection)).message).toMatch(/checksum mismatch/);
    }
  });

  test("of no bytes is no shard at all", async () => {
    const pipeline = await bind(type, shardOf([2], [LITTLE]));
    for (const selection of [[range(0, 4)], [range(0, 1)]]) {
      const error = caught(() => decode(pipeline, new Uint8Array(0), selection));
      expect(error.what).toBe("the shard ends after 0 bytes, but its index alone takes 36");
    }
  });

  test("that vanishes or shrinks between two reads is refused", async () => {
    const pipeline = await bind(type, shardOf([2], [LITTLE]));
    const object = pipeline.encode(chunk)!;
    for (const [answer, what] of [
      [undefined, /removed/],
      [new Uint8Array(1), /ends at byte 1/],
    ] as const) {
      const reads = pipeline.decode([range(0, 1)], filledChunk(type.dataType, [1], type.fillValue));
      reads.next();
      expect(caught(() => reads.next([object.subarray(-36)]) && reads.next([answer])).message).toMatch(what);
    }
  });
});

describe("random shards behave as the elements they hold", () => {
  interface Case {
    readonly type: ChunkType;
    readonly codecs: readonly PlainSpec[];
    readonly seed: number;
  }

  const anyOrder = (rank: number) =>
    fc.shuffledSubarray(
      Array.from({ length: rank }, (_, axis) => axis),
      { minLength: rank, maxLength: rank },
    );

  /** [inner, count] along each axis, perhaps cut once more; transposed or not inside and outside; compressed or not. */
  const anyCase: fc.Arbitrary<Case> = fc
    .record({
      axes: fc.array(
        fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })),
        {
          minLength: 0,
          maxLength: 3,
        },
      ),
      type: fc.constantFrom("uint8", "int16", "float64", "complex64", "S3", "string"),
      nested: fc.boolean(),
      location: fc.constantFrom("start", "end"),
      inner: fc.constantFrom<readonly PlainSpec[]>([], [CRC32C], [{ name: "zstd" }], [{ name: "gzip" }, CRC32C]),
      outside: fc.constantFrom<readonly PlainSpec[]>([], [], [CRC32C], [{ name: "zlib" }]),
      seed: fc.nat(1000),
    })
    .chain((record) =>
      fc.tuple(fc.constant(record), fc.option(anyOrder(record.axes.length)), fc.option(anyOrder(record.axes.length))),
    )
    .map(([{ axes, type, nested, location, inner, outside, seed }, before, within]) => {
      const dataType = named(type);
      const serializer =
        dataType.kind === "string" ? { name: "vlen-utf8" } : { name: "bytes", configuration: { endian: "big" } };
      const transpose = (order: readonly number[] | null): PlainSpec[] =>
        order === null ? [] : [{ name: "transpose", configuration: { order } }];
      const smallest = axes.map(([length]) => length);
      const middle = axes.map(([length, , more]) => length * more);
      const stored = axes.map(([length, count, more]) => length * count * more);
      const order = before ?? axes.map((_, axis) => axis);
      const shape = axes.map((_, axis) => stored[order.indexOf(axis)]!);
      const leaf = [...transpose(nested ? null : within), serializer, ...inner];
      const mid = nested ? [...transpose(within), shardOf(permuted(smallest, within), leaf)] : leaf;
      const outer = shardOf(nested ? middle : smallest, mid, { index_location: location });
      return { type: typeOf(dataType, shape), codecs: [...transpose(before), outer, ...outside], seed };
    });

  function permuted(shape: readonly number[], order: readonly number[] | null): readonly number[] {
    return order === null ? shape : order.map((axis) => shape[axis]!);
  }

  test("read in part and rewritten in part, they agree with a naive model", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyCase.chain((one) =>
          fc.tuple(fc.constant(one), fc.array(anySelection(one.type.shape), { minLength: 3, maxLength: 5 })),
        ),
        async ([{ type, codecs, seed }, selections]) => {
          const pipeline = await bind(type, ...codecs);
          const model = filledChunk(type.dataType, type.shape, type.fillValue);
          const next = numbers(seed);
          let object: Uint8Array | undefined;
          for (const selection of selections) {
            const change: Chunk =
              next() % 4 === 0
                ? filledChunk(type.dataType, selectionShape(selection), type.fillValue)
                : sampleChunk(typeOf(type.dataType, selectionShape(selection)), next(), "gaps");
            object = pipeline.update(object, selection, change);
            copyChunk(change, selectChunk(model, selection));
            const memo = memoMap();
            for (const part of [selections[next() % selections.length]!, selection, wholeSelection(type.shape)]) {
              const target = filledChunk(type.dataType, selectionShape(part), type.fillValue);
              await driveAsync(pipeline.decode(part, target, memo), countingSource(object));
              expect(elementsOf(target)).toEqual(elementsOf(selectChunk(model, part)));
            }
          }
          expect(object === undefined).toBe(pipeline.encode(model) === undefined);
        },
      ),
      { numRuns: 60 },
    );
  });
});
