/** The most recent URL of a set, as spelled there: neighbours usually share it, and then nothing is allocated for it. */
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import type { ReferenceTable } from "../../model/virtual/reference-table.ts";

const [QUOTE, BACKSLASH] = [0x22, 0x5c] as const;

const NONE = new Uint8Array(0);
const NO_VIEW = new DataView(NONE.buffer);

export class LastUrl {
  readonly #table: ReferenceTable;
  /** Including its quotes, in memory that may be longer. */
  #bytes = NONE;
  #view = NO_VIEW;
  #length = 0;
  /** Its number in the table; -1 if there is none yet. */
  number = -1;

  constructor(table: ReferenceTable) {
    this.#table = table;
  }

  /**
   * Returns where the quoted URL that begins at `from` ends, or -1 if it is not complete before `end` or needs to be
   * decoded. It becomes the most recent one. `view` is a view of the bytes.
   */
  meet(bytes: Uint8Array, view: DataView, from: number, end: number): number {
    if (this.#isAt(view, from, end)) return from + this.#length;
    if (bytes[from] !== QUOTE) return -1;
    let to = from + 1;
    for (; to < end; to++) {
      const byte = bytes[to]!;
      if (byte === QUOTE) break;
      if (byte === BACKSLASH || byte < 0x20) return -1;
    }
    // An empty URL is refused elsewhere.
    if (to >= end || to === from + 1) return -1;
    this.remember(bytes, from, to + 1, decodeUtf8(bytes.subarray(from + 1, to)));
    return to + 1;
  }

  /** The number of the URL whose spelling, including quotes, lies there. */
  remember(bytes: Uint8Array, from: number, to: number, url: string): number {
    this.#length = to - from;
    if (this.#length > this.#bytes.byteLength) {
      this.#bytes = new Uint8Array(Math.max(256, 2 * this.#length));
      this.#view = new DataView(this.#bytes.buffer);
    }
    this.#bytes.set(bytes.subarray(from, to));
    this.number = this.#table.url(url);
    return this.number;
  }

  /** Returns whether it is spelled there. Compares four bytes at a time, because this is most of the work of reading a set. */
  #isAt(view: DataView, from: number, end: number): boolean {
    if (this.number < 0 || from + this.#length > end) return false;
    const last = this.#view;
    let index = this.#length - 4;
    // URLs of one set usually differ at their end.
    for (; index >= 0; index -= 4) {
      if (view.getInt32(from + index, true) !== last.getInt32(index, true)) return false;
    }
    for (index += 3; index >= 0; index--) if (view.getUint8(from + index) !== last.getUint8(index)) return false;
    return true;
  }
}
