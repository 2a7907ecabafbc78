/** Mappings and selections of virtual datasets: what HDF5 writes, and what no file may have. */
import { expect, test } from "vitest";
import { jenkinsLookup3 } from "../../src/bytes/checksum/jenkins-lookup3.ts";
import { BlockReader } from "../../src/bytes/source/block-reader.ts";
import { ByteCursor } from "../../src/bytes/source/byte-cursor.ts";
import { memorySource } from "../../src/bytes/source/byte-source.ts";
import { indexesAt, indexesBetween, runsLength } from "../../src/model/virtual/assembled-array.ts";
import { Hdf5File } from "../../src/scanners/hdf5/structures/file.ts";
import { parseMappings } from "../../src/scanners/hdf5/virtual/mappings.ts";
import { parseSelection, type Selection } from "../../src/scanners/hdf5/virtual/selection.ts";
import { lengthFor, runsBelow } from "../../src/scanners/hdf5/virtual/unlimited.ts";

type Part = readonly [value: number | bigint, bytes: number];

function bytesOf(...parts: readonly Part[]): Uint8Array {
  const out: number[] = [];
  for (const [value, size] of parts) {
    const whole = BigInt.asUintN(8 * size, BigInt(value));
    for (let byte = 0; byte < size; byte++) out.push(Number((whole >> BigInt(8 * byte)) & 255n));
  }
  return Uint8Array.from(out);
}

const four = (...values: readonly number[]): readonly Part[] => values.map((value) => [value, 4] as const);
const select = (...parts: readonly Part[]): Selection =>
  parseSelection(new ByteCursor(bytesOf(...parts), { place: {} }));
/** One axis: start, stride, count, block. */
const regular = (version: 2 | 3, size: number, ...axes: readonly (readonly (number | bigint)[])[]): Selection =>
  select(
    ...four(2, version),
    [1, 1],
    version === 2 ? [0, 4] : [size, 1],
    [axes.length, 4],
    ...axes.flat().map((value) => [value, size] as const),
  );

test("regular hyperslabs of both versions", () => {
  expect(regular(2, 8, [0, 2, 3, 1], [5, 1, 1, 10])).toEqual([
    [0, 2, 4].map((start) => ({ start, length: 1 })),
    [{ start: 5, length: 10 }],
  ]);
  expect(regular(3, 2, [4, 3, 5, 3])).toEqual([[{ start: 4, length: 15 }]]);
});

test("blocks that are a grid become runs; others are refused", () => {
  const blocks = (...corners: readonly (readonly number[])[]): Selection =>
    select(...four(2, 1, 0, 0, 2, corners.length, ...corners.flat()));
  expect(blocks([0, 0, 0, 4], [2, 0, 2, 4])).toEqual([
    [
      { start: 0, length: 1 },
      { start: 2, length: 1 },
    ],
    [{ start: 0, length: 5 }],
  ]);
  expect(blocks([0, 0, 0, 4], [2, 5, 2, 9])).toEqual({ reason: "a selection that is not a grid of blocks" });
  expect(blocks([0, 0, 3, 4], [2, 0, 5, 4])).toEqual({ reason: "a selection of blocks that overlap" });
  expect(() => blocks([3, 0, 1, 4])).toThrow(/ends before it begins/);
  expect(() => select(...four(2, 1, 0, 0, 2, 1000))).toThrow(/1000 blocks does not fit/);
});

test("all, nothing, points, no end, and no such type", () => {
  expect(select(...four(3, 1, 0, 0))).toBe("all");
  expect(select(...four(0, 1, 0, 0))).toEqual({ reason: "a selection of nothing" });
  expect(select(...four(1, 1))).toEqual({ reason: "a selection of single points" });
  expect(() => select(...four(7, 1))).toThrow(/of type 7/);
  expect(() => select(...four(2, 9))).toThrow(/hyperslab version 9/);
  expect(() => regular(3, 2, [0, 2, 3, 4])).toThrow(/blocks of 4 elements every 2/);
  expect(() => select(...four(2, 3), [1, 1], [3, 1])).toThrow(/take 3 bytes/);
  expect(() => regular(2, 8)).toThrow(/0 dimensions/);
});

const NO_END = 2n ** 64n - 1n;

