/**
 * The address of a store on a server: `https://host/path?query`. Keys are appended to the path; the query (a signature,
 * a token) is sent with every request to that origin and is never shown.
 */
import { displayAddress } from "../../bytes/text/display-address.ts";
import { absoluteAddress, badAddress } from "../location/address-text.ts";
import { withoutEndSlashes } from "../store-key.ts";

export interface HttpAddress {
  readonly origin: string;
  /** Without the query, for messages. */
  readonly location: string;
  /** Where the value of a key is; "" is the store's own address. */
  urlOf(key: string): URL;
  /** Where the index of a directory would be. */
  directoryUrl(prefix: string): URL;
}

/** Checks an address and returns it as text, without any request. `whole` is the address that it was cut from, for messages. */
export function checkHttpAddress(
  address: string,
  whole: { address: string; start: number } = { address, start: 0 },
): string {
  const bad = (index: number, problem: string, hint?: string): Error =>
    badAddress(whole.address, whole.start + index, problem, hint);
  const hash = address.indexOf("#");
  if (hash >= 0) throw bad(hash, 'has a "#" part, which has no meaning here,');
  if (!URL.canParse(address)) throw bad(address.indexOf(":") + 1, "is not a URL");
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") {
    const hint =
      "Addresses end up in logs. Set HYPERSLAB_HTTP_USER, HYPERSLAB_HTTP_PASSWORD and HYPERSLAB_HTTP_ORIGINS, or pass headers.";
    throw bad(address.indexOf("//") + 2, "has a user or password in it", hint);
  }
  return address;
}

/** Keys that need no escaping, such as those of nearly all chunks. */
const PLAIN = /^[A-Za-z0-9._/-]*$/;

export function httpAddress(address: string): HttpAddress {
  const base = new URL(checkHttpAddress(absoluteAddress(address)));
  base.pathname = withoutEndSlashes(base.pathname);
  const path = base.pathname === "/" ? "" : base.pathname;
  const under = (rest: string): URL => new URL(`${base.origin}${path}${rest}${base.search}`);
  const escaped = (key: string): string => {
    if (key === "") return "";
    return PLAIN.test(key) ? `/${key}` : `/${key.split("/").map(encodeURIComponent).join("/")}`;
  };
  return {
    origin: base.origin,
    location: displayAddress(`${base.origin}${path}`),
    urlOf: (key) => under(escaped(key)),
    directoryUrl: (prefix) => under(`${escaped(prefix)}/`),
  };
}
