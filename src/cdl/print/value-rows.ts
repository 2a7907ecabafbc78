/**
 * The values of a variable: ` name = 1, 2, 3 ;`, with rows on separate lines if there are several dimensions, and lines
 * broken before a value that would make them too long. Blocks of values come in C order; lines are emitted in pieces.
 */
import type { NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { encodeNetcdfText } from "../../model/netcdf/text.ts";
import { escapeName } from "../names.ts";
import type { IntegerBlock, IntegerKernel } from "./kernel/integer-lines.ts";
import { MARGIN } from "./line-place.ts";
import { type CdlForm, LINE_LENGTH } from "./options.ts";
import { BYTE_TEXTS } from "./quoted-text.ts";
import { RowFrame } from "./row-frame.ts";
import type { TextBuffer } from "./text-buffer.ts";
import type { CdlValues, Tokenizer, Tokens } from "./tokens.ts";

const BLANK = 32;
/** `, ` and a line break with the first three spaces of the next line, as little-endian numbers. */
const COMMA_BLANK = 0x202c;
const LINE_BREAK = 0x2020200a;
/** For separators, and for what is overwritten after them. */
const SEPARATOR_ROOM = 8;
/** Values that are written without checking the remaining room. */
const RUN_VALUES = 1024;

export class ValueRows {
  readonly #buffer: TextBuffer;
  readonly #frame: RowFrame;
  readonly #form: CdlForm;
  readonly #tokenize: Tokenizer | undefined;
  readonly #indent: number;
  readonly #limit: number;
  /** Whether there are several dimensions. */
  readonly #hasRows: boolean;
  /** Prints integers; undefined if there is something between rows or values that it does not print. */
  readonly #kernel: IntegerKernel | undefined;
  /** Bytes before the first value. */
  readonly #start: number;
  /** The next value. */
  #index = 0;
  /** Bytes in the line. */
  #column: number;
  /** Zero characters that have not been printed, because trailing ones in a row are omitted. */
  #zeros = 0;

  /**
   * `tokenize` is undefined for characters. `indent` is the number of spaces before the lines of the group. `kernel` is
   * for many integers.
   */
  constructor(
    buffer: TextBuffer,
    variable: NetcdfVariable,
    {
      form,
      indent,
      tokenize,
      kernel,
    }: { form: CdlForm; indent: number; tokenize: Tokenizer | undefined; kernel: IntegerKernel | undefined },
  ) {
    const name = escapeName(variable.name);
    this.#buffer = buffer;
    this.#form = form;
    this.#tokenize = tokenize;
    this.#indent = indent;
    this.#limit = (form.lineLength ?? LINE_LENGTH) - MARGIN;
    this.#frame = new RowFrame(name, variable.dimensions);
    this.#hasRows = variable.dimensions.length > 1;
    const isPlain = form.full === undefined && form.brief === undefined && !this.#frame.hasBraces;
    this.#kernel = isPlain ? kernel : undefined;
    this.#buffer.addText(`\n${" ".repeat(indent)} ${name} =${this.#hasRows ? "\n  " : " "}`);
    this.#start = indent + (this.#hasRows ? 2 : encodeNetcdfText(variable.name).byteLength + 4);
    this.#column = this.#start;
  }

  /** ncdump's idea of the position in a line after the last value: it does not count the comments between values. */
  get column(): number {
    if (this.#form.full === undefined) return this.#indent;
    return this.#start + (this.#frame.hasBraces ? this.#frame.bracesBefore(this.#index) : 0);
  }

  /** Adds a block of values; yields lines as they fill up. */
  *add(values: CdlValues): Generator<Uint8Array> {
    const tokens = this.#tokenize?.(values);
    for (let from = 0; from < values.length; ) {
      from = tokens === undefined ? this.#addCharacters(values, from) : this.#addTokens(tokens, from);
      const lines = this.#buffer.isFull ? this.#buffer.take() : undefined;
      if (lines !== undefined) yield lines;
    }
  }

  /** Adds words until the buffer is full. */
  #addTokens(tokens: Tokens, from: number): number {
    const { row } = this.#frame;
    const buffer = this.#buffer;
    const hasComments = this.#form.full !== undefined;
    let at = from;
    // At least one: a line may be longer than a piece.
    for (; at < tokens.count && (at === from || !buffer.isFull); ) {
      const printed = this.#addByKernel(tokens.integers, at);
      at += printed;
      if (printed > 0) continue;
      const inRow = this.#index % row;
      if (inRow === 0) this.#startRow();
      const isLast = inRow === row - 1;
      // The last word of a row has no comma, so it is a separate run.
      const most = isLast || hasComments || tokens.room === undefined ? 1 : RUN_VALUES;
      const count = isLast ? 1 : Math.min(tokens.count - at, row - 1 - inRow, most);
      const room = (tokens.room ?? tokens.prepare(at)) + 5 + this.#indent + SEPARATOR_ROOM;
      buffer.reserve(room * count);
      // The braces after a row belong to its last word when lines are broken.
      const closing = isLast ? this.#frame.braces(this.#index + 1) : 0;
      this.#addRun(tokens, at, at + count, isLast ? 0 : 2, closing);
      at += count;
      this.#index += count;
      if (isLast) this.#endRow();
      else if (hasComments) this.#addComment();
    }
    return at;
  }

  /** Adds integers up to the last of the variable, as many as the kernel takes at a time; returns their number. */
  #addByKernel(integers: IntegerBlock | undefined, from: number): number {
    const { row, size } = this.#frame;
    const most = size - 1 - this.#index;
    if (this.#kernel === undefined || integers === undefined || most <= 0) return 0;
    const { text, count, column } = this.#kernel({
      ...integers,
      ...{ from, most, row, left: row - (this.#index % row) },
      ...{ limit: this.#limit, indent: this.#indent, column: this.#column },
    });
    const buffer = this.#buffer;
    buffer.reserve(text.byteLength);
    buffer.bytes.set(text, buffer.end);
    buffer.end += text.byteLength;
    this.#index += count;
    this.#column = column;
    return count;
  }

  /** Adds words for which there is room. Nearly all time is spent here, so the loop is short and calls nothing else. */
  #addRun(tokens: Tokens, from: number, to: number, separator: 0 | 2, closing: number): void {
    const { out } = this.#buffer;
    const limit = this.#form.full === undefined ? this.#limit : Number.POSITIVE_INFINITY;
    const breakBytes = 5 + this.#indent;
    let { end } = this.#buffer;
    let column = this.#column;
    for (let at = from; at < to; at++) {
      const start = end;
      end = tokens.write(at, out, start);
      out.setInt16(end, COMMA_BLANK, true);
      end += separator;
      const length = end - start;
      if (length + closing + column > limit && length + closing > 2) {
        // Four bytes at a time, from the end: a call takes longer than moving a few bytes.
        for (let word = start + ((length - 1) & ~3); word >= start; word -= 4) {
          out.setInt32(word + breakBytes, out.getInt32(word, true), true);
        }
        out.setInt32(start, LINE_BREAK, true);
        for (let blank = start + 4; blank < start + breakBytes; blank++) out.setUint8(blank, BLANK);
        end += breakBytes;
        column = breakBytes - 1;
      }
      column += length;
    }
    this.#buffer.end = end;
    this.#column = column;
  }

  /** Adds characters up to the end of a row, or of the block. */
  #addCharacters(values: CdlValues, from: number): number {
    const { row } = this.#frame;
    const inRow = this.#index % row;
    if (inRow === 0) {
      this.#startRow();
      this.#buffer.add('"');
    }
    const end = Math.min(values.length, from + row - inRow);
    for (let at = from; at < end; at++) {
      const byte = Number(values[at]);
      if (byte === 0) {
        this.#zeros += 1;
        continue;
      }
      for (; this.#zeros > 0; this.#zeros--) this.#buffer.add(BYTE_TEXTS[0]!);
      this.#buffer.add(BYTE_TEXTS[byte]!);
    }
    this.#index += end - from;
    if (this.#index % row === 0) {
      this.#zeros = 0;
      this.#buffer.add('"');
      this.#endRow();
    }
    return end;
  }

  #startRow(): void {
    const { brief, full } = this.#form;
    const braces = this.#frame.braces(this.#index);
    if (braces > 0) this.#buffer.add("{".repeat(braces));
    this.#column += braces;
    if (brief === undefined || full !== undefined || !this.#hasRows) return;
    this.#buffer.addText(`${this.#frame.rowComment(this.#index, brief)}\n${" ".repeat(4 + this.#indent)}`);
    this.#column = 4 + this.#indent;
  }

  /** After the last value of a row. */
  #endRow(): void {
    const { full } = this.#form;
    const isEnd = this.#index === this.#frame.size;
    this.#buffer.add("}".repeat(this.#frame.braces(this.#index)));
    if (full !== undefined) {
      this.#buffer.add(isEnd ? ";" : ",");
      this.#addComment();
      return;
    }
    // Rows are not indented with their group, but are counted as if they were.
    this.#buffer.add(isEnd ? " ;\n" : ",\n  ");
    this.#column = 2 + this.#indent;
  }

  /** Gives the indices of the previous value. */
  #addComment(): void {
    this.#buffer.addText(`${this.#frame.valueComment(this.#index - 1, this.#form.full ?? "c")}\n    `);
  }
}
