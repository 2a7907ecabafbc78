/** The documents of Zarr v3 (`zarr.json`, core 3.1) to nodes and back. */
import { jsonArray, jsonInteger, jsonNull, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { ArrayNode, Attributes, Dimension, GroupNode, Node, NodeOrigin } from "../../model/node.ts";
import type { NodeDocuments, PrintedDocuments } from "../documents/dialect.ts";
import { asRequest, placeOf } from "../documents/document.ts";
import { joinPath } from "../documents/node-path.ts";
import type { Notes } from "../notes.ts";
import {
  checkArray,
  checkElementSize,
  checkZarrFormat,
  entryPointKind,
  parseAttributes,
  parseShape,
  printAttributes,
} from "../spelling/members.ts";
import { parseChunkGrid, parseChunkKeys, printChunkGrid, printChunkKeys } from "./chunk-grid.ts";
import { parseArrayCodecs, printCodecs } from "./codecs.ts";
import { parseDataType, printDataType } from "./data-type.ts";
import { parseExtension } from "./extension.ts";
import { parseFillValue, printFillValue } from "./fill-value.ts";

export const ZARR_JSON = "zarr.json";
export const CONSOLIDATED = "consolidated_metadata";

const GROUP_MEMBERS: readonly string[] = ["zarr_format", "node_type", "attributes", CONSOLIDATED];
const ARRAY_MEMBERS: readonly string[] = [
  "zarr_format",
  "node_type",
  "attributes",
  "shape",
  "data_type",
  "chunk_grid",
  "chunk_key_encoding",
  "fill_value",
  "codecs",
  "dimension_names",
  "storage_transformers",
];

export function kindOf(documents: NodeDocuments): Node["kind"] | undefined {
  const node = documents.get(ZARR_JSON)?.node;
  // In an unfinished Zarr v3, a document of that name belongs to another format.
  if (node === undefined || entryPointKind(node) !== undefined) return undefined;
  const type = node.type === "object" ? node.members.get("node_type") : undefined;
  return type?.type === "string" && type.value === "array" ? "array" : "group";
}

export function parseNode(path: string, documents: NodeDocuments, notes: Notes): Node {
  const view = documents.get(ZARR_JSON)!;
  checkZarrFormat(view.required("zarr_format"), 3);
  const kind = view.required("node_type").oneOf(["array", "group"]);
  refuseUnknownMembers(view, kind === "array" ? ARRAY_MEMBERS : GROUP_MEMBERS, notes);
  const origin: NodeOrigin = { documents: new Map([[joinPath(path, ZARR_JSON), view.object()]]) };
  const attributes = readAttributes(view.get("attributes"), notes);
  if (kind === "array") return parseArray(path, view, attributes, origin, notes);
  refuseUnknownBlock(view.get(CONSOLIDATED));
  return { kind: "group", path, attributes, origin };
}

function readAttributes(view: JsonView | undefined, notes: Notes): Attributes {
  if (view?.isNull() !== true) return parseAttributes(view);
  notes.add(view, "null for attributes; read as none");
  return new Map();
}

/** As specified: fail on unknown members, unless they say that they need not be understood. */
export function refuseUnknownMembers(view: JsonView, known: readonly string[], notes: Notes): void {
  for (const [name, member] of view.entries()) {
    if (known.includes(name)) continue;
    const mustUnderstand = member.node.type === "object" ? member.get("must_understand")?.node : undefined;
    if (mustUnderstand?.type === "boolean" && !mustUnderstand.value) {
      notes.add(member, "unknown, and need not be understood");
      continue;
    }
    throw new HyperslabError("unsupported", `the member ${JSON.stringify(name)} is not known and must be understood`, {
      ...placeOf(member),
      hint: "Another version may know it. Members that readers may ignore say so with must_understand: false.",
    });
  }
}

/** Consolidated metadata of another kind may be ignored if it says so. */
function refuseUnknownBlock(view: JsonView | undefined): void {
  if (view === undefined || view.isNull() || view.required("kind").string() === "inline") return;
  if (view.get("must_understand")?.boolean() === false) return;
  const what = `consolidated metadata of the kind ${JSON.stringify(view.required("kind").string())} are not known`;
  throw new HyperslabError("unsupported", what, placeOf(view));
}

function parseArray(path: string, view: JsonView, attributes: Attributes, origin: NodeOrigin, notes: Notes): ArrayNode {
  const shape = parseShape(view.required("shape"));
  const dataType = parseDataType(view.required("data_type"), notes);
  checkElementSize(dataType, view.required("data_type"));
  refuseTransformers(view.get("storage_transformers"), notes);
  return {
    kind: "array",
    path,
    dataType,
    shape,
    grid: parseChunkGrid(view.required("chunk_grid"), shape, notes),
    codecs: parseArrayCodecs(view, dataType, shape.length, notes),
    fillValue: parseFillValue(view.required("fill_value"), dataType, notes),
    dimensions: parseDimensions(view.get("dimension_names"), shape.length),
    chunkKeys: parseChunkKeys(view.required("chunk_key_encoding"), notes),
    attributes,
    origin,
  };
}

/** None is defined so far. */
function refuseTransformers(view: JsonView | undefined, notes: Notes): void {
  if (view === undefined || view.isNull()) return;
  for (const item of view.items()) {
    const { name, mustUnderstand } = parseExtension(item, notes);
    if (mustUnderstand) {
      const what = `the storage transformer ${JSON.stringify(name)} is not known`;
      throw new HyperslabError("unsupported", what, placeOf(item));
    }
    notes.add(item, `the storage transformer ${JSON.stringify(name)} is not known, and need not be understood`);
  }
}

function parseDimensions(view: JsonView | undefined, rank: number): readonly Dimension[] {
  if (view === undefined || view.isNull()) return Array.from({ length: rank }, () => ({ name: undefined }));
  const names = view.items().map((name) => (name.isNull() ? undefined : name.string()));
  if (names.length !== rank) view.fail(`${names.length} dimension names for an array of ${rank} dimensions`);
  return names.map((name) => ({ name }));
}

/** The document of a node, its members in the order in which zarr-python writes them. */
export function printNode(node: Node): PrintedDocuments {
  return asRequest(() => new Map([[ZARR_JSON, node.kind === "array" ? printArray(node) : printGroup(node)]]));
}

function printGroup(node: GroupNode): JsonObject {
  return jsonObject([
    ["attributes", printAttributes(node.attributes)],
    ["zarr_format", jsonInteger(3)],
    ["node_type", jsonString("group")],
  ]);
}

function printArray(node: ArrayNode): JsonObject {
  checkArray(node);
  const { dataType, shape } = node;
  const names = printDimensions(node.dimensions);
  return jsonObject([
    ["shape", jsonArray(shape.map(jsonInteger))],
    ["data_type", printDataType(dataType)],
    ["chunk_grid", printChunkGrid(node.grid)],
    ["chunk_key_encoding", printChunkKeys(node.chunkKeys)],
    ["fill_value", printFillValue(node.fillValue, dataType)],
    ["codecs", printCodecs(node.codecs, dataType, shape.length)],
    ["attributes", printAttributes(node.attributes)],
    ...(names === undefined ? [] : [["dimension_names", names] as const]),
    ["zarr_format", jsonInteger(3)],
    ["node_type", jsonString("array")],
  ]);
}

function printDimensions(dimensions: readonly Dimension[]): JsonNode | undefined {
  if (dimensions.every(({ name }) => name === undefined)) return undefined;
  return jsonArray(dimensions.map(({ name }) => (name === undefined ? jsonNull() : jsonString(name))));
}
