/**
 * Index pages of directories, as nginx, Apache, Caddy and Python's http.server make them, in HTML or JSON. Strict: a
 * page must say that it is an index, and only links to direct children of the same directory count.
 */

import type { JsonNode } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { ownMember } from "../../bytes/own-member.ts";
import type { DirectoryListing } from "../store.ts";
import { compareKeys, isKey } from "../store-key.ts";

/** The children that an index names; undefined if the page is not an index. `directory` is the address of the page. */
export function parseIndex(body: Uint8Array, contentType: string, directory: URL): DirectoryListing | undefined {
  if (/^application\/json\b/i.test(contentType)) return listingOf(namesInJson(body));
  if (!/^text\/html\b/i.test(contentType)) return undefined;
  // Links are percent-escaped ASCII; the names beside them, whose encoding may be anything, are not looked at.
  const html = new TextDecoder("latin1").decode(body);
  return isIndexPage(html) ? listingOf(namesInLinks(html, directory)) : undefined;
}

/** A name with a trailing slash is a directory. */
function listingOf(names: Iterable<string> | undefined): DirectoryListing | undefined {
  if (names === undefined) return undefined;
  const keys = new Set<string>();
  const prefixes = new Set<string>();
  for (const name of names) {
    const bare = name.replace(/\/$/, "");
    if (isKey(bare) && !bare.includes("/")) (name === bare ? keys : prefixes).add(bare);
  }
  return { keys: [...keys].sort(compareKeys), prefixes: [...prefixes].sort(compareKeys) };
}

function isIndexPage(html: string): boolean {
  const title = /<title>\s*([^<]*)<\/title>/i.exec(html.slice(0, 4096))?.[1] ?? "";
  if (/^(?:Index of|Directory listing for) \//i.test(title)) return true;
  return /<footer>[\s\S]{0,200}href="https:\/\/caddyserver\.com"/i.test(html);
}

function* namesInLinks(html: string, directory: URL): Generator<string> {
  // Repeats are bounded, so that no page can make this slow.
  for (const [, quoted = ""] of html.matchAll(/<a\s[^<>]{0,400}?href="([^"<>]{0,4096})"/gi)) {
    const link = decodeEntities(quoted);
    if (/^[?#]/.test(link) || !URL.canParse(link, directory.href)) continue;
    const url = new URL(link, directory.href);
    if (url.origin !== directory.origin || url.search !== "" || !url.pathname.startsWith(directory.pathname)) continue;
    const escaped = url.pathname.slice(directory.pathname.length);
    const name = unescaped(escaped);
    // An escaped slash is not a separator: the name cannot be a key.
    if (name !== undefined && name !== "" && (escaped.match(/\//g)?.length ?? 0) === (name.match(/\//g)?.length ?? 0)) {
      yield name;
    }
  }
}

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ownMember(entities, name) ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

/** nginx: `{name, type: "directory" | "file" | "other"}`; Caddy: `{name, is_dir}`, with a slash at directories' names. */
function namesInJson(body: Uint8Array): readonly string[] | undefined {
  const root = parsed(body);
  if (root?.type !== "array") return undefined;
  const names: string[] = [];
  for (const item of root.items) {
    if (item.type !== "object") return undefined;
    const name = item.members.get("name");
    const type = item.members.get("type");
    const flag = item.members.get("is_dir");
    if (name?.type !== "string") return undefined;
    const bare = name.value.replace(/\/$/, "");
    if (flag?.type === "boolean") names.push(flag.value ? `${bare}/` : bare);
    else if (type?.type === "string") names.push(type.value === "directory" ? `${bare}/` : bare);
    else return undefined;
  }
  return names;
}

function parsed(body: Uint8Array): JsonNode | undefined {
  try {
    return parseJson(body, { key: "" }).root;
  } catch {
    return undefined;
  }
}
