/**
 * The first part of an address. Text that begins with two or more letters and a colon is a URL; anything else is a
 * path, so `C:\data` is one, and a path that looks like a URL is written `./a:b` or `file:a%3Ab`. Paths are taken
 * literally; in URLs percent escapes are decoded. A new kind of base is one line in `BASES`.
 */

import { ownMember } from "../../bytes/own-member.ts";
import { closestName } from "../../bytes/text/closest-name.ts";
import type { HyperslabError } from "../../errors.ts";
import { checkHttpAddress } from "../http/http-address.ts";
import { withoutEndSlashes } from "../store-key.ts";
import { badAddress, decodeEscapes, pageAddress, quoted, resolveInPage } from "./address-text.ts";
import type { LocationBase } from "./parts.ts";

/** A part of an address together with the whole address, so that errors can point at it. */
export interface AddressSpan {
  readonly address: string;
  readonly start: number;
  readonly end: number;
  /** True if netCDF's options follow. */
  readonly isNetcdf?: boolean;
}

type ParseBase = (span: AddressSpan, text: string) => LocationBase;

const BASES: Readonly<Record<string, ParseBase>> = {
  file: parseFile,
  memory: parseMemory,
  http: (span, text) => ({ scheme: "http", url: checkedUrl(span, text) }),
  https: (span, text) => ({ scheme: "https", url: checkedUrl(span, text) }),
  s3: (span, text) => ({ scheme: "s3", ...parseBucket(span, text) }),
  gs3: (span, text) => ({ scheme: "gs3", ...parseBucket(span, text) }),
  gs: (span, text) => ({ scheme: "gs", ...parseBucket(span, text) }),
  az: parseAzure,
};

/** Other words for the same thing. */
const ALIASES: Readonly<Record<string, string>> = {
  gcs: "gs",
  abfs: "az",
  abfss: "az",
  azure: "az",
  s3a: "s3",
  s3n: "s3",
};

/** The scheme of a URL as written; undefined for a path. */
export function schemeOf(text: string): string | undefined {
  return /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1];
}

/** Reads `address.slice(start, end)`, which is not empty. */
export function parseBase(span: AddressSpan): LocationBase {
  const text = span.address.slice(span.start, span.end);
  const name = schemeOf(text);
  const page = pageAddress();
  if (name === undefined) return page === undefined ? { scheme: "file", path: text } : parseInPage(span, text, page);
  const scheme = ownMember(ALIASES, name.toLowerCase()) ?? name.toLowerCase();
  const parse = ownMember(BASES, scheme);
  if (parse === undefined) throw unknownScheme(span, name);
  return parse(span, text);
}

function unknownScheme({ address, start }: AddressSpan, name: string): HyperslabError {
  const near = closestName(name, Object.keys(BASES));
  const known = Object.keys(BASES).map((scheme) => `${scheme}:`);
  const hint = near === undefined ? `Known schemes are ${known.join(", ")}.` : `Did you mean ${near}:?`;
  const path = "A path that looks like a URL is written with ./ before it.";
  return badAddress(address, start, `has the unknown scheme ${quoted(`${name}:`)}`, `${hint} ${path}`);
}

/** In a page, `data.zarr`, `./data.zarr` and `/data.zarr` mean what they would mean in a link. */
function parseInPage(span: AddressSpan, text: string, page: string): LocationBase {
  const hash = text.indexOf("#");
  if (hash >= 0) throw badAddress(span.address, span.start + hash, 'has a "#" part, which has no meaning here,');
  const url = resolveInPage(text, page);
  if (url === undefined) throw fileInPage(span, "is not relative to a page on a server");
  return { scheme: url.startsWith("https:") ? "https" : "http", url: checkedUrl(span, url) };
}

function fileInPage({ address, start }: AddressSpan, problem: string): HyperslabError {
  const hint =
    "A page cannot read files by path. Serve them and pass a URL, or let the user choose: open takes a File and a directory handle.";
  return badAddress(address, start, problem, hint);
}

/**
 * `file:/a`, `file:///a`, `file://localhost/a`; `file:///C:/a` is `C:/a`; `file:a/b` is a relative path, and so is
 * `file://a/b` if netCDF's options follow.
 */
