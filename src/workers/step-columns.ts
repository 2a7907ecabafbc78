/** The steps of a task between objects and columns, and where each one's elements lie in the task's buffer. */
import { type AxisSelection, selectionShape } from "../model/axis-selection.ts";
import type { StepColumns } from "./messages.ts";

/** One chunk, or a part of it. */
export interface Step {
  readonly key: string;
  /** In chunk coordinates. */
  readonly selection: readonly AxisSelection[];
  /** Shape of the selection. */
  readonly counts: readonly number[];
  /** Where its elements begin in the buffer, in bytes. */
  readonly offset: number;
}

/** Elements of every type lie aligned. */
const ALIGNMENT = 16;

/** Steps with their places in a buffer of `length` bytes. */
export function placeSteps(
  chosen: readonly { readonly key: string; readonly selection: readonly AxisSelection[] }[],
  itemSize: number,
): { readonly steps: readonly Step[]; readonly length: number } {
  let length = 0;
  const steps = chosen.map(({ key, selection }): Step => {
    const counts = selectionShape(selection);
    const offset = length;
    const bytes = counts.reduce((product, count) => product * count, itemSize);
    length += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
    return { key, selection, counts, offset };
  });
  return { steps, length };
}

export function toColumns(steps: readonly Step[]): StepColumns {
  const keys = steps.map(({ key }) => key);
  const rank = steps[0]?.selection.length ?? 0;
  if (steps.some(({ selection }) => selection.some((axis) => axis.kind === "list"))) {
    return { keys, rank, ranges: new Float64Array(), selections: steps.map(({ selection }) => selection) };
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
  return { keys, rank, ranges };
}

export function fromColumns(columns: StepColumns, itemSize: number): readonly Step[] {
  const { keys, rank, ranges, selections } = columns;
  const chosen = keys.map((key, step) => {
    const selection = selections?.[step] ?? rangesAt(ranges, step * rank * 3, rank);
    return { key, selection };
  });
  return placeSteps(chosen, itemSize).steps;
}

function rangesAt(ranges: Float64Array, first: number, rank: number): readonly AxisSelection[] {
  return Array.from({ length: rank }, (_, axis): AxisSelection => {
    const at = first + axis * 3;
    return { kind: "range", start: ranges[at]!, step: ranges[at + 1]!, count: ranges[at + 2]! };
  });
}
