/**
 * The document of a Parquet set, `.zmetadata`: `{"metadata": {".zgroup": {...}, "a/.zarray": {...}, ...},
 * "record_size": 10000}`. It holds every document of the hierarchy. `record_size` distinguishes it from the
 * consolidated metadata of Zarr v2, which it may be as well.
 *
 * Two additions are ours, and other readers ignore or refuse them: documents of Zarr v3 (`a/zarr.json`), and `targets`,
 * which records facts about the referenced files.
 */
import { fromPlain, jsonInteger, jsonObject, jsonString, withMember } from "../../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../../bytes/json/node.ts";
import { parseJson } from "../../../bytes/json/parse.ts";
import { printJsonBytes } from "../../../bytes/json/print.ts";
import { type JsonView, jsonView, viewDocument } from "../../../bytes/json/view.ts";
import type { TargetFacts } from "../../../model/virtual/reference-set.ts";
import { nameOf, parentPath } from "../../documents/node-path.ts";
import { layoutV2, layoutV3, type RecordLayout } from "./record-layout.ts";

export const SET_DOCUMENT = ".zmetadata";
const RECORD_SIZE = "record_size";
const TARGETS = "targets";
const ZARR_JSON = "zarr.json";

export interface SetDocument {
  readonly recordSize: number;
  /** Documents of the hierarchy by key, as stored in the set. */
  readonly stored: ReadonlyMap<string, JsonObject>;
  /** The same documents as readers see them. */
  readonly documents: ReadonlyMap<string, Uint8Array>;
  readonly targets: ReadonlyMap<string, TargetFacts>;
  /** By path. */
  readonly arrays: ReadonlyMap<string, RecordLayout>;
}

/** Returns undefined if the document is not that of a set. */
export function readSetDocument(view: JsonView): SetDocument | undefined {
  const size = view.get(RECORD_SIZE);
  if (size === undefined) return undefined;
  const recordSize = size.integer(1);
  const stored = new Map<string, JsonObject>();
  const arrays = new Map<string, RecordLayout>();
  const block: [string, JsonNode][] = [];
  for (const [key, value] of view.required("metadata").entries()) {
    const document = asObject(key, value);
    const path = parentPath(key) ?? "";
    const layout = layoutIn(path, nameOf(key), document);
    stored.set(key, document.object());
    if (layout !== undefined) arrays.set(path, layout);
    block.push([key, nameOf(key) === ".zarray" ? spelledOut(document.object(), layout!) : document.node]);
  }
  const documents = new Map(block.map(([key, node]) => [key, bytesOf(node)]));
  const root = stored.get(ZARR_JSON);
  if (root === undefined) documents.set(SET_DOCUMENT, bytesOf(consolidated(block)));
  else if (!arrays.has("")) documents.set(ZARR_JSON, bytesOf(consolidatedV3(root, stored)));
  const targets = new Map<string, TargetFacts>();
  for (const [url, facts] of view.get(TARGETS)?.entries() ?? []) {
    targets.set(url, { size: facts.get("size")?.integer(0), validator: facts.get("validator")?.string() });
  }
  return { recordSize, stored, documents, arrays, targets };
}

/** The specification says that documents are strings; every writer stores objects. */
function asObject(key: string, value: JsonView): JsonView {
  const view = value.node.type === "string" ? viewDocument(parseJson(value.string(), { key })) : value;
  view.object();
  return view;
}

function layoutIn(path: string, name: string, document: JsonView): RecordLayout | undefined {
  if (name === ".zarray") return layoutV2(path, document);
  return name === "zarr.json" ? layoutV3(path, document) : undefined;
}

/** With an explicit separator, even if it is the default: a reader need not probe keys to detect it. */
function spelledOut(document: JsonObject, { encoding }: RecordLayout): JsonNode {
  return withMember(document, "dimension_separator", jsonString(encoding.separator));
}

/** Consolidated metadata of Zarr v2, which serves all nodes. */
function consolidated(block: readonly (readonly [string, JsonNode])[]): JsonNode {
  return jsonObject([
    ["metadata", jsonObject(block)],
    ["zarr_consolidated_format", jsonInteger(1)],
  ]);
}

/** The same of Zarr v3: the documents of all nodes in that of the root. */
function consolidatedV3(root: JsonObject, documents: ReadonlyMap<string, JsonObject>): JsonNode {
  const nodes: [string, JsonNode][] = [];
  for (const [key, document] of documents) {
    if (key !== ZARR_JSON && nameOf(key) === ZARR_JSON) nodes.push([parentPath(key)!, document]);
  }
  const block = jsonObject([
    ["kind", jsonString("inline")],
    ["must_understand", fromPlain(false)],
    ["metadata", jsonObject(nodes)],
  ]);
  return withMember(root, "consolidated_metadata", block);
}

function bytesOf(node: JsonNode): Uint8Array {
  return printJsonBytes(node, "compact", { nonFinite: "token" });
}

/** The document of a set that is written. */
export function printSetDocument(
  documents: ReadonlyMap<string, JsonNode>,
  recordSize: number,
  targets: ReadonlyMap<string, TargetFacts>,
): Uint8Array {
  const members: [string, JsonNode][] = [
    ["metadata", jsonObject([...documents])],
    [RECORD_SIZE, jsonInteger(recordSize)],
  ];
  if (targets.size > 0) members.push([TARGETS, jsonObject([...targets].map(([url, facts]) => [url, factsOf(facts)]))]);
  return bytesOf(jsonObject(members));
}

function factsOf({ size, validator }: TargetFacts): JsonNode {
  const members: [string, JsonNode][] = [];
  if (size !== undefined) members.push(["size", jsonInteger(size)]);
  if (validator !== undefined) members.push(["validator", jsonString(validator)]);
  return jsonObject(members);
}

/** A document as a view. */
export function viewOf(key: string, node: JsonNode): JsonView {
  return jsonView(node, { key, text: "" });
}
