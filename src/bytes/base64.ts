/** Base64 of RFC 4648 section 4, strict: the standard alphabet, padding required, no white space, unused bits zero. */
import type { ErrorPlace } from "../errors.ts";
import { HyperslabError } from "../errors.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PADDING = 0x3d;
/** Value of a code that is not in the alphabet. */
const NONE = 0xff;

let codes: Uint8Array | undefined;
let values: Uint8Array | undefined;

export function encodeBase64(bytes: Uint8Array): string {
  codes ??= Uint8Array.from(ALPHABET, (letter) => letter.charCodeAt(0));
  const text = new Uint8Array(Math.ceil(bytes.byteLength / 3) * 4);
  let at = 0;
  for (let from = 0; from < bytes.byteLength; from += 3) {
    // Reading past the end gives undefined, which counts as the zero bits that padding stands for.
    const group = (bytes[from]! << 16) | (bytes[from + 1]! << 8) | bytes[from + 2]!;
    text[at++] = codes[group >>> 18]!;
    text[at++] = codes[(group >>> 12) & 63]!;
    text[at++] = from + 1 < bytes.byteLength ? codes[(group >>> 6) & 63]! : PADDING;
    text[at++] = from + 2 < bytes.byteLength ? codes[group & 63]! : PADDING;
  }
  return new TextDecoder().decode(text);
}

/** The bytes of a Base64 text; anything but its one canonical spelling is `invalid-data`. */
export function decodeBase64(text: string, place: ErrorPlace = {}): Uint8Array {
  if (text.length % 4 !== 0) {
    throw new HyperslabError("invalid-data", `Base64 of ${text.length} characters: not a multiple of 4`, place);
  }
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  const table = valueTable();
  const digits = text.length - padding;
  let at = 0;
  for (let from = 0; from < digits; from += 4) {
    const a = table[text.charCodeAt(from)] ?? NONE;
    const b = table[text.charCodeAt(from + 1)] ?? NONE;
    const c = from + 2 < digits ? (table[text.charCodeAt(from + 2)] ?? NONE) : 0;
    const d = from + 3 < digits ? (table[text.charCodeAt(from + 3)] ?? NONE) : 0;
    if ((a | b | c | d) > 63) throw unknownCharacter(text, from, place);
    const group = (a << 18) | (b << 12) | (c << 6) | d;
    // Writing past the end is ignored: those bits are the unused ones.
    bytes[at++] = group >>> 16;
    bytes[at++] = group >>> 8;
    bytes[at++] = group;
  }
  checkUnusedBits(text, padding, place);
  return bytes;
}

function valueTable(): Uint8Array {
  if (values !== undefined) return values;
  values = new Uint8Array(256).fill(NONE);
  for (let value = 0; value < 64; value++) values[ALPHABET.charCodeAt(value)] = value;
  return values;
}

function unknownCharacter(text: string, from: number, place: ErrorPlace): HyperslabError {
  const table = valueTable();
  let at = from;
  while ((table[text.charCodeAt(at)] ?? NONE) !== NONE) at++;
  const what = `Base64 with the character ${JSON.stringify(text.charAt(at))} at index ${at}`;
  return new HyperslabError("invalid-data", what, place);
}

function checkUnusedBits(text: string, padding: number, place: ErrorPlace): void {
  if (padding === 0) return;
  const last = ALPHABET.indexOf(text.charAt(text.length - padding - 1));
  if ((last & (padding === 2 ? 15 : 3)) === 0) return;
  throw new HyperslabError("invalid-data", "Base64 whose unused last bits are not zero", place);
}
