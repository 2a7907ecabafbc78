/** Bytes that should be UTF-8 as text: a byte that is not becomes the lone surrogate U+DC00 + byte, and can be written again. */
import { firstMalformedByte, textIfUtf8 } from "./utf8.ts";

const SURROGATES = 0xdc00;
const STRAY = /[\udc80-\udcff]/u;

/** The text of any bytes. */
export function textWithStrayBytes(bytes: Uint8Array): string {
  const whole = textIfUtf8(bytes);
  if (whole !== undefined) return whole;
  let text = "";
  for (let rest = bytes; rest.length > 0; ) {
    const length = firstMalformedByte(rest) ?? rest.length;
    text += textIfUtf8(rest.subarray(0, length)) ?? "";
    if (length < rest.length) text += String.fromCharCode(SURROGATES + rest[length]!);
    rest = rest.subarray(length + 1);
  }
  return text;
}

/** True if the text stands for bytes that are not UTF-8. */
export function hasStrayBytes(text: string): boolean {
  return STRAY.test(text);
}
