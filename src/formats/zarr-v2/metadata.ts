/** The documents of Zarr v2 (`.zarray`, `.zgroup`, `.zattrs`) to nodes and back. */
import { jsonArray, jsonEquals, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { catalogueVersion } from "../../model/codec-catalogue/catalogue.ts";
import { type DataType, dataTypeNamed, isFixedSize, raggedType } from "../../model/data-types/data-type.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import type { NodeDocuments, PrintedDocuments } from "../documents/dialect.ts";
import { asRequest } from "../documents/document.ts";
import { originOf } from "../documents/document-rewrite.ts";
import { keptUnlessNoted, type Notes } from "../notes.ts";
import {
  checkArray,
  checkElementSize,
  checkZarrFormat,
  parseAttributes,
  parseNamedAttributes,
  parseRegularGrid,
  parseShape,
  printAttributes,
  printChunkShape,
  withNames,
} from "../spelling/members.ts";
import { type EndianOf, type NumpyType, parseNumpyType, printNumpyType } from "../spelling/numpy-type.ts";
import { parseChunkKeys, printSeparator, SEPARATOR } from "./chunk-key.ts";
import { parseCodecs, printCodecs, type V2Encoding } from "./codecs.ts";
import { parseFillValue, printFillValue } from "./fill-value.ts";

export const ZARRAY = ".zarray";
export const ZGROUP = ".zgroup";
export const ZATTRS = ".zattrs";

export function kindOf(documents: NodeDocuments): Node["kind"] | undefined {
  if (documents.has(ZARRAY)) return "array";
  return documents.has(ZGROUP) ? "group" : undefined;
}

export function parseNode(path: string, documents: NodeDocuments, notes: Notes): Node {
  const array = documents.get(ZARRAY);
  if (array !== undefined) return parseArray(path, array, documents, notes);
  checkFormat(documents.get(ZGROUP)!, notes);
  const attributes = parseAttributes(documents.get(ZATTRS));
  return { kind: "group", path, attributes, origin: originOf(path, documents, [ZGROUP, ZATTRS]) };
}

function checkFormat(view: JsonView, notes: Notes): void {
  const format = view.get("zarr_format");
  if (format === undefined) notes.add(view, "zarr_format is missing; read as 2");
  else checkZarrFormat(format, 2);
}

function parseArray(path: string, view: JsonView, documents: NodeDocuments, notes: Notes): ArrayNode {
  if (documents.has(ZGROUP))
    notes.add(documents.get(ZGROUP)!, "an array and a group at the same path; the array is used");
  const members = parseArrayMembers(path, view, notes);
  const { attributes, dimensions } = parseNamedAttributes(documents.get(ZATTRS), members.shape.length, notes);
  return { ...members, attributes, dimensions, origin: originOf(path, documents, [ZARRAY, ZATTRS]) };
}

/** What `.zarray` says of an array. */
export type ArrayMembers = Omit<ArrayNode, "attributes" | "dimensions" | "origin" | "netcdfType">;

interface ParsedMembers {
  readonly members: ArrayMembers;
  /** The number of codecs known at that time. */
  readonly codecs: number;
}

/** Documents with the same text share their tree, and the arrays of a hierarchy are often alike. */
const parsed = new WeakMap<JsonNode, ParsedMembers>();
/** Documents that do not share a tree are often like the previous one. */
let last = new WeakRef<JsonNode>({ type: "null", offset: -1 });

export function parseArrayMembers(path: string, view: JsonView, notes: Notes): ArrayMembers {
  const codecs = catalogueVersion();
  const known = parsed.get(view.node) ?? likeTheLast(view.node);
  if (known?.codecs === codecs) return { ...known.members, path };
  return keptUnlessNoted(
    notes,
    (noting) => parseMembers(path, view, noting),
    (members) => {
      parsed.set(view.node, { members, codecs });
      last = new WeakRef(view.node);
    },
  );
}

function likeTheLast(node: JsonNode): ParsedMembers | undefined {
  const other = last.deref();
  const known = other !== undefined && jsonEquals(node, other, Object.is) ? parsed.get(other) : undefined;
  if (known !== undefined) parsed.set(node, known);
  return known;
}

function parseMembers(path: string, view: JsonView, notes: Notes): ArrayMembers {
  checkFormat(view, notes);
  const shape = parseShape(view.required("shape"));
  const encoding = parseEncoding(view, notes);
  const type = parseDataType(view.required("dtype"), encoding.filters, notes);
  checkElementSize(type.dataType, view.required("dtype"));
  const fill = view.get("fill_value");
  if (fill === undefined) notes.add(view, "fill_value is missing; read as null");
  return {
    kind: "array",
    path,
    dataType: type.dataType,
    shape,
    grid: parseRegularGrid(view.required("chunks"), shape, notes),
    codecs: parseCodecs(encoding, type, shape.length, notes),
    fillValue: fill === undefined ? undefined : parseFillValue(fill, type, notes),
    chunkKeys: parseChunkKeys(view.get(SEPARATOR)),
  };
}

function parseEncoding(view: JsonView, notes: Notes): V2Encoding {
  for (const name of ["order", "filters", "compressor"]) {
    if (view.get(name) === undefined) notes.add(view, `${name} is missing`);
  }
  const filters = view.get("filters");
  const compressor = view.get("compressor");
  return {
    order: view.get("order")?.oneOf(["C", "F"]) ?? "C",
    filters: filters === undefined || filters.isNull() ? [] : filters.items(),
    compressor: compressor === undefined || compressor.isNull() ? undefined : compressor,
  };
}

/** The documents of a node; attributes first, so that an array never appears without them. */
export function printNode(node: Node): PrintedDocuments {
  return asRequest(() => {
    if (node.kind === "array") return printArray(node);
    return new Map([
      [ZATTRS, printAttributes(node.attributes)],
      [ZGROUP, jsonObject([["zarr_format", jsonInteger(2)]])],
    ]);
  });
}

function printArray(node: ArrayNode): PrintedDocuments {
  checkArray(node);
  return new Map([
    [ZATTRS, printAttributes(withNames(node.attributes, node.dimensions))],
    [ZARRAY, printArrayDocument(node)],
  ]);
}

/** Members in the order of their names, as zarr-python sorts them. */
function printArrayDocument(node: ArrayNode): JsonObject {
  const { dataType, shape } = node;
  const chunks = printChunkShape(node, "Zarr v2");
  const { endian, order, filters, compressor } = printCodecs(node.codecs, dataType, shape.length);
  return jsonObject([
    ["chunks", chunks],
    ["compressor", compressor],
    [SEPARATOR, jsonString(printSeparator(node.chunkKeys))],
    ["dtype", printDataType(dataType, endian)],
    ["fill_value", printFillValue(node.fillValue, { dataType, endian })],
    ["filters", filters],
    ["order", jsonString(order)],
    ["shape", jsonArray(shape.map(jsonInteger))],
    ["zarr_format", jsonInteger(2)],
  ]);
}

/** A document for a group that is only implied by the nodes below it. */
export function impliedGroup(): JsonView {
  return jsonView(jsonObject([["zarr_format", jsonInteger(2)]]));
}

/**
 * Data types as Zarr v2 spells them: NumPy's strings and lists. The contents of object arrays (`|O`) are determined by
 * their first filter: text, byte strings, rows, JSON values.
 */
const OBJECT = /^[|<>=]?O[0-9]*$/;

/** The type of an array's elements; `filters` are its filters in order. */
export function parseDataType(view: JsonView, filters: readonly JsonView[], notes: Notes): NumpyType {
  if (view.node.type !== "string" || !OBJECT.test(view.string())) return parseNumpyType(view, notes);
  const codec = filters[0];
  if (codec === undefined) {
    return view.fail(
      "an object array without a filter that says what its objects are",
      "Object arrays need vlen-utf8, vlen-bytes, vlen-array, json2 or msgpack2 as their first filter.",
    );
  }
  return { dataType: objectType(codec, notes), endian: undefined };
}

function objectType(codec: JsonView, notes: Notes): DataType {
  switch (codec.required("id").string()) {
    case "vlen-utf8":
    case "categorize":
      return dataTypeNamed("string")!;
    case "vlen-bytes":
      return dataTypeNamed("bytes")!;
    case "vlen-array":
      return raggedType(parseNumpyType(codec.required("dtype"), notes).dataType, "invalid-data");
    default:
      return dataTypeNamed("object")!;
  }
}

function printDataType(dataType: DataType, endian: EndianOf): JsonNode {
  return isFixedSize(dataType) ? printNumpyType(dataType, endian) : jsonString("|O");
}
