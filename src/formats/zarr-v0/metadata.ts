/** The documents of Zarr 0.4 (`__zmeta__`, `__zattr__`) to arrays and back. */
import { jsonArray, jsonInteger, jsonObject } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import type { FixedDataType } from "../../model/data-types/data-type.ts";
import type { ArrayNode, ChunkKeyEncoding, Node } from "../../model/node.ts";
import type { NodeDocuments, PrintedDocuments } from "../documents/dialect.ts";
import { asRequest } from "../documents/document.ts";
import { originalDocument, originOf } from "../documents/document-rewrite.ts";
import type { DefaultCodec } from "../format.ts";
import type { Notes } from "../notes.ts";
import { shuffleNumber } from "../spelling/codec-chain.ts";
import {
  checkElementSize,
  parseNamedAttributes,
  parseRegularGrid,
  parseShape,
  printAttributes,
  printChunkShape,
  refuseOtherFormat,
  withNames,
} from "../spelling/members.ts";
import type { EndianOf } from "../spelling/numpy-type.ts";
import {
  fixedType,
  joinChain,
  loneArray,
  parseDataType,
  printDataType,
  refuseCodec,
  splitChain,
} from "../zarr-legacy/array.ts";
import { parseFillValue, printFillValue } from "../zarr-legacy/fill-value.ts";

export const ZMETA = "__zmeta__";
export const ZATTR = "__zattr__";
export const ZDATA = "__zdata__";
const TITLE = "Zarr 0.4";

export function kindOf(documents: NodeDocuments): Node["kind"] | undefined {
  return documents.has(ZMETA) ? "array" : undefined;
}

export function parseNode(path: string, documents: NodeDocuments, notes: Notes): ArrayNode {
  const view = documents.get(ZMETA)!;
  refuseOtherFormat(view.get("zarr_format"), "0.4, which does not say its format");
  const shape = parseShape(view.required("shape"));
  if (shape.length === 0) view.required("shape").fail("arrays of Zarr 0 have at least one dimension");
  const type = parseDataType(view.required("dtype"), notes);
  const dataType = fixedType(type.dataType, TITLE);
  checkElementSize(dataType, view.required("dtype"));
  return {
    kind: "array",
    path,
    dataType,
    shape,
    grid: parseRegularGrid(view.required("chunks"), shape, notes),
    codecs: parseCodecs(view, dataType, type.endian, shape.length),
    fillValue: parseFillValue(view.required("fill_value"), dataType, notes),
    chunkKeys: CHUNK_KEYS,
    ...parseNamedAttributes(documents.get(ZATTR), shape.length, notes),
    origin: originOf(path, documents, [ZMETA, ZATTR]),
  };
}

/** The documents of an array; attributes first, so that it never appears without them, and only if there are any. */
export function printNode(node: Node): PrintedDocuments {
  return asRequest(() => {
    const array = loneArray(node, TITLE);
    const attributes = withNames(array.attributes, array.dimensions);
    const documents = new Map<string, JsonObject>();
    const isThere = originalDocument(node, ZATTR) !== undefined;
    if (attributes.size > 0 || isThere) documents.set(ZATTR, printAttributes(attributes));
    return documents.set(ZMETA, printArray(array));
  });
}

function printArray(node: ArrayNode): JsonObject {
  const { shape } = node;
  if (shape.length === 0) {
    throw new HyperslabError("unsupported", "arrays of Zarr 0.4 have at least one dimension", {
      hint: "Give the array one dimension of length 1, or write Zarr v2 or v3.",
    });
  }
  checkChunkKeys(node.chunkKeys);
  const said = originalDocument(node, ZMETA);
  const dataType = fixedType(node.dataType, TITLE);
  const { endian, cname, clevel, shuffle } = printCodecs(node.codecs, dataType, shape.length);
  return jsonObject([
    ["chunks", printChunkShape(node, TITLE)],
    ["clevel", clevel],
    ["cname", cname],
    ["dtype", printDataType(dataType, endian, TITLE, said !== undefined)],
    ["fill_value", printFillValue(node.fillValue, dataType, TITLE, said?.members.get("fill_value"))],
    ["shape", jsonArray(shape.map(jsonInteger))],
    ["shuffle", shuffle],
  ]);
}

export const CHUNK_KEYS: ChunkKeyEncoding = { kind: "v2", separator: ".", prefix: "__zdata__/", suffix: ".blosc" };

/** Chunk layouts of other formats are replaced by the only one there is; another prefix or suffix would be lost. */
function checkChunkKeys({ prefix = "", suffix = "" }: ChunkKeyEncoding): void {
  const isOurs = prefix === CHUNK_KEYS.prefix && suffix === CHUNK_KEYS.suffix;
  if (isOurs || (prefix === "" && suffix === "")) return;
  throw new HyperslabError("unsupported", `Zarr 0.4 has no chunk keys but those like ${CHUNK_KEYS.prefix}0.0.blosc`, {
    hint: "Write Zarr v3, or leave prefix and suffix out.",
  });
}

/** Zarr 0 has one codec: Blosc over the elements in C order, described by `cname`, `clevel` and `shuffle`. */
function parseCodecs(view: JsonView, dataType: FixedDataType, endian: EndianOf, rank: number): readonly CodecSpec[] {
  const shuffle = view.required("shuffle");
  shuffle.integer(0, 2);
  const members: readonly (readonly [string, JsonNode])[] = [
    ["cname", view.required("cname").node],
    ["clevel", view.required("clevel").node],
    ["shuffle", shuffle.node],
  ];
  const configuration = jsonView(jsonObject(members), view.source, view.field);
  return joinChain({ endian, order: "C", compressor: { name: "blosc", configuration } }, dataType, rank);
}

/** What a document of Zarr 0 has in place of a codec chain. */
export interface PrintedEncoding {
  readonly endian: EndianOf;
  readonly cname: JsonNode;
  readonly clevel: JsonNode;
  readonly shuffle: JsonNode;
}

/** Spells a chain; anything but Blosc with the compressors of its time is `unsupported`. */
function printCodecs(codecs: readonly CodecSpec[], dataType: FixedDataType, rank: number): PrintedEncoding {
  const { endian, order, compressor } = splitChain(codecs, dataType, rank, TITLE);
  if (compressor?.name !== "blosc") {
    refuseCodec(compressor?.name ?? "bytes", TITLE, "Every chunk is compressed with the codec blosc.");
  }
  if (order === "F" && rank > 1) {
    throw new HyperslabError("unsupported", "Zarr 0.4 has no order of axes but rows first (C)", {
      codec: "transpose",
      hint: "Store rows first, or write Zarr v1, which has F order.",
    });
  }
  const { configuration } = compressor!;
  const cname = configuration.required("cname");
  if (cname.string() === "zstd") {
    refuseCodec("blosc", TITLE, "Its Blosc has no zstd. Choose blosclz, lz4, lz4hc, snappy or zlib.");
  }
  return {
    endian,
    cname: cname.node,
    clevel: configuration.required("clevel").node,
    shuffle: jsonInteger(shuffleNumber(configuration.required("shuffle"))),
  };
}

/** The defaults of release 0.4.0. */
export function defaultCodecs(): readonly DefaultCodec[] {
  return [{ name: "blosc", configuration: { cname: "blosclz", clevel: 5, shuffle: "shuffle" } }];
}
