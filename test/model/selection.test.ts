import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { slice } from "zarrita";
import { isHyperslabError } from "../../src/errors.ts";
import { rectilinearGrid, regularGrid } from "../../src/model/grid/chunk-grid.ts";
import {
  blocks,
  isBlockSelection,
  type NormalizedSelection,
  normalizeBlocks,
  normalizeSelection,
  range,
  type Selection,
  type SelectionItem,
} from "../../src/model/selection/selection.ts";
import { counting, listed, select } from "./naive-array.ts";

interface Vector {
  readonly by: "numpy" | "zarr-python";
  readonly text: string;
  readonly shape: readonly number[];
  readonly error?: string;
  readonly result_shape?: readonly number[];
  readonly values?: readonly number[];
}

const vectors = readFileSync(new URL("./vectors/selections.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line): Vector => JSON.parse(line));

/** What a selection gives of an array that counts up, or the code of the error. */
function outcome(selection: Selection | undefined, shape: readonly number[]): object {
  try {
    const normalized = normalizeSelection(selection, shape);
    const { values } = select(counting(shape), normalized.axes);
    return { result_shape: normalized.resultShape, values };
  } catch (error) {
    if (!isHyperslabError(error, "invalid-request")) throw error;
    return { refused: true };
  }
}

/** With brackets around it and without, where neither is ambiguous. */
function spellings(by: string, text: string): string[] {
  if (by === "zarr-python") return [`[${text}]`];
  return /^[-+\d, ]*$/.test(text) ? [text] : [text, ` [ ${text} ] `];
}

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isHyperslabError(error, "invalid-request")) return error.message;
    throw error;
  }
  throw new Error("nothing was refused");
}

const indices = (normalized: NormalizedSelection): number[][] => normalized.axes.map(listed);
const along = (item: SelectionItem, length: number): number[] => indices(normalizeSelection([item], [length]))[0]!;

