/** The format Zarr v2: its documents, node names and consolidated metadata. */

import { jsonInteger, jsonObject, withoutMember } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { printJsonBytes } from "../../bytes/json/print.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { Node } from "../../model/node.ts";
import type { ConsolidatedBlock, Consolidation, Dialect, NodeDocuments } from "../documents/dialect.ts";
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import { joinPath, nameOf, parentPath } from "../documents/node-path.ts";
import type { Format } from "../format.ts";
import type { Notes } from "../notes.ts";
import { chunkAccess, SEPARATOR } from "./chunk-key.ts";
import { impliedGroup, kindOf, parseNode, printNode, ZARRAY, ZATTRS, ZGROUP } from "./metadata.ts";

/**
 * Consolidated metadata of Zarr v2: the document `.zmetadata` beside the group's own, `{"zarr_consolidated_format": 1,
 * "metadata": {".zgroup": document, "a/.zarray": document, ...}}`. It also contains the group's own documents.
 */
const ZMETADATA = ".zmetadata";

const consolidation: Consolidation = {
  carrier: ZMETADATA,
  includesSelf: true,
  read: readBlock,
  print: printBlock,
  without: () => undefined,
  carryOver: (printed) => printed,
};

export const zarrV2: Format = {
  open: ({ store, path }, options) => openDocuments(zarrV2Dialect, store, path, options),
  create: (store, options) => createDocuments(dialectNamed(options?.dialect ?? "xarray"), store),
};

/** Zarr v2 as a dialect of document trees: `.zarray` or `.zgroup` and `.zattrs` per node, chunks beside them. */
export const zarrV2Dialect: Dialect = {
  format: "zarr2",
  title: "Zarr v2",
  masks: "fill-value",
  rounds: [[ZARRAY, ZATTRS], [ZGROUP]],
  markers: [ZARRAY, ZGROUP],
  consolidation,
  kindOf,
  parse: parseNode,
  print: printNode,
  // zarr-python sorts all names; attributes, and documents that are rewritten, keep their order. It also escapes text
  // beyond ASCII, which netCDF-C does not undo: it would read "\u00e9" as "u00e9".
  bytesOf: (name, document, fresh, options) => {
    return printJsonBytes(document, "zarr-python-2", { ...options, sorted: fresh && name !== ZATTRS, ascii: false });
  },
  checkName,
  mayBeNode: () => true,
  chunks: (store, array) => {
    const document = array.origin?.documents.get(joinPath(array.path, ZARRAY));
    return chunkAccess(store, array, document === undefined || document.members.has(SEPARATOR));
  },
};

/** With `_ARRAY_DIMENSIONS`, from which xarray takes the names of dimensions, or plain Zarr without names. */
function dialectNamed(name: string): Dialect {
  if (name === "xarray") return zarrV2Dialect;
  if (name === "noxarray") return { ...zarrV2Dialect, variant: name, print: (node) => printNode(withoutNames(node)) };
  throw new HyperslabError("invalid-request", `Zarr v2 has no dialect ${JSON.stringify(name)}`, {
    hint: "Dialects: xarray, noxarray.",
  });
}

function withoutNames(node: Node): Node {
  return node.kind === "group" ? node : { ...node, dimensions: node.dimensions.map(() => ({ name: undefined })) };
}

const RESERVED: readonly string[] = [ZARRAY, ZGROUP, ZATTRS, ZMETADATA];

function checkName(name: string): void {
  if (!RESERVED.includes(name) && !name.includes("\0") && !name.includes("\\")) return;
  throw new HyperslabError("invalid-request", `the node name ${JSON.stringify(name)} is reserved or holds \\ or NUL`, {
    hint: "Names of letters, digits, hyphen, underscore and dot are safe everywhere.",
  });
}

/** A block is requested several times while a hierarchy is opened. */
const blocks = new WeakMap<JsonNode, ConsolidatedBlock>();

function readBlock(documents: NodeDocuments, notes: Notes): ConsolidatedBlock | "unknown" | undefined {
  const view = documents.get(ZMETADATA);
  if (view === undefined) return undefined;
  const known = blocks.get(view.node);
  if (known !== undefined) return known;
  if (view.get("record_size") !== undefined) {
    throw new HyperslabError("unsupported", "this is a set of Kerchunk references, not a Zarr hierarchy", {
      key: ZMETADATA,
      hint: "Open it without a format, or as references: opened as Zarr, all of it would read as fill values.",
    });
  }
  const format = view.get("zarr_consolidated_format");
  if (format?.node.type !== "number" || format.integer() !== 1) {
    notes.add(view, "consolidated metadata of an unknown format; not used");
    return "unknown";
  }
  const block = new Map<string, Map<string, JsonView>>();
  for (const [key, document] of view.required("metadata").entries()) {
    const path = parentPath(key) ?? "";
    const node = block.get(path) ?? new Map<string, JsonView>();
    block.set(path, node.set(nameOf(key), withoutInnerBlock(document)));
  }
  const own = block.get("") ?? new Map<string, JsonView>();
  if (kindOf(own) !== undefined) blocks.set(view.node, block);
  else {
    notes.add(view, "the group itself is not in its consolidated metadata; read as a group");
    block.set("", own.set(ZGROUP, impliedGroup()));
  }
  return block;
}

/** zarr-python 3 adds the empty blocks of Zarr v3 to these copies, though not to the documents themselves. */
function withoutInnerBlock(view: JsonView): JsonView {
  const { node } = view;
  if (node.type !== "object" || !node.members.has("consolidated_metadata")) return view;
  return jsonView(withoutMember(node, "consolidated_metadata"), view.source, view.field);
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
