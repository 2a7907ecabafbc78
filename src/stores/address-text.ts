/** Addresses in messages: no secrets, and a finger on the character that is wrong. */
import { HyperslabError } from "../errors.ts";

/** The address without user, password, query and fragment, all of which may hold secrets. */
export function displayAddress(address: string): string {
  const match = /^([a-z][a-z0-9+.-]+:)(\/\/)?(?:[^/?#]*@)?([^?#]*)/i.exec(address);
  if (match === null) return address;
  const [, scheme = "", slashes = "", rest = ""] = match;
  return scheme + slashes + rest;
}

/** An `invalid-request` that shows the address and names the character, counted from 1. */
export function badAddress(address: string, index: number, problem: string, hint?: string): HyperslabError {
  const shown = displayAddress(address);
  const where = index < address.length ? `at character ${index + 1}` : "at its end";
  return new HyperslabError("invalid-request", `the address ${JSON.stringify(shown)} ${problem} ${where}`, {
    column: index + 1,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Percent escapes as UTF-8; an escape that is none is pointed at. */
export function decodeEscapes(address: string, start: number, text: string): string {
  for (const { index } of text.matchAll(/%(?![0-9a-f]{2})/gi)) {
    throw badAddress(
      address,
      start + index,
      "has a percent sign that begins no escape",
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
