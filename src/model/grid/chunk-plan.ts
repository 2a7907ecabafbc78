/**
 * Which chunks a selection touches, and what goes where: pure data, made before anything is read or written. The steps
 * are the outer product of what each dimension contributes, so a plan is small however many steps it has, and steps
 * are made only as they are taken. Every chunk occurs at most once.
 */
import { HyperslabError } from "../../errors.ts";
import { type AxisSelection, selectionShape } from "../selection/axis-selection.ts";
import { type AxisPlan, planAxis } from "./axis-plan.ts";
import type { ChunkGrid } from "./chunk-grid.ts";

export interface ChunkStep {
  readonly coords: readonly number[];
  /** Shape of the chunk as it is encoded. */
  readonly shape: readonly number[];
  /** What of the chunk, in its own coordinates. */
  readonly source: readonly AxisSelection[];
  /** Where that stands in the selection. */
  readonly target: readonly AxisSelection[];
  /** Does the step cover every element of the chunk that lies inside the array, so that a write need not read? */
  readonly whole: boolean;
}

export interface ChunkPlan extends Iterable<ChunkStep> {
  /** Counts of the selection along each dimension. */
  readonly shape: readonly number[];
  readonly stepCount: number;
}

/** Steps come in C order of their chunks' places along each axis of the selection. */
export function planChunks(grid: ChunkGrid, selection: readonly AxisSelection[]): ChunkPlan {
  if (selection.length !== grid.length) {
    const what = `a selection of ${selection.length} dimensions does not fit an array of ${grid.length}`;
    throw new HyperslabError("invalid-request", what);
  }
  const axes = grid.map((dimension, i) => planAxis(dimension, selection[i]!, i));
  const stepCount = axes.reduce((product, axis) => product * axis.count, 1);
  if (!Number.isSafeInteger(stepCount)) {
    const what = `the selection touches ${axes.map((axis) => axis.count).join(" x ")} chunks, too many to count`;
    throw new HyperslabError("invalid-request", what, { hint: "Select a smaller part." });
  }
  return { shape: selectionShape(selection), stepCount, [Symbol.iterator]: () => steps(axes, stepCount) };
}

function* steps(axes: readonly AxisPlan[], stepCount: number): Generator<ChunkStep, void, undefined> {
  if (stepCount === 0) return;
  const places = axes.map(() => 0);
  const pieces = axes.map((axis) => axis.at(0));
  for (;;) {
    yield {
      coords: pieces.map((piece) => piece.chunk),
      shape: pieces.map((piece) => piece.size),
      source: pieces.map((piece) => piece.source),
      target: pieces.map((piece) => piece.target),
      whole: pieces.every((piece) => piece.whole),
    };
    let axis = axes.length - 1;
    while (axis >= 0 && ++places[axis]! === axes[axis]!.count) places[axis--] = 0;
    if (axis < 0) return;
    for (let turned = axis; turned < axes.length; turned++) pieces[turned] = axes[turned]!.at(places[turned]!);
  }
}
