import { afterAll, describe, expect, test } from "vitest";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import type { ArrayToArrayCodec, BytesToBytesCodec, ObjectMemo, Pipeline } from "../../src/codecs/codec.ts";
import { driveAsync, driveMemory } from "../../src/codecs/pipeline/drive.ts";
import { bindPipeline } from "../../src/codecs/pipeline/pipeline.ts";
import { registerCodec } from "../../src/codecs/registry.ts";
import { isFixedSize } from "../../src/model/data-types/data-type.ts";
import { type Chunk, type FixedChunk, filledChunk } from "../../src/model/grid/chunk.ts";
import { chunkOf, copyChunk, selectChunk } from "../../src/model/lattice/copy.ts";
import { contiguous } from "../../src/model/lattice/lattice.ts";
import { type AxisSelection, wholeSelection } from "../../src/model/selection/axis-selection.ts";
import { caught } from "../bytes/caught.ts";
import { countingSource } from "./counting-source.ts";
import { decode, elementsOf, named, type PlainSpec, sampleChunk, specs, typeOf } from "./samples.ts";

const LITTLE: PlainSpec = { name: "bytes", configuration: { endian: "little" } };
const BIG: PlainSpec = { name: "bytes", configuration: { endian: "big" } };
const transpose = (...order: number[]): PlainSpec => ({ name: "transpose", configuration: { order } });
const range = (start: number, count: number, step = 1): AxisSelection => ({ kind: "range", start, step, count });

const bind = (type: Parameters<typeof bindPipeline>[1], ...codecs: PlainSpec[]): Promise<Pipeline> =>
  bindPipeline(specs(...codecs), type);

/** A dense copy with every byte changed: an elementwise codec on bytes. */
function mapped(chunk: Chunk, change: (byte: number, index: number, count: number) => number): Chunk {
  const { dataType } = chunk;
  if (!isFixedSize(dataType)) throw new Error("fixed types only");
  const copy = chunkOf(dataType, chunk.shape, new Uint8Array(chunk.shape.reduce((a, b) => a * b, dataType.itemSize)));
  copyChunk(chunk, copy);
  return { ...copy, bytes: copy.bytes.map((byte, index) => change(byte, index, copy.bytes.length)) } as FixedChunk;
}

const sizes: number[] = [];

const addOne: ArrayToArrayCodec<undefined> = {
  kind: "array-to-array",
  parse: () => undefined,
  bind: (_, input) => ({
    output: input,
    elementwise: true,
    encode: (chunk) => mapped(chunk, (byte) => byte + 1),
    decode: (chunk) => {
      sizes.push(chunk.shape.reduce((a, b) => a * b, 1));
      return mapped(chunk, (byte) => byte - 1);
    },
  }),
};

/** Each byte depends on the place: only whole chunks can be decoded. */
const addPlace: ArrayToArrayCodec<undefined> = {
  kind: "array-to-array",
  parse: () => undefined,
  bind: (_, input) => ({
    output: input,
    encode: (chunk) => mapped(chunk, (byte, index) => byte + index),
    decode: (chunk) => {
      sizes.push(chunk.shape.reduce((a, b) => a * b, 1));
      return mapped(chunk, (byte, index) => byte - index);
    },
  }),
};

/** Says that it decodes to where it is asked to. */
function writingOut(decode: (bytes: Uint8Array, out?: Uint8Array) => Uint8Array): BytesToBytesCodec<undefined> {
  return {
    kind: "bytes-to-bytes",
    parse: () => undefined,
    bind: (_, { length }) => ({ encodedLength: length, writesOut: true, encode: (bytes) => bytes, decode }),
  };
}

const outs: (Uint8Array | undefined)[] = [];

/** Remembers where it was asked to write. */
const noting = writingOut((bytes, out) => {
  outs.push(out);
  if (out === undefined) return bytes;
  out.set(bytes);
  return out;
});