function parseFile(span: AddressSpan, text: string): LocationBase {
  const { address, start } = span;
  if (pageAddress() !== undefined) throw fileInPage(span, "names a file, and this is a page");
  refuseQuery(span, text);
  const [{ length: whole }, host = ""] = /^file:(?:\/\/(?![a-z]:)([^/]*))?(?:\/\/(?=[a-z]:))?/i.exec(text) ?? ["file:"];
  const isOther = host !== "" && host.toLowerCase() !== "localhost";
  const length = isOther && span.isNetcdf ? whole - host.length : whole;
  if (isOther && !span.isNetcdf) {
    const hint = "Only files of this machine can be opened: file:///path has three slashes.";
    throw badAddress(address, start + length - host.length, "names another machine", hint);
  }
  const path = text.slice(length);
  if (path === "") throw badAddress(address, start + length, "has no path", "Write file:///path.");
  const drive = /^\/[a-z]:(?=[/\\]|%5c|$)/i.test(path) ? 1 : 0;
  return { scheme: "file", path: decodeEscapes(address, start + length + drive, path.slice(drive)) };
}

/** `memory:name`, `memory://name`, optionally followed by a slash and a path inside it. */
function parseMemory(span: AddressSpan, text: string): LocationBase {
  refuseQuery(span, text);
  const { address, start } = span;
  const head = /^memory:(\/\/)?/i.exec(text)?.[0].length ?? 0;
  const path = withoutEndSlashes(decodeEscapes(address, start + head, text.slice(head)));
  if (path === "" || path.startsWith("/")) {
    throw badAddress(address, start + head, "does not name a memory store", "Write memory:name.");
  }
  return { scheme: "memory", path };
}

function checkedUrl({ address, start }: AddressSpan, text: string): string {
  return checkHttpAddress(text, { address, start });
}

interface Authority {
  /** Between `//` and the first slash. */
  readonly authority: string;
  readonly authorityStart: number;
  /** The rest, decoded, without leading and trailing slashes. */
  readonly key: string;
}

/** `scheme://authority/key`; escapes in the authority are not decoded. */
function parseAuthority(span: AddressSpan, text: string): Authority {
  refuseQuery(span, text);
  const { address, start } = span;
  const scheme = `${schemeOf(text) ?? ""}:`;
  const after = start + scheme.length;
  if (!text.startsWith("//", scheme.length)) {
    throw badAddress(address, after, "has no // after its scheme", `Write ${scheme}//name/path.`);
  }
  const rest = text.slice(scheme.length + 2);
  const slash = rest.indexOf("/");
  const authority = slash < 0 ? rest : rest.slice(0, slash);
  const path = slash < 0 ? "" : rest.slice(slash + 1);
  const key = decodeEscapes(address, after + 2 + slash + 1, path);
  return { authority, authorityStart: after + 2, key: withoutEndSlashes(key) };
}

function parseBucket(span: AddressSpan, text: string): { readonly bucket: string; readonly key: string } {
  const { authority, authorityStart, key } = parseAuthority(span, text);
  const odd = authority.search(/[^A-Za-z0-9._-]/);
  if (authority === "" || odd >= 0) {
    const problem = authority === "" ? "does not name a bucket" : "has an invalid bucket name";
    throw badAddress(
      span.address,
      authorityStart + Math.max(0, odd),
      problem,
      `Write ${schemeOf(text)}://bucket/path.`,
    );
  }
  return { bucket: authority, key };
}

/** `az://container@account/path` (also with `.blob.core.windows.net`), or `az://account/container/path`. */
function parseAzure(span: AddressSpan, text: string): LocationBase {
  const { authority, authorityStart, key } = parseAuthority(span, text);
  const hint = "Write az://container@account/path.";
  const at = authority.indexOf("@");
  const account = authority.slice(at + 1).replace(/\.(?:blob|dfs)\.core\.windows\.net$/i, "");
  const [first = "", ...others] = key.split("/");
  const container = at < 0 ? first : authority.slice(0, at);
  if (!/^[a-z0-9]{3,24}$/.test(account)) {
    const problem = "does not name a storage account (3 to 24 lowercase letters and digits)";
    throw badAddress(span.address, authorityStart + at + 1, problem, hint);
  }
  if (!/^(?:\$root|\$web|[a-z0-9](?:-?[a-z0-9]){1,62})$/.test(container)) {
    const place = at < 0 ? authorityStart + authority.length : authorityStart;
    throw badAddress(span.address, place, "does not name a container", hint);
  }
  return { scheme: "az", account, container, key: at < 0 ? others.join("/") : key };
}

function refuseQuery({ address, start }: AddressSpan, text: string): void {
  const query = text.indexOf("?");
  if (query >= 0) throw badAddress(address, start + query, 'has a "?" part, which has no meaning here,');
}