test("unlimited selections: along one axis, of blocks or of a single one", () => {
  const limited = [{ start: 5, length: 10 }];
  const blocks = { axis: 1, start: 1, stride: 4, block: 2, axes: [limited, []] };
  expect(regular(2, 8, [5, 1, 1, 10], [1, 4, NO_END, 2])).toEqual(blocks);
  expect(regular(3, 8, [3, 1, 1, NO_END], [5, 1, 1, 10])).toEqual({
    axis: 0,
    start: 3,
    stride: 1,
    block: Number.POSITIVE_INFINITY,
    axes: [[], limited],
  });
  expect(regular(3, 2, [0, 2, 0xffff, 1], [0, 2, 0xffff, 1])).toEqual({
    reason: "a selection that is unlimited along two dimensions",
  });
  expect(() => regular(2, 8, [0, 2, NO_END, 4])).toThrow(/blocks of 4 elements every 2/);
  expect(() => regular(2, 8, [0, 0, NO_END, 0])).toThrow(/blocks of 0 elements every 0/);
});

test("what an unlimited selection selects of a length, and the length for it", () => {
  const blocks = { axis: 0, start: 1, stride: 5, block: 3, axes: [[]] };
  const taken = [0, 0, 1, 2, 3, 3, 3, 4, 5, 6, 6, 6, 7];
  for (const [length, count] of taken.entries()) {
    const runs = runsBelow(blocks, length);
    if (typeof runs === "string") throw new Error(runs);
    expect(runsLength(runs), `${length}`).toBe(count);
    const end = runs.at(-1);
    expect(lengthFor(blocks, count), `${count}`).toBe(end === undefined ? 0 : end.start + end.length);
  }
  expect(runsBelow({ ...blocks, block: 5 }, 9)).toEqual([{ start: 1, length: 8 }]);
  expect(lengthFor({ ...blocks, block: Number.POSITIVE_INFINITY }, 8)).toBe(9);
});

test.each([
  [2 ** 18 - 1, true],
  [2 ** 18, true],
  [2 ** 18 + 1, false],
])("%i blocks of an unlimited selection", (count, isTaken) => {
  const runs = runsBelow({ axis: 0, start: 0, stride: 2, block: 1, axes: [[]] }, 2 * count - 1);
  expect(typeof runs === "string" ? runs : runs.length).toBe(isTaken ? count : `a selection of ${count} blocks`);
});

test.each([
  [2 ** 18 - 1, true],
  [2 ** 18, true],
  [2 ** 18 + 1, false],
])("a selection of %i single elements", (count, isTaken) => {
  const found = regular(2, 8, [0, 2, count, 1]);
  if (isTaken) expect(Array.isArray(found) && runsLength(found[0]!)).toBe(count);
  else expect(found).toEqual({ reason: `a selection of ${count} blocks` });
});

test("mappings: false counts, numbers of missing mappings, versions", () => {
  const reader = new BlockReader(memorySource(new Uint8Array(0)), { place: {} });
  const file = new Hdf5File({ reader, place: {}, base: 0, offsetSize: 8, lengthSize: 8, end: 2 ** 40 });
  const parse = (...parts: readonly Part[]): unknown => {
    const body = bytesOf(...parts);
    return parseMappings(file, Uint8Array.from([...body, ...bytesOf([jenkinsLookup3(body), 4])]), 0);
  };
  const all = four(3, 1, 0, 0);
  expect(parse([1, 1], [1, 8], [4, 1], [0x64, 2], ...all, ...all)).toEqual([
    { file: undefined, dataset: "d", source: "all", target: "all" },
  ]);
  expect(parse([0, 1], [1, 8], [0x2e, 2], [0x252525, 3], [0, 1], ...all, ...all)).toEqual([
    { file: undefined, dataset: "%%", source: "all", target: "all" },
  ]);
  expect(() => parse([0, 1], [2n ** 40n, 8])).toThrow(/mappings do not fit/);
  expect(() => parse([1, 1], [1, 8], [1, 1], [0, 8], [0, 60])).toThrow(/refers to mapping 0/);
  expect(() => parse([2, 1], [0, 8])).toThrow(/version 2/);
  expect(() => parse([0, 1], [1, 8], [0x6161616161616161n, 8], [0x6161616161616161n, 8], [0x61, 1])).toThrow();
});

test("indexes of runs", () => {
  const runs = [
    { start: 2, length: 3 },
    { start: 10, length: 2 },
  ];
  expect(indexesBetween(runs, 0, 20)).toEqual({ indexes: [2, 3, 4, 10, 11], positions: [0, 1, 2, 3, 4] });
  expect(indexesBetween(runs, 4, 11)).toEqual({ indexes: [4, 10], positions: [2, 3] });
  expect(indexesBetween(runs, 5, 10)).toEqual({ indexes: [], positions: [] });
  expect(indexesAt(runs, [0, 2, 3, 4])).toEqual([2, 4, 10, 11]);
});
