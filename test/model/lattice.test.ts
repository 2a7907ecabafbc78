import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  contiguous,
  isContiguous,
  type Lattice,
  latticeCount,
  latticeShape,
  latticeSpan,
  permuteLattice,
  selectLattice,
} from "../../src/model/lattice/lattice.ts";
import {
  anyOrder,
  anySelection,
  anyShape,
  counting,
  everyIndex,
  latticeOffset,
  permute,
  select,
} from "./naive-array.ts";

function positions(lattice: Lattice): number[] {
  return everyIndex(latticeShape(lattice)).map((index) => latticeOffset(lattice, index));
}

const range = (start: number, step: number, count: number) => ({ kind: "range", start, step, count }) as const;

describe("lattice", () => {
  test("the last axis of a dense block varies fastest", () => {
    expect(contiguous([2, 3, 4])).toEqual({
      base: 0,
      axes: [
        { count: 2, stride: 12 },
        { count: 3, stride: 4 },
        { count: 4, stride: 1 },
      ],
    });
    expect(contiguous([]).axes).toEqual([]);
  });

  test("selecting twice and permuting equals naive indexing", () => {
    const cases = anyShape().chain((shape) =>
      fc.tuple(fc.constant(shape), anySelection(shape), anyOrder(shape.length)).chain(([, first, order]) => {
        const once = permute(select(counting(shape), first), order);
        return fc.tuple(fc.constant(shape), fc.constant(first), fc.constant(order), anySelection(once.shape));
      }),
    );
    fc.assert(
      fc.property(cases, ([shape, first, order, second]) => {
        const lattice = selectLattice(permuteLattice(selectLattice(contiguous(shape), first), order), second);
        const naive = select(permute(select(counting(shape), first), order), second);
        expect(latticeShape(lattice)).toEqual(naive.shape);
        expect(positions(lattice)).toEqual(naive.values);
        expect(latticeCount(lattice)).toBe(naive.values.length);
        if (naive.values.length === 0) return;
        expect(latticeSpan(lattice)).toEqual({ min: Math.min(...naive.values), max: Math.max(...naive.values) });
      }),
      { numRuns: 500 },
    );
  });

  test("contiguous exactly if the positions count up by one from the base", () => {
    const cases = anyShape(3, 4).chain((shape) =>
      fc.tuple(fc.constant(shape), anySelection(shape), anyOrder(shape.length)),
    );
    fc.assert(
      fc.property(cases, ([shape, selection, order]) => {
        const lattice = permuteLattice(selectLattice(contiguous(shape), selection), order);
        const run = positions(lattice).every((position, i) => position === lattice.base + i);
        expect(isContiguous(lattice)).toBe(run);
      }),
      { numRuns: 500 },
    );
  });

  test("a list that follows a rule becomes a stride", () => {
    const lattice = selectLattice(contiguous([10]), [{ kind: "list", indices: [7, 5, 3] }]);
    expect(lattice).toEqual({ base: 7, axes: [{ count: 3, stride: -2 }] });
    expect(selectLattice(contiguous([10]), [{ kind: "list", indices: [4] }]).axes[0]).not.toHaveProperty("offsets");
  });

  test("an empty lattice touches nothing", () => {
    expect(latticeSpan(contiguous([3, 0], 5))).toEqual({ min: 5, max: 4 });
    expect(isContiguous(contiguous([3, 0]))).toBe(true);
  });

  test.each([
    ["too few axes", [range(0, 1, 2)]],
    ["past the end", [range(0, 1, 2), range(1, 1, 3)]],
    ["before the start", [range(1, -1, 3), range(0, 1, 3)]],
    ["a list past the end", [range(0, 1, 2), { kind: "list", indices: [0, 3] } as const]],
  ])("refuses a selection with %s", (_, selection) => {
    expect(() => selectLattice(contiguous([2, 3]), selection)).toThrow(
      expect.objectContaining({ code: "invalid-request" }),
    );
  });

  test.each([[[0]], [[0, 0]], [[0, 2]], [[0, 1, 2]], [[0, 0.5]]])("refuses %j as an order of two axes", (order) => {
    expect(() => permuteLattice(contiguous([2, 3]), order)).toThrow(
      expect.objectContaining({ code: "invalid-request" }),
    );
  });
});
