/** Random access to one object of a big file reads what holds it, and nothing else: ranges and bytes are counted. */
import { beforeAll, describe, expect, it } from "vitest";
import { memoryStore, memoryTarget, openArray, type Store } from "../../../src/index.ts";
import { packObjects } from "../../../src/operations/pack/varlen/pack-objects.ts";

interface Read {
  readonly offset: number;
  readonly length: number;
}

/** 100 000 objects of which one has 8 MiB: blocks of the file exist only where they were written. */
const COUNT = 100_000;
let bytes: Uint8Array;
let reads: Read[];
let store: Store;

function textOf(index: number): string {
  return `object ${index} `.repeat(1 + (index % 7));
}

beforeAll(async () => {
  const target = memoryTarget();
  function* objects(): Generator<string> {
    for (let i = 0; i < COUNT; i++) yield i === 777 ? "0123456789abcdef".repeat(2 ** 19) : textOf(i);
  }
  await packObjects(objects(), target, { level: 0, checksum: "crc32" });
  bytes = target.bytes();
  const memory = memoryStore();
  await memory.set?.("big.blp", bytes);
  store = {
    location: "counted",
    object: "big.blp",
    get: async (key, options) => {
      const found = await memory.get(key, options);
      const range = options?.range;
      const offset = range !== undefined && "offset" in range ? range.offset : 0;
      if (found !== undefined) reads.push({ offset, length: found.byteLength });
      return found;
    },
  };
}, 60_000);

const total = (): number => reads.reduce((sum, { length }) => sum + length, 0);

describe("a file of 100 000 objects", () => {
  it("is opened by two reads: its beginning, and the last offset", async () => {
    reads = [];
    const array = await openArray(store);
    expect(array.shape).toEqual([COUNT]);
    expect(reads.map(({ length }) => length)).toEqual([128 * 1024, 8]);
  });

  it("gives any object by two reads: its offset with its neighbours, and its chunk", async () => {
    const array = await openArray(store);
    for (const index of [20_000, 50_001, 99_998]) {
      reads = [];
      expect((await array.read([index])).data).toEqual([textOf(index)]);
      expect(reads.map(({ length }) => length)).toEqual([24, 16 + textOf(index).length + 4]);
    }
  });

  it("gives the first objects by one read, and the last without a length by two", async () => {
    const array = await openArray(store);
    reads = [];
    expect((await array.read([3])).data).toEqual([textOf(3)]);
    expect(reads).toHaveLength(1);
    reads = [];
    expect((await array.read([COUNT - 1])).data).toEqual([textOf(COUNT - 1)]);
    expect(reads).toHaveLength(2);
    expect(total()).toBeLessThan(5000);
  });

  it("gives neighbours by two reads", async () => {
    const array = await openArray(store);
    reads = [];
    const { data } = await array.read("60000:60500");
    expect(data).toEqual(Array.from({ length: 500 }, (_, i) => textOf(60_000 + i)));
    expect(reads).toHaveLength(2);
    expect(reads[0]!.length).toBe(502 * 8);
  });

  it("gives scattered objects by a read of offsets and one of chunks each", async () => {
    const array = await openArray(store);
    reads = [];
    const { data } = await array.read([[90_000, 30_000, 60_000]]);
    expect(data).toEqual([90_000, 30_000, 60_000].map(textOf));
    expect(reads).toHaveLength(6);
    expect(total()).toBeLessThan(1000);
  });

  it("does not read the large object where its neighbours are wanted", async () => {
    const array = await openArray(store);
    reads = [];
    await array.read([776]);
    await array.read([778]);
    expect(total()).toBeLessThan(1000);
  });
});
