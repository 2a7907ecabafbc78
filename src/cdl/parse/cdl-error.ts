/** Errors in CDL text: what is wrong, at which line and column, and the text around it. */
import { type ErrorCode, HyperslabError } from "../../errors.ts";

/** Bytes shown before and after the position. Lines may be as long as the whole file. */
const SHOWN = 36;

const NEWLINE = 0x0a;

/** The error for the byte at `offset`. */
export function cdlError(
  text: Uint8Array,
  offset: number,
  what: string,
  hint?: string,
  code: ErrorCode = "invalid-data",
): HyperslabError {
  const at = Math.min(offset, text.length);
  const lineStart = text.lastIndexOf(NEWLINE, at - 1) + 1;
  const before = at === 0 ? 0 : lineStart;
  const column = characters(text, before, at) + 1;
  const shown = excerpt(text, before, at);
  return new HyperslabError(code, shown === "" ? what : `${what}: ${shown}`, {
    line: lineNumber(text, before),
    column,
    ...(hint !== undefined && { hint }),
  });
}

function lineNumber(text: Uint8Array, lineStart: number): number {
  let line = 1;
  for (let at = 0; at < lineStart; at++) if (text[at] === NEWLINE) line += 1;
  return line;
}

/** Bytes that continue a UTF-8 sequence do not count. */
function characters(text: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if ((text[at]! & 0xc0) !== 0x80) count += 1;
  return count;
}

/** The line, or the part of it around the position. */
function excerpt(text: Uint8Array, lineStart: number, at: number): string {
  const newline = text.indexOf(NEWLINE, at);
  const lineEnd = newline < 0 ? text.length : newline;
  const from = Math.max(lineStart, at - SHOWN);
  const to = Math.min(lineEnd, at + SHOWN);
  const line = printable(new TextDecoder().decode(text.slice(from, to)).trim());
  if (line === "") return "";
  return `${from > lineStart ? "..." : ""}${line}${to < lineEnd ? "..." : ""}`;
}

/** Control characters would change how the message looks. */
function printable(text: string): string {
  let shown = "";
  for (const character of text) shown += character < " " || character === "\x7f" ? " " : character;
  return shown;
}
