/**
 * Inline bytes as JSON strings that every reader decodes to the same bytes. Only documents lose their white space.
 * Bytes of chunks become text only if they are plain ASCII that no program could mistake for base64 or JSON: kerchunk
 * parses such values and prints them again, which turns `0001` into `1`.
 */
import { parseJson } from "../../bytes/json/parse.ts";
import { printJson } from "../../bytes/json/print.ts";
import { encodeBase64 } from "../../bytes/text/base64.ts";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { textIfUtf8 } from "../../bytes/text/utf8.ts";
import { isHyperslabError } from "../../errors.ts";

const DOCUMENTS: ReadonlySet<string> = new Set([".zarray", ".zattrs", ".zgroup", ".zmetadata", "zarr.json"]);

/** Returns whether the value of this key is a Zarr document. */
export function isDocumentKey(key: string): boolean {
  return DOCUMENTS.has(key.slice(key.lastIndexOf("/") + 1));
}

/** The value as text, still without quotes. */
export function inlineText(key: string, bytes: Uint8Array): string {
  if (isDocumentKey(key)) {
    const text = textIfUtf8(bytes);
    if (text !== undefined && !text.startsWith("base64:")) return minified(text, bytes);
  } else if (isPlain(bytes)) return byteCharacters(bytes);
  return `base64:${encodeBase64(bytes)}`;
}

function minified(text: string, bytes: Uint8Array): string {
  try {
    return printJson(parseJson(bytes).root, "compact", { nonFinite: "token" });
  } catch (error) {
    if (isHyperslabError(error)) return text;
    throw error;
  }
}

/** Longer values are always base64, because they are not meant for human readers. */
const LONGEST_TEXT = 1024;

/** Letters and printable characters that do not begin with a digit, a sign, a bracket, a quote, white space or a JSON word. */
function isPlain(bytes: Uint8Array): boolean {
  if (bytes.byteLength === 0) return true;
  if (bytes.byteLength > LONGEST_TEXT || !bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) return false;
  return !/^(?:base64:|[\s\d+\-.[\]{}"']|true|false|null|nan|inf)/i.test(byteCharacters(bytes.subarray(0, 8)));
}
