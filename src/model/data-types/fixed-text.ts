/**
 * Text in elements of fixed size, padded with NUL: UTF-8 in byte strings (`S5`), little-endian 32-bit code points in `U5`.
 * Strict both ways: malformed text, and text that would not read back unchanged, is refused.
 */
import { decodeUtf8, encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { modelLimits } from "../limits.ts";

const AS_BYTES_HINT = 'Read it with { as: "bytes" } to get the bytes of each element.';

/** Why a text has no exact form, or undefined if it has one. */
export function textProblem(text: string): string | undefined {
  // In Unicode mode a class of surrogates matches only lone ones.
  return /[\ud800-\udfff]/u.test(text) ? "has a lone surrogate, which is not valid text" : undefined;
}

/** The bytes of one element without its padding. */
export function withoutPadding(bytes: Uint8Array, offset: number, size: number): Uint8Array {
  let end = offset + size;
  while (end > offset && bytes[end - 1] === 0) end--;
  return bytes.subarray(offset, end);
}

/** The text of one `S` element; malformed UTF-8 is `invalid-data`. `index` is for the message. */
export function readFixedBytes(bytes: Uint8Array, offset: number, size: number, index?: number): string {
  const text = withoutPadding(bytes, offset, size);
  return (
    (modelLimits.shortTextBytes.isExceededBy(text.byteLength) ? undefined : asciiText(text)) ?? utf8Text(text, index)
  );
}

function asciiText(bytes: Uint8Array): string | undefined {
  let text = "";
  for (const byte of bytes) {
    if (byte >= 0x80) return undefined;
    text += String.fromCharCode(byte);
  }
  return text;
}

function utf8Text(bytes: Uint8Array, index: number | undefined): string {
  try {
    return decodeUtf8(bytes);
  } catch (error) {
    if (!isHyperslabError(error, "invalid-data")) throw error;
    throw new HyperslabError("invalid-data", `${elementAt(index)} is ${error.what}`, { hint: AS_BYTES_HINT });
  }
}

/** The text of one `U` element; an invalid code point is `invalid-data`. */
export function readFixedUtf32(bytes: Uint8Array, offset: number, size: number, index?: number): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, size);
  let end = size;
  while (end > 0 && view.getUint32(end - 4, true) === 0) end -= 4;
  let text = "";
  for (let at = 0; at < end; at += 4) {
    const code = view.getUint32(at, true);
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
      const what = `${elementAt(index)} has 0x${code.toString(16)}, which is not a Unicode code point`;
      throw new HyperslabError("invalid-data", what, { hint: AS_BYTES_HINT });
    }
    text += String.fromCodePoint(code);
  }
  return text;
}

function elementAt(index: number | undefined): string {
  return index === undefined ? "the element" : `element ${index}`;
}

/** Writes text as one `S` element of zeroed memory, or returns the problem if it does not fit exactly. */
export function writeFixedBytes(text: string, out: Uint8Array, offset: number, size: number): string | undefined {
  return textProblem(text) ?? writePadded(encodeUtf8(text), out, offset, size);
}

/** Writes bytes as one `S` element of zeroed memory. */
export function writePadded(bytes: Uint8Array, out: Uint8Array, offset: number, size: number): string | undefined {
  if (bytes.byteLength > size) return `takes ${bytes.byteLength} bytes, which is more than ${size}`;
  if (bytes.at(-1) === 0) return "ends in NUL, which would be lost as padding";
  out.set(bytes, offset);
  return undefined;
}

/** Writes text as one `U` element of zeroed memory, or returns the problem if it does not fit exactly. */
export function writeFixedUtf32(text: string, out: Uint8Array, offset: number, size: number): string | undefined {
  const problem = textProblem(text);
  if (problem !== undefined) return problem;
  const codes = Array.from(text, (character) => character.codePointAt(0)!);
  if (codes.length * 4 > size) return `has ${codes.length} code points, which is more than ${size / 4}`;
  if (codes.at(-1) === 0) return "ends in NUL, which would be lost as padding";
  const view = new DataView(out.buffer, out.byteOffset + offset, size);
  for (const [index, code] of codes.entries()) view.setUint32(index * 4, code, true);
  return undefined;
}