describe("selections as text", () => {
  test.each(["numpy", "zarr-python"])("give what %s gives, and refuse what it refuses", (by) => {
    const cases = vectors.filter((vector) => vector.by === by);
    expect(cases.length).toBeGreaterThan(70);
    for (const { text, shape, error, result_shape, values } of cases) {
      const expected = error === undefined ? { result_shape, values } : { refused: true };
      for (const spelling of spellings(by, text)) {
        expect({ spelling, shape, ...outcome(spelling, shape) }).toEqual({ spelling, shape, ...expected });
      }
    }
  });

  test("select by name", () => {
    const normalized = normalizeSelection(
      "lat = 10:20, time=0,'odd name'=[1,4]",
      [5, 180, 6],
      ["time", "lat", "odd name"],
    );
    expect(normalized.resultShape).toEqual([10, 2]);
    expect(normalized.resultDims).toEqual(["lat", "odd name"]);
    expect(indices(normalizeSelection("[newaxis=0]", [3], ["newaxis"]))).toEqual([[0]]);
  });

  test.each<[string, number, string]>([
    ["0, x:3", 4, "expected an index"],
    ["0 1", 3, 'expected "," or the end'],
    ["0,,1", 3, "expected an index"],
    [",", 1, "expected an index"],
    ["1.5", 2, "expected"],
    ["1e3", 2, "expected"],
    ["0:1:2:3", 6, "expected"],
    ["....", 4, "expected"],
    ["..", 1, "expected an index"],
    ["1..5", 2, "expected"],
    ["[1, 2", 6, 'expected "," or "]"'],
    ["[1; 2], 0", 3, 'expected "," or "]"'],
    ["[1:2], 0", 3, "expected"],
    ["[[1], 2], 0", 2, "expected an integer"],
    ["1, 2]", 5, "expected"],
    ["(0, 1)", 1, "expected an index"],
    ["None", 1, "expected an index"],
    ["newaxist", 1, "expected an index"],
    ["--1", 1, "expected an index"],
    ["time=", 6, "expected an index"],
    ["time=0, 1", 9, "cannot be mixed"],
    ["0, time=1", 4, "cannot be mixed"],
    ["time=0, time=1", 9, "selected twice"],
    ["time==0", 6, "expected an index"],
    ["[1, 4, 2]", 1, 'write "[[1, 4, 2]]"'],
    ["[5]", 1, 'write "5"'],
    ["[]", 1, 'write "[[]]"'],
  ])("refuses %j at column %i", (text, column, problem) => {
    const message = refusal(() => normalizeSelection(text, [9, 9, 9, 9], ["time"]));
    expect(message).toContain(`at column ${column}:`);
    expect(message).toContain(problem);
    expect(message.split("\n").slice(1)).toEqual([`  ${text}`, `  ${" ".repeat(column - 1)}^`]);
  });

  test("a long text is shown around the place", () => {
    const text = `[${Array.from({ length: 500 }, (_, i) => i).join(",")}, x], 0`;
    const [, excerpt, pointer] = refusal(() => normalizeSelection(text, [999, 9])).split("\n");
    expect(excerpt!.length).toBeLessThan(70);
    expect(excerpt![pointer!.indexOf("^")]).toBe("x");
  });

  test("any text is read or refused, never anything else", () => {
    const pieces = fc.constantFrom(
      "0",
      "1",
      "-",
      ":",
      ",",
      "[",
      "]",
      "...",
      "newaxis",
      "=",
      "x",
      " ",
      "99999999999999999999",
      ".",
      '"',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((list) => list.join("")),
          fc.string(),
        ),
        (text) => {
          expect(outcome(text, [3, 2])).toBeTypeOf("object");
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe("selections as values", () => {
  test("rank 0 has one selection in many spellings", () => {
    for (const selection of [undefined, null, "", "...", [], {}, ["..."]]) {
      expect(normalizeSelection(selection, [])).toEqual({ axes: [], resultShape: [], resultDims: [], resultAxes: [] });
    }
    expect(normalizeSelection("newaxis", []).resultShape).toEqual([1]);
    expect(refusal(() => normalizeSelection("0", []))).toContain("1 entries, but the array has 0 dimensions");
  });

  test("entries by position", () => {
    const normalized = normalizeSelection([0, "10:20", null, [3, 1]], [2, 30, 4, 5], ["t", "y", undefined, null]);
    expect(normalized.resultShape).toEqual([10, 4, 2]);
    expect(normalized.resultDims).toEqual(["y", undefined, undefined]);
    expect(normalized.resultAxes).toEqual([1, 2, 3]);
    expect(indices(normalized)[3]).toEqual([3, 1]);
    expect(normalizeSelection(["newaxis", -1, "...", "newaxis"], [2, 3]).resultAxes).toEqual([undefined, 1, undefined]);
  });

  test("entries by name, in any order", () => {
    const normalized = normalizeSelection({ lon: range(2), time: -1 }, [4, 5, 6], ["time", "lat", "lon"]);
    expect(indices(normalized).map((list) => list.length)).toEqual([1, 5, 2]);
    expect(normalized.resultDims).toEqual(["lat", "lon"]);
  });

  test("ranges, as ours and as other libraries' slices", () => {
    expect(along(range(3), 9)).toEqual([0, 1, 2]);
    expect(along(range(1, 6, 2), 9)).toEqual([1, 3, 5]);
    expect(along(range(null, null, -4), 9)).toEqual([8, 4, 0]);
    expect(along(range(1n, 3n), 9)).toEqual([1, 2]);
    expect(along(slice(2, null), 4)).toEqual([2, 3]);
    expect(along(slice(3), 9)).toEqual([0, 1, 2]);
    expect(along(slice(1, 6, 2), 9)).toEqual([1, 3, 5]);
    expect(along({ stop: -2 }, 4)).toEqual([0, 1]);
    expect(along(range(-0, 2, -1), 4)).toEqual([]);
    expect(along(range(-0, null, -1), 4)).toEqual([0]);
  });

  test("lists of every kind of number, and masks", () => {
    expect(along([4, -1, 4], 6)).toEqual([4, 5, 4]);
    expect(along([1n, -1n], 6)).toEqual([1, 5]);
    expect(along(Int32Array.of(2, 0), 6)).toEqual([2, 0]);
    expect(along(Uint8Array.of(1, 1), 6)).toEqual([1, 1]);
    expect(along(BigInt64Array.of(-2n), 6)).toEqual([4]);
    expect(along([], 6)).toEqual([]);
    expect(along([true, false, false, true], 4)).toEqual([0, 3]);
    expect(along([false, false], 2)).toEqual([]);
    expect(normalizeSelection([[true, false], 0], [2, 2]).resultShape).toEqual([1]);
  });

  test("a list that follows a rule becomes a range, so that it is planned as one", () => {
    expect(normalizeSelection([[5, 3, 1]], [9]).axes).toEqual([{ kind: "range", start: 5, step: -2, count: 3 }]);
  });

  test("indices are checked with the dimension's name and length", () => {
    expect(refusal(() => normalizeSelection({ time: 10 }, [10], ["time"]))).toBe(
      'index 10 is out of range for dimension 0 ("time") of length 10. Use an index from -10 to 9.',
    );
    expect(refusal(() => normalizeSelection([0], [0]))).toContain("The dimension is empty.");
    expect(refusal(() => normalizeSelection([[0, 9]], [9]))).toContain("index 9 is out of range");
    expect(refusal(() => normalizeSelection([123456789012345678901234n], [9]))).toContain("123456789012345678901234");
    expect(refusal(() => normalizeSelection([[true, false]], [3]))).toContain("the mask has 2 booleans");
  });

  test("unknown, unnamed and doubled dimensions", () => {
    const names = ["time", "latitude", "longitude"];
    const message = refusal(() => normalizeSelection({ lattitude: 0 }, [1, 1, 1], names));
    expect(message).toBe(
      'the array has no dimension "lattitude". Did you mean "latitude"? Its dimensions are time, latitude, longitude.',
    );
    expect(refusal(() => normalizeSelection({ x: 0 }, [1]))).toContain("select by position");
    expect(refusal(() => normalizeSelection({ x: 0 }, [1, 1], ["x", "x"]))).toContain('2 dimensions named "x"');
    expect(refusal(() => normalizeSelection({ ...range(1, 2) } as Selection, [9], ["x"]))).toContain("[range(0, 10)]");
    expect(refusal(() => normalizeSelection({ x: "..." }, [1], ["x"]))).toContain('"..." cannot');
    expect(refusal(() => normalizeSelection("x=newaxis", [1], ["x"]))).toContain('"newaxis" cannot');
  });

  test.each<[string, unknown]>([
    ["a number", 0],
    ["a boolean", true],
    ["a typed array", Int32Array.of(1)],
    ["a map", new Map([["x", 0]])],
    ["a half", [0.5]],
    ["NaN", [Number.NaN]],
    ["undefined", [undefined]],
    ["a hole", new Array(1)],
    ["a boolean entry", [true]],
    ["a date", [new Date(0)]],
    ["an empty object", [{}]],
    ["a nested list", [[[0, 1]]]],
    ["a list with a hole", [Object.assign(new Array(3), { 0: 0, 2: 1 })]],
    ["a mixed mask", [[true, 1]]],
    ["a list of text", [["0"]]],
    ["a list of halves", [[0.5]]],
    ["a view without elements", [new DataView(new ArrayBuffer(8))]],
    ["a range with text", [{ start: "1" }]],
    ["a range with a half", [range(0.5, 2)]],
    ["a range with another key", [{ start: 1, end: 2 }]],
    ["a step of 0", [range(0, 2, 0)]],
    ["two entries in one text", ["0, 1"]],
    ["an empty text for an entry", [""]],
    ["a function", [() => 0]],
    ["too many entries", [0, 0, 0]],
    ["two ellipses", ["...", "..."]],
    ["a name without entry", { x: undefined }],
  ])("%s is refused", (_, selection) => {
    expect(refusal(() => normalizeSelection(selection as Selection, [3, 3], ["x", "y"]))).not.toBe("");
  });
});

describe("blocks", () => {
  const grid = rectilinearGrid([10, 9], [4, [2, 5, 3, 7]]);

  test("are whole chunks, clipped to the array", () => {
    expect(indices(normalizeBlocks(blocks([2, 1]), grid))).toEqual([
      [8, 9],
      [2, 3, 4, 5, 6],
    ]);
    const normalized = normalizeBlocks(blocks({ x: range(1, 3) }), grid, ["y", "x"]);
    expect(normalized.resultShape).toEqual([10, 7]);
    expect(normalized.resultDims).toEqual(["y", "x"]);
    expect(normalized.resultAxes).toEqual([0, 1]);
    expect(normalizeBlocks(blocks("-1, 0:0"), grid).resultShape).toEqual([2, 0]);
    expect(normalizeBlocks(blocks(""), regularGrid([], [])).axes).toEqual([]);
  });

  test("must follow each other and exist", () => {
    expect(refusal(() => normalizeBlocks(blocks("::2"), grid))).toContain("are not adjacent");
    expect(refusal(() => normalizeBlocks(blocks("::-1"), grid))).toContain("are not adjacent");
    expect(refusal(() => normalizeBlocks(blocks([[0, 0]]), grid))).toContain("are not adjacent");
    expect(refusal(() => normalizeBlocks(blocks("newaxis"), grid))).toContain("new axes");
    expect(refusal(() => normalizeBlocks(blocks(":, 3"), grid))).toContain("out of range");
  });

  test("are distinguished from other selections", () => {
    expect(isBlockSelection(blocks("0"))).toBe(true);
    expect([isBlockSelection("0"), isBlockSelection({ x: 0 }), isBlockSelection(undefined)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(refusal(() => normalizeSelection(blocks("0") as unknown as Selection, [3]))).toContain("points and blocks");
  });
});
