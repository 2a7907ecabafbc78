/**
 * The address of a store on a server: `https://host/path?query`. Keys are appended to the path, the query (a signature,
 * a token) goes along with every request to that origin and is never shown.
 */
import { badAddress, displayAddress } from "../address-text.ts";

export interface HttpAddress {
  readonly origin: string;
  /** Without the query: what messages show. */
  readonly location: string;
  /** Where the value of a key is; "" is the store's own address. */
  urlOf(key: string): URL;
  /** Where the index of a directory would be. */
  directoryUrl(prefix: string): URL;
}

/** Checks an address and gives it back as text; touches nothing. */
export function checkHttpAddress(address: string): string {
  const hash = address.indexOf("#");
  if (hash >= 0) throw badAddress(address, hash, 'has a "#" part, which has no meaning here,');
  if (!URL.canParse(address)) throw badAddress(address, address.indexOf(":") + 1, "is no URL");
  const url = new URL(address);
  if (url.username !== "" || url.password !== "") {
    const hint =
      "Addresses end up in logs. Set HYPERSLAB_HTTP_USER, HYPERSLAB_HTTP_PASSWORD and HYPERSLAB_HTTP_ORIGINS, or pass headers.";
    throw badAddress(address, address.indexOf("//") + 2, "has a user or password in it", hint);
  }
  return address;
}

export function httpAddress(address: string): HttpAddress {
  const base = new URL(checkHttpAddress(address));
  base.pathname = base.pathname.replace(/\/+$/, "");
  const path = base.pathname === "/" ? "" : base.pathname;
  const under = (rest: string): URL => {
    const url = new URL(base);
    url.pathname = `${path}${rest}`;
    return url;
  };
  const escaped = (key: string): string => (key === "" ? "" : `/${key.split("/").map(encodeURIComponent).join("/")}`);
  return {
    origin: base.origin,
    location: displayAddress(`${base.origin}${path}`),
    urlOf: (key) => under(escaped(key)),
    directoryUrl: (prefix) => under(`${escaped(prefix)}/`),
  };
}
