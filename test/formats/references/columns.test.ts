/** Columns of references: rows are what was pushed, whatever page they lie on. */
import { expect, test } from "vitest";
import { modelLimits } from "../../../src/model/limits.ts";
import { ReferenceColumns } from "../../../src/model/virtual/columns/reference-columns.ts";

const PAGE = 2 ** 14;

function runOf(first: number, count: number): Parameters<ReferenceColumns["pushRanges"]>[0] {
  const numbers = Array.from({ length: count }, (_, i) => first + i);
  return {
    count,
    coords: Uint32Array.from(numbers),
    urls: Uint32Array.from(numbers, (number) => number % 7),
    offsets: Float64Array.from(numbers, (number) => 2 ** 40 + number),
    lengths: Float64Array.from(numbers, (number) => number + 1),
  };
}

function check(columns: ReferenceColumns, count: number): void {
  expect(columns.length).toBe(count);
  for (let row = 0; row < count; row++) {
    const expected = { kind: "range", url: row % 7, offset: 2 ** 40 + row, length: row + 1 };
    const found = columns.row(row);
    if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found, `row ${row}`).toEqual(expected);
  }
  expect(columns.row(count)).toBeUndefined();
}

test.each([1, 15, 16, 17, PAGE - 1, PAGE, PAGE + 1, 2 * PAGE, 2 * PAGE + 1])("%i rows, one by one", (count) => {
  const columns = new ReferenceColumns();
  for (let row = 0; row < count; row++) columns.pushRange(row % 7, 2 ** 40 + row, row + 1);
  check(columns, count);
});

test.each([
  [1, 5],
  [16, 16],
  [17, 1000],
  [1, PAGE - 1],
  [1, PAGE],
  [3, PAGE],
  [PAGE - 1, 2],
  [PAGE, 1],
  [100, 3 * PAGE],
])("runs of %i and %i rows", (first, second) => {
  const columns = new ReferenceColumns();
  columns.pushRanges(runOf(0, first));
  columns.pushRanges(runOf(first, second));
  columns.pushRanges(runOf(first + second, 0));
  check(columns, first + second);
});

test("kinds of rows on both sides of a page", () => {
  const columns = new ReferenceColumns();
  columns.pushRanges(runOf(0, PAGE - 2));
  columns.pushWhole(3);
  columns.pushAbsent();
  columns.pushInline(1, 20, 300);
  columns.pushWhole(4);
  expect([PAGE - 2, PAGE - 1, PAGE, PAGE + 1].map((row) => columns.row(row))).toEqual([
    { kind: "whole", url: 3 },
    undefined,
    { kind: "inline", page: 1, offset: 20, length: 300 },
    { kind: "whole", url: 4 },
  ]);
});

/** By column, values whose packed form has 0, 1, 2, 4 and 8 bytes: just within each size and just beyond it. */
test.each([
  ["equal", [5, 5]],
  ["a range of a byte", [2 ** 40, 2 ** 40 + 255]],
  ["of more than a byte", [2 ** 40, 2 ** 40 + 256]],
  ["of two bytes", [2 ** 40, 2 ** 40 + 65_535]],
  ["of more than two bytes", [2 ** 40, 2 ** 40 + 65_536]],
  ["of four bytes", [2 ** 40, 2 ** 40 + 2 ** 32 - 1]],
  ["of more than four bytes", [2 ** 40, 2 ** 40 + 2 ** 32]],
  ["the largest", [0, Number.MAX_SAFE_INTEGER]],
])("offsets and lengths of a full page: %s", (_, [low, high]) => {
  const columns = new ReferenceColumns();
  const value = (row: number): number =>
    row % 3 === 0 ? low! : row % 3 === 1 ? high! : low! + Math.floor((high! - low!) / 2);
  for (let row = 0; row < PAGE; row++) columns.pushRange((row * 2 ** 18) % 2 ** 32, value(row), value(row + 1));
  for (let row = 0; row < PAGE; row++) {
    const expected = { kind: "range", url: (row * 2 ** 18) % 2 ** 32, offset: value(row), length: value(row + 1) };
    const found = columns.row(row);
    if (JSON.stringify(found) !== JSON.stringify(expected)) expect(found, `row ${row}`).toEqual(expected);
  }
});

test("released rows are dropped by the page, and no others", () => {
  const page = modelLimits.pageRows.value;
  const columns = new ReferenceColumns();
  columns.pushRanges(runOf(0, 3 * page));
  const isThere = (): readonly boolean[] =>
    [0, page - 1, page, 2 * page - 1, 2 * page].map((row) => columns.row(row) !== undefined);
  columns.release(0, page - 1);
  columns.release(page + 5, 2 * page);
  expect(isThere()).toEqual([true, true, true, true, true]);
  columns.release(page - 1, page + 5);
  expect(isThere()).toEqual([false, false, false, false, true]);
  expect(columns.length).toBe(3 * page);
});
