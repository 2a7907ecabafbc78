/** Do the steps of a batch lie beside each other, so that together they are a box of the selection? */

import type { ChunkStep } from "../../model/grid/chunk-plan.ts";
import { type AxisSelection, selectionCount } from "../../model/selection/axis-selection.ts";
import type { Box } from "../../workers/messages.ts";

export interface TiledBox {
  /** The box in the selection. */
  readonly region: readonly AxisSelection[];
  readonly box: Box;
}

/** The box that the steps tile; undefined if there is none. Steps never overlap, so that counting elements tells. */
export function tiledBox(steps: readonly ChunkStep[]): TiledBox | undefined {
  const rank = steps[0]?.target.length ?? 0;
  const first = new Array<number>(rank).fill(Number.POSITIVE_INFINITY);
  const end = new Array<number>(rank).fill(0);
  const starts = new Float64Array(steps.length * rank);
  let count = 0;
  for (const [index, { target }] of steps.entries()) {
    for (const [axis, along] of target.entries()) {
      if (along.kind !== "range" || along.step !== 1) return undefined;
      first[axis] = Math.min(first[axis]!, along.start);
      end[axis] = Math.max(end[axis]!, along.start + along.count);
      starts[index * rank + axis] = along.start;
    }
    count += selectionCount(target);
  }
  const shape = first.map((start, axis) => end[axis]! - start);
  if (shape.reduce((product, length) => product * length, 1) !== count) return undefined;
  for (let i = 0; i < starts.length; i++) starts[i]! -= first[i % rank]!;
  const region = shape.map((length, axis): AxisSelection => {
    return { kind: "range", start: first[axis]!, step: 1, count: length };
  });
  return { region, box: { shape, starts } };
}
