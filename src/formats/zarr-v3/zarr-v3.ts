/** The format Zarr v3: its documents, node names and consolidated metadata. */

import { jsonBoolean, jsonObject, jsonString, withMember, withoutMember } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { printJsonBytes } from "../../bytes/json/print.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { chunksBelow } from "../documents/chunk-access.ts";
import type {
  ConsolidatedBlock,
  Consolidation,
  Dialect,
  NodeDocuments,
  PrintedDocuments,
} from "../documents/dialect.ts";
import { createDocuments, openDocuments } from "../documents/document-hierarchy.ts";
import { joinPath, normalizePath } from "../documents/node-path.ts";
import type { Format } from "../format.ts";
import type { Notes } from "../notes.ts";
import { CONSOLIDATED, kindOf, parseNode, printNode, ZARR_JSON } from "./metadata.ts";

/**
 * Consolidated metadata of Zarr v3: the member `consolidated_metadata` of a group's document, `{"kind": "inline",
 * "must_understand": false, "metadata": {"a/b": document, ...}}`. Groups inside it carry empty blocks, as zarr-python's.
 */
const consolidation: Consolidation = {
  carrier: ZARR_JSON,
  includesSelf: false,
  read: readBlock,
  print: printBlock,
  without: (documents) => withoutMember(documents.get(ZARR_JSON)!.object(), CONSOLIDATED),
  carryOver: carryBlockOver,
};

export const zarrV3: Format = {
  open: ({ store, path }, options) => openDocuments(zarrV3Dialect, store, path, options),
  create: (store) => createDocuments(zarrV3Dialect, store),
};

/** Zarr v3 as a dialect of document trees: one `zarr.json` per node, chunks below the array's path. */
export const zarrV3Dialect: Dialect = {
  format: "zarr3",
  title: "Zarr v3",
  masks: "xarray-attribute",
  rounds: [[ZARR_JSON]],
  markers: [ZARR_JSON],
  consolidation,
  kindOf,
  parse: parseNode,
  print: printNode,
  bytesOf: (_, document, __, options) => printJsonBytes(document, "zarr-python-3", options),
  checkName,
  mayBeNode: (name) => !name.startsWith("__"),
  chunks: (store, array) => chunksBelow(store, array),
};

/** The rules of the specification for node names; `/` cannot occur in one. */
function checkName(name: string): void {
  const problem = nameProblem(name);
  if (problem === undefined) return;
  throw new HyperslabError("invalid-request", `the node name ${JSON.stringify(name)} ${problem}`, {
    hint: "Names of letters, digits, hyphen, underscore and dot are safe everywhere.",
  });
}

function nameProblem(name: string): string | undefined {
  if (/^\.*$/.test(name)) return "holds nothing but dots";
  if (name.startsWith("__")) return "begins with two underscores, which are reserved";
  if (name === ZARR_JSON) return "is that of the metadata document";
  return name.includes("\0") ? "holds a NUL character" : undefined;
}

function readBlock(documents: NodeDocuments, notes: Notes): ConsolidatedBlock | "unknown" | undefined {
  const view = documents.get(ZARR_JSON);
  const member = view?.node.type === "object" ? view.get(CONSOLIDATED) : undefined;
  if (view === undefined || member === undefined || member.isNull()) return undefined;
  const metadata = inlineMetadata(member);
  if (metadata === undefined) {
    notes.add(member, "consolidated metadata of an unknown kind; not used");
    return "unknown";
  }
  const block = new Map<string, NodeDocuments>([["", documents]]);
  addEntries(block, "", metadata);
  return block;
}

/** The documents of an inline block; undefined for any other kind. */
function inlineMetadata(member: JsonView): JsonView | undefined {
  return member.get("kind")?.node.type === "string" && member.required("kind").string() === "inline"
    ? member.required("metadata")
    : undefined;
}

/** Entries of a block, and further ones held by groups in it. The outer block takes precedence. */
function addEntries(block: Map<string, NodeDocuments>, base: string, metadata: JsonView): void {
  const groups: (readonly [string, JsonView])[] = [];
  for (const [name, view] of metadata.entries()) {
    if (/(^|\/)\.{1,2}(\/|$)/.test(name)) view.fail(`${JSON.stringify(name)} is not the path of a node`);
    const path = joinPath(base, normalizePath(name));
    if (path === base || block.has(path)) continue;
    block.set(path, new Map([[ZARR_JSON, view]]));
    const inner = view.node.type === "object" ? view.get(CONSOLIDATED) : undefined;
    const entries = inner === undefined || inner.isNull() ? undefined : inlineMetadata(inner);
    if (entries !== undefined) groups.push([path, entries]);
  }
  for (const [path, entries] of groups) addEntries(block, path, entries);
}

function printBlock(block: ConsolidatedBlock): JsonObject {
  const own = block.get("")!.get(ZARR_JSON)!.object();
  const entries = [...block]
    .filter(([path]) => path !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, documents]) => [path, entryOf(documents)] as const);
  return withMember(own, CONSOLIDATED, inlineBlock(jsonObject(entries)));
}

function inlineBlock(metadata: JsonObject): JsonObject {
  return jsonObject([
    ["kind", jsonString("inline")],
    ["must_understand", jsonBoolean(false)],
    ["metadata", metadata],
  ]);
}

function entryOf(documents: NodeDocuments): JsonNode {
  const document = documents.get(ZARR_JSON)!.object();
  return kindOf(documents) === "group" ? withMember(document, CONSOLIDATED, inlineBlock(jsonObject([]))) : document;
}

/** The current block of the group, not the one it had when it was read. */
function carryBlockOver(printed: PrintedDocuments, present: NodeDocuments): PrintedDocuments {
  const document = printed.get(ZARR_JSON)!;
  const view = present.get(ZARR_JSON);
  const member = view?.node.type === "object" ? view.get(CONSOLIDATED) : undefined;
  const isKept = member !== undefined && (member.isNull() || inlineMetadata(member) !== undefined);
  const carried = isKept ? withMember(document, CONSOLIDATED, member.node) : withoutMember(document, CONSOLIDATED);
  return new Map([[ZARR_JSON, carried]]);
}
