/** What a set says of its chunks. */
import type { ReferenceSet } from "../../../src/model/virtual/reference-set.ts";

/** Every reference but documents, as the manifest of the fixtures writes it: inline bytes as base64. */
export function shownSet({ table }: ReferenceSet): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (const key of table.keys()) {
    const reference = table.find(key)!;
    if (/\.z\w+$|zarr\.json$/.test(key)) continue;
    if (reference.kind === "inline") all[key] = `base64:${Buffer.from(reference.bytes).toString("base64")}`;
    else all[key] = reference.kind === "whole" ? [reference.url] : [reference.url, reference.offset, reference.length];
  }
  return all;
}
