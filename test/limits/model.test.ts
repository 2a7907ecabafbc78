import { expect } from "vitest";
import { parseDataType, swapUnits } from "../../src/model/data-types/data-type.ts";
import { readFixedBytes } from "../../src/model/data-types/fixed-text.ts";
import { chunkSpan, gridShape, regularGrid } from "../../src/model/grid/chunk-grid.ts";
import { planChunks } from "../../src/model/grid/chunk-plan.ts";
import { copyElements, fillElements } from "../../src/model/lattice/copy.ts";
import { contiguous, type Lattice, permuteLattice, selectLattice } from "../../src/model/lattice/lattice.ts";
import { axisRange } from "../../src/model/selection/axis-selection.ts";
import { fillBytes } from "../../src/model/values/fill-value.ts";
import type { KeyBytes } from "../../src/model/virtual/chunk-key.ts";
import { ContiguousChunks } from "../../src/model/virtual/contiguous.ts";
import { ReferenceSet } from "../../src/model/virtual/reference-set.ts";
import { ReferenceTable } from "../../src/model/virtual/reference-table.ts";
import "../../src/model/limits.ts";
import { everyIndex, latticeOffset } from "../model/naive-array.ts";
import { describeLimits } from "./crossing.ts";
import { around, samples } from "./samples.ts";

/** Copies part of every row of a block of `width` columns, and compares with one element at a time. */
function copyColumns(columns: number, itemSize: number, transposed = false, rows = 5): void {
  const block = selectLattice(contiguous([rows, columns + 2]), [
    { kind: "range", start: 0, step: 1, count: rows },
    { kind: "range", start: 1, step: 1, count: columns },
  ]);
  const from: Lattice = transposed ? permuteLattice(block, [1, 0]) : block;
  const shape = transposed ? [columns, rows] : [rows, columns];
  const to = contiguous(shape);
  const source = samples(rows * (columns + 2) * itemSize);
  const target = new Uint8Array(rows * columns * itemSize);
  copyElements(source, from, target, to, itemSize);
  const expected = new Uint8Array(target.length);
  for (const index of everyIndex(shape)) {
    const [a, b] = [latticeOffset(from, index) * itemSize, latticeOffset(to, index) * itemSize];
    expected.set(source.subarray(a, a + itemSize), b);
  }
  expect(target).toEqual(expected);
}

const key = (text: string): KeyBytes => ({ bytes: new TextEncoder().encode(text), from: 0, to: text.length });

