/** Many short values, consecutive in pages: no object per value. */

/** Pages double in size, starting small, because there may be thousands of sets with a few values each. */
const FIRST_PAGE_BYTES = 1 << 12;
const PAGE_BYTES = 1 << 20;

export class InlineBytes {
  readonly #pages: Uint8Array[];
  #used: number;

  constructor(pages: readonly Uint8Array[] = []) {
    this.#pages = [...pages];
    // Pages of others are full.
    this.#used = pages.at(-1)?.byteLength ?? 0;
  }

  /** The same values; what is added to one of both is not in the other. */
  continued(): InlineBytes {
    return new InlineBytes(this.#pages);
  }

  /** Copies the bytes. They are found again by page, offset and length. */
  append(bytes: Uint8Array): { readonly page: number; readonly offset: number } {
    let page = this.#pages.at(-1);
    if (page === undefined || this.#used + bytes.byteLength > page.byteLength) {
      const usual = Math.min(PAGE_BYTES, page === undefined ? FIRST_PAGE_BYTES : 2 * page.byteLength);
      page = new Uint8Array(Math.max(usual, bytes.byteLength));
      this.#pages.push(page);
      this.#used = 0;
    }
    const offset = this.#used;
    page.set(bytes, offset);
    this.#used += bytes.byteLength;
    return { page: this.#pages.length - 1, offset };
  }

  at(page: number, offset: number, length: number): Uint8Array {
    return this.#pages[page]!.subarray(offset, offset + length);
  }
}
