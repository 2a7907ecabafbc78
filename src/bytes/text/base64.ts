/** Base64 of RFC 4648 section 4, strict: the standard alphabet, padding required, no white space, unused bits zero. */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PADDING = 0x3d;
/** A code outside the alphabet. */
const NONE = 0xff;

let codes: Uint8Array | undefined;
/** -1 for codes outside the alphabet. Shifted by up to 18 bits, it still sets bits above the 24 of a group. */
let values: Int32Array | undefined;

export function encodeBase64(bytes: Uint8Array): string {
  return new TextDecoder().decode(encodeBase64Letters(bytes));
}

/** The Base64 text as bytes. */
export function encodeBase64Letters(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  codes ??= Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
  const digits = codes;
  const text = new Uint8Array(Math.ceil(bytes.byteLength / 3) * 4);
  const whole = bytes.byteLength - (bytes.byteLength % 3);
  let at = 0;
  for (let from = 0; from < whole; from += 3, at += 4) {
    const group = (bytes[from]! << 16) | (bytes[from + 1]! << 8) | bytes[from + 2]!;
    text[at] = digits[group >>> 18]!;
    text[at + 1] = digits[(group >>> 12) & 63]!;
    text[at + 2] = digits[(group >>> 6) & 63]!;
    text[at + 3] = digits[group & 63]!;
  }
  if (whole < bytes.byteLength) {
    // Reading past the end gives undefined, which counts as the zero bits that padding stands for.
    const group = (bytes[whole]! << 16) | (bytes[whole + 1]! << 8);
    text[at] = digits[group >>> 18]!;
    text[at + 1] = digits[(group >>> 12) & 63]!;
    text[at + 2] = whole + 1 < bytes.byteLength ? digits[(group >>> 6) & 63]! : PADDING;
    text[at + 3] = PADDING;
  }
  return text;
}

/** The bytes of a Base64 text; anything but its one canonical spelling is `invalid-data`. */
export function decodeBase64(text: string, place: ErrorPlace = {}): Uint8Array<ArrayBuffer> {
  const letters = new Uint8Array(text.length);
  for (let i = 0; i < letters.length; i++) {
    const code = text.charCodeAt(i);
    letters[i] = code < 128 ? code : NONE;
  }
  return decode(letters, place, (at) => text.charAt(at));
}

/** The same for a text given as bytes. */
export function decodeBase64Letters(letters: Uint8Array, place: ErrorPlace = {}): Uint8Array<ArrayBuffer> {
  return decode(letters, place, (at) => String.fromCharCode(letters[at]!));
}

function decode(letters: Uint8Array, place: ErrorPlace, letterAt: (at: number) => string): Uint8Array<ArrayBuffer> {
  const { byteLength: length } = letters;
  if (length % 4 !== 0) {
    throw new HyperslabError(
      "invalid-data",
      `Base64 text has ${length} characters, which is not a multiple of 4`,
      place,
    );
  }
  const padding = letters[length - 1] !== PADDING ? 0 : letters[length - 2] === PADDING ? 2 : 1;
  const bytes = new Uint8Array((length / 4) * 3 - padding);
  const table = valueTable();
  const digits = length - padding;
  const whole = digits - (digits % 4);
  let at = 0;
  for (let from = 0; from < whole; from += 4, at += 3) {
    const group =
      (table[letters[from]!]! << 18) |
      (table[letters[from + 1]!]! << 12) |
      (table[letters[from + 2]!]! << 6) |
      table[letters[from + 3]!]!;
    // A character outside the alphabet sets bits above the 24.
    if (group >>> 24 !== 0) throw unknownLetter(letters, from, place, letterAt);
    bytes[at] = group >>> 16;
    bytes[at + 1] = group >>> 8;
    bytes[at + 2] = group;
  }
  if (whole < digits) {
    const third = padding === 1 ? table[letters[whole + 2]!]! : 0;
    const group = (table[letters[whole]!]! << 18) | (table[letters[whole + 1]!]! << 12) | (third << 6);
    if (group >>> 24 !== 0) throw unknownLetter(letters, whole, place, letterAt);
    if ((group & (padding === 2 ? 0xffff : 0xff)) !== 0) {
      throw new HyperslabError("invalid-data", "Base64 text whose unused last bits are not zero", place);
    }
    bytes[at] = group >>> 16;
    if (padding === 1) bytes[at + 1] = group >>> 8;
  }
  return bytes;
}

function valueTable(): Int32Array {
  if (values !== undefined) return values;
  values = new Int32Array(256).fill(-1);
  for (let value = 0; value < 64; value++) values[ALPHABET.charCodeAt(value)] = value;
  return values;
}

function unknownLetter(
  letters: Uint8Array,
  from: number,
  place: ErrorPlace,
  letterAt: (at: number) => string,
): HyperslabError {
  const table = valueTable();
  let at = from;
  while (table[letters[at]!]! >= 0) at++;
  const what = `not a Base64 character: ${JSON.stringify(letterAt(at))} at index ${at}`;
  return new HyperslabError("invalid-data", what, place);
}
