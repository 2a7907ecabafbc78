/** Media types of served values, by name. Nothing is served as a page, because scripts of a dataset must not run. */

const JSON_NAMES: ReadonlySet<string> = new Set([".zarray", ".zattrs", ".zgroup", ".zmetadata"]);
const TEXT = /\.(?:txt|md|rst|csv|cdl|html?|xml|svg|js|css|ya?ml|toml|log)$/i;

export function contentType(key: string): string {
  const name = key.slice(key.lastIndexOf("/") + 1);
  if (JSON_NAMES.has(name) || /\.(?:json|geojson)$/i.test(name)) return "application/json";
  return TEXT.test(name) ? "text/plain; charset=utf-8" : "application/octet-stream";
}
