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

const NO_BYTES = new Uint8Array(0);
const NO_INTEGERS = new Uint32Array(0);
const NO_NUMBERS = new Float64Array(0);

export class ReferenceColumns {
  #length = 0;
  // Allocated with the first row: there may be thousands of sets, most of which have columns without rows.
  #kind: Uint8Array = NO_BYTES;
  #where: Uint32Array = NO_INTEGERS;
  #offset: Float64Array = NO_NUMBERS;
  #bytes: Float64Array = NO_NUMBERS;

  get length(): number {
    return this.#length;
  }

  pushRange(url: number, offset: number, length: number): void {
    this.#push(RANGE!, url, offset, length);
  }

  pushRanges({ count, urls, offsets, lengths }: RangeRun): void {
    const at = this.#length;
    while (at + count > this.#kind.length) this.#grow();
    this.#kind.fill(RANGE!, at, at + count);
    this.#where.set(urls.subarray(0, count), at);
    this.#offset.set(offsets.subarray(0, count), at);
    this.#bytes.set(lengths.subarray(0, count), at);
    this.#length += count;
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
    const [where, offset, length] = [this.#where[index]!, this.#offset[index]!, this.#bytes[index]!];
    switch (this.#kind[index]) {
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
    const at = this.#length++;
    if (at === this.#kind.length) this.#grow();
    this.#kind[at] = kind;
    this.#where[at] = where;
    this.#offset[at] = offset;
    this.#bytes[at] = length;
  }

  #grow(): void {
    const capacity = grown(this.#kind.length);
    this.#kind = moved(this.#kind, new Uint8Array(capacity));
    this.#where = moved(this.#where, new Uint32Array(capacity));
    this.#offset = moved(this.#offset, new Float64Array(capacity));
    this.#bytes = moved(this.#bytes, new Float64Array(capacity));
  }
}

const FIRST_CAPACITY = 16;

/** Doubles up to a million rows, then grows by half, so that little is unused. */
export function grown(capacity: number): number {
  if (capacity < FIRST_CAPACITY) return FIRST_CAPACITY;
  return capacity < 1 << 20 ? capacity * 2 : capacity + (capacity >>> 1);
}

export function moved<T extends Uint8Array | Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
