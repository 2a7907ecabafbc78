/** The chunks of one array in a table of references: found by coordinates, without a key per chunk. */
import { type KeyTail, keyOf } from "./chunk-key.ts";
import type { PositionIndex } from "./columns/position-index.ts";
import type { ReferenceColumns, ReferenceRow } from "./columns/reference-columns.ts";

/** The references of the chunks of one array, without a key per chunk. */
export interface ChunkRows {
  /** The number of entries, including those replaced by later ones. */
  readonly length: number;
  /** Coordinates of the chunk of an entry: the same list is reused. */
  coords(entry: number): ArrayLike<number>;
  /** The key of an entry. */
  key(entry: number): string;
  /** Returns false if the chunk is absent, or a later entry counts. */
  isCurrent(entry: number): boolean;
  /** The reference of an entry; undefined if the chunk is absent, or a later entry counts. */
  row(entry: number): ReferenceRow | undefined;
  /** Returns undefined if the chunk is absent. */
  find(coords: ArrayLike<number>): ReferenceRow | undefined;
}

/** Chunks in the columns of a pattern. `tail` has the numbers of the key of the chunk at the origin. */
export function rowsOfChunks(
  name: string,
  pattern: { readonly index: PositionIndex; readonly columns: ReferenceColumns },
  tail: KeyTail,
  rank: number,
): ChunkRows {
  const { index, columns } = pattern;
  // Names before the coordinates may be numbers too.
  const numbers = tail.numbers.slice(0, tail.count);
  const fixed = tail.count - rank;
  const own = new Array<number>(rank);
  const all = new Uint32Array(tail.count);
  const isOwn = (entry: number): boolean => {
    if (fixed === 0) return true;
    index.read(entry, all);
    for (let at = 0; at < fixed; at++) if (all[at] !== numbers[at]) return false;
    return true;
  };
  const row = (entry: number): ReferenceRow | undefined =>
    isOwn(entry) && index.isLast(entry) ? columns.row(entry) : undefined;
  return {
    length: columns.length,
    coords: (entry) => {
      index.read(entry, all);
      for (let axis = 0; axis < rank; axis++) own[axis] = all[fixed + axis]!;
      return own;
    },
    key: (entry) => keyOf(name, index.read(entry, all)),
    isCurrent: (entry) => row(entry) !== undefined,
    row,
    find: (coords) => {
      for (let axis = 0; axis < rank; axis++) numbers[fixed + axis] = coords[axis]!;
      const row = index.find(numbers);
      return row === undefined ? undefined : columns.row(row);
    },
  };
}