describeLimits("model", {
  tableNames: {
    at: 5,
    run: (limit) => {
      for (const name of [(i: number) => `k${i}x`, (i: number) => `a${i}x/0`]) {
        const { table } = new ReferenceSet();
        for (let i = 0; i < limit; i++) table.addWhole(key(name(i)), 0);
        expect(table.size).toBe(limit);
        expect(() => table.addWhole(key(name(limit)), 0)).toThrow(/more than 5/);
      }
    },
  },
  tableUrls: {
    at: 5,
    run: (limit) => {
      const { table } = new ReferenceSet();
      for (let i = 0; i < 2 * limit; i++) table.url(`u${i % limit}`);
      expect(table.urls).toHaveLength(limit);
      expect(() => table.url("v")).toThrow(/more than 5 different URLs/);
    },
  },
  tableTextCharacters: {
    at: 9,
    run: (limit) => {
      for (const length of around(limit)) {
        const text = "x".repeat(length);
        const calls = [
          (table: ReferenceTable) => table.url(text),
          (table: ReferenceTable) => table.addWhole(key(text), 0),
        ];
        for (const call of calls) {
          const run = (): unknown => call(new ReferenceTable());
          if (length > limit) expect(run).toThrow(/more than 9/);
          else expect(run).not.toThrow();
        }
      }
    },
  },
  madeCharacters: {
    at: 30,
    run: (limit) => {
      for (const length of around(limit)) {
        const { table } = new ReferenceSet();
        // Those that stay as they are were not made.
        table.url("as it is".repeat(20));
        table.url("short");
        const rename = (): void => table.renameUrls((url) => (url === "short" ? "x".repeat(length) : url));
        if (length > limit) expect(rename).toThrow(/characters in texts that templates make/);
        else {
          rename();
          expect(table.urls[1]).toHaveLength(length);
          expect(() => table.madeUrl("another one")).toThrow(/characters in texts/);
        }
      }
    },
  },
  fillBlockBytes: {
    at: 16,
    run: () => {
      for (const size of [3, 4, 12]) {
        for (const length of [1, 5, 15, 16, 17, 47, 64, 100]) {
          const out = new Uint8Array(length * size);
          const element = Uint8Array.from({ length: size }, (_, i) => i + 1);
          fillBytes(out, element);
          expect(out).toEqual(Uint8Array.from({ length: length * size }, (_, i) => element[i % size]!));
        }
      }
    },
  },
  runUnits: {
    at: 6,
    run: () => {
      for (const columns of [4, 5, 6, 7, 8]) for (const itemSize of [1, 2, 4, 8]) copyColumns(columns, itemSize);
      for (const width of [5, 6, 7]) {
        const target = new Uint8Array(4 * 9);
        const rows = selectLattice(contiguous([4, 9]), [
          { kind: "range", start: 0, step: 1, count: 4 },
          { kind: "range", start: 1, step: 1, count: width },
        ]);
        fillElements(target, rows, Uint8Array.of(7));
        expect(target).toEqual(Uint8Array.from({ length: 36 }, (_, i) => (i % 9 >= 1 && i % 9 <= width ? 7 : 0)));
      }
    },
  },
  loopWords: {
    at: 40,
    run: () => {
      for (const columns of [38, 39, 40, 41, 42]) copyColumns(columns, 4);
    },
  },
  tileAlong: {
    at: 12,
    run: () => {
      for (const columns of [11, 12, 13, 30]) for (const rows of [9, 11, 12, 13]) copyColumns(columns, 4, true, rows);
    },
  },
  shortTextBytes: {
    at: 5,
    run: () => {
      for (const text of ["", "four", "fives", "sixsix", "\u00e4\u00f6", "\u00e4\u00f6\u00fc"]) {
        const bytes = new Uint8Array(12);
        bytes.set(new TextEncoder().encode(text), 2);
        expect(readFixedBytes(bytes, 2, 10)).toBe(text);
      }
    },
  },
  swapParts: {
    at: 6,
    run: () => {
      const inner = {
        fields: [
          { name: "a", dtype: "int16" as const },
          { name: "b", dtype: "float64" as const },
        ],
      };
      const parts = (count: number) =>
        swapUnits(parseDataType({ fields: [{ name: "s", dtype: inner, shape: [count] }] }));
      expect([2, 3].map((count) => (parts(count) as readonly unknown[]).length)).toEqual([4, 6]);
      expect(() => parts(4)).toThrow(expect.objectContaining({ code: "unsupported" }));
    },
  },
  typeDepth: {
    at: 2,
    run: () => {
      const nested = (depth: number): Parameters<typeof parseDataType>[0] =>
        depth === 0 ? "int8" : { fields: [{ name: "f", dtype: nested(depth - 1) }] };
      for (const depth of [1, 2, 3]) expect(parseDataType(nested(depth)).kind).toBe("struct");
      expect(() => parseDataType(nested(4))).toThrow(expect.objectContaining({ code: "invalid-request" }));
    },
  },
  pageRows: {
    at: 6,
    // A page that is full is packed at once, so none is longer.
    sides: ["below", "at"],
    run: (limit) => {
      for (const count of [...around(limit), 3 * limit + 1]) {
        const { table } = new ReferenceSet();
        for (let i = 0; i < count; i++) table.addRange(key(`a/${i % 4}.${i}`), table.url(`u${i % 3}`), 7 * i, i + 1);
        expect(table.size).toBe(count);
        for (let i = 0; i < count; i++) {
          const reference = { kind: "range", url: `u${i % 3}`, offset: 7 * i, length: i + 1 };
          expect(table.find(`a/${i % 4}.${i}`)).toEqual(reference);
        }
      }
    },
  },
  pieceBytes: {
    at: 24,
    run: () => {
      for (const shape of [[], [0, 3], [11], [12], [13], [50], [2, 11], [5, 12], [3, 7, 4], [2, 3, 25]]) {
        const { table } = new ReferenceSet();
        const grid = new ContiguousChunks(table, 1000).add({ path: "a", offset: 10, shape, itemSize: 2 });
        const counts = gridShape(grid);
        let end = 10;
        for (const coords of everyIndex(counts)) {
          const reference = table.find(`a/${coords.length === 0 ? "0" : coords.join(".")}`);
          const elements = coords.reduce((product, coord, axis) => product * chunkSpan(grid[axis]!, coord).length, 1);
          expect(reference).toEqual({ kind: "range", url: "", offset: end, length: 2 * elements });
          end += 2 * elements;
        }
        expect(end).toBe(10 + 2 * shape.reduce((product, extent) => product * extent, 1));
      }
    },
  },
  keptPieces: {
    at: 4,
    run: (limit) => {
      for (const length of around(limit)) {
        const grid = regularGrid([3, 2 * length], [1, 2]);
        const selection = [axisRange(0, 3), axisRange(1, 2 * length - 1)];
        const steps = [...planChunks(grid, selection)];
        expect(steps.map(({ coords }) => coords)).toEqual(everyIndex([3, length]));
        for (const { coords, shape, source, target, whole } of steps) {
          const last = coords[1]!;
          expect(shape).toEqual([1, 2]);
          expect(source).toEqual([axisRange(0, 1), axisRange(last === 0 ? 1 : 0, last === 0 ? 1 : 2)]);
          expect(target).toEqual([axisRange(coords[0]!, 1), axisRange(Math.max(0, 2 * last - 1), last === 0 ? 1 : 2)]);
          expect(whole).toBe(last > 0);
        }
      }
    },
  },
});
