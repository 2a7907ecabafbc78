/**
 * Names of entries as keys. By the format they are UTF-8 if flag bit 11 is set and IBM's code page 437 otherwise; in
 * practice many writers store UTF-8 without the flag, and Info-ZIP repeats the name as UTF-8 in the extra field 0x7075
 * (u8 version 1, u32 CRC-32 of the plain name, UTF-8).
 */
import { crc32 } from "../../bytes/checksum/crc32.ts";
import { firstMalformedByte } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import { findExtra, NAME_IS_UTF8 } from "./entry-header.ts";

const UNICODE_PATH_EXTRA = 0x7075;

/** The characters of code page 437 from 0x80 on. */
const CODE_PAGE_437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

const SLASH = 0x2f;
const DOT = 0x2e;
const BACKSLASH = 0x5c;

/** The UTF-8 form of a name with bytes beyond ASCII. */
export function utf8Name(
  raw: Uint8Array,
  flags: number,
  view: DataView,
  extra: { readonly start: number; readonly end: number },
): Uint8Array {
  const wellFormed = firstMalformedByte(raw) === undefined;
  if ((flags & NAME_IS_UTF8) !== 0) {
    if (wellFormed) return raw;
    throw new HyperslabError("invalid-data", `the archive has an entry whose name is not UTF-8: ${showName(raw)}`);
  }
  return unicodePath(raw, view, extra) ?? (wellFormed ? raw : new TextEncoder().encode(fromCodePage437(raw)));
}

function unicodePath(
  raw: Uint8Array,
  view: DataView,
  extra: { readonly start: number; readonly end: number },
): Uint8Array | undefined {
  const found = findExtra(view, extra.start, extra.end, UNICODE_PATH_EXTRA);
  if (found === undefined || found.end - found.start < 6 || view.getUint8(found.start) !== 1) return undefined;
  // A different checksum: a program that does not know this field has since renamed the entry.
  if (view.getUint32(found.start + 1, true) !== crc32(raw)) return undefined;
  const name = new Uint8Array(view.buffer, view.byteOffset + found.start + 5, found.end - found.start - 5);
  return firstMalformedByte(name) === undefined ? name : undefined;
}

function fromCodePage437(raw: Uint8Array): string {
  return Array.from(raw, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_437[byte - 0x80])).join("");
}

/**
 * Why this name cannot be a key; undefined if it can. Names that lead out of a folder are the mark of a hostile
 * archive; a backslash is a separator to some programs and a letter to others, so the intended key is unknown.
 */
export function nameProblem(bytes: Uint8Array, start: number, end: number): string | undefined {
  if (start === end) return "has no name";
  if (bytes[start] === SLASH) return "is absolute";
  let segment = start;
  for (let at = start; at <= end; at++) {
    const byte = at === end ? SLASH : bytes[at]!;
    if (byte === 0) return "has a NUL character in its name";
    if (byte === BACKSLASH) return "has a backslash in its name";
    if (byte !== SLASH) continue;
    // A slash at the end marks a folder.
    if (at === segment && at < end) return "has an empty part in its name";
    if (bytes[segment] === DOT) {
      if (at - segment === 1) return 'has a "." in its path';
      if (at - segment === 2 && bytes[segment + 1] === DOT) return 'has a ".." in its path';
    }
    segment = at + 1;
  }
  return undefined;
}

/** Returns whether it is the name of a folder. */
export function isFolder(bytes: Uint8Array, start: number, end: number): boolean {
  return end > start && bytes[end - 1] === SLASH;
}

/** A name for messages, whatever it contains. */
export function showName(raw: Uint8Array): string {
  const text = new TextDecoder().decode(raw.subarray(0, 200));
  return JSON.stringify(raw.byteLength > 200 ? `${text}...` : text);
}
