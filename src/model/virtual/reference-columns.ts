/**
 * References in columns: kind, URL or page, offset, length. 21 bytes per reference, and no object.
 *
 *     kind    0 absent   1 a range of a URL   2 a whole URL   3 inline bytes
 *     where   the number of the URL, or the page of inline bytes
 *     offset  in the file, or in the page; a double is exact to 2^53
 *     length  in bytes
 */

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
/** Rows of a page. Memory of older pages stays where it is: a column that grew as a whole would leave as much garbage as it has rows. */
const PAGE_BITS = 14;
const PAGE_ROWS: number = 2 ** PAGE_BITS;

/** Columns of some rows. The first page grows, because there may be thousands of sets, and most have few rows. */
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

export class ReferenceColumns {
  #length = 0;
  readonly #pages: Page[] = [];
  /** The last page, and how many rows it has room for. */
  #last: Page | undefined;
  #room = 0;

  get length(): number {
    return this.#length;
  }

  pushRange(url: number, offset: number, length: number): void {
    this.#push(RANGE!, url, offset, length);
  }

  pushRanges({ count, urls, offsets, lengths }: RangeRun): void {
    for (let done = 0; done < count; ) {
      const at = this.#length % PAGE_ROWS;
      const page = this.#pageFor(this.#length);
      const end = Math.min(count, done + this.#room - at);
      page.kind.fill(RANGE!, at, at + end - done);
      page.where.set(urls.subarray(done, end), at);
      page.offset.set(offsets.subarray(done, end), at);
      page.bytes.set(lengths.subarray(done, end), at);
      this.#length += end - done;
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
    const page = index < this.#length ? this.#pages[index >>> PAGE_BITS] : undefined;
    if (page === undefined) return undefined;
    const at = index % PAGE_ROWS;
    const [where, offset, length] = [page.where[at]!, page.offset[at]!, page.bytes[at]!];
    switch (page.kind[at]) {
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

  #push(kind: number, where: number, offset: number, length: number): void {
    const page = this.#pageFor(this.#length);
    const at = this.#length++ % PAGE_ROWS;
    page.kind[at] = kind;
    page.where[at] = where;
    page.offset[at] = offset;
    page.bytes[at] = length;
  }

  /** The page of the next row, with room for it. */
  #pageFor(row: number): Page {
    const at = row % PAGE_ROWS;
    if (this.#last !== undefined && at !== 0 && at < this.#room) return this.#last;
    if (at === 0) {
      this.#room = row === 0 ? FIRST_CAPACITY : PAGE_ROWS;
      this.#last = new Page(this.#room);
      this.#pages.push(this.#last);
    } else {
      this.#room *= 2;
      this.#last = new Page(this.#room, this.#last);
      this.#pages[this.#pages.length - 1] = this.#last;
    }
    return this.#last;
  }
}
