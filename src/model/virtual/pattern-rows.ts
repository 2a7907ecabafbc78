/** References of keys that differ in their numbers alone: in columns, or generated until others come to them. */
import { type GeneratedChunks, generatedCoords, generatedRow } from "./generated-chunks.ts";
import { PositionIndex } from "./position-index.ts";
import type { Reference } from "./reference.ts";
import { ReferenceColumns, type ReferenceRow } from "./reference-columns.ts";

export class PatternRows {
  readonly index: PositionIndex;
  readonly columns: ReferenceColumns = new ReferenceColumns();
  /** While it is there, what is in the columns does not count. */
  generated: GeneratedChunks | undefined;
  /** Are the URLs of generated rows among those of the table? */
  hasUrls = false;

  constructor(rank: number, generated?: GeneratedChunks) {
    this.index = new PositionIndex(rank);
    this.generated = generated;
  }

  /** Rows, those counted that later ones replaced. */
  get length(): number {
    return (this.generated ?? this.columns).length;
  }

  coords(row: number): Uint32Array {
    return this.generated === undefined ? this.index.coords(row) : generatedCoords(this.generated, row);
  }

  /** False: the key is absent, or a later row counts. */
  isCurrent(row: number): boolean {
    if (this.generated !== undefined) return true;
    return this.columns.row(row) !== undefined && this.index.isLast(row);
  }

  /** The row at a position; undefined if there is none. */
  find(coords: ArrayLike<number>): number | undefined {
    return this.generated === undefined ? this.index.find(coords) : generatedRow(this.generated, coords);
  }

  /** What a row refers to; `resolve` says it for a row of the columns. */
  reference(row: number, resolve: (found: ReferenceRow) => Reference): Reference | undefined {
    if (this.generated !== undefined) return this.generated.reference(row);
    const found = this.columns.row(row);
    return found && resolve(found);
  }

  /** Puts generated rows into the columns, because others come to them, or all of them are wanted. */
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
