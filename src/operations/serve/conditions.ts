/** Validators and byte ranges of HTTP (RFC 9110, sections 8.8, 13 and 14). */
import { sha256 } from "../../bytes/checksum/sha.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { operationLimits } from "../limits.ts";

/** Bytes of the digest in an entity tag: 96 bits, enough to make collisions negligible. */
const TAG_BYTES = 12;

/** Derives strong entity tags from validators. */
export type EntityTags = (validator: string) => string;

/** The latest tags are kept: most values are requested more than once, and a digest takes longer than the rest of a response. */
export function entityTags(): EntityTags {
  const known = new Map<string, string>();
  return (validator) => {
    let tag = known.get(validator);
    if (tag !== undefined) return tag;
    const [oldest] = known.keys();
    if (oldest !== undefined && operationLimits.keptTags.isExceededBy(known.size + 1)) known.delete(oldest);
    tag = digestTag(validator);
    known.set(validator, tag);
    return tag;
  };
}

/** The validator itself may reveal details of the machine (inodes, times), so it is hashed. */
function digestTag(validator: string): string {
  const digest = sha256(encodeUtf8(validator)).subarray(0, TAG_BYTES);
  let hex = "";
  for (const byte of digest) hex += (byte + 0x100).toString(16).slice(1);
  return `"${hex}"`;
}

/** Returns whether `If-None-Match` or `If-Match` names this tag. Weak comparison, for `If-None-Match`. */
export function namesTag(header: string, tag: string | undefined, weak: boolean): boolean {
  if (header.trim() === "*") return true;
  if (tag === undefined) return false;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((given) => given === tag || (weak && given === `W/${tag}`));
}

/** A range to send; `unsatisfiable` if it lies outside; undefined if the whole value is to be sent. */
export type SentRange = { readonly start: number; readonly end: number } | "unsatisfiable" | undefined;

/** One range of bytes. Several ranges, other units and anything malformed are ignored, as the standard allows. */
export function rangeOf(header: string | undefined, size: number): SentRange {
  if (header === undefined) return undefined;
  const [, first, last] = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return undefined;
  if (first === "") {
    const suffix = Number(last);
    return suffix === 0 || size === 0 ? "unsatisfiable" : { start: Math.max(0, size - suffix), end: size };
  }
  const start = Number(first);
  if (last !== "" && Number(last) < start) return undefined;
  if (start >= size) return "unsatisfiable";
  return { start, end: last === "" ? size : Math.min(size, Number(last) + 1) };
}
