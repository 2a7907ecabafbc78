import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ChunkGrid,
  chunkCoords,
  chunkRegion,
  rectilinearGrid,
  regularGrid,
} from "../../src/model/grid/chunk-grid.ts";
import { type ChunkStep, planChunks } from "../../src/model/grid/chunk-plan.ts";
import { copyElements } from "../../src/model/lattice/copy.ts";
import { contiguous, selectLattice } from "../../src/model/lattice/lattice.ts";
import type { AxisSelection } from "../../src/model/selection/axis-selection.ts";
import { anyGrid, anySelection, count, counting, everyIndex, listed, offsetOf, select } from "./naive-array.ts";

const range = (start: number, step: number, length: number): AxisSelection => ({
  kind: "range",
  start,
  step,
  count: length,
});
const list = (...indices: number[]): AxisSelection => ({ kind: "list", indices });

const anyCase = fc
  .array(fc.nat(9), { maxLength: 3 })
  .chain((lengths) => anyGrid(lengths.map((length) => fc.constant(length))))
  .chain(({ grid, shape }) =>
    fc.record({ grid: fc.constant(grid), shape: fc.constant(shape), selection: anySelection(shape) }),
  );

/** Every chunk's bytes as encoded: element values of the array inside, 65535 in what overhangs. */
function cut(grid: ChunkGrid, shape: readonly number[], values: readonly number[]): Map<string, Uint16Array> {
  const chunks = new Map<string, Uint16Array>();
  for (const step of planChunks(
    grid,
    shape.map((length) => range(0, 1, length)),
  )) {
    const starts = chunkRegion(grid, step.coords).map((span) => span.start);
    const chunk = everyIndex(step.shape).map((index) => {
      const place = index.map((position, axis) => position + starts[axis]!);
      return place.every((position, axis) => position < shape[axis]!) ? values[offsetOf(shape, place)]! : 65535;
    });
    chunks.set(step.coords.join("."), Uint16Array.from(chunk));
  }
  return chunks;
}

const bytesOf = (values: Uint16Array): Uint8Array => new Uint8Array(values.buffer);

