/** Blocks that go on without end along one axis of a selection. */
import type { IndexRuns } from "../../../model/virtual/assembled-array.ts";

export interface UnlimitedSelection {
  /** The axis along which it has no end. */
  readonly axis: number;
  readonly start: number;
  readonly stride: number;
  /** Infinity for a single block. */
  readonly block: number;
  /** Of each axis; those of this one are not used. */
  readonly axes: readonly IndexRuns[];
}

/** The most runs and blocks of one selection: far more than files have, and little memory. */
export const MOST_RUNS: number = 2 ** 18;

/** What is selected of an axis of this length: its last block may be cut. */
export function runsBelow({ start, stride, block }: UnlimitedSelection, length: number): IndexRuns | string {
  if (length <= start) return [];
  if (block >= stride) return [{ start, length: length - start }];
  const count = Math.ceil((length - start) / stride);
  if (count > MOST_RUNS) return `a selection of ${count} blocks`;
  return Array.from({ length: count }, (_, index) => {
    const at = start + index * stride;
    return { start: at, length: Math.min(block, length - at) };
  });
}

/** The length of an axis on which this many indices are selected, up to and with the last of them. */
export function lengthFor({ start, stride, block }: UnlimitedSelection, selected: number): number {
  if (selected === 0) return 0;
  if (block >= stride) return start + selected;
  const blocks = Math.ceil(selected / block) - 1;
  return start + blocks * stride + selected - blocks * block;
}

/** The selection with these runs along its axis. */
export function withRuns({ axis, axes }: UnlimitedSelection, runs: IndexRuns): readonly IndexRuns[] {
  return axes.map((each, index) => (index === axis ? runs : each));
}
