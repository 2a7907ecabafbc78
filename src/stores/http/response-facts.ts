/** What the head of a response says about the object: its size, its version, which part was sent, whether it is a web page. */

import type { ByteRange } from "../../bytes/source/byte-range.ts";
import { byteCharacters } from "../../bytes/text/byte-characters.ts";
import { isSameVersion } from "../object-version.ts";
import type { ResponseHead } from "./transport/transport.ts";

export interface ContentRange {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Of the whole object; undefined if the server does not report it. */
  readonly size: number | undefined;
}

/** `bytes 0-99/1000`, `bytes 0-99/*`; Caddy writes `bytes 0--1/0` for the end of an empty object. */
export function contentRange(head: ResponseHead): ContentRange | undefined {
  const match = /^bytes (\d+)-(-1|\d+)\/(\d+|\*)$/i.exec(head.header("content-range")?.trim() ?? "");
  if (match === null) return undefined;
  const [, first, last, size] = match;
  return { start: Number(first), end: Number(last) + 1, size: size === "*" ? undefined : Number(size) };
}

/** The size from the Content-Range of a 416 response, which has a star in place of the part. */
export function unsatisfiedSize(head: ResponseHead): number | undefined {
  const size = /^bytes \*\/(\d+)$/i.exec(head.header("content-range")?.trim() ?? "")?.[1];
  return size === undefined ? undefined : Number(size);
}

/** Returns whether this is the requested part. A part may end early only where the object ends. */
export function answersRange(part: ContentRange, range: ByteRange): boolean {
  const { start, end, size } = part;
  if (end < start || (size !== undefined && end > size)) return false;
  if ("suffix" in range) return size !== undefined && end === size && start === Math.max(0, size - range.suffix);
  if (start !== range.offset) return false;
  const wanted = range.length === undefined ? Number.POSITIVE_INFINITY : range.offset + range.length;
  return end === wanted || (size !== undefined && end === Math.min(wanted, size));
}

export function contentLength(head: ResponseHead): number | undefined {
  const text = head.header("content-length");
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

/** Content codings other than `identity`. */
export function contentEncoding(head: ResponseHead): string | undefined {
  const text = head.header("content-encoding")?.trim().toLowerCase() ?? "";
  return text === "" || text === "identity" ? undefined : text;
}

/**
 * Changes when the object does: its ETag (including weak ones, as Apache sends no others for a recent file), else the
 * modification time and size, else the size alone.
 */
export function validatorOf(head: ResponseHead, size: number | undefined): string | undefined {
  const etag = head.header("etag");
  if (etag !== undefined && etag !== "") return `etag ${etag.replace(/^W\//, "")}`;
  const modified = head.header("last-modified");
  const sized = size === undefined ? undefined : `size ${size}`;
  if (modified === undefined || modified === "") return sized;
  const time = `${isRecent(modified, head.header("date")) ? "recent" : "modified"} ${modified}`;
  return sized === undefined ? time : `${time} ${sized}`;
}

/** The header has a resolution of seconds; an object may change again within one. */
const TICK_MILLISECONDS = 2000;
/** The largest expected clock difference, for when the server's own time is unknown (browsers hide it). */
const SKEW_MILLISECONDS = 60_000;

/** Returns whether it was changed so shortly before the response that the next change could have the same time. */
function isRecent(modified: string, date: string | undefined): boolean {
  const sent = Date.parse(date ?? "");
  const age = (Number.isNaN(sent) ? Date.now() : sent) - Date.parse(modified);
  return !(age >= (Number.isNaN(sent) ? SKEW_MILLISECONDS : TICK_MILLISECONDS));
}

/** Validators of different kinds cannot be compared (a server may send a different kind for HEAD than for GET). */
export function maySameVersion(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined || isSameVersion(a, b)) return true;
  const kindOf = (validator: string): string =>
    validator.slice(0, validator.indexOf(" ")).replace("recent", "modified");
  return kindOf(a) !== kindOf(b);
}

/** A server may label anything as HTML, so the name and the first bytes count too. */
export function isCalledPage(head: ResponseHead, key: string): boolean {
  const type = head.header("content-type") ?? "";
  return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type) && !/\.x?html?$/i.test(key);
}

/** Returns whether these bytes are the beginning of a page. */
export function looksLikePage(bytes: Uint8Array): boolean {
  const text = byteCharacters(bytes.subarray(0, 256)).replace(/^\xef\xbb\xbf/, "");
  return /^\s*<(?:!--|(?:!doctype|\?xml|html|head|body|title|meta|link|script|style|center|h1|p|div|pre)\b)/i.test(
    text,
  );
}
