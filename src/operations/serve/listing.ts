/** Listings of a directory: JSON like nginx's autoindex, and a small page whose links other programs can follow too. */
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import type { DirectoryListing } from "../../stores/store.ts";

/** `[{"name": "c", "type": "directory"}, {"name": "zarr.json", "type": "file"}]` */
export function jsonListing({ keys, prefixes }: DirectoryListing): Uint8Array {
  const directories = prefixes.map((name) => ({ name, type: "directory" }));
  const files = keys.map((name) => ({ name, type: "file" }));
  return encodeUtf8(`${JSON.stringify([...directories, ...files])}\n`);
}

/** Links are relative, so the page works below any path. */
export function htmlListing(path: string, { keys, prefixes }: DirectoryListing): Uint8Array {
  const title = escaped(`Index of /${path === "" ? "" : `${path}/`}`);
  const links = [
    ...(path === "" ? [] : [link("../", "../")]),
    ...prefixes.map((name) => link(`${encodeURIComponent(name)}/`, `${name}/`)),
    ...keys.map((name) => link(encodeURIComponent(name), name)),
  ];
  return encodeUtf8(
    `<!doctype html>\n<html>\n<head><meta charset="utf-8"><title>${title}</title></head>\n` +
      `<body>\n<h1>${title}</h1>\n<pre>\n${links.join("\n")}\n</pre>\n</body>\n</html>\n`,
  );
}

function link(href: string, text: string): string {
  return `<a href="${escaped(href)}">${escaped(text)}</a>`;
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"],
]);

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? character);
}
