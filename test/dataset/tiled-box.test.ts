import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { batches, tiledBox } from "../../src/dataset/engine/batches.ts";
import { regularGrid } from "../../src/model/grid/chunk-grid.ts";
import { planChunks } from "../../src/model/grid/chunk-plan.ts";
import { wholeSelection } from "../../src/model/selection/axis-selection.ts";

describe("the box of a batch", () => {
  it("is found just where the steps fill one, each in its place", () => {
    const axis = fc.record({ length: fc.integer({ min: 1, max: 14 }), chunk: fc.integer({ min: 1, max: 5 }) });
    fc.assert(
      fc.property(
        fc.array(axis, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 2 ** 19 }),
        (axes, itemSize) => {
          const shape = axes.map(({ length }) => length);
          const grid = regularGrid(
            shape,
            axes.map(({ chunk }) => chunk),
          );
          const seen = new Set<string>();
          for (const { steps } of batches(planChunks(grid, wholeSelection(shape)), itemSize, undefined)) {
            const cells = steps.map(({ target }) => cellsOf(target.map((along) => rangeOf(along))));
            for (const cell of cells.flat()) expect(seen.has(cell), "taken twice").toBe(false);
            for (const cell of cells.flat()) seen.add(cell);
            const tiled = tiledBox(steps);
            const bounds = boundsOf(steps.map(({ target }) => target.map((along) => rangeOf(along))));
            const full = new Set(cellsOf(bounds)).size === cells.flat().length;
            expect(tiled !== undefined).toBe(full);
            if (tiled === undefined) continue;
            expect(tiled.region.map((along) => rangeOf(along))).toEqual(bounds);
            steps.forEach(({ target }, step) => {
              const starts = target.map((along, i) => rangeOf(along).start - bounds[i]!.start);
              expect([...tiled.box.starts.slice(step * shape.length, (step + 1) * shape.length)]).toEqual(starts);
            });
          }
          expect(seen.size).toBe(shape.reduce((product, length) => product * length, 1));
        },
      ),
    );
  });

  it("is a whole row of chunks where one fits, so that it is contiguous in the result", () => {
    const shape = [2, 1024, 1024];
    const plan = planChunks(regularGrid(shape, [1, 512, 512]), wholeSelection(shape));
    const found = [...batches(plan, 4, undefined)].map(({ steps }) => tiledBox(steps)?.box.shape);
    expect(found).toEqual(new Array(4).fill([1, 512, 1024]));
  });

  it("is none for lists and steps", () => {
    const shape = [8];
    const selection = [{ kind: "list", indices: [0, 4, 1, 5] }] as const;
    expect(tiledBox([...planChunks(regularGrid(shape, [4]), selection)])).toBeUndefined();
  });
});

interface Range {
  readonly start: number;
  readonly count: number;
}

function rangeOf(along: { readonly kind: string }): Range {
  const { start, count } = along as typeof along & Range;
  return { start, count };
}

function cellsOf(ranges: readonly Range[]): string[] {
  return ranges.reduce<string[]>(
    (cells, { start, count }) =>
      cells.flatMap((cell) => Array.from({ length: count }, (_, i) => `${cell},${start + i}`)),
    [""],
  );
}

function boundsOf(steps: readonly (readonly Range[])[]): Range[] {
  return steps[0]!.map((_, axis) => {
    const start = Math.min(...steps.map((step) => step[axis]!.start));
    const end = Math.max(...steps.map((step) => step[axis]!.start + step[axis]!.count));
    return { start, count: end - start };
  });
}
