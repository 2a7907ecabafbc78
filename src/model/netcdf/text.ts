/**
 * netCDF text as JavaScript strings. netCDF has bytes, which are nearly always UTF-8. A byte that is not becomes a lone
 * surrogate (0x80 + n is U+DC80 + n), as in Python's `surrogateescape`, so that no byte is lost.
 */
import { textIfUtf8 } from "../../bytes/text/utf8.ts";

const ESCAPED = 0xdc00;

/** netCDF-C's default number of bytes per string in NCZarr. */
export const DEFAULT_TEXT_BYTES = 128;

/** The text of these bytes. */
export function decodeNetcdfText(bytes: Uint8Array): string {
  return textIfUtf8(bytes) ?? decodeDamaged(bytes);
}

function decodeDamaged(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.byteLength; ) {
    const length = sequenceLength(bytes[at]!);
    const sequence = length === 0 ? undefined : textIfUtf8(bytes.subarray(at, at + length));
    text += sequence ?? String.fromCharCode(ESCAPED + bytes[at]!);
    at += sequence === undefined ? 1 : length;
  }
  return text;
}

/** The number of bytes that the first byte of a character announces. */
function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

const encoder = new TextEncoder();

/** Engines keep bytes up to this length on their own heap; separate memory would take longer than the text. */
const SHORT = 64;

/** The bytes of a text that is pure ASCII. */
function asciiBytes(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 0x80) return undefined;
    bytes[at] = code;
  }
  return bytes;
}

/** The bytes of a text. */
export function encodeNetcdfText(text: string): Uint8Array {
  const short = text.length <= SHORT ? asciiBytes(text) : undefined;
  if (short !== undefined) return short;
  // In Unicode mode a class of surrogates matches only lone ones.
  if (!/[\udc80-\udcff]/u.test(text)) return encoder.encode(text);
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code >= 0xdc80 && code <= 0xdcff) bytes.push(code - ESCAPED);
    else for (const byte of encoder.encode(character)) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}
