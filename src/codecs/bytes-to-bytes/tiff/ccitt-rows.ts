/**
 * Rows of a bilevel image from CCITT's codes. A row is the list of its edges: where white pixels become black, then
 * where black ones become white, and so on. libtiff continues after bad codes and fills the rest of the row with a
 * colour; this refuses them.
 */
import { HyperslabError } from "../../../errors.ts";
import { CODE_BITS, type CodeTable, MODE, MODES, RUNS, VERTICAL } from "./ccitt-codes.ts";

/** `rle`: each row starts at a byte; `g3`: each follows an end-of-line code; `g4`: rows are consecutive. */
export type CcittScheme = "rle" | "g3" | "g4";

export interface CcittForm {
  readonly scheme: CcittScheme;
  /** For `g3`: rows begin with a bit that says whether they are coded relative to the row above. */
  readonly twoDimensional: boolean;
  /** Pixels of a row. */
  readonly columns: number;
}

/** Zeros before the one that ends an end-of-line code; further ones are padding. */
const END_OF_LINE_ZEROS = 11;

export class CcittRows {
  readonly #bytes: Uint8Array;
  readonly #form: CcittForm;
  /** The next bit: of this byte, from the highest on. */
  #at = 0;
  #bit = 0;
  #row = 0;
  /** Edges of this row and of the one above. */
  #edges: Uint32Array;
  #count = 0;
  #above: Uint32Array;
  #aboveCount = 0;

  constructor(bytes: Uint8Array, form: CcittForm) {
    this.#bytes = bytes;
    this.#form = form;
    // A code, which has at least one bit, makes at most two edges.
    const most = Math.min(form.columns, 16 * bytes.byteLength) + 4;
    this.#edges = new Uint32Array(most);
    this.#above = new Uint32Array(most);
  }

  /** Reads one row and sets its black pixels in `out`, which is zero: the highest bit of a byte is the first pixel. */
  next(out: Uint8Array): void {
    const { scheme, twoDimensional } = this.#form;
    [this.#edges, this.#above] = [this.#above, this.#edges];
    [this.#count, this.#aboveCount] = [0, this.#count];
    if (scheme === "g3") this.#endOfLine();
    if (scheme === "g4" || (twoDimensional && this.#take(1) === 0)) this.#relativeRow();
    else this.#plainRow();
    if (scheme === "rle" && this.#bit > 0) this.#skip(8 - this.#bit);
    const { columns } = this.#form;
    for (let edge = 0; edge < this.#count; edge += 2) {
      setBits(out, this.#edges[edge]!, edge + 1 < this.#count ? this.#edges[edge + 1]! : columns);
    }
    this.#row += 1;
  }

  #endOfLine(): void {
    let zeros = 0;
    while (this.#take(1) === 0) zeros += 1;
    if (zeros < END_OF_LINE_ZEROS) throw this.#corrupt("does not begin with an end-of-line code");
  }

  #plainRow(): void {
    const { columns } = this.#form;
    let at = 0;
    for (let colour = 0; at < columns; colour ^= 1) {
      at += this.#run(colour);
      this.#edge(at);
    }
  }

  #relativeRow(): void {
    const { columns } = this.#form;
    // The row begins before its first pixel, so that this may be an edge.
    let [at, colour, above] = [-1, 0, 0];
    while (at < columns) {
      // The first edge above and to the right with the same colour before it. It may lie before the last one that was found,
      // because vertical modes also lead to the left.
      while (above > 0 && this.#edgeAbove(above - 1) > at) above -= 1;
      while (this.#edgeAbove(above) <= at || (above & 1) !== colour) {
        if (this.#edgeAbove(above) >= columns) break;
        above += 1;
      }
      const mode = this.#code(MODES, "mode");
      if (mode === MODE.pass) at = this.#edgeAbove(above + 1);
      else if (mode === MODE.horizontal) {
        at = Math.max(at, 0) + this.#run(colour);
        this.#edge(at);
        at += this.#run(colour ^ 1);
        this.#edge(at);
      } else if (mode === MODE.extension) {
        throw new HyperslabError(
          "unsupported",
          `the CCITT stream, row ${this.#row}: an extension, such as uncompressed mode`,
        );
      } else {
        const edge = this.#edgeAbove(above) + mode - VERTICAL;
        if (edge <= at) throw this.#corrupt(`has an edge at pixel ${edge}, after one at pixel ${Math.max(at, 0)}`);
        at = edge;
        this.#edge(at);
        colour ^= 1;
      }
    }
  }

  #edgeAbove(index: number): number {
    return index < this.#aboveCount ? this.#above[index]! : this.#form.columns;
  }

  /** Runs of no pixels make no edges, except for the first of a row that begins with black. */
  #edge(at: number): void {
    if (at > this.#form.columns) throw this.#corrupt(`has ${at} pixels or more, of ${this.#form.columns}`);
    if (this.#count > 0 && this.#edges[this.#count - 1] === at) this.#count -= 1;
    else this.#edges[this.#count++] = at;
  }

  #run(colour: number): number {
    let length = 0;
    for (;;) {
      const part = this.#code(RUNS[colour as 0 | 1], colour === 0 ? "white run" : "black run");
      length += part;
      if (part < 64) return length;
      if (length > this.#form.columns) throw this.#corrupt(`has a run of ${length} pixels, of ${this.#form.columns}`);
    }
  }

  #code(table: CodeTable, what: string): number {
    const bytes = this.#bytes;
    const word = ((bytes[this.#at] ?? 0) << 16) | ((bytes[this.#at + 1] ?? 0) << 8) | (bytes[this.#at + 2] ?? 0);
    const entry = table[(word >> (24 - this.#bit - CODE_BITS)) & ((1 << CODE_BITS) - 1)]!;
    if (entry === 0) throw this.#corrupt(`has no valid ${what} at bit ${this.#bit} of byte ${this.#at}`);
    this.#skip(entry >>> 16);
    return entry & 0xffff;
  }

  #take(count: 1): number {
    const found = ((this.#bytes[this.#at] ?? 0) >> (7 - this.#bit)) & 1;
    this.#skip(count);
    return found;
  }

  #skip(count: number): void {
    const bit = this.#bit + count;
    this.#at += bit >> 3;
    this.#bit = bit & 7;
    if (this.#at > this.#bytes.byteLength || (this.#at === this.#bytes.byteLength && this.#bit > 0)) {
      throw new HyperslabError(
        "invalid-data",
        `the CCITT stream of ${this.#bytes.byteLength} bytes ends in row ${this.#row}`,
      );
    }
  }

  #corrupt(what: string): HyperslabError {
    return new HyperslabError("invalid-data", `the CCITT stream, row ${this.#row}: it ${what}`);
  }
}

function setBits(row: Uint8Array, from: number, to: number): void {
  if (from >= to) return;
  const [first, last] = [Math.floor(from / 8), Math.floor((to - 1) / 8)];
  const head = 0xff >> (from % 8);
  const tail = (0xff << (7 - ((to - 1) % 8))) & 0xff;
  if (first === last) row[first] = row[first]! | (head & tail);
  else {
    row[first] = row[first]! | head;
    row.fill(0xff, first + 1, last);
    row[last] = tail;
  }
}
