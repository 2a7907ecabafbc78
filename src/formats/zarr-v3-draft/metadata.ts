/**
 * Documents of the draft to nodes and back: `.array.json` or `.group.json` with essential metadata, `.attributes.json`
 * with the rest. The draft leaves their names and members open; docs/formats/zarr-v3-draft.md gives the reasons.
 */
import { jsonArray, jsonInteger, jsonNull, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { type DataType, hasOrder, isFixedSize } from "../../model/data-types/data-type.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import type { FillValue } from "../../model/values/fill-value.ts";
import type { NodeDocuments, PrintedDocuments } from "../documents/dialect.ts";
import { asRequest, placeOf } from "../documents/document.ts";
import { originalDocument, originOf } from "../documents/document-rewrite.ts";
import type { Notes } from "../notes.ts";
import {
  checkArray,
  checkElementSize,
  parseAttributes,
  parseNamedAttributes,
  parseShape,
  printAttributes,
  withNames,
} from "../spelling/members.ts";
import { type EndianOf, type NumpyType, parseNumpyType, printNumpyType } from "../spelling/numpy-type.ts";
import * as v2Fill from "../zarr-v2/fill-value.ts";
import * as v3 from "../zarr-v3/data-type.ts";
import { checkExtensions } from "../zarr-v3/extension.ts";
import * as v3Fill from "../zarr-v3/fill-value.ts";
import { refuseUnknownMembers } from "../zarr-v3/metadata.ts";
import { parseChunkGrid, printChunkGrid } from "./chunk-grid.ts";
import { parseCodecs, printCodecs } from "./codecs.ts";

export const ARRAY = ".array.json";
export const GROUP = ".group.json";
export const ATTRIBUTES = ".attributes.json";
export const TITLE = "Zarr v3 draft";

const ARRAY_MEMBERS: readonly string[] = [
  "shape",
  "data_type",
  "chunk_grid",
  "chunk_memory_layout",
  "chunk_codecs",
  "fill_value",
  "extensions",
];

export function kindOf(documents: NodeDocuments): Node["kind"] | undefined {
  if (documents.has(ARRAY)) return "array";
  return documents.has(GROUP) ? "group" : undefined;
}

export function parseNode(path: string, documents: NodeDocuments, notes: Notes): Node {
  const array = documents.get(ARRAY);
  if (array !== undefined) return parseArray(path, array, documents, notes);
  const view = documents.get(GROUP)!;
  refuseUnknownMembers(view, ["extensions"], notes);
  checkExtensions(view.get("extensions"), notes);
  const attributes = parseAttributes(documents.get(ATTRIBUTES));
  return { kind: "group", path, attributes, origin: originOf(path, documents, [GROUP, ATTRIBUTES]) };
}

function parseArray(path: string, view: JsonView, documents: NodeDocuments, notes: Notes): ArrayNode {
  if (documents.has(GROUP))
    notes.add(documents.get(GROUP)!, "an array and a group at the same path; the array is used");
  refuseUnknownMembers(view, ARRAY_MEMBERS, notes);
  checkExtensions(view.get("extensions"), notes);
  const shape = parseShape(view.required("shape"));
  const type = parseDataType(view.required("data_type"), notes);
  checkElementSize(type.dataType, view.required("data_type"));
  const fill = view.get("fill_value");
  return {
    kind: "array",
    path,
    dataType: type.dataType,
    shape,
    ...parseChunkGrid(view.required("chunk_grid"), shape, notes),
    codecs: parseCodecs(view, type, shape.length),
    fillValue: fill === undefined || fill.isNull() ? undefined : parseFillValue(fill, type, notes),
    ...parseNamedAttributes(documents.get(ATTRIBUTES), shape.length, notes),
    origin: originOf(path, documents, [ARRAY, ATTRIBUTES]),
  };
}

/** Structs are the Base64 of an element, as in Zarr v2; everything else is spelled as in Zarr v3, exact to the bit. */
function parseFillValue(view: JsonView, type: NumpyType, notes: Notes): FillValue | undefined {
  if (type.dataType.kind === "struct") return v2Fill.parseFillValue(view, type, notes);
  return v3Fill.parseFillValue(view, type.dataType, notes);
}

function printFillValue(value: FillValue | undefined, dataType: DataType, endian: EndianOf): JsonNode {
  if (value === undefined) return jsonNull();
  if (dataType.kind === "struct") return v2Fill.printFillValue(value, { dataType, endian });
  return v3Fill.printFillValue(value, dataType);
}

/** The documents of a node; attributes first, so that it never appears without them, and only if there are any. */
export function printNode(node: Node): PrintedDocuments {
  return asRequest(() => {
    const documents = new Map<string, JsonObject>();
    const attributes = node.kind === "array" ? withNames(node.attributes, node.dimensions) : node.attributes;
    const isThere = originalDocument(node, ATTRIBUTES) !== undefined;
    if (attributes.size > 0 || isThere) documents.set(ATTRIBUTES, printAttributes(attributes));
    if (node.kind === "array") return documents.set(ARRAY, printArray(node));
    return documents.set(GROUP, jsonObject([["extensions", jsonArray([])]]));
  });
}

function printArray(node: ArrayNode): JsonObject {
  checkArray(node);
  const { dataType, shape } = node;
  const { endian, layout, codecs } = printCodecs(node.codecs, dataType, shape.length);
  return jsonObject([
    ["shape", jsonArray(shape.map(jsonInteger))],
    ["data_type", printDataType(dataType, isFixedSize(dataType) ? endian : undefined)],
    ["chunk_grid", printChunkGrid(node.grid, node.chunkKeys)],
    ["chunk_memory_layout", layout],
    ["chunk_codecs", codecs],
    ["fill_value", printFillValue(node.fillValue, dataType, endian)],
    ["extensions", jsonArray([])],
  ]);
}

/**
 * Data types of the draft. A type has a binary representation, so its byte order is part of it: `bool`, `i1`, `<i2` to
 * `>c16`. Others are extensions: `{"extension": "numpy", "type": "|S5"}` for NumPy types, `{"extension": "zarr3",
 * "type": "bfloat16"}` for types that only the final Zarr v3 names, little-endian.
 */
const CORE = /^(?:bool|[iu]1|[<>](?:[iu][248]|f[248]|c(?:8|16)))$/;

function parseDataType(view: JsonView, notes: Notes): NumpyType {
  if (view.node.type !== "object") return parseCoreType(view, notes);
  const extension = view.required("extension");
  switch (extension.string()) {
    case "numpy":
      return parseNumpyType(view.required("type"), notes);
    case "zarr3": {
      const dataType = v3.parseDataType(view.required("type"), notes);
      return { dataType, endian: dataType.itemSize !== undefined && hasOrder(dataType) ? "little" : undefined };
    }
    default:
      throw new HyperslabError(
        "unsupported",
        `the data type extension ${JSON.stringify(extension.string())} is not known`,
        {
          ...placeOf(extension),
          hint: "Use one of numpy, zarr3.",
        },
      );
  }
}

function parseCoreType(view: JsonView, notes: Notes): NumpyType {
  const name = view.string();
  if (name === "bool") return { dataType: v3.parseDataType(view, notes), endian: undefined };
  if (CORE.test(name)) return parseNumpyType(view, notes);
  throw new HyperslabError("unsupported", `the data type ${JSON.stringify(name)} is not known`, {
    ...placeOf(view),
    hint: 'Use one of bool, i1, u1, <i2 to >c16, or an extension: {"extension": "numpy", "type": ...}.',
  });
}

/** Spells a type. Types without a name, or without one in this byte order, are `unsupported`. */
function printDataType(dataType: DataType, endian: EndianOf): JsonNode {
  if (dataType.kind === "bool") return jsonString("bool");
  const numpy = numpyName(dataType, endian);
  if (numpy?.type === "string") {
    const core = numpy.value.replace(/^\|(?=[iu]1$)/, "");
    if (CORE.test(core)) return jsonString(core);
  }
  if (numpy !== undefined) return extension("numpy", numpy);
  if (endian === "big") {
    throw new HyperslabError("unsupported", `the draft has no big-endian type for ${dataType.name} elements`);
  }
  return extension("zarr3", v3.printDataType(dataType));
}

function extension(name: string, type: JsonNode): JsonNode {
  return jsonObject([
    ["extension", jsonString(name)],
    ["type", type],
  ]);
}

/** NumPy's spelling; undefined if it has none. */
function numpyName(dataType: DataType, endian: EndianOf): JsonNode | undefined {
  if (dataType.itemSize === undefined) return undefined;
  try {
    const name = printNumpyType(dataType, endian);
    // TensorStore's own names are not NumPy's.
    return name.type === "string" && !/^[|<>]/.test(name.value) ? undefined : name;
  } catch (error) {
    if (isHyperslabError(error, "unsupported")) return undefined;
    throw error;
  }
}
