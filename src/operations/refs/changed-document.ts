/** Documents of an array with another shape or other chunks, with every other member unchanged. */
import { jsonArray, jsonInteger } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { parseJson } from "../../bytes/json/parse.ts";
import { printJson } from "../../bytes/json/print.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import { joinPath } from "../../formats/documents/node-path.ts";
import type { ReferenceSet } from "../../model/virtual/reference-set.ts";

export interface NewLayout {
  readonly shape?: readonly number[];
  readonly chunks?: readonly number[];
}

/** Replaces the document. Consolidated metadata that would contradict it is removed. */
export function changeDocument(set: ReferenceSet, path: string, layout: NewLayout): void {
  for (const name of [".zarray", "zarr.json"]) {
    const key = joinPath(path, name);
    const reference = set.table.find(key);
    if (reference === undefined) continue;
    if (reference.kind !== "inline") {
      throw new HyperslabError("unsupported", "the document is not in the set, but a part of another file", {
        key,
        hint: "Take it in first: hyperslab refs inline.",
      });
    }
    const { root } = parseJson(reference.bytes, { key });
    if (root.type !== "object") throw new HyperslabError("invalid-data", "the document is not an object", { key });
    const changed = name === ".zarray" ? changedV2(root, layout) : changedV3(root, layout);
    set.table.add(key, { kind: "inline", bytes: encodeUtf8(printJson(changed, "compact", { nonFinite: "token" })) });
    dropConsolidated(set, name);
    return;
  }
  throw new HyperslabError("not-found", `the set has no array ${JSON.stringify(path)}`);
}

function changedV2(document: JsonObject, { shape, chunks }: NewLayout): JsonObject {
  return withMembers(document, { ...(shape && { shape: lengths(shape) }), ...(chunks && { chunks: lengths(chunks) }) });
}

function changedV3(document: JsonObject, { shape, chunks }: NewLayout): JsonObject {
  const grid = document.members.get("chunk_grid");
  const configuration = grid?.type === "object" ? grid.members.get("configuration") : undefined;
  const isRegular = grid?.type === "object" && configuration?.type === "object";
  if (chunks !== undefined && !isRegular)
    throw new HyperslabError("unsupported", "the chunk grid is not a regular one");
  return withMembers(document, {
    ...(shape && { shape: lengths(shape) }),
    ...(chunks &&
      isRegular && {
        chunk_grid: withMembers(grid, { configuration: withMembers(configuration, { chunk_shape: lengths(chunks) }) }),
      }),
  });
}

function lengths(values: readonly number[]): JsonNode {
  return jsonArray(values.map((value) => jsonInteger(value)));
}

function withMembers(document: JsonObject, changed: Readonly<Record<string, JsonNode>>): JsonObject {
  return { ...document, members: new Map([...document.members, ...Object.entries(changed)]) };
}

/** `.zmetadata` repeats every document; so does a member of the root's `zarr.json`. */
function dropConsolidated(set: ReferenceSet, name: string): void {
  if (name === ".zarray") {
    const bytes = encodeUtf8(".zmetadata");
    if (set.table.find(".zmetadata") !== undefined) set.table.remove({ bytes, from: 0, to: bytes.byteLength });
    return;
  }
  const root = set.table.find("zarr.json");
  const document = root?.kind === "inline" ? parseJson(root.bytes).root : undefined;
  if (document?.type !== "object" || !document.members.has("consolidated_metadata")) return;
  const members = new Map(document.members);
  members.delete("consolidated_metadata");
  const text = printJson({ ...document, members }, "compact", { nonFinite: "token" });
  set.table.add("zarr.json", { kind: "inline", bytes: encodeUtf8(text) });
}
