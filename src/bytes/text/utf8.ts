/** Strict UTF-8: malformed bytes are refused, never replaced by U+FFFD. */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";

/** In Unicode mode a class of surrogates matches only lone ones. */
const LONE_SURROGATE = /[\ud800-\udfff]/u;

/** Reused: making a decoder costs more than decoding most texts. */
const STRICT = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/** The text of UTF-8 bytes, a leading byte order mark kept. Malformed bytes are `invalid-data` with their offset. */
export function decodeUtf8(bytes: Uint8Array, place: ErrorPlace = {}): string {
  try {
    return STRICT.decode(unshared(bytes));
  } catch (cause) {
    const offset = firstMalformedByte(bytes);
    if (offset === undefined) {
      const what = `text of ${bytes.byteLength} bytes is too long to decode at once`;
      throw new HyperslabError("unsupported", what, { ...place, cause });
    }
    const found = bytes[offset]!.toString(16).padStart(2, "0");
    throw new HyperslabError("invalid-data", `not UTF-8: malformed byte 0x${found} at offset ${offset}`, place);
  }
}

/** The text, or undefined if the bytes are not UTF-8 or too many for one string. */
export function textIfUtf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT.decode(unshared(bytes));
  } catch {
    return undefined;
  }
}

/** The UTF-8 bytes of a text. A lone surrogate is `invalid-request`. */
export function encodeUtf8(text: string, place: ErrorPlace = {}): Uint8Array {
  refuseLoneSurrogate(text, place);
  return ENCODER.encode(text);
}

/** Refuses a lone surrogate, which has no UTF-8 form, with `invalid-request`. */
export function refuseLoneSurrogate(text: string, place: ErrorPlace = {}): void {
  const lone = text.search(LONE_SURROGATE);
  if (lone < 0) return;
  const code = text.charCodeAt(lone).toString(16);
  const what = `text with the lone surrogate U+${code.toUpperCase()} at index ${lone} has no UTF-8 form`;
  // See model/netcdf/text.ts.
  const isByte = code >= "dc80" && code <= "dcff";
  throw new HyperslabError("invalid-request", what, {
    ...place,
    ...(isByte && { hint: `It stands for the byte 0x${code.slice(2)} of a netCDF or HDF5 text that is not UTF-8.` }),
  });
}

/** Offset of the first byte that does not start a well-formed sequence (Unicode table 3-7); undefined if there is none. */
export function firstMalformedByte(bytes: Uint8Array): number | undefined {
  let at = 0;
  while (at < bytes.byteLength) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return undefined;
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  if (at + length > bytes.byteLength) return 0;
  // The bounds of the second byte exclude overlong forms, surrogates and code points above U+10FFFF.
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  const second = bytes[at + 1]!;
  if (second < low || second > high) return 0;
  for (let next = at + 2; next < at + length; next++) {
    if ((bytes[next]! & 0xc0) !== 0x80) return 0;
  }
  return length;
}

/** Browsers refuse to decode shared memory, so such bytes are copied first. */
function unshared(bytes: Uint8Array): Uint8Array {
  const shared = typeof SharedArrayBuffer !== "undefined" && bytes.buffer instanceof SharedArrayBuffer;
  return shared ? bytes.slice() : bytes;
}
