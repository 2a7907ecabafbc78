/** Arrays that are assembled from parts of other arrays, such as HDF5's virtual datasets. */
import type { ArrayNode } from "../node.ts";

/** Indices along one axis: runs of consecutive ones, in order. */
export type IndexRuns = readonly { readonly start: number; readonly length: number }[];

/** Elements of a source that are elements of the array. */
export interface AssembledPart {
  /** Per axis of the array. */
  readonly target: readonly IndexRuns[];
  /**
   * Opens the source when its values are first needed: there may be thousands, each in its own file. Fails if it cannot
   * be read, or does not fit the array; the next call then tries again.
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
  /** If several parts contain an element, the last counts. Elements in no part are the fill value. */
  readonly parts: readonly AssembledPart[];
}

export function runsLength(runs: IndexRuns): number {
  return runs.reduce((total, { length }) => total + length, 0);
}

/** Indices in [from, to) and their positions in the runs. */
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

/** The indices at these positions, which are in order. */
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
