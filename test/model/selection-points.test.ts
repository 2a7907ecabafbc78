import { describe, expect, test } from "vitest";
import {
  isPointSelection,
  maskPoints,
  normalizePoints,
  type PointSelection,
  points,
} from "../../src/model/selection/points.ts";

const refused = expect.objectContaining({ code: "invalid-request" });

describe("points", () => {
  test("are lists of indices, one a dimension, negative ones counted from the end", () => {
    expect(normalizePoints(points([[0, 1], [-1, -3], Int32Array.of(1, 2)]), [2, 3])).toEqual([
      [0, 1],
      [1, 0],
      [1, 2],
    ]);
    expect(normalizePoints(points([4, -1, 2n]), [5])).toEqual([[4], [4], [2]]);
    expect(normalizePoints(points([[], []]), [])).toEqual([[], []]);
    expect(normalizePoints(points([]), [2, 3])).toEqual([]);
  });

  test("may be given by a mask in C order", () => {
    expect(maskPoints([false, true, false, true, true, false], [2, 3])).toEqual(
      points([
        [0, 1],
        [1, 0],
        [1, 1],
      ]),
    );
    expect(maskPoints(Uint8Array.of(0, 1), [2])).toEqual(points([1]));
    expect(maskPoints([true], []).points).toEqual([[]]);
    expect(() => maskPoints([true], [2])).toThrow(refused);
  });

  test("are checked with the dimension's name", () => {
    expect(() => normalizePoints(points([[0, 3]]), [2, 3], ["y", "x"])).toThrow(
      'index 3 is out of range for dimension 1 ("x") of length 3',
    );
    expect(() => normalizePoints(points([[0, 0], [0]]), [2, 3])).toThrow(
      "point 1 has 1 indices, but the array has 2 dimensions",
    );
    expect(() => normalizePoints(points([[0, 0.5]]), [2, 3])).toThrow(refused);
  });

  test.each<[string, unknown]>([
    ["no list", 3],
    ["text", ["0, 1"]],
    ["nothing", undefined],
    ["null in the list", [null]],
  ])("%s is refused", (_, list) => {
    expect(() => points(list as number[])).toThrow(refused);
  });

  test("text as an index is refused", () => {
    const selection = { kind: "points", points: [["1"]] } as unknown as PointSelection;
    expect(() => normalizePoints(selection, [3])).toThrow(refused);
  });

  test("are distinguished from other selections", () => {
    expect(isPointSelection(points([[0]]))).toBe(true);
    expect([{ x: 0 }, "0", [0], null, undefined, { kind: "points" }].map(isPointSelection)).toEqual(
      Array(6).fill(false),
    );
  });
});
