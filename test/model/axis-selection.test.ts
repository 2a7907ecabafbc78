import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  axisBounds,
  axisCount,
  axisOf,
  isWhole,
  isWholeAxis,
  selectionCount,
  selectionShape,
  wholeSelection,
} from "../../src/model/selection/axis-selection.ts";
import { anyAxis, listed } from "./naive-array.ts";

const range = (start: number, step: number, count: number) => ({ kind: "range", start, step, count }) as const;
const list = (...indices: number[]) => ({ kind: "list", indices }) as const;
const anyOfTen = anyAxis(10);

describe("axis selections", () => {
  test("counts and bounds are those of the indices written out", () => {
    fc.assert(
      fc.property(anyOfTen, (axis) => {
        const indices = listed(axis);
        expect(axisCount(axis)).toBe(indices.length);
        const bounds = indices.length === 0 ? undefined : { min: Math.min(...indices), max: Math.max(...indices) };
        expect(axisBounds(axis)).toEqual(bounds);
      }),
    );
  });

  test("axisOf keeps the indices, and finds the rule if there is one", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), (indices) => {
        expect(listed(axisOf(indices))).toEqual(indices);
      }),
    );
    expect(axisOf([7, 4, 1])).toEqual(range(7, -3, 3));
    expect(axisOf([3])).toEqual(range(3, 1, 1));
    expect(axisOf([])).toEqual(range(0, 1, 0));
    expect(axisOf([2, 2])).toEqual(list(2, 2));
    expect(axisOf([0, 1, 3])).toEqual(list(0, 1, 3));
  });

  test("whole means every index once and in order", () => {
    fc.assert(
      fc.property(anyAxis(3), (axis) => {
        expect(isWholeAxis(axis, 3)).toBe(listed(axis).join() === "0,1,2");
      }),
      { numRuns: 300 },
    );
    expect(isWholeAxis(range(0, -1, 1), 1)).toBe(true);
    expect(isWholeAxis(range(5, 2, 0), 0)).toBe(true);
    expect(isWhole(wholeSelection([4, 5]), [4, 5])).toBe(true);
    expect(isWhole([], [])).toBe(true);
    expect(isWhole(wholeSelection([4]), [4, 5])).toBe(false);
    expect(isWhole(wholeSelection([4, 5]), [4, 6])).toBe(false);
  });

  test("shape and count of a selection", () => {
    expect(selectionShape([range(0, 2, 3), list(1, 1)])).toEqual([3, 2]);
    expect(selectionCount([range(0, 2, 3), list(1, 1)])).toBe(6);
    expect(selectionCount([])).toBe(1);
  });
});
