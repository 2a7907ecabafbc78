/**
 * The tokens of JSON: white space, strings, numbers and the words `true`, `false`, `null`, `NaN`, `Infinity`. A scanner
 * is a text and a position in it; each function starts at that position and moves it past what it read.
 */
import { HyperslabError } from "../../errors.ts";

export interface Scanner {
  readonly text: string;
  readonly key: string;
  at: number;
}

/** Code of the next character that is not white space; NaN at the end of the document. */
export function peekToken(scanner: Scanner): number {
  const { text } = scanner;
  let at = scanner.at;
  let code = text.charCodeAt(at);
  while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text.charCodeAt(++at);
  scanner.at = at;
  return code;
}

/** Reads a string whose opening quote is the next character. */
export function scanString(scanner: Scanner): string {
  const { text } = scanner;
  const start = scanner.at;
  let escaped = false;
  for (let at = start + 1; ; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      scanner.at = at + 1;
      // Every escape was checked, so the built-in parser cannot fail.
      return escaped ? String(JSON.parse(text.slice(start, at + 1))) : text.slice(start + 1, at);
    }
    if (code === 0x5c) {
      escaped = true;
      at = checkEscape(scanner, at);
    } else if (!(code >= 0x20)) {
      scanner.at = at;
      if (at >= text.length) throw syntaxError(scanner, "a string is not closed: expected '\"'");
      throw syntaxError(scanner, "a control character in a string must be escaped");
    }
  }
}

/** Checks the escape at a backslash and returns the index of its last character. */
function checkEscape(scanner: Scanner, at: number): number {
  const { text } = scanner;
  const code = text.charCodeAt(at + 1);
  if (code === 0x75) {
    for (let digit = at + 2; digit < at + 6; digit++) {
      if (isHexDigit(text.charCodeAt(digit))) continue;
      scanner.at = digit;
      throw syntaxError(scanner, "expected four hexadecimal digits after '\\u'");
    }
    return at + 5;
  }
  if (!'"\\/bfnrt'.includes(text.charAt(at + 1)) || at + 1 >= text.length) {
    scanner.at = at + 1;
    throw syntaxError(scanner, "unknown escape in a string: expected one of \" \\ / b f n r t u after '\\'");
  }
  return at + 1;
}

/** Reads a number, which starts with `-` or a digit, and returns its text. */
export function scanNumber(scanner: Scanner): string {
  const { text } = scanner;
  const start = scanner.at;
  if (text.charCodeAt(start) === 0x2d) {
    scanner.at++;
    if (text.charCodeAt(scanner.at) === 0x49) return `-${scanWord(scanner, "Infinity")}`;
  }
  const first = scanner.at;
  skipDigits(scanner, "expected a digit in a number");
  if (text.charCodeAt(first) === 0x30 && scanner.at > first + 1) {
    scanner.at = start;
    throw syntaxError(scanner, "a number must not start with 0 and another digit");
  }
  if (text.charCodeAt(scanner.at) === 0x2e) {
    scanner.at++;
    skipDigits(scanner, "expected a digit after the decimal point of a number");
  }
  const code = text.charCodeAt(scanner.at);
  if (code === 0x65 || code === 0x45) {
    const sign = text.charCodeAt(++scanner.at);
    if (sign === 0x2b || sign === 0x2d) scanner.at++;
    skipDigits(scanner, "expected a digit in the exponent of a number");
  }
  return text.slice(start, scanner.at);
}

/** Reads exactly this word; no letter, digit or underscore may follow. */
export function scanWord(scanner: Scanner, word: string): string {
  const end = scanner.at + word.length;
  if (!scanner.text.startsWith(word, scanner.at) || /^\w/.test(scanner.text.charAt(end))) {
    throw syntaxError(scanner, "expected a value");
  }
  scanner.at = end;
  return word;
}

/** An `invalid-data` error at the scanner's position; the message adds what was found there to `expected`. */
export function syntaxError(scanner: Scanner, expected: string): HyperslabError {
  const { line, column } = positionOf(scanner.text, scanner.at);
  const key = scanner.key === "" ? {} : { key: scanner.key };
  return new HyperslabError("invalid-data", `${expected}, found ${describeFound(scanner)}`, { ...key, line, column });
}

function describeFound({ text, at }: Scanner): string {
  if (at >= text.length) return "end of document";
  const word = /^\w{2,24}/.exec(text.slice(at, at + 24));
  if (word !== null) return `'${word[0]}'`;
  const point = text.codePointAt(at) ?? 0;
  const character = String.fromCodePoint(point);
  if (/[\p{C}\p{Z}]/u.test(character)) return `the character U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
  return `'${character}'`;
}

function skipDigits(scanner: Scanner, expected: string): void {
  const { text } = scanner;
  let at = scanner.at;
  while (isDigit(text.charCodeAt(at))) at++;
  if (at === scanner.at) throw syntaxError(scanner, expected);
  scanner.at = at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isHexDigit(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

/** Line and column of an offset in a text, for messages. Both count from 1; a column counts UTF-16 units. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** The position of an offset. Lines end at LF, CR or CR LF; an offset past the end counts as the end. */
export function positionOf(text: string, offset: number): TextPosition {
  const end = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let lineStart = 0;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    const ends = code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a);
    if (!ends) continue;
    line++;
    lineStart = at + 1;
  }
  return { line, column: end - lineStart + 1 };
}