/** Gives what it is given, though it would write elsewhere. */
const passing = writingOut((bytes, out) => {
  out?.fill(255);
  return bytes;
});

/** Gives back one byte too few. */
const losing: BytesToBytesCodec<undefined> = {
  kind: "bytes-to-bytes",
  parse: () => undefined,
  bind: () => ({ encodedLength: undefined, encode: (bytes) => bytes, decode: (bytes) => bytes.subarray(1) }),
};

afterAll(registerCodec({ name: "add-one", kind: "array-to-array", codec: addOne }));
afterAll(registerCodec({ name: "add-place", kind: "array-to-array", codec: addPlace }));
afterAll(registerCodec({ name: "noting", kind: "bytes-to-bytes", codec: noting }));
afterAll(registerCodec({ name: "passing", kind: "bytes-to-bytes", codec: passing }));
afterAll(registerCodec({ name: "losing", kind: "bytes-to-bytes", codec: losing }));

describe("order of codecs", () => {
  const type = typeOf(named("int16"), [2, 2]);
  const cases: readonly (readonly [PlainSpec[], RegExp, string])[] = [
    [[], /no array->bytes codec: there are no codecs/, "codecs"],
    [[transpose(1, 0)], /no array->bytes codec: there are only transpose/, "codecs"],
    [
      [LITTLE, transpose(1, 0)],
      /an array->array codec, transpose, comes after the array->bytes codec bytes/,
      "codecs[1]",
    ],
    [[LITTLE, LITTLE], /the array->bytes codec, bytes, is one too many/, "codecs[1]"],
    [[{ name: "gzip" }, LITTLE], /a bytes->bytes codec, gzip, comes before any array->bytes codec/, "codecs[0]"],
    [[LITTLE, { name: "gzip" }, BIG], /the array->bytes codec, bytes, is one too many/, "codecs[2]"],
  ];
  for (const [codecs, message, field] of cases) {
    test(`refuses [${codecs.map(({ name }) => name).join(", ")}]`, async () => {
      const error = await bind(type, ...codecs).catch((reason) => reason);
      expect(error).toMatchObject({ code: "invalid-data", place: { field } });
      expect(error.message).toMatch(message);
    });
  }
});

