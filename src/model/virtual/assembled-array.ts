/** Arrays that are put together of parts of other arrays, such as virtual datasets of HDF5. */
import type { ArrayNode } from "../node.ts";

/** Indexes along one axis: runs of consecutive ones, in order. */
export type IndexRuns = readonly { readonly start: number; readonly length: number }[];

/** The elements of a source that are elements of the array. */
export interface AssembledPart {
  /** Per axis of the array. */
  readonly target: readonly IndexRuns[];
  /**
   * Opens the source when its values are first asked for: there may be thousands, each in a file of its own. Fails if it
   * cannot be read, or is not what the array needs; it is then tried again by the next call.
   */
  open(): Promise<OpenedPart>;
}

export interface OpenedPart {
  /** Also in `VirtualDataset.sources`, by its path, as soon as it is open. */
  readonly source: ArrayNode;
  /** Per axis of the source. Axes with more than one index correspond to those of the target, in order. */
  readonly from: readonly IndexRuns[];
}

export interface AssembledArray {
  /** Of elements that several have, the last counts. Elements that none has are the fill value. */
  readonly parts: readonly AssembledPart[];
}

export function runsLength(runs: IndexRuns): number {
  return runs.reduce((total, { length }) => total + length, 0);
}

/** Indexes in [from, to) and their positions in the runs. */
export function indexesBetween(
  runs: IndexRuns,
  from: number,
  to: number,
): { readonly indexes: readonly number[]; readonly positions: readonly number[] } {
  const indexes: number[] = [];
  const positions: number[] = [];
  let before = 0;
  for (const { start, length } of runs) {
    for (let index = Math.max(start, from); index < Math.min(start + length, to); index++) {
      indexes.push(index);
      positions.push(before + index - start);
    }
    before += length;
  }
  return { indexes, positions };
}

/** The indexes at these positions, which are in order. */
export function indexesAt(runs: IndexRuns, positions: readonly number[]): readonly number[] {
  const found: number[] = [];
  let [run, before] = [0, 0];
  for (const position of positions) {
    while (run < runs.length && position >= before + runs[run]!.length) before += runs[run++]!.length;
    const { start } = runs[run]!;
    found.push(start + position - before);
  }
  return found;
}
