/** Text as growing bytes, removed in pieces of whole lines. */
import { HyperslabError } from "../../errors.ts";
import { encodeNetcdfText } from "../../model/netcdf/text.ts";

const NEW_LINE = 10;
/** A row of characters is one line; longer ones would not fit into memory, nor into a string. */
const LONGEST_LINE = 2 ** 28;

export class TextBuffer {
  /** Replaced when it grows, so it must be fetched again after `reserve`. */
  bytes: Uint8Array;
  /** The same bytes, for numbers: replaced along with them. */
  out: DataView;
  /** Where the text ends. */
  end = 0;
  /** The size of a piece. */
  readonly pieceBytes: number;

  readonly #longestLine: number;

  constructor(pieceBytes: number, longestLine: number = LONGEST_LINE) {
    this.pieceBytes = pieceBytes;
    this.#longestLine = longestLine;
    this.bytes = new Uint8Array(2 * pieceBytes);
    this.out = new DataView(this.bytes.buffer);
  }

  /** Whether there is enough for a piece. */
  get isFull(): boolean {
    return this.end >= this.pieceBytes;
  }

  /** Makes room for this many more bytes. */
  reserve(count: number): void {
    if (this.end + count > this.bytes.byteLength) {
      if (this.end + count > this.#longestLine) {
        throw new HyperslabError("unsupported", `a line of more than ${this.#longestLine} bytes cannot be printed`, {
          hint: "Select a part of the variable: --select, or selection in the library.",
        });
      }
      const wanted = Math.max(2 * this.bytes.byteLength, this.end + count);
      const larger = new Uint8Array(Math.min(wanted, this.#longestLine));
      larger.set(this.bytes.subarray(0, this.end));
      this.bytes = larger;
      this.out = new DataView(larger.buffer);
    }
  }

  /** Adds any text. */
  addText(text: string): void {
    const bytes = encodeNetcdfText(text);
    this.reserve(bytes.byteLength);
    this.bytes.set(bytes, this.end);
    this.end += bytes.byteLength;
  }

  /** Adds text of ASCII. */
  add(text: string): void {
    this.reserve(text.length);
    for (let i = 0; i < text.length; i++) this.bytes[this.end + i] = text.charCodeAt(i);
    this.end += text.length;
  }

  /** Whole lines; undefined if there are none. The rest is kept. */
  take(): Uint8Array | undefined {
    const last = this.bytes.lastIndexOf(NEW_LINE, this.end - 1);
    if (last < 0 || this.end === 0) return undefined;
    const text = this.bytes.slice(0, last + 1);
    this.bytes.copyWithin(0, last + 1, this.end);
    this.end -= last + 1;
    return text;
  }
}