describe("a bound pipeline", () => {
  test("says how long its output is where that is known", async () => {
    const type = typeOf(named("float32"), [3, 5]);
    expect((await bind(type, LITTLE)).encodedLength).toBe(60);
    expect((await bind(type, LITTLE, { name: "crc32c" }, { name: "crc32c" })).encodedLength).toBe(68);
    expect((await bind(type, LITTLE, { name: "gzip" }, { name: "crc32c" })).encodedLength).toBeUndefined();
    expect((await bind(typeOf(named("string"), [3]), { name: "vlen-utf8" })).encodedLength).toBeUndefined();
  });

  test("refuses chunks and targets of another shape or type", async () => {
    const type = typeOf(named("int16"), [2, 3]);
    const pipeline = await bind(type, LITTLE);
    const wrong = [typeOf(named("int16"), [3, 2]), typeOf(named("int32"), [2, 3]), typeOf(named("string"), [2, 3])];
    for (const other of wrong) {
      expect(caught(() => pipeline.encode(sampleChunk(other, 1))).code).toBe("invalid-request");
      const reads = pipeline.decode(wholeSelection([2, 3]), filledChunk(other.dataType, other.shape, other.fillValue));
      expect(caught(() => driveMemory(reads, new Uint8Array(12))).code).toBe("invalid-request");
    }
  });

  test("checks what its codecs give back", async () => {
    const type = typeOf(named("int16"), [4]);
    const pipeline = await bind(type, LITTLE, { name: "losing" });
    const error = caught(() => decode(pipeline, new Uint8Array(8)));
    expect(error.message).toBe("decoded to 7 bytes, expected 8 (decoding losing)");
    expect(error.code).toBe("invalid-data");
  });

  test("names codec and direction in what goes wrong", async () => {
    const pipeline = await bind(typeOf(named("string"), [1]), { name: "vlen-utf8" }, { name: "gzip" });
    const chunk: Chunk = {
      dataType: { kind: "string", name: "string", itemSize: undefined },
      shape: [1],
      layout: contiguous([1]),
      items: ["\ud800"],
    };
    expect(caught(() => pipeline.encode(chunk)).place).toMatchObject({ codec: "vlen-utf8", direction: "encode" });
    expect(caught(() => decode(pipeline, new Uint8Array(3))).place).toMatchObject({
      codec: "gzip",
      direction: "decode",
    });
  });

  test("bounds what data of unknown length may decode to", async () => {
    const type = typeOf(named("string"), [1]);
    const chunk: Chunk = {
      dataType: { kind: "string", name: "string", itemSize: undefined },
      shape: [1],
      layout: contiguous([1]),
      items: ["x".repeat(5000)],
    };
    for (const name of ["gzip", "zlib", "zstd"]) {
      const codecs = specs({ name: "vlen-utf8" }, { name });
      const encoded = (await bindPipeline(codecs, type)).encode(chunk)!;
      const limited = await bindPipeline(codecs, type, undefined, { maxLength: 5000 });
      expect(caught(() => decode(limited, encoded)).message, name).toMatch(/more than the 5000 bytes/);
      const enough = await bindPipeline(codecs, type, undefined, { maxLength: 5008 });
      expect(elementsOf(decode(enough, encoded)!)).toEqual(chunk.items);
    }
  });

  test("drops chunks of nothing but the fill value only when asked to, and to the bit", async () => {
    const fill = Uint8Array.of(0, 0, 0, 0);
    const type = typeOf(named("float32"), [4], fill);
    const pipeline = await bind(type, LITTLE);
    const chunk = filledChunk(type.dataType, [4], fill);
    expect(pipeline.encode(chunk)).toEqual(new Uint8Array(16));
    expect(pipeline.encode(chunk, { dropFill: true })).toBeUndefined();
    const minusZero = chunkOf(type.dataType, [4], new Uint8Array(new Float32Array(4).fill(-0).buffer));
    expect(pipeline.encode(minusZero, { dropFill: true })).toBeDefined();
  });
});

