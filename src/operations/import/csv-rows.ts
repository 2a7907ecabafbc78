/** Rows of CSV (RFC 4180) from text that arrives in pieces: quoted cells may hold commas, quotes and line breaks. */
import { HyperslabError } from "../../errors.ts";
import { operationLimits } from "../limits.ts";
import type { ByteFeed } from "./byte-feed.ts";

export interface CsvRow {
  /** The line where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** The rows in order, all those of a piece of the file at a time; empty lines are skipped. */
export async function* csvRowsOf(feed: ByteFeed): AsyncGenerator<readonly CsvRow[], void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const scanner = new RowScanner();
  for (let piece = await feed.piece(); piece !== undefined; piece = await feed.piece()) {
    yield [...scanner.add(decoded(decoder, piece, scanner.line))];
  }
  yield [...scanner.add(decoded(decoder, undefined, scanner.line)), ...scanner.end()];
}

function decoded(decoder: TextDecoder, piece: Uint8Array | undefined, line: number): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    throw new HyperslabError("invalid-data", `the CSV file is not UTF-8 (after line ${line})`, {
      hint: "Save it as UTF-8.",
    });
  }
}

/** Rows end outside quotes; an incomplete row waits for the next piece. */
class RowScanner {
  line = 1;
  #rest = "";

  *add(text: string): Generator<CsvRow> {
    const all = this.#rest + text;
    let start = 0;
    let quoted = false;
    for (let at = 0; at < all.length; at++) {
      const code = all.charCodeAt(at);
      if (code === QUOTE) quoted = !quoted;
      else if (code === NEWLINE && !quoted) {
        yield* this.#row(all.slice(start, at));
        start = at + 1;
      }
    }
    this.#rest = all.slice(start);
    if (operationLimits.csvRowBytes.isExceededBy(this.#rest.length)) {
      throw new HyperslabError(
        "invalid-data",
        `line ${this.line}: a row is longer than ${operationLimits.csvRowBytes.value} bytes`,
        {
          hint: "A quote is probably not closed.",
        },
      );
    }
  }

  *end(): Generator<CsvRow> {
    if ((this.#rest.split('"').length - 1) % 2 !== 0) {
      throw new HyperslabError("invalid-data", `line ${this.line}: a quote is not closed`);
    }
    yield* this.#row(this.#rest);
  }

  *#row(text: string): Generator<CsvRow> {
    const { line } = this;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.line += 1;
    this.line += 1;
    const content = text.endsWith("\r") ? text.slice(0, -1) : text;
    const begun = line === 1 && content.startsWith("\uFEFF") ? content.slice(1) : content;
    if (begun.trim() !== "") yield { line, cells: cellsOf(begun, line) };
  }
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;

function cellsOf(text: string, line: number): readonly string[] {
  if (!text.includes('"')) return text.split(",");
  const cells: string[] = [];
  for (let at = 0; at <= text.length; at++) {
    if (text.charCodeAt(at) !== QUOTE) {
      const comma = text.indexOf(",", at);
      const end = comma < 0 ? text.length : comma;
      cells.push(text.slice(at, end));
      at = end;
      continue;
    }
    let cell = "";
    for (at += 1; ; at++) {
      const close = text.indexOf('"', at);
      cell += text.slice(at, close);
      at = close + 1;
      if (text.charCodeAt(at) !== QUOTE) break;
      cell += '"';
    }
    if (at < text.length && text[at] !== ",") {
      throw new HyperslabError(
        "invalid-data",
        `line ${line}: text follows a closing quote in column ${cells.length + 1}`,
      );
    }
    cells.push(cell);
  }
  return cells;
}
