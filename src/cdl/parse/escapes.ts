/** Escapes in strings and names. */
import { textIfUtf8 } from "../../bytes/text/utf8.ts";
import { cdlError } from "./cdl-error.ts";

const BACKSLASH = 0x5c;
const PERCENT = 0x25;

/** The meaning of letters after a backslash; other characters stand for themselves. */
const LETTERS: ReadonlyMap<number, number> = new Map([
  [0x61, 0x07],
  [0x62, 0x08],
  [0x66, 0x0c],
  [0x6e, 0x0a],
  [0x72, 0x0d],
  [0x74, 0x09],
  [0x76, 0x0b],
]);

/** The bytes between two quotation marks. */
export function textBytes(text: Uint8Array, start: number, end: number): Uint8Array {
  const first = text.subarray(start, end).indexOf(BACKSLASH);
  if (first < 0) return text.slice(start, end);
  const bytes = new Uint8Array(end - start);
  bytes.set(text.subarray(start, start + first));
  let length = first;
  for (let at = start + first; at < end; ) {
    const byte = text[at]!;
    bytes[length++] = byte === BACKSLASH ? escaped(text, at) : byte;
    at += byte === BACKSLASH ? escapeLength(text, at) : 1;
  }
  return bytes.slice(0, length);
}

/** The byte between two apostrophes. */
export function characterValue(text: Uint8Array, start: number, end: number): number {
  const isEscape = text[start] === BACKSLASH;
  const byte = isEscape ? escaped(text, start) : text[start]!;
  if (end - start !== (isEscape ? escapeLength(text, start) : 1)) {
    throw cdlError(text, start, "more than one character between apostrophes", "Put strings in quotation marks.");
  }
  // Constants of this kind are bytes, which are signed.
  return (byte << 24) >> 24;
}

function escapeLength(text: Uint8Array, at: number): number {
  return isDigit(text[at + 1]) ? 4 : 2;
}

function escaped(text: Uint8Array, at: number): number {
  const next = text[at + 1]!;
  if (isDigit(next)) return octal(text, at);
  if (next === 0x78)
    throw cdlError(text, at, "hexadecimal escapes are not part of CDL", "Write \\ooo in octal digits.");
  return LETTERS.get(next) ?? next;
}

function octal(text: Uint8Array, at: number): number {
  let value = 0;
  for (let i = 1; i <= 3; i++) {
    const digit = (text[at + i] ?? 0) - 0x30;
    if (digit < 0 || digit > 7) throw cdlError(text, at, "an octal escape has three digits", "Write \\000 for NUL.");
    value = value * 8 + digit;
  }
  if (value > 255) throw cdlError(text, at, "an octal escape is larger than \\377");
  return value;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** A name without its escapes, normalized as in netCDF. */
export function nameText(text: Uint8Array, start: number, end: number): string {
  const bytes = new Uint8Array(end - start);
  let length = 0;
  for (let at = start; at < end; at++) {
    let byte = text[at]!;
    if (byte === BACKSLASH) {
      byte = text[++at]!;
      const code = byte === PERCENT ? hexadecimal(text, at + 1) : undefined;
      if (code !== undefined && at + 2 < end) {
        byte = code;
        at += 2;
      }
    }
    bytes[length++] = byte;
  }
  const name = textIfUtf8(bytes.subarray(0, length));
  if (name === undefined) throw cdlError(text, start, "the name is not UTF-8", "Save the text as UTF-8.");
  return name.normalize("NFC");
}

/** ncdump spells control characters in names as `\%0a`. */
function hexadecimal(text: Uint8Array, at: number): number | undefined {
  const digits = String.fromCharCode(text[at] ?? 0, text[at + 1] ?? 0);
  if (!/^(?:[01][0-9a-f]|7f)$/i.test(digits)) return undefined;
  return Number.parseInt(digits, 16);
}
