/** UTF-8 of many short texts, written and measured where it lies: a call of the platform for each would take most of the time. */

import { byteLimits } from "../limits.ts";
import { refuseLoneSurrogate } from "./utf8.ts";

const ENCODER = new TextEncoder();

/** How many bytes the UTF-8 form of a text has. A lone surrogate has none: `invalid-request`. */
export function utf8Length(text: string): number {
  let length = text.length;
  let surrogates = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // Both halves of a pair, which takes four bytes, count two.
    const isSurrogate = code >= 0xd800 && code < 0xe000;
    length += code < 0x800 || isSurrogate ? 1 : 2;
    surrogates ||= isSurrogate;
  }
  if (surrogates) refuseLoneSurrogate(text);
  return length;
}

/** Writes the UTF-8 form, which has `length` bytes, of a text without lone surrogates. */
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

/** How many units (of 16 bits) the text of these bytes has, which are UTF-8 from any place to any other. */
export function unitsOfUtf8(bytes: Uint8Array, start: number, end: number): number {
  let units = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if ((byte & 0xc0) !== 0x80) units += byte < 0xf0 ? 1 : 2;
  }
  return units;
}
