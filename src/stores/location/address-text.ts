/** The text of addresses: in messages without secrets and pointing at the wrong character, with escapes, relative to a page. */
import { HyperslabError } from "../../errors.ts";

/**
 * An `invalid-request` that names the character, counted from 1, and shows its position:
 *
 *     the address has a percent sign that does not begin an escape at character 10:
 *       file:///a%zz
 *                ^ here
 */
export function badAddress(address: string, index: number, problem: string, hint?: string): HyperslabError {
  return new HyperslabError("invalid-request", `the address ${problem} ${pointAt(address, index)}`, {
    column: index + 1,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** `at character 10:` with the address and a caret below it. */
export function pointAt(address: string, index: number): string {
  const where = index < address.length ? `at character ${index + 1}` : "at its end";
  if (address === "") return where;
  const { text, at } = excerpt(withoutSecrets(address), index);
  return `${where}:\n  ${text}\n  ${" ".repeat(Array.from(text.slice(0, at)).length)}^ here`;
}

/** A word of an address in quotes, truncated if it is too long for a message. */
export function quoted(word: string): string {
  return `"${word.length > 40 ? `${word.slice(0, 40)}…` : word}"`;
}

/** Decodes percent escapes as UTF-8. Errors point at an invalid escape. */
export function decodeEscapes(address: string, start: number, text: string): string {
  for (const { index } of text.matchAll(/%(?![0-9a-f]{2})/gi)) {
    throw badAddress(
      address,
      start + index,
      "has a percent sign that does not begin an escape",
      "Write %25 for a percent sign.",
    );
  }
  try {
    const decoded = decodeURIComponent(text);
    if (!decoded.includes("\0")) return decoded;
  } catch {
    throw badAddress(address, start + text.indexOf("%"), "has percent escapes that are not UTF-8");
  }
  throw badAddress(address, start + text.indexOf("%00"), "has an escaped NUL character");
}

/** Escapes every character with a special meaning in addresses; `decodeEscapes` reverses it. */
export function encodeEscapes(text: string): string {
  return text.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=@/]/gu, (character) => encodeURIComponent(character));
}

interface ShownAddress {
  readonly text: string;
  /** The position at which a character of the address is shown. */
  at(index: number): number;
}

/** Keys of a fragment whose values are not secret. */
const OPEN_VALUES = ["mode", "aws.profile", "aws.region", "log", "show"];

/** Spans that may be secret: users before a host, queries, most of a fragment. A plain path holds none. */
function secretSpans(address: string): (readonly [start: number, end: number])[] {
  const url = /[a-z][a-z0-9+.-]+:\/\//i.exec(address);
  if (url === null) return [];
  const spans: [number, number][] = [];
  const add = (pattern: RegExp): void => {
    for (const { index, 0: found } of address.matchAll(pattern)) {
      if (index > url.index) spans.push([index, index + found.length]);
    }
  };
  add(/(?<=(?<!\b(?:az|abfss?)):\/\/)[^/?#|@]*(?=@)/gi);
  add(/(?<=\?)[^#|]+/g);
  const known = OPEN_VALUES.map((key) => key.replace(".", "\\.")).join("|");
  add(new RegExp(`(?<=[#&](?!(?:${known})=)[^=&#|]*=)[^&#|]+`, "gi"));
  add(/(?<=[#&])[^=&|]+(?=[&|]|$)/g);
  return spans.sort(([a], [b]) => a - b);
}

/** Returns whether the address may contain a secret. */
export function holdsSecret(address: string): boolean {
  return secretSpans(address).length > 0;
}

/** The address with `…` for each secret. */
function withoutSecrets(address: string): ShownAddress {
  const spans: [number, number][] = [];
  for (const [start, end] of secretSpans(address)) {
    const last = spans.at(-1);
    // Overlapping spans are merged: neither may show what the other hides.
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else spans.push([start, end]);
  }
  const pieces: string[] = [];
  let next = 0;
  for (const [start, end] of spans) {
    pieces.push(address.slice(next, start), "…");
    next = end;
  }
  const text = [...pieces, address.slice(next)].join("").replace(/\p{Cc}/gu, "\ufffd");
  const at = (index: number): number => {
    let hidden = 0;
    for (const [start, end] of spans) if (index > start) hidden += Math.min(index - start, end - start - 1);
    return index - hidden;
  };
  return { text, at };
}

/** Long addresses are shown only around the position. */
const SHOWN_BEFORE = 60;
const SHOWN_AFTER = 30;

function excerpt({ text, at }: ShownAddress, index: number): { readonly text: string; readonly at: number } {
  const place = at(index);
  const start = place > SHOWN_BEFORE ? place - SHOWN_BEFORE : 0;
  const end = Math.min(text.length, place + SHOWN_AFTER);
  const [before, after] = [start > 0 ? "…" : "", end < text.length ? "…" : ""];
  return { text: before + text.slice(start, end) + after, at: before.length + place - start };
}

/** Resolves a relative address in a page as a link would be. Undefined if it does not lead to a server. */
export function resolveInPage(address: string, page: string): string | undefined {
  // Some browsers keep the user and password in the page's own address.
  const base = page.replace(/^(https?:\/\/)[^/?#]*@/, "$1");
  if (!/^https?:/.test(base) || !URL.canParse(address, base)) return undefined;
  const { href, protocol } = new URL(address, base);
  return protocol === "http:" || protocol === "https:" ? href : undefined;
}

/** The base of relative addresses in a page or a worker; undefined on other platforms, which have files. */
export function pageAddress(): string | undefined {
  // Desktop applications show pages too, but have files.
  if (globalThis.process?.versions?.node !== undefined) return undefined;
  return globalThis.document?.baseURI ?? globalThis.location?.href;
}

/** A relative address in a page as a URL; any other address unchanged. */
export function absoluteAddress(address: string): string {
  const page = URL.canParse(address) ? undefined : pageAddress();
  return (page === undefined ? undefined : resolveInPage(address, page)) ?? address;
}
