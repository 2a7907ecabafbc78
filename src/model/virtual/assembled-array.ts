/** Arrays that are put together of parts of other arrays, such as virtual datasets of HDF5. */

/** Indexes along one axis: runs of consecutive ones, in order. */
export type IndexRuns = readonly { readonly start: number; readonly length: number }[];

/** The elements of a source that are elements of the array. */
export interface AssembledPart {
  /** The path of the source in `VirtualDataset.sources`. */
  readonly source: string;
  /** Per axis of the array. */
  readonly target: readonly IndexRuns[];
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