describe("planChunks", () => {
  test("names chunks, and what goes where", () => {
    expect([...planChunks(regularGrid([10], [4]), [range(1, 3, 3)])]).toEqual([
      { coords: [0], shape: [4], source: [range(1, 1, 1)], target: [range(0, 1, 1)], whole: false },
      { coords: [1], shape: [4], source: [range(0, 3, 2)], target: [range(1, 1, 2)], whole: false },
    ]);
    expect([...planChunks(regularGrid([10], [4]), [range(9, -1, 10)])]).toEqual([
      { coords: [2], shape: [4], source: [range(1, -1, 2)], target: [range(0, 1, 2)], whole: true },
      { coords: [1], shape: [4], source: [range(3, -1, 4)], target: [range(2, 1, 4)], whole: true },
      { coords: [0], shape: [4], source: [range(3, -1, 4)], target: [range(6, 1, 4)], whole: true },
    ]);
  });

  test("visits each chunk of an unsorted list once, in order", () => {
    expect([...planChunks(regularGrid([10], [4]), [list(9, 0, 5, 0, 2)])]).toEqual([
      { coords: [0], shape: [4], source: [list(0, 0, 2)], target: [list(1, 3, 4)], whole: false },
      { coords: [1], shape: [4], source: [range(1, 1, 1)], target: [range(2, 1, 1)], whole: false },
      { coords: [2], shape: [4], source: [range(1, 1, 1)], target: [range(0, 1, 1)], whole: false },
    ]);
  });

  test("a list that names every index of a chunk covers it whole", () => {
    const steps = [...planChunks(rectilinearGrid([6], [[3, 9]]), [list(4, 1, 2, 0, 1, 3)])];
    expect(steps.map((step) => step.whole)).toEqual([true, false]);
  });

  test("rank 0 is one whole step, an empty selection none", () => {
    expect([...planChunks([], [])]).toEqual([{ coords: [], shape: [], source: [], target: [], whole: true }]);
    const empty = planChunks(regularGrid([4, 4], [2, 2]), [range(0, 1, 4), range(0, 1, 0)]);
    expect(empty.stepCount).toBe(0);
    expect([...empty]).toEqual([]);
    expect([...planChunks(regularGrid([4], [2]), [list()])]).toEqual([]);
  });

  test("gathering by the plan equals naive indexing", () => {
    fc.assert(
      fc.property(anyCase, ({ grid, shape, selection }) => {
        const chunks = cut(grid, shape, counting(shape).values);
        const expected = select(counting(shape), selection);
        const plan = planChunks(grid, selection);
        const result = new Uint16Array(count(plan.shape)).fill(60000);
        let steps = 0;
        for (const step of plan) {
          steps++;
          copyElements(
            bytesOf(chunks.get(step.coords.join("."))!),
            selectLattice(contiguous(step.shape), step.source),
            bytesOf(result),
            selectLattice(contiguous(plan.shape), step.target),
            2,
          );
        }
        expect(plan.shape).toEqual(expected.shape);
        expect(steps).toBe(plan.stepCount);
        expect([...result]).toEqual(expected.values);
      }),
      { numRuns: 400 },
    );
  });

  test("scattering by the plan writes what naive assignment writes, the last of repeats winning", () => {
    fc.assert(
      fc.property(anyCase, ({ grid, shape, selection }) => {
        const before = counting(shape).values.map((value) => value + 1000);
        const after = [...before];
        const plan = planChunks(grid, selection);
        const values = Uint16Array.from({ length: count(plan.shape) }, (_, i) => i);
        everyIndex(plan.shape).forEach((index, i) => {
          const place = index.map((position, axis) => listed(selection[axis]!)[position]!);
          after[offsetOf(shape, place)] = i;
        });
        const chunks = cut(grid, shape, before);
        for (const step of plan) {
          copyElements(
            bytesOf(values),
            selectLattice(contiguous(plan.shape), step.target),
            bytesOf(chunks.get(step.coords.join("."))!),
            selectLattice(contiguous(step.shape), step.source),
            2,
          );
        }
        expect(chunks).toEqual(cut(grid, shape, after));
      }),
      { numRuns: 400 },
    );
  });

  test("whole means just that: every element of the chunk inside the array, and each chunk comes once", () => {
    fc.assert(
      fc.property(anyCase, ({ grid, selection }) => {
        const seen = new Set<string>();
        for (const { coords, source, whole } of planChunks(grid, selection)) {
          const distinct = source.map((axis) => new Set(listed(axis)).size);
          const valid = chunkRegion(grid, coords).map((span) => span.length);
          expect(whole).toBe(distinct.every((length, axis) => length === valid[axis]));
          expect(seen.has(coords.join("."))).toBe(false);
          seen.add(coords.join("."));
        }
      }),
      { numRuns: 400 },
    );
  });

  test("a plan inside each step of a plan, as for shards, equals the plan of the small chunks", () => {
    const outer = regularGrid([20, 13], [8, 6]);
    const selection = [range(1, 2, 9), list(12, 0, 7, 7, 3)];
    const small = new Map<string, unknown>();
    for (const step of planChunks(regularGrid([24, 18], [4, 3]), selection)) {
      small.set(step.coords.join("."), [step.source.map(listed), step.target.map(listed)]);
    }
    let steps = 0;
    for (const shard of planChunks(outer, selection)) {
      for (const step of planChunks(regularGrid(shard.shape, [4, 3]), shard.source)) {
        const coords = step.coords.map((chunk, axis) => shard.coords[axis]! * 2 + chunk);
        const target = step.target.map((axis, i) => listed(axis).map((position) => listed(shard.target[i]!)[position]));
        expect([step.source.map(listed), target]).toEqual(small.get(coords.join(".")));
        steps++;
      }
    }
    expect(steps).toBe(small.size);
  });

  test("huge arrays are planned lazily", () => {
    const shape = [1e12, 1e12];
    const plan = planChunks(regularGrid(shape, [1, 1e6]), [range(0, 1, 1e9), range(1e12 - 1, -1, 1e12)]);
    expect(plan.stepCount).toBe(1e15);
    const steps = plan[Symbol.iterator]();
    const next = (): ChunkStep => steps.next().value!;
    expect(next()).toMatchObject({ coords: [0, 999999], source: [range(0, 1, 1), range(999999, -1, 1000000)] });
    expect(next()).toMatchObject({ coords: [0, 999998], target: [range(0, 1, 1), range(1000000, 1, 1000000)] });
    const sparse = planChunks(regularGrid([1e15], [10]), [range(5, 1e6, 1e9)]);
    expect(sparse.stepCount).toBe(1e9);
    expect([...planChunks(regularGrid([1e15], [10]), [range(1e15 - 3, -1e14, 3)])].map((step) => step.coords)).toEqual([
      [99999999999999],
      [89999999999999],
      [79999999999999],
    ]);
    expect(() => planChunks(regularGrid(shape, [1, 1]), [range(0, 1, 1e12), range(0, 1, 1e12)])).toThrow(
      /more than 2\^53/,
    );
  });

  test("all chunks of an array, in the order of their coordinates", () => {
    const grid = rectilinearGrid([7, 5], [[2, 1, 9], 2]);
    const steps = [...planChunks(grid, [range(0, 1, 7), range(0, 1, 5)])];
    expect(steps.map((step) => step.coords)).toEqual([...chunkCoords(grid)]);
    expect(steps.every((step) => step.whole)).toBe(true);
  });

  test("refuses selections that do not fit the array", () => {
    const refused = expect.objectContaining({ code: "invalid-request" });
    expect(() => planChunks(regularGrid([10], [4]), [])).toThrow(refused);
    expect(() => planChunks(regularGrid([10], [4]), [range(5, 1, 6)])).toThrow(refused);
    expect(() => planChunks(regularGrid([10], [4]), [list(10)])).toThrow(refused);
    expect(() => planChunks(regularGrid([10], [4]), [range(3, -1, 5)])).toThrow(refused);
  });
});
