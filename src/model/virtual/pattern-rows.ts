/** References of keys that differ only in their numbers: in columns, or generated until others are added. */
import { type GeneratedChunks, generatedCoords, generatedRow } from "./generated-chunks.ts";
import { PositionIndex } from "./position-index.ts";
import type { Reference } from "./reference.ts";
import { ReferenceColumns, type ReferenceRow } from "./reference-columns.ts";

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
    return this.generated === undefined ? this.index.coords(row) : generatedCoords(this.generated, row);
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
