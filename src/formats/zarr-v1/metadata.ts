/** The documents of Zarr 1 (`meta`, `attrs`) to arrays and back. */
import { jsonArray, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonObject } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { ArrayNode, ChunkKeyEncoding, Node } from "../../model/node.ts";
import type { Store } from "../../stores/store.ts";
import { chunksBelow, storeFacts } from "../documents/chunk-access.ts";
import type { NodeDocuments, PrintedDocuments } from "../documents/dialect.ts";
import { asRequest } from "../documents/document.ts";
import { originalDocument, originOf } from "../documents/document-rewrite.ts";
import { joinPath } from "../documents/node-path.ts";
import type { ChunkAccess } from "../format.ts";
import type { Notes } from "../notes.ts";
import {
  checkElementSize,
  checkZarrFormat,
  parseNamedAttributes,
  parseRegularGrid,
  parseShape,
  printAttributes,
  printChunkShape,
  withNames,
} from "../spelling/members.ts";
import { fixedType, loneArray, parseDataType, printDataType } from "../zarr-legacy/array.ts";
import { parseFillValue, printFillValue } from "../zarr-legacy/fill-value.ts";
import { parseCodecs, printCodecs } from "./codecs.ts";

export const META = "meta";
export const ATTRS = "attrs";
export const TITLE = "Zarr v1";

export function kindOf(documents: NodeDocuments): Node["kind"] | undefined {
  return documents.has(META) ? "array" : undefined;
}

export function parseNode(path: string, documents: NodeDocuments, notes: Notes): ArrayNode {
  const view = documents.get(META)!;
  checkFormat(view, notes);
  if (!documents.has(ATTRS)) notes.add(view, "the document attrs is missing; read as no attributes");
  const shape = parseShape(view.required("shape"));
  if (shape.length === 0) notes.add(view, "a scalar, whose chunk the releases could not store; read as its fill value");
  const type = parseDataType(view.required("dtype"), notes);
  const dataType = fixedType(type.dataType, TITLE);
  checkElementSize(dataType, view.required("dtype"));
  const fill = view.get("fill_value");
  return {
    kind: "array",
    path,
    dataType,
    shape,
    grid: parseRegularGrid(view.required("chunks"), shape, notes),
    codecs: parseCodecs(view, dataType, type.endian, shape.length, notes),
    fillValue: fill === undefined ? undefined : parseFillValue(fill, dataType, notes),
    chunkKeys: CHUNK_KEYS,
    ...parseNamedAttributes(documents.get(ATTRS), shape.length, notes),
    origin: originOf(path, documents, [META, ATTRS]),
  };
}

function checkFormat(view: JsonView, notes: Notes): void {
  const format = view.get("zarr_format");
  if (format === undefined) notes.add(view, "zarr_format is missing; read as 1");
  else checkZarrFormat(format, 1);
}

/** The documents of an array; attributes first, so that it never appears without them. */
export function printNode(node: Node): PrintedDocuments {
  return asRequest(() => {
    const array = loneArray(node, TITLE);
    return new Map([
      [ATTRS, printAttributes(withNames(array.attributes, array.dimensions))],
      [META, printArray(array)],
    ]);
  });
}

function printArray(node: ArrayNode): JsonObject {
  const { shape } = node;
  const said = originalDocument(node, META);
  if (shape.length === 0 && said === undefined) {
    throw new HyperslabError("unsupported", "Zarr v1 has no key for the chunk of a scalar", {
      hint: "Give the array one dimension of length 1, or write Zarr v2 or v3.",
    });
  }
  checkChunkKeys(node.chunkKeys);
  const dataType = fixedType(node.dataType, TITLE);
  const { endian, order, compression, options } = printCodecs(node.codecs, dataType, shape.length, said !== undefined);
  return jsonObject([
    ["chunks", printChunkShape(node, TITLE)],
    ["compression", compression],
    ["compression_opts", options],
    ["dtype", printDataType(dataType, endian, TITLE, said !== undefined)],
    ["fill_value", printFillValue(node.fillValue, dataType, TITLE, said?.members.get("fill_value"))],
    ["order", jsonString(order)],
    ["shape", jsonArray(shape.map(jsonInteger))],
    ["zarr_format", jsonInteger(1)],
  ]);
}

/**
 * Chunk keys of Zarr 1: indices joined by dots. The chunk of a scalar would have the empty key, which the releases
 * cannot write: such an array reads as its fill value.
 */
const CHUNK_KEYS: ChunkKeyEncoding = { kind: "v2", separator: "." };

/** Chunk layouts of other formats are replaced by the only one there is; a prefix or suffix would be lost. */
function checkChunkKeys({ prefix = "", suffix = "" }: ChunkKeyEncoding): void {
  if (prefix === "" && suffix === "") return;
  throw new HyperslabError("unsupported", "Zarr v1 has no chunk keys with a prefix or suffix", {
    hint: "Write Zarr v3, or leave them out.",
  });
}

export function chunkAccess(store: Store, array: ArrayNode): ChunkAccess {
  if (array.shape.length === 0) return scalarAccess(store, array);
  return chunksBelow(store, array, CHUNK_KEYS);
}

function scalarAccess(store: Store, array: ArrayNode): ChunkAccess {
  return {
    ...storeFacts(store, () => joinPath(array.path, "0")),
    source: () => ({ read: async () => undefined }),
    set: async () => {
      throw new HyperslabError("unsupported", "Zarr v1 has no key for the chunk of a scalar", {
        hint: "Copy the array to Zarr v2 or v3 and write there.",
      });
    },
    delete: async () => undefined,
  };
}
