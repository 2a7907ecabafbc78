/**
 * References in columns: kind, URL or page, offset, length. 21 bytes per reference in the last page, about 9 in full ones,
 * and no object.
 *
 *     kind    0 absent   1 a range of a URL   2 a whole URL   3 inline bytes
 *     where   the number of the URL, or the page of inline bytes
 *     offset  in the file, or in the page; a double is exact to 2^53
 *     length  in bytes
 */

import { modelLimits } from "../../limits.ts";
import { type PackedNumbers, packedAt, packNumbers } from "./packed-numbers.ts";

const [ABSENT, RANGE, WHOLE, INLINE] = [0, 1, 2, 3];

/** A row of the columns. */
export type ReferenceRow =
  | { readonly kind: "range"; readonly url: number; readonly offset: number; readonly length: number }
  | { readonly kind: "whole"; readonly url: number }
  | { readonly kind: "inline"; readonly page: number; readonly offset: number; readonly length: number };

/** Several ranges, in columns. */
export interface RangeRun {
  readonly count: number;
  /** The positions, consecutively. */
  readonly coords: Uint32Array;
  /** Numbers of URLs. */
  readonly urls: Uint32Array;
  readonly offsets: Float64Array;
  readonly lengths: Float64Array;
}

/** Rows that the first page has at first. */
const FIRST_CAPACITY = 16;

/** Columns of the last rows. The first page grows, because there may be thousands of sets, and most have few rows. */
class Page {
  readonly kind: Uint8Array;
  readonly where: Uint32Array;
  readonly offset: Float64Array;
  readonly bytes: Float64Array;

  constructor(rows: number, before?: Page) {
    this.kind = new Uint8Array(rows);
    this.where = new Uint32Array(rows);
    this.offset = new Float64Array(rows);
    this.bytes = new Float64Array(rows);
    if (before === undefined) return;
    this.kind.set(before.kind);
    this.where.set(before.where);
    this.offset.set(before.offset);
    this.bytes.set(before.bytes);
  }
}

/** Columns of a full page. */
interface PackedPage {
  readonly kind: PackedNumbers;
  readonly where: PackedNumbers;
  readonly offset: PackedNumbers;
  readonly bytes: PackedNumbers;
}

export class ReferenceColumns {
  /** Memory of older pages stays where it is: a column that grew as a whole would leave as much garbage as it has rows. */
  readonly #pageRows: number = modelLimits.pageRows.value;
  readonly #full: (PackedPage | undefined)[] = [];
  /** By page, how many rows are not needed any more. */
  readonly #released: number[] = [];
  /** The last page, how many rows it has, and how many it has room for. */
  #last: Page | undefined;
  #used = 0;
  #room = 0;

  get length(): number {
    return this.#full.length * this.#pageRows + this.#used;
  }

  pushRange(url: number, offset: number, length: number): void {
    this.#push(RANGE!, url, offset, length);
  }

  pushRanges({ count, urls, offsets, lengths }: RangeRun): void {
    for (let done = 0; done < count; ) {
      const page = this.#pageForNext();
      const at = this.#used;
      const end = Math.min(count, done + this.#room - at);
      page.kind.fill(RANGE!, at, at + end - done);
      page.where.set(urls.subarray(done, end), at);
      page.offset.set(offsets.subarray(done, end), at);
      page.bytes.set(lengths.subarray(done, end), at);
      this.#added(end - done);
      done = end;
    }
  }

  pushWhole(url: number): void {
    this.#push(WHOLE!, url, 0, 0);
  }

  pushInline(page: number, offset: number, length: number): void {
    this.#push(INLINE!, page, offset, length);
  }

  pushAbsent(): void {
    this.#push(ABSENT!, 0, 0, 0);
  }

  row(index: number): ReferenceRow | undefined {
    const number = Math.floor(index / this.#pageRows);
    const at = index - number * this.#pageRows;
    const full = this.#full[number];
    if (full !== undefined) {
      const kind = packedAt(full.kind, at);
      return rowOf(kind, packedAt(full.where, at), packedAt(full.offset, at), packedAt(full.bytes, at));
    }
    const page = this.#last;
    if (page === undefined || number !== this.#full.length || at >= this.#used) return undefined;
    return rowOf(page.kind[at]!, page.where[at]!, page.offset[at]!, page.bytes[at]!);
  }

  /** Rows that are not read again. Once it has no other rows, a page is dropped. */
  release(from: number, to: number): void {
    for (let row = from; row < to; ) {
      const page = Math.floor(row / this.#pageRows);
      const end = Math.min(to, (page + 1) * this.#pageRows);
      this.#released[page] = (this.#released[page] ?? 0) + end - row;
      if (this.#released[page] === this.#pageRows && page < this.#full.length) this.#full[page] = undefined;
      row = end;
    }
  }

  #push(kind: number, where: number, offset: number, length: number): void {
    const page = this.#pageForNext();
    const at = this.#used;
    page.kind[at] = kind;
    page.where[at] = where;
    page.offset[at] = offset;
    page.bytes[at] = length;
    this.#added(1);
  }

  /** The last page, with room for a row. */
  #pageForNext(): Page {
    if (this.#last === undefined || this.#used === this.#room) {
      this.#room = Math.min(this.#pageRows, Math.max(FIRST_CAPACITY, 2 * this.#room));
      this.#last = new Page(this.#room, this.#last);
    }
    return this.#last;
  }

  #added(count: number): void {
    this.#used += count;
    if (!modelLimits.pageRows.isReachedBy(this.#used)) return;
    const { kind, where, offset, bytes } = this.#last!;
    this.#full.push({
      kind: packNumbers(kind),
      where: packNumbers(where),
      offset: packNumbers(offset),
      bytes: packNumbers(bytes),
    });
    // The memory of the page serves the next one.
    this.#used = 0;
  }
}

function rowOf(kind: number, where: number, offset: number, length: number): ReferenceRow | undefined {
  switch (kind) {
    case RANGE:
      return { kind: "range", url: where, offset, length };
    case WHOLE:
      return { kind: "whole", url: where };
    case INLINE:
      return { kind: "inline", page: where, offset, length };
    default:
      return undefined;
  }
}
