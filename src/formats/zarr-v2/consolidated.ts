/**
 * Consolidated metadata of Zarr v2: the document `.zmetadata` beside the group's own, `{"zarr_consolidated_format": 1,
 * "metadata": {".zgroup": document, "a/.zarray": document, ...}}`. The group's own documents are in it too.
 */
import { jsonInteger, jsonObject, withoutMember } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import type { ConsolidatedBlock, Consolidation, NodeDocuments } from "../documents/dialect.ts";
import { joinPath, nameOf, parentPath } from "../documents/node-path.ts";
import type { Notes } from "../notes.ts";
import { impliedGroup, kindOf, ZGROUP } from "./metadata.ts";

export const ZMETADATA = ".zmetadata";

export const consolidation: Consolidation = {
  carrier: ZMETADATA,
  includesSelf: true,
  read: readBlock,
  print: printBlock,
  without: () => undefined,
  carryOver: (printed) => printed,
};

function readBlock(documents: NodeDocuments, notes: Notes): ConsolidatedBlock | "unknown" | undefined {
  const view = documents.get(ZMETADATA);
  if (view === undefined) return undefined;
  const format = view.get("zarr_consolidated_format");
  if (format?.node.type !== "number" || format.integer() !== 1) {
    notes.add(view, "consolidated metadata of a format that is not known; not used");
    return "unknown";
  }
  const block = new Map<string, Map<string, JsonView>>();
  for (const [key, document] of view.required("metadata").entries()) {
    const path = parentPath(key) ?? "";
    const node = block.get(path) ?? new Map<string, JsonView>();
    block.set(path, node.set(nameOf(key), withoutInnerBlock(document)));
  }
  const own = block.get("") ?? new Map<string, JsonView>();
  if (kindOf(own) === undefined) {
    notes.add(view, "the group itself is not among its consolidated metadata; taken as a group");
    block.set("", own.set(ZGROUP, impliedGroup()));
  }
  return block;
}

/** zarr-python 3 puts the empty blocks of Zarr v3 into these copies, though not into the documents themselves. */
function withoutInnerBlock(view: JsonView): JsonView {
  const { node, source, field } = view;
  if (node.type !== "object" || !node.members.has("consolidated_metadata")) return view;
  return jsonView(withoutMember(node, "consolidated_metadata"), source, field);
}

function printBlock(block: ConsolidatedBlock): JsonObject {
  const entries: (readonly [string, JsonNode])[] = [];
  for (const [path, documents] of block) {
    for (const [name, view] of documents) {
      if (name !== ZMETADATA) entries.push([joinPath(path, name), view.node]);
    }
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return jsonObject([
    ["metadata", jsonObject(entries)],
    ["zarr_consolidated_format", jsonInteger(1)],
  ]);
}