describe("what is decoded", () => {
  const type = typeOf(named("uint8"), [4, 6]);
  const chunk = sampleChunk(type, 3);
  const part = [range(1, 2), range(5, 3, -2)];

  async function decoded(...codecs: PlainSpec[]): Promise<number> {
    const pipeline = await bind(type, ...codecs);
    const encoded = pipeline.encode(chunk);
    sizes.length = 0;
    expect(elementsOf(decode(pipeline, encoded, part)!)).toEqual(elementsOf(selectChunk(chunk, part)));
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  test("is only what is selected, where each element stands for itself", async () => {
    expect(await decoded({ name: "add-one" }, LITTLE)).toBe(6);
    expect(await decoded(transpose(1, 0), { name: "add-one" }, LITTLE, { name: "zlib" })).toBe(6);
  });

  test("is the whole chunk where elements depend on each other", async () => {
    expect(await decoded({ name: "add-place" }, LITTLE)).toBe(24);
    expect(await decoded({ name: "add-one" }, { name: "add-place" }, transpose(1, 0), LITTLE)).toBe(6 + 24);
  });

  test("does not disturb a second decoder of the same pipeline", async () => {
    for (const codecs of [[LITTLE, { name: "zstd" }], [{ name: "add-one" }, BIG, { name: "crc32c" }], [LITTLE]]) {
      const pipeline = await bind(type, ...codecs);
      const chunks = [1, 2, 3].map((seed) => sampleChunk(type, seed));
      const targets = chunks.map(() => filledChunk(type.dataType, [2, 3], type.fillValue));
      const runs = chunks.map((one, i) =>
        driveAsync(pipeline.decode(part, targets[i]!), memorySource(pipeline.encode(one)!)),
      );
      expect(await Promise.all(runs)).toEqual([true, true, true]);
      expect(targets.map(elementsOf)).toEqual(chunks.map((one) => elementsOf(selectChunk(one, part))));
    }
  });

  test("nothing at all is read for an empty selection", async () => {
    const pipeline = await bind(type, LITTLE);
    const source = countingSource(undefined);
    const target = filledChunk(type.dataType, [0, 6], type.fillValue);
    expect(await driveAsync(pipeline.decode([range(0, 0), range(0, 6)], target), source)).toBe(true);
    expect(source.takeReads()).toEqual([]);
  });
});

describe("where the last decoder writes", () => {
  const type = typeOf(named("int16"), [4, 6]);
  const chunk = sampleChunk(type, 3);

  async function wroteTo(
    target: Chunk,
    selection: AxisSelection[],
    ...codecs: PlainSpec[]
  ): Promise<Uint8Array | undefined> {
    const pipeline = await bind(type, ...codecs);
    outs.length = 0;
    driveMemory(pipeline.decode(selection, target), pipeline.encode(chunk));
    expect(elementsOf(target)).toEqual(elementsOf(selectChunk(chunk, selection)));
    return outs.at(-1);
  }

  test("is the target itself, if the decoded chunk has the target's layout", async () => {
    const rows = filledChunk(type.dataType, [12, 6], type.fillValue) as FixedChunk;
    const target = selectChunk(rows, [range(4, 4), range(0, 6)]);
    const out = await wroteTo(target, wholeSelection([4, 6]), LITTLE, { name: "noting" });
    expect(out?.buffer).toBe(rows.bytes.buffer);
    expect(out?.byteOffset).toBe(4 * 6 * 2);
    expect(elementsOf(selectChunk(rows, [range(0, 4), range(0, 6)]))).toMatch(/^0+$/);
  });

  test("is scratch memory, used again, where it must be moved, swapped or cut", async () => {
    const wide = filledChunk(type.dataType, [4, 12], type.fillValue) as FixedChunk;
    const target = selectChunk(wide, [range(0, 4), range(0, 6)]);
    const out = await wroteTo(target, wholeSelection([4, 6]), LITTLE, { name: "noting" });
    expect(out?.buffer).not.toBe(wide.bytes.buffer);
    const dense = () => filledChunk(type.dataType, [4, 6], type.fillValue) as FixedChunk;
    for (const codecs of [[BIG], [transpose(1, 0), LITTLE]]) {
      const own = dense();
      const scratch = await wroteTo(own, wholeSelection([4, 6]), ...codecs, { name: "noting" });
      expect(scratch?.buffer).not.toBe(own.bytes.buffer);
    }
    const pipeline = await bind(type, BIG, { name: "noting" });
    outs.length = 0;
    for (let i = 0; i < 2; i++) driveMemory(pipeline.decode(wholeSelection([4, 6]), dense()), pipeline.encode(chunk));
    expect(outs[0]?.buffer).toBe(outs[1]?.buffer);
  });
});

describe("where decoders before the last one write", () => {
  const type = typeOf(named("int16"), [4, 6]);
  const chunk = sampleChunk(type, 3);
  const NOTING: PlainSpec = { name: "noting" };
  const whole = wholeSelection([4, 6]);
  const dense = (): FixedChunk => filledChunk(type.dataType, [4, 6], type.fillValue) as FixedChunk;

  /** The memory that each decoder was given, in the order they ran. */
  async function wroteTo(pipeline: Pipeline, memo?: ObjectMemo): Promise<(ArrayBufferLike | undefined)[]> {
    const target = dense();
    outs.length = 0;
    driveMemory(pipeline.decode(whole, target, memo), pipeline.encode(chunk));
    expect(elementsOf(target)).toEqual(elementsOf(chunk));
    return outs.map((out) => out?.buffer);
  }

  test("is scratch memory, two rooms by turns, used again for the next chunk", async () => {
    const pipeline = await bind(type, LITTLE, NOTING, NOTING, NOTING, NOTING);
    const [first, second, third, last] = await wroteTo(pipeline);
    expect(first).toBeDefined();
    expect(second).not.toBe(first);
    expect(third).toBe(first);
    expect(new Set([first, second]).has(last)).toBe(false);
    expect((await wroteTo(pipeline)).slice(0, 3)).toEqual([first, second, third]);
  });

  test("is never the memory they read, whatever codecs between them pass on", async () => {
    for (const codecs of [
      [NOTING, { name: "passing" }, NOTING, NOTING],
      [NOTING, NOTING, { name: "passing" }, NOTING],
      [NOTING, { name: "passing" }, { name: "passing" }, NOTING, { name: "passing" }, NOTING],
    ]) {
      const buffers = await wroteTo(await bind(type, LITTLE, ...codecs));
      for (const [index, buffer] of buffers.entries()) if (index > 0) expect(buffer).not.toBe(buffers[index - 1]);
    }
  });

  test("is memory of their own, where the result is remembered", async () => {
    const kept: Uint8Array[] = [];
    const memo: ObjectMemo = { get: () => undefined, set: (_, bytes) => void kept.push(bytes), wants: () => true };
    const pipeline = await bind(type, BIG, { name: "passing" }, NOTING);
    for (let i = 0; i < 2; i++) expect(await wroteTo(pipeline, memo)).toEqual([undefined]);
    expect(kept).toHaveLength(2);
    const own = await bind(type, BIG, { name: "numcodecs.shuffle", configuration: { elementsize: 1 } }, NOTING);
    expect(await wroteTo(own, memo)).toEqual([undefined]);
  });
});

describe("rewriting part of a chunk", () => {
  const fill = Uint8Array.of(7, 0);
  const type = typeOf(named("uint16"), [3, 4], fill);
  const selection = [range(1, 2), range(3, 2, -2)];
  const change = sampleChunk(typeOf(type.dataType, [2, 2]), 5);

  for (const codecs of [[LITTLE], [transpose(1, 0), BIG, { name: "gzip" }], [{ name: "add-place" }, LITTLE]]) {
    test(`keeps the rest, or fills it: ${codecs.map(({ name }) => name).join(", ")}`, async () => {
      const pipeline = await bind(type, ...codecs);
      for (const old of [sampleChunk(type, 1), undefined]) {
        const encoded = pipeline.update(old === undefined ? undefined : pipeline.encode(old), selection, change);
        const expected = filledChunk(type.dataType, [3, 4], fill);
        if (old !== undefined) copyChunk(old, expected);
        copyChunk(change, selectChunk(expected, selection));
        expect(elementsOf(decode(pipeline, encoded)!)).toEqual(elementsOf(expected));
      }
    });
  }

  test("never reads the old chunk where all of it is replaced", async () => {
    const pipeline = await bind(type, LITTLE);
    const whole = sampleChunk(type, 2);
    const broken = new Uint8Array(3);
    expect(pipeline.update(broken, wholeSelection([3, 4]), whole)).toEqual(pipeline.encode(whole));
    expect(caught(() => pipeline.update(broken, selection, change)).code).toBe("invalid-data");
  });

  test("drops a chunk that has come to hold the fill value alone, when asked to", async () => {
    const pipeline = await bind(type, LITTLE);
    const filled = filledChunk(type.dataType, [2, 2], fill);
    expect(pipeline.update(undefined, selection, filled)).toHaveLength(24);
    expect(pipeline.update(undefined, selection, filled, { dropFill: true })).toBeUndefined();
    expect(pipeline.update(undefined, selection, change, { dropFill: true })).toHaveLength(24);
  });
});
