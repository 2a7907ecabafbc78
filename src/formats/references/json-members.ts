/**
 * Members of a large JSON object, one after the other, as byte ranges: only the structure is parsed, so files of
 * gigabytes need only the memory of a block. A member must fit into the available bytes; if it does not, more are
 * requested.
 */
import { indexOfByte } from "../../bytes/text/index-of-byte.ts";
import { HyperslabError } from "../../errors.ts";

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

/** The deepest nesting of a value. */
const DEEPEST = 512;

/** Bytes of a document, of which more may follow. They change when more are requested, so anything to be kept must be copied. */
export interface Window {
  bytes: Uint8Array;
  at: number;
  end: number;
  /** True if no more bytes follow after `end`. */
  isLast: boolean;
  /** Bytes and lines of the document before the window. */
  before: number;
  linesBefore: number;
  /** Bytes after the last line break before the window. */
  columnBefore: number;
}

/** Thrown if the window ends within a member and more bytes are to come. */
export const NEEDS_MORE: unique symbol = Symbol("needs more bytes");

/** A member: positions of the text of its name, without quotes, and of its value. */
export interface Member {
  nameFrom: number;
  nameTo: number;
  /** Whether the name has escapes. */
  isEscaped: boolean;
  from: number;
  to: number;
}

/** Skips white space; the next byte, or -1 at the end of the document. */
export function peek(window: Window): number {
  const { bytes } = window;
  for (let { at } = window; at < window.end; at++) {
    const byte = bytes[at]!;
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
      window.at = at;
      return byte;
    }
  }
  window.at = window.end;
  if (!window.isLast) throw NEEDS_MORE;
  return -1;
}

export function expectByte(window: Window, byte: number, what: string): void {
  if (peek(window) !== byte) throw unexpected(window, what);
  window.at += 1;
}

/** Reads `"name":` and leaves the window before the value; the position of the name is stored in `member`. */
export function readName(window: Window, member: Member): void {
  if (peek(window) !== QUOTE) throw unexpected(window, "a name in quotes");
  member.nameFrom = window.at + 1;
  member.isEscaped = skipString(window);
  member.nameTo = window.at - 1;
  expectByte(window, COLON, "a colon after the name");
  peek(window);
}

/** Returns whether another member follows; otherwise the object has ended. */
export function endsMember(window: Window): boolean {
  const byte = peek(window);
  if (byte !== COMMA && byte !== CLOSE_OBJECT) throw unexpected(window, "a comma or }");
  window.at += 1;
  if (byte === COMMA && peek(window) !== QUOTE) throw unexpected(window, "a name in quotes");
  return byte === COMMA;
}

/** Skips a string whose first quote is next; returns whether it has escapes. */
export function skipString(window: Window): boolean {
  const { bytes, end } = window;
  let isEscaped = false;
  for (let at = window.at + 1; at < end; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      window.at = at + 1;
      return isEscaped;
    }
    if (byte === BACKSLASH) {
      isEscaped = true;
      at += 1;
    } else if (byte < 0x20) {
      window.at = at;
      throw unexpected(window, "no control character in a string");
    }
  }
  throw cutOff(window, "a text");
}

/** Skips any value. Its structure is checked; words and numbers are left to their users. */
export function skipValue(window: Window): void {
  const open: number[] = [];
  do {
    const byte = peek(window);
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      window.at += 1;
      if (open.push(byte) > DEEPEST) throw unexpected(window, `at most ${DEEPEST} levels of brackets`);
      const isEmpty = peek(window) === closingOf(byte);
      if (!isEmpty && byte === OPEN_OBJECT) skipName(window);
      if (!isEmpty) continue;
    } else if (byte === QUOTE) skipString(window);
    else skipWord(window);
    closeAll(window, open);
  } while (open.length > 0);
}

/** After a value: closes what ends here, and goes on to the next value if there is one. */
function closeAll(window: Window, open: number[]): void {
  while (open.length > 0) {
    const bracket = open.at(-1)!;
    const byte = peek(window);
    if (byte !== COMMA && byte !== closingOf(bracket)) {
      throw unexpected(window, bracket === OPEN_OBJECT ? "a comma or }" : "a comma or ]");
    }
    window.at += 1;
    if (byte === COMMA) {
      if (bracket === OPEN_OBJECT) skipName(window);
      return;
    }
    open.pop();
  }
}

function closingOf(bracket: number): number {
  return bracket === OPEN_OBJECT ? CLOSE_OBJECT : CLOSE_ARRAY;
}

/** Skips `"name":`. */
function skipName(window: Window): void {
  if (peek(window) !== QUOTE) throw unexpected(window, "a name in quotes");
  skipString(window);
  expectByte(window, COLON, "a colon after the name");
}

/** A number, true, false, null, or a word of Python's such as NaN. */
function skipWord(window: Window): void {
  const { bytes } = window;
  const start = window.at;
  let at = start;
  while (at < window.end && isWordByte(bytes[at]!)) at += 1;
  if (at === start) throw unexpected(window, "a value");
  if (at === window.end && !window.isLast) throw NEEDS_MORE;
  window.at = at;
}

function isWordByte(byte: number): boolean {
  // Digits and letters, + - . _
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) ||
    byte === 0x2b ||
    byte === 0x2d ||
    byte === 0x2e ||
    byte === 0x5f
  );
}

function cutOff(window: Window, what: string): unknown {
  if (!window.isLast) return NEEDS_MORE;
  window.at = window.end;
  return unexpected(window, `the end of ${what}`);
}

/** The error that something else was expected at the position of the window. */
export function unexpected(window: Window, what: string): HyperslabError {
  const found = window.at < window.end ? describeByte(window.bytes[window.at]!) : "the end of the file";
  return new HyperslabError(
    "invalid-data",
    `not JSON: expected ${what}, found ${found}`,
    positionIn(window, window.at),
  );
}

/** Line and column of a byte of the window, counted from 1. */
export function positionIn(window: Window, at: number): { readonly line: number; readonly column: number } {
  const { lines, column } = linesOf(window, at);
  return { line: window.linesBefore + lines + 1, column: column + 1 };
}

/** Line breaks before a byte of the window, and bytes since the last one. */
export function linesOf(window: Window, to: number): { readonly lines: number; readonly column: number } {
  let lines = 0;
  let start = 0;
  for (;;) {
    const found = indexOfByte(window.bytes, 0x0a, start);
    if (found < 0 || found >= to) break;
    lines += 1;
    start = found + 1;
  }
  return { lines, column: lines === 0 ? window.columnBefore + to : to - start };
}

function describeByte(byte: number): string {
  return byte > 0x20 && byte < 0x7f ? JSON.stringify(String.fromCharCode(byte)) : `byte 0x${byte.toString(16)}`;
}
