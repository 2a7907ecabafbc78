/**
 * How an array becomes a Bloscpack file: what the format can hold, how the bytes are cut into chunks, and the header. A
 * file that was created but not yet written has no chunks, but room for the offsets of all of them.
 */
import { OFFSET_BYTES, parseOffsets, printOffsets, UNKNOWN_OFFSET } from "../../bytes/blosc/chunk-table.ts";
import { type BloscpackHeader, FILE_HEADER_BYTES, objectHeader, printHeader } from "../../bytes/blosc/file-header.ts";
import { LARGEST_BUFFER, LARGEST_TYPE } from "../../bytes/blosc/frame-header.ts";
import { DEFAULT_CHUNKS, parseCompression } from "../../bytes/blosc/options.ts";
import { CHECKSUM_NAMES, checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { printJsonBytes } from "../../bytes/json/print.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { joinBytes } from "../../bytes/source/join-bytes.ts";
import { encodeUtf8 } from "../../bytes/text/utf8.ts";
import { HyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { type FixedDataType, hasOrder, isFixedSize } from "../../model/data-types/data-type.ts";
import { longestChunk } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import { type EndianOf, printNumpyType } from "../spelling/numpy-type.ts";
import { printPythonType } from "../spelling/python-literal.ts";
import {
  arrayBytes,
  type Chunking,
  type CodecChoice,
  type Compression,
  codecChain,
  cutChunks,
  describeArray,
  isReserved,
  wholeGrid,
} from "./array-node.ts";
import type { FileLayout } from "./file-layout.ts";
import { DEFAULT_METADATA, METADATA_HEADER_BYTES, printMetadata } from "./metadata-section.ts";
import { planObjects } from "./varlen/object-array.ts";
import { printObjectMetadata } from "./varlen/object-metadata.ts";

/** bloscpack reserves room for ten times the chunks and ten times the metadata. */
export const SPARE_FACTOR = 10;
/** The default size of a chunk, also in bloscpack. */
export const DEFAULT_CHUNK_SIZE: number = 1024 * 1024;

export interface FilePlan {
  /** The node as it will be read back. */
  readonly node: ArrayNode;
  /** Of the finished file. */
  readonly header: BloscpackHeader;
  readonly metadata: JsonNode;
}

/** Refuses arrays that the format cannot hold. */
export function planFile(node: ArrayNode): FilePlan {
  const { dataType, shape } = node;
  if (!isFixedSize(dataType)) throw unsupported(`elements of ${dataType.name} have no fixed size`);
  if (dataType.itemSize > LARGEST_TYPE) {
    throw unsupported(`elements of ${dataType.itemSize} bytes; Bloscpack allows at most ${LARGEST_TYPE}`);
  }
  for (const name of node.attributes.keys()) {
    if (isReserved(name)) throw unsupported(`the attribute ${JSON.stringify(name)} is reserved by the format itself`);
  }
  const { fillValue } = node;
  if (fillValue !== undefined && !(fillValue instanceof Uint8Array && fillValue.every((byte) => byte === 0))) {
    throw unsupported("every element is stored, so the fill value can only be zero");
  }
  const wish = readChain(node, dataType);
  const total = arrayBytes(dataType, shape);
  const cut = cutChunks(total, wish.chunkSize ?? chunkBytes(node, dataType));
  const order = { shape, order: wish.order };
  const dtype = printPythonType(printNumpyType(dataType, wish.endian));
  const metadata = describeArray(dtype, order, node, wish);
  const textBytes = printJsonBytes(metadata, "numcodecs", { sorted: false, nonFinite: "token" }).byteLength;
  const tableAt =
    FILE_HEADER_BYTES + METADATA_HEADER_BYTES + SPARE_FACTOR * textBytes + checksumSize(DEFAULT_METADATA.checksum);
  const spareChunks = SPARE_FACTOR * cut.chunkCount;
  const header: BloscpackHeader = {
    version: 3,
    offsets: true,
    metadata: true,
    variableLength: false,
    checksum: wish.checksum,
    typeSize: dataType.itemSize,
    ...cut,
    spareChunks,
  };
  const choice: CodecChoice = {
    ...wish,
    chunkSize: cut.chunkSize,
    chunkCount: cut.chunkCount,
    tableAt,
    dataStart: tableAt + OFFSET_BYTES * (cut.chunkCount + spareChunks),
  };
  const { origin: _, ...rest } = node;
  return {
    node: {
      ...rest,
      grid: wholeGrid(shape),
      codecs: codecChain(order, choice),
      fillValue: undefined,
      chunkKeys: { kind: "default", separator: "/" },
    },
    header,
    metadata,
  };
}

/** How the file of a node is cut. */
export function chunkingOf({ codecs, dataType, shape }: ArrayNode): Chunking {
  const chunkSize = jsonView(codecs.at(-1)!.configuration).required("chunk_size").integer(0);
  return cutChunks(isFixedSize(dataType) ? arrayBytes(dataType, shape) : 0, chunkSize);
}

/** The header of a file that was created but not yet written. */
function unwrittenHeader(header: BloscpackHeader): BloscpackHeader {
  const { chunkCount = 0, spareChunks } = header;
  return { ...header, chunkCount: 0, lastChunk: 0, spareChunks: spareChunks + chunkCount };
}

/** The same once its chunks are written. */
export function writtenHeader(header: BloscpackHeader, cut: Chunking): BloscpackHeader {
  const { chunkCount = 0, spareChunks } = header;
  return { ...header, ...cut, spareChunks: spareChunks + chunkCount - cut.chunkCount };
}

type Wish = Omit<CodecChoice, "chunkSize" | "chunkCount" | "tableAt" | "dataStart"> & {
  readonly order: "C" | "F";
  readonly chunkSize: number | undefined;
};

/** How the codec `blosc` compresses by default. */
const NUMCODECS_DEFAULTS: Compression = { compressor: "lz4", level: 5, filter: "shuffle" };

/** Parses a chain: an optional transposition to Fortran order, `bytes`, and `blosc`; or the format's own codec. */
function readChain({ codecs, shape }: ArrayNode, dataType: FixedDataType): Wish {
  const rest = [...codecs];
  const order = rest[0]?.name === "transpose" ? readOrder(rest.shift(), shape.length) : "C";
  const [serializer, compressor] = rest;
  if (serializer?.name === "bloscpack" && rest.length === 1) return readOwn(serializer, order);
  if (serializer?.name !== "bytes" || compressor?.name !== "blosc" || rest.length > 2) throw otherChain(codecs);
  const endian = serializer.configuration.members.get("endian");
  const view = jsonView(compressor.configuration);
  const typeSize = view.get("typesize");
  const blockSize = view.get("blocksize")?.integer() ?? 0;
  if (blockSize !== 0 || (typeSize !== undefined && typeSize.integer() !== dataType.itemSize)) throw otherChain(codecs);
  return {
    order,
    chunkSize: undefined,
    checksum: DEFAULT_CHUNKS.checksum,
    endian: hasOrder(dataType) ? parseEndian(endian) : undefined,
    ...parseCompression(view, NUMCODECS_DEFAULTS),
    typeSize: dataType.itemSize,
  };
}

function readOwn({ configuration }: CodecSpec, order: "C" | "F"): Wish {
  const view = jsonView(configuration);
  const chunkSize = view.required("chunk_size");
  return {
    order,
    chunkSize: chunkSize.isNull() ? DEFAULT_CHUNK_SIZE : chunkSize.integer(0),
    checksum: view.required("checksum").oneOf(CHECKSUM_NAMES),
    endian: parseEndian(view.get("endian")?.node),
    ...parseCompression(view),
    typeSize: view.required("typesize").integer(1, LARGEST_TYPE),
  };
}

function parseEndian(node: JsonNode | undefined): EndianOf {
  if (node?.type === "array") return node.items.map(parseEndian);
  if (node?.type !== "string") return undefined;
  return node.value === "big" ? "big" : "little";
}

function readOrder(spec: CodecSpec | undefined, rank: number): "F" {
  const order = spec?.configuration.members.get("order");
  const reversed =
    order?.type === "array" &&
    order.items.every((item, axis) => item.type === "number" && Number(item.text) === rank - 1 - axis);
  if (reversed || (order?.type === "string" && order.value === "F")) return "F";
  throw unsupported("elements must be in C's or in Fortran's order");
}

/** A chunk of the grid as linear bytes. */
function chunkBytes({ grid }: ArrayNode, { itemSize }: FixedDataType): number {
  const items = grid.reduce((product, dimension) => {
    return product * Math.min(longestChunk(dimension), Math.max(1, dimension.extent));
  }, 1);
  return Math.min(items, Math.floor(LARGEST_BUFFER / itemSize)) * itemSize;
}

function otherChain(codecs: readonly CodecSpec[]): HyperslabError {
  return new HyperslabError("unsupported", `Bloscpack has no codecs ${codecs.map(({ name }) => name).join(" > ")}`, {
    hint: "It compresses only with blosc, and chooses the block and type size.",
  });
}

function unsupported(what: string): HyperslabError {
  return new HyperslabError("unsupported", what);
}

// Builds whole files without compressing anything: new ones, and old ones with other metadata.

/** The file of an array before anything is written: all its offsets are unknown. */
export async function blankFile(array: ArrayNode): Promise<Uint8Array> {
  if (!isFixedSize(array.dataType)) {
    const count = array.shape.reduce((product, length) => product * length, 1);
    const text = encodeUtf8(printObjectMetadata(array));
    const { checksum } = planObjects(array, false).choice;
    return joinBytes([printHeader(objectHeader(checksum, count, text.byteLength)), text, printOffsets([], count)]);
  }
  const { header, metadata } = planFile(array);
  const unwritten = unwrittenHeader(header);
  return joinBytes([printHeader(unwritten), await printMetadata(metadata), printOffsets([], unwritten.spareChunks)]);
}

/** `bytes`, the whole file, with other metadata; everything after it moves. */
export function replaceMetadata(bytes: Uint8Array, { header, table }: FileLayout, metadata: Uint8Array): Uint8Array {
  const { tableAt, dataStart } = table;
  const moved = FILE_HEADER_BYTES + metadata.byteLength - tableAt;
  const offsets = parseOffsets(bytes.subarray(tableAt, dataStart), tableAt);
  const size = header.variableLength ? { metadataSize: metadata.byteLength } : {};
  return joinBytes([
    printHeader({ ...header, metadata: true, ...size }),
    metadata,
    printOffsets(offsets.map((offset) => (offset === UNKNOWN_OFFSET ? offset : offset + moved))),
    bytes.subarray(dataStart),
  ]);
}
