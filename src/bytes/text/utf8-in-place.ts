/** UTF-8 of many short texts, measured and written in place: one platform call per text would take most of the time. */

import { byteLimits } from "../limits.ts";
import { refuseLoneSurrogate } from "./utf8.ts";

const ENCODER = new TextEncoder();

/** Length of a text in UTF-8. A lone surrogate is `invalid-request`. */
export function utf8Length(text: string): number {
  let length = text.length;
  let surrogates = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // A surrogate pair takes four bytes, so each half counts two.
    const isSurrogate = code >= 0xd800 && code < 0xe000;
    length += code < 0x800 || isSurrogate ? 1 : 2;
    surrogates ||= isSurrogate;
  }
  if (surrogates) refuseLoneSurrogate(text);
  return length;
}

/** Writes a text without lone surrogates, whose UTF-8 form has `length` bytes. */
export function writeUtf8(text: string, length: number, out: Uint8Array, at: number): void {
  if (byteLimits.shortTextBytes.isExceededBy(length)) {
    ENCODER.encodeInto(text, out.subarray(at, at + length));
    return;
  }
  let to = at;
  for (let i = 0; i < text.length; i++) {
    let code = text.charCodeAt(i);
    if (code < 0x80) {
      out[to++] = code;
      continue;
    }
    if (code < 0x800) {
      out[to++] = 0xc0 | (code >> 6);
    } else {
      if (code >= 0xd800 && code < 0xe000) {
        code = 0x10000 + ((code & 0x3ff) << 10) + (text.charCodeAt(++i) & 0x3ff);
        out[to++] = 0xf0 | (code >> 18);
        out[to++] = 0x80 | ((code >> 12) & 63);
      } else {
        out[to++] = 0xe0 | (code >> 12);
      }
      out[to++] = 0x80 | ((code >> 6) & 63);
    }
    out[to++] = 0x80 | (code & 63);
  }
}

/** Length of the text in UTF-16 units. The bytes are UTF-8, from any position to any other. */
export function unitsOfUtf8(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if ((byte & 0xc0) !== 0x80) units += byte < 0xf0 ? 1 : 2;
  }
  return units;
}
