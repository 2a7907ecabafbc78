/**
 * The document of a Parquet set, `.zmetadata`: `{"metadata": {".zgroup": {...}, "a/.zarray": {...}, ...}, "record_size": 10000}`. It holds
 * every document of the hierarchy. By `record_size` it is told from the consolidated metadata of Zarr v2, which it may be as well.
 */
import { jsonInteger, jsonObject, jsonString, withMember } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { parseJson } from "../../../bytes/json/parse.ts";
import { printJsonBytes } from "../../../bytes/json/print.ts";
import { type JsonView, jsonView, viewDocument } from "../../../bytes/json/view.ts";
import { nameOf, parentPath } from "../../documents/node-path.ts";
import { layoutV2, layoutV3, type RecordLayout } from "./record-layout.ts";

export const SET_DOCUMENT = ".zmetadata";
export const RECORD_SIZE = "record_size";

export interface SetDocument {
  readonly recordSize: number;
  /** Documents of the hierarchy by key, as they are read. */
  readonly documents: ReadonlyMap<string, Uint8Array>;
  /** By path. */
  readonly arrays: ReadonlyMap<string, RecordLayout>;
}

/** Undefined: the document is of something else. */
export function readSetDocument(view: JsonView): SetDocument | undefined {
  const size = view.get(RECORD_SIZE);
  if (size === undefined) return undefined;
  const recordSize = size.integer(1);
  const documents = new Map<string, Uint8Array>();
  const arrays = new Map<string, RecordLayout>();
  const block: [string, JsonNode][] = [];
  for (const [key, value] of view.required("metadata").entries()) {
    const document = asObject(key, value);
    const path = parentPath(key) ?? "";
    const layout = layoutIn(path, nameOf(key), document);
    if (layout !== undefined) arrays.set(path, layout);
    const node =
      layout?.encoding.kind === "v2" && nameOf(key) === ".zarray" ? spelledOut(document, layout) : document.node;
    documents.set(key, bytesOf(node));
    block.push([key, node]);
  }
  if (!documents.has("zarr.json")) documents.set(SET_DOCUMENT, bytesOf(consolidated(block)));
  return { recordSize, documents, arrays };
}

/** The specification's text says that documents are texts; every writer makes objects of them. */
function asObject(key: string, value: JsonView): JsonView {
  const view = value.node.type === "string" ? viewDocument(parseJson(value.string(), { key })) : value;
  view.object();
  return view;
}

function layoutIn(path: string, name: string, document: JsonView): RecordLayout | undefined {
  if (name === ".zarray") return layoutV2(path, document);
  return name === "zarr.json" ? layoutV3(path, document) : undefined;
}

/** With the separator, even if it is the usual one: a reader need not look for keys to find out which it is. */
function spelledOut(document: JsonView, { encoding }: RecordLayout): JsonNode {
  return withMember(document.object(), "dimension_separator", jsonString(encoding.separator));
}

/** Consolidated metadata of Zarr v2, from which all nodes are answered. */
function consolidated(block: readonly (readonly [string, JsonNode])[]): JsonNode {
  return jsonObject([
    ["metadata", jsonObject(block)],
    ["zarr_consolidated_format", jsonInteger(1)],
  ]);
}

function bytesOf(node: JsonNode): Uint8Array {
  return printJsonBytes(node, "compact", { nonFinite: "token" });
}

/** The document of a set that is written. */
export function printSetDocument(documents: ReadonlyMap<string, JsonNode>, recordSize: number): Uint8Array {
  const document = jsonObject([
    ["metadata", jsonObject([...documents])],
    [RECORD_SIZE, jsonInteger(recordSize)],
  ]);
  return printJsonBytes(document, "compact", { nonFinite: "token" });
}

/** A document as a view. */
export function viewOf(key: string, node: JsonNode): JsonView {
  return jsonView(node, { key, text: "" });
}
