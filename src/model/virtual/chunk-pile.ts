/**
 * Chunks of one array from many tables, in columns, at their positions there. Once it is known where each table's part
 * of the array lies, they are added to a new table, and dropped.
 */
import { HyperslabError } from "../../errors.ts";
import { chunkKeys } from "./chunk-key.ts";
import { InlineBytes } from "./columns/inline-bytes.ts";
import { PositionIndex } from "./columns/position-index.ts";
import { type RangeRun, ReferenceColumns, type ReferenceRow } from "./columns/reference-columns.ts";
import type { ReferenceTable } from "./reference-table.ts";
import { forEachChunk } from "./table-chunks.ts";

/** Rows of a pile: those of one table. */
export interface PileRows {
  readonly from: number;
  readonly to: number;
}

/** How the rows of one table are placed. */
export interface PilePlace {
  /** Added to the position along `axis`. */
  readonly axis: number;
  readonly by: number;
  /** Chunks at this position along `axis` keep only this many bytes. */
  readonly cut?: { readonly at: number; readonly length: number } | undefined;
  /** True if positions get a new first number, which is `by`. */
  readonly isStacked?: boolean | undefined;
}

/** The largest number of nine digits; see `chunk-key.ts`. */
const MOST_CHUNKS = 999_999_999;

/** Ranges that are added to a table at once. */
const RUN = 1024;

export class ChunkPile {
  readonly #path: string;
  readonly #rank: number;
  #index: PositionIndex;
  #columns = new ReferenceColumns();
  #inline = new InlineBytes();
  /** Its memory serves all tables. */
  #run: ReturnType<typeof emptyRun> | undefined;

  constructor(path: string, rank: number) {
    this.#path = path;
    this.#rank = rank;
    this.#index = new PositionIndex(rank);
  }

  /** Copies the chunks of the array in `table`; `urlOf` returns the number of a URL in the final table. */
  take(table: ReferenceTable, urlOf: (url: string) => number): PileRows {
    const columns = this.#columns;
    const from = columns.length;
    const known: number[] = [];
    const numberOf = (url: number | string): number => {
      if (typeof url === "string") return urlOf(url);
      known[url] ??= urlOf(table.urls[url]!);
      return known[url];
    };
    forEachChunk(table, this.#path, this.#rank, (coords, row) => {
      for (let axis = 0; axis < this.#rank; axis++) checkNumber(this.#path, coords[axis]!);
      this.#index.push(coords);
      if (row.kind === "range") columns.pushRange(numberOf(row.url), row.offset, row.length);
      else if (row.kind === "whole") columns.pushWhole(numberOf(row.url));
      else {
        const bytes = "bytes" in row ? row.bytes : table.inlineBytes(row);
        const { page, offset } = this.#inline.append(bytes);
        columns.pushInline(page, offset, bytes.byteLength);
      }
    });
    return { from, to: columns.length };
  }

  /** Must be called when every row was added to a table. */
  clear(): void {
    this.#index = new PositionIndex(this.#rank);
    this.#columns = new ReferenceColumns();
    this.#inline = new InlineBytes();
    this.#run = undefined;
  }

  /** Moves rows to a table, at their final positions. */
  addTo(table: ReferenceTable, { from, to }: PileRows, place: PilePlace): void {
    const { axis, by, cut, isStacked = false } = place;
    const lead = isStacked ? 1 : 0;
    const rank = this.#rank + lead;
    const keyOf = chunkKeys(this.#path);
    const coords = new Uint32Array(rank);
    const own = new Uint32Array(this.#rank);
    const run = (this.#run ??= emptyRun(rank));
    let isRun = false;
    const flush = (): void => {
      table.addRanges(run);
      run.count = 0;
    };
    for (let index = from; index < to; index++) {
      this.#index.read(index, own);
      for (let at = 0; at < this.#rank; at++) coords[at + lead] = own[at]!;
      const isCut = cut !== undefined && own[axis] === cut.at;
      const moved = isStacked ? by : own[axis]! + by;
      checkNumber(this.#path, moved);
      coords[isStacked ? 0 : axis] = moved;
      const row = this.#columns.row(index)!;
      if (isRun && row.kind === "range") {
        if (run.count === RUN) flush();
        run.coords.set(coords, run.count * rank);
        run.urls[run.count] = row.url;
        run.offsets[run.count] = row.offset;
        run.lengths[run.count] = isCut ? cut.length : row.length;
        run.count += 1;
        continue;
      }
      flush();
      const key = keyOf(coords);
      this.#addOne(table, key, row, isCut ? cut.length : undefined);
      // The following keys differ only in their numbers, unless names of the path are numbers too.
      isRun = table.lastPattern !== undefined && table.lastPattern.separators.byteLength === rank - 1;
    }
    flush();
    this.#columns.release(from, to);
  }

  #addOne(
    table: ReferenceTable,
    key: ReturnType<ReturnType<typeof chunkKeys>>,
    row: ReferenceRow,
    length: number | undefined,
  ): void {
    if (row.kind === "range") table.addRange(key, row.url, row.offset, length ?? row.length);
    else if (row.kind === "inline") table.addInline(key, this.#inline.at(row.page, row.offset, length ?? row.length));
    else if (length === undefined) table.addWhole(key, row.url);
    else table.addRange(key, row.url, 0, length);
  }
}

/** A table treats larger numbers as names, and has no columns for them. */
function checkNumber(path: string, number: number): void {
  if (number <= MOST_CHUNKS) return;
  throw new HyperslabError("unsupported", `${path} has more than ${MOST_CHUNKS} chunks along a dimension`, {
    node: path,
  });
}

function emptyRun(rank: number): { -readonly [K in keyof RangeRun]: RangeRun[K] } {
  return {
    count: 0,
    coords: new Uint32Array(RUN * rank),
    urls: new Uint32Array(RUN),
    offsets: new Float64Array(RUN),
    lengths: new Float64Array(RUN),
  };
}
