/** References of keys that differ only in their numbers: in columns, or generated until others are added. */

import { PositionIndex } from "./columns/position-index.ts";
import { ReferenceColumns, type ReferenceRow } from "./columns/reference-columns.ts";
import { type GeneratedChunks, generatedCoords, generatedRow } from "./generated-chunks.ts";
import type { Reference } from "./reference.ts";

/** Keys that differ only in their numbers. */
export interface KeyPattern {
  /** The part before the numbers: `air/c/`. */
  readonly name: string;
  /** A dot or a slash between each two numbers. */
  readonly separators: string;
  readonly rank: number;
  /** The number of rows, some of which may be replaced by later ones. */
  readonly length: number;
  /** The row; undefined if it was replaced or removed. */
  row(index: number): ReferenceRow | undefined;
  /** The numbers of a row, valid until the next call. */
  coords(index: number): Uint32Array;
}

/** Rows that are in the columns, with what their keys have in common. */
export function keyPattern(pattern: string, { index, columns }: PatternRows): KeyPattern {
  const end = pattern.lastIndexOf("\0");
  const own = new Uint32Array(index.rank);
  return {
    name: pattern.slice(0, end),
    separators: pattern.slice(end + 1),
    rank: index.rank,
    length: columns.length,
    row: (row) => (index.isLast(row) ? columns.row(row) : undefined),
    coords: (row) => index.read(row, own),
  };
}

export class PatternRows {
  readonly index: PositionIndex;
  readonly columns: ReferenceColumns = new ReferenceColumns();
  /** While it is set, the columns are not used. */
  generated: GeneratedChunks | undefined;
  /** Whether the URLs of generated rows are among those of the table. */
  hasUrls = false;

  constructor(rank: number, generated?: GeneratedChunks) {
    this.index = new PositionIndex(rank);
    this.generated = generated;
  }

  /** The number of rows, including those replaced by later ones. */
  get length(): number {
    return (this.generated ?? this.columns).length;
  }

  coords(row: number): Uint32Array {
    return this.generated === undefined
      ? this.index.read(row, new Uint32Array(this.index.rank))
      : generatedCoords(this.generated, row);
  }

  /** Returns false if the key is absent, or a later row counts. */
  isCurrent(row: number): boolean {
    if (this.generated !== undefined) return true;
    return this.columns.row(row) !== undefined && this.index.isLast(row);
  }

  /** The row at a position; undefined if there is none. */
  find(coords: ArrayLike<number>): number | undefined {
    return this.generated === undefined ? this.index.find(coords) : generatedRow(this.generated, coords);
  }

  /** The reference of a row; `resolve` returns it for a row of the columns. */
  reference(row: number, resolve: (found: ReferenceRow) => Reference): Reference | undefined {
    if (this.generated !== undefined) return this.generated.reference(row);
    const found = this.columns.row(row);
    return found && resolve(found);
  }

  /** Adds the numbers of the URLs in the columns that are in use. */
  addUrls(to: Set<number>): void {
    for (let row = 0; row < this.columns.length; row++) {
      const found = this.columns.row(row);
      if (found !== undefined && found.kind !== "inline" && this.index.isLast(row)) to.add(found.url);
    }
  }

  /** Moves generated rows into the columns, because others are added, or all of them are needed. */
  expand(urlNumber: (url: string) => number): void {
    const { generated, index, columns } = this;
    if (generated === undefined) return;
    for (let row = 0; row < generated.length; row++) {
      const found = generated.reference(row);
      if (found.kind === "range") columns.pushRange(urlNumber(found.url), found.offset, found.length);
      else columns.pushWhole(urlNumber(found.url));
      index.push(generatedCoords(generated, row));
    }
    this.generated = undefined;
  }
}
