/** Quoted strings, with CDL's escapes. */
import { decodeNetcdfText } from "../../model/netcdf/text.ts";

const NAMED = new Map([
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
  ["\v", "\\v"],
  ["\\", "\\\\"],
  ["'", "\\'"],
  ['"', '\\"'],
]);

/** The ASCII characters that are escaped, and C1 controls, which are not. */
const ESCAPED = /["'\\\p{Cc}]/gu;

/** A string of an attribute or of a string variable. */
export function quotedText(text: string): string {
  return `"${text.replace(ESCAPED, escapedCharacter)}"`;
}

/** A string of a variable: ncdump prints its vertical tabs as line breaks. */
export function quotedString(text: string): string {
  return quotedText(text.includes("\v") ? text.replaceAll("\v", "\n") : text);
}

/**
 * Characters of an attribute: without trailing zeros; bytes beyond ASCII unchanged. If `lines`, each line is quoted
 * separately.
 */
export function quotedCharacters(bytes: Uint8Array, lines = false): string {
  const text = decodeNetcdfText(bytes.subarray(0, usedLength(bytes)));
  return lines
    ? text
        .split(/(?<=\n)/)
        .map(quotedText)
        .join(",\n\t\t\t") + lastLine(text)
    : quotedText(text);
}

/** ncdump begins a line after every line break. */
function lastLine(text: string): string {
  return text.endsWith("\n") ? ',\n\t\t\t""' : "";
}

/** Where the trailing zeros begin. */
export function usedLength(bytes: Uint8Array): number {
  let length = bytes.byteLength;
  while (length > 0 && bytes[length - 1] === 0) length -= 1;
  return length;
}

function escapedCharacter(char: string): string {
  const code = char.charCodeAt(0);
  return NAMED.get(char) ?? (code > 0x7f ? char : octal(code));
}

function octal(byte: number): string {
  return `\\${byte.toString(8).padStart(3, "0")}`;
}

/** How each byte of a character variable is spelled, in ASCII. A line break also ends the line. */
export const BYTE_TEXTS: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  const named = NAMED.get(char);
  if (char === "\n") return '\\n",\n    "';
  return named ?? (byte < 0x20 || byte > 0x7e ? octal(byte) : char);
});

/**
 * Characters before which ncdump puts a backslash in members of compounds: line breaks and tabs too are left as they
 * are after it.
 */
const MARKED = /[\b\f\n\r\t\v\\'"]/;

/** Characters of a compound: without trailing zeros, and bytes beyond ASCII by number. */
export function quotedTight(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes.subarray(0, usedLength(bytes))) {
    const char = String.fromCharCode(byte);
    text += MARKED.test(char) ? `\\${char}` : byte < 0x20 || byte > 0x7e ? octal(byte) : char;
  }
  return `"${text}"`;
}
