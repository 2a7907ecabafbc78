/** A slow, obviously right array for property tests: elements in C order, every operation one index at a time. */
import fc from "fast-check";
import { type ChunkGrid, rectilinearGrid } from "../../src/model/grid/chunk-grid.ts";
import { contiguous, type Lattice, permuteLattice } from "../../src/model/lattice/lattice.ts";
import type { AxisSelection } from "../../src/model/selection/axis-selection.ts";

export interface NaiveArray {
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

export function everyIndex(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>(
    (prefixes, length) => prefixes.flatMap((prefix) => Array.from({ length }, (_, index) => [...prefix, index])),
    [[]],
  );
}

export function count(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

/** Values 0, 1, 2, ... in C order. */
export function counting(shape: readonly number[]): NaiveArray {
  return { shape, values: Array.from({ length: count(shape) }, (_, value) => value) };
}

export function offsetOf(shape: readonly number[], index: readonly number[]): number {
  return index.reduce((offset, position, axis) => offset * shape[axis]! + position, 0);
}

export function at(array: NaiveArray, index: readonly number[]): number {
  return array.values[offsetOf(array.shape, index)]!;
}

/** The indices that a selection names, written out. */
export function listed(selection: AxisSelection): number[] {
  if (selection.kind === "list") return [...selection.indices];
  return Array.from({ length: selection.count }, (_, position) => selection.start + position * selection.step);
}

export function select(array: NaiveArray, selection: readonly AxisSelection[]): NaiveArray {
  const lists = selection.map(listed);
  const shape = lists.map((list) => list.length);
  return {
    shape,
    values: everyIndex(shape).map((index) =>
      at(
        array,
        index.map((p, axis) => lists[axis]![p]!),
      ),
    ),
  };
}

export function permute(array: NaiveArray, order: readonly number[]): NaiveArray {
  const shape = order.map((axis) => array.shape[axis]!);
  const values = everyIndex(shape).map((index) => {
    const original = new Array<number>(order.length);
    order.forEach((axis, position) => {
      original[axis] = index[position]!;
    });
    return at(array, original);
  });
  return { shape, values };
}

/** A selection along a dimension of this length; lists may repeat and be out of order. */
export function anyAxis(length: number): fc.Arbitrary<AxisSelection> {
  if (length === 0) return fc.constant({ kind: "range", start: 0, step: 1, count: 0 });
  const index = fc.integer({ min: 0, max: length - 1 });
  const range = fc
    .record({
      start: index,
      step: fc.integer({ min: 1, max: 4 }),
      back: fc.boolean(),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(({ start, step, back, share }): AxisSelection => {
      const room = Math.floor((back ? start : length - 1 - start) / step) + 1;
      return { kind: "range", start, step: back ? -step : step, count: Math.round(share * room) };
    });
  const list = fc.array(index, { maxLength: 6 }).map((indices): AxisSelection => ({ kind: "list", indices }));
  const whole = fc.constant<AxisSelection>({ kind: "range", start: 0, step: 1, count: length });
  return fc.oneof(range, list, whole);
}

export function anySelection(shape: readonly number[]): fc.Arbitrary<AxisSelection[]> {
  return fc.tuple(...shape.map(anyAxis)).map((axes) => [...axes]);
}

export function anyShape(maxRank = 4, maxLength = 6): fc.Arbitrary<number[]> {
  return fc.array(fc.integer({ min: 0, max: maxLength }), { maxLength: maxRank });
}

export function anyOrder(rank: number): fc.Arbitrary<number[]> {
  const axes = Array.from({ length: rank }, (_, axis) => axis);
  return fc.shuffledSubarray(axes, { minLength: rank, maxLength: rank });
}

/** A grid over a shape of these lengths; each dimension fixed or varying, with or without surplus. */
export function anyGrid(
  lengths: readonly fc.Arbitrary<number>[],
): fc.Arbitrary<{ grid: ChunkGrid; shape: readonly number[] }> {
  const sizes = (length: number) =>
    fc.oneof(
      fc.integer({ min: 1, max: length + 3 }),
      fc
        .tuple(fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: length + 3 }), fc.integer({ min: 1, max: 3 }))
        .map(([list, last]) => {
          const short = length - list.reduce((sum, size) => sum + size, 0);
          return short > 0 ? [...list, short + last - 1] : list;
        }),
    );
  return fc
    .tuple(...lengths)
    .chain((shape) => fc.tuple(fc.constant(shape), fc.tuple(...shape.map(sizes))))
    .map(([shape, chosen]) => ({ grid: rectilinearGrid(shape, chosen), shape }));
}

/** A dense block in Fortran order: the first axis varies fastest. */
export function fortran(shape: readonly number[]): Lattice {
  return permuteLattice(contiguous([...shape].reverse()), [...shape.keys()].reverse());
}

/** Position of one element. */
export function latticeOffset({ base, axes }: Lattice, index: readonly number[]): number {
  return axes.reduce((offset, axis, i) => offset + (axis.offsets?.[index[i]!] ?? index[i]! * axis.stride), base);
}
