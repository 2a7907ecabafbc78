/** Positions of rows: found, read and replaced as in a plain list, whatever their order and page. */
import { afterEach, expect, test } from "vitest";
import { limitSettings, setLimits } from "../../../src/bytes/limit.ts";
import { PositionIndex } from "../../../src/model/virtual/columns/position-index.ts";

const before = limitSettings();
afterEach(() => setLimits(before));

type Position = readonly number[];

function boxOf(counts: Position, from: Position = counts.map(() => 0)): Position[] {
  return counts.reduce<Position[]>(
    (all, count, axis) => all.flatMap((start) => Array.from({ length: count }, (_, i) => [...start, from[axis]! + i])),
    [[]],
  );
}

/** A fixed shuffle: each position moves a prime number of places. */
function mixed(positions: readonly Position[]): Position[] {
  return positions.map((_, index) => positions[(index * 7919) % positions.length]!);
}

const CASES: Readonly<Record<string, readonly Position[]>> = {
  "a grid in order": boxOf([7, 5, 3]),
  "the columns of a grid": boxOf([9, 8]).map(([a, b]) => [b!, a!]),
  "steps along the first axis only": boxOf([70, 1, 1]),
  "a box that begins elsewhere": boxOf([6, 7], [100, 1000]),
  "a grid without order": mixed(boxOf([11, 7])),
  "the same grid twice": [...boxOf([5, 6]), ...boxOf([5, 6])],
  "one position again and again": Array.from({ length: 40 }, () => [3, 4]),
  "steps backwards": boxOf([60]).toReversed(),
  "steps along a diagonal": Array.from({ length: 40 }, (_, i) => [i, i]),
  "few positions in a vast grid": mixed(Array.from({ length: 50 }, (_, i) => [i * 1_000_003, i * 17, 999_999_999 - i])),
  "numbers beyond 2^31": boxOf([3, 20], [4_000_000_000, 4_294_967_200]),
  "one number": boxOf([100]),
};

function check(index: PositionIndex, positions: readonly Position[]): void {
  expect(index.length).toBe(positions.length);
  const last = new Map(positions.map((position, row) => [position.join(), row]));
  for (const [row, position] of positions.entries()) {
    expect(index.read(row, []), `row ${row}`).toEqual(position);
    expect(index.find(position), `of row ${row}`).toBe(last.get(position.join()));
    expect(index.isLast(row)).toBe(last.get(position.join()) === row);
  }
  for (let row = positions.length - 1; row >= 0; row -= 3) expect(index.read(row, [])).toEqual(positions[row]);
  expect(index.find(positions[0]!.map(() => 4_294_967_295))).toBeUndefined();
}

for (const pageRows of [5, 8, 16_384]) {
  test.each(Object.entries(CASES))(`%s, in pages of ${pageRows}`, (_, positions) => {
    setLimits({ tiny: false, values: { "model.pageRows": pageRows } });
    const rank = positions[0]!.length;
    const one = new PositionIndex(rank);
    for (const position of positions) one.push(position);
    check(one, positions);
    const runs = new PositionIndex(rank);
    runs.push([99, ...positions[0]!], 1);
    for (let at = 1; at < positions.length; at += 13) {
      const run = positions.slice(at, at + 13);
      runs.pushAll(Uint32Array.from([...run.flat(), 1, 2, 3]), run.length);
    }
    check(runs, positions);
  });
}
