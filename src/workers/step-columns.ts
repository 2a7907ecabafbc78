/** The steps of a task between objects and columns, and where each one's elements lie in the task's buffer. */

import { copyOffset } from "../bytes/source/copy-distance.ts";
import { contiguous, type Lattice } from "../model/lattice/lattice.ts";
import { type AxisSelection, selectionShape } from "../model/selection/axis-selection.ts";
import type { Box, StepColumns } from "./messages.ts";

/** One chunk, or a part of it. */
export interface Step {
  readonly key: string;
  /** In chunk coordinates. */
  readonly selection: readonly AxisSelection[];
  /** Shape of the selection. */
  readonly counts: readonly number[];
  /** The part of the buffer that its elements lie in, in bytes. */
  readonly offset: number;
  readonly length: number;
  /** Its elements in that part. */
  readonly layout: Lattice;
}

/** Elements of every type lie aligned. */
const ALIGNMENT = 16;
const FIRST_OFFSET = copyOffset(0, 0);

export interface PlacedSteps {
  readonly steps: readonly Step[];
  /** Bytes of the buffer that they take. */
  readonly length: number;
}

type Chosen = readonly { readonly key: string; readonly selection: readonly AxisSelection[] }[];

/** Steps with their places in a buffer: in their box, or one after another. */
export function placeSteps(chosen: Chosen, itemSize: number, box?: Box): PlacedSteps {
  return box === undefined ? placeInTurn(chosen, itemSize) : placeInBox(chosen, itemSize, box);
}

function placeInTurn(chosen: Chosen, itemSize: number): PlacedSteps {
  let end = FIRST_OFFSET;
  const steps = chosen.map(({ key, selection }): Step => {
    const counts = selectionShape(selection);
    const offset = end;
    const length = counts.reduce((product, count) => product * count, itemSize);
    end += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    return { key, selection, counts, offset, length, layout: contiguous(counts) };
  });
  return { steps, length: end };
}

function placeInBox(chosen: Chosen, itemSize: number, { shape, starts }: Box): PlacedSteps {
  const { axes } = contiguous(shape);
  const length = shape.reduce((product, count) => product * count, itemSize);
  const steps = chosen.map(({ key, selection }, step): Step => {
    const counts = selectionShape(selection);
    const base = axes.reduce((sum, { stride }, axis) => sum + starts[step * axes.length + axis]! * stride, 0);
    const layout = { base, axes: axes.map((axis, i) => ({ ...axis, count: counts[i]! })) };
    return { key, selection, counts, offset: FIRST_OFFSET, length, layout };
  });
  return { steps, length: FIRST_OFFSET + length };
}

export function toColumns(steps: readonly Step[], box?: Box): StepColumns {
  const keys = steps.map(({ key }) => key);
  const rank = steps[0]?.selection.length ?? 0;
  const common = { keys, rank, ...(box === undefined ? {} : { box }) };
  if (steps.some(({ selection }) => selection.some((axis) => axis.kind === "list"))) {
    return { ...common, ranges: new Float64Array(), selections: steps.map(({ selection }) => selection) };
  }
  const ranges = new Float64Array(steps.length * rank * 3);
  let at = 0;
  for (const { selection } of steps) {
    for (const axis of selection) {
      if (axis.kind !== "range") continue;
      ranges[at] = axis.start;
      ranges[at + 1] = axis.step;
      ranges[at + 2] = axis.count;
      at += 3;
    }
  }
  return { ...common, ranges };
}

export function fromColumns(columns: StepColumns, itemSize: number): readonly Step[] {
  const { keys, rank, ranges, selections, box } = columns;
  const chosen = keys.map((key, step) => {
    const selection = selections?.[step] ?? rangesAt(ranges, step * rank * 3, rank);
    return { key, selection };
  });
  return placeSteps(chosen, itemSize, box).steps;
}

function rangesAt(ranges: Float64Array, first: number, rank: number): readonly AxisSelection[] {
  return Array.from({ length: rank }, (_, axis): AxisSelection => {
    const at = first + axis * 3;
    return { kind: "range", start: ranges[at]!, step: ranges[at + 1]!, count: ranges[at + 2]! };
  });
}
