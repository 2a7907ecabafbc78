/**
 * A Bloscpack file as an array: of the type and shape that its metadata describes, or else of bytes. To the engine, all
 * of it is one chunk; the codec `bloscpack` can read any part of it.
 */
import type { ChunkTable } from "../../bytes/blosc/chunk-table.ts";
import { type FrameHead, flaggedFilter, flaggedFormat } from "../../bytes/blosc/frame-header.ts";
import { type ChunkOptions, DEFAULT_CHUNKS, parseCompression, shuffleOf } from "../../bytes/blosc/options.ts";
import { fromPlain, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView, viewDocument } from "../../bytes/json/view.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { dataTypeNamed, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, Attribute, Dimension } from "../../model/node.ts";
import type { Notes } from "../notes.ts";
import { checkElementSize } from "../spelling/members.ts";
import { type EndianOf, parseNumpyType } from "../spelling/numpy-type.ts";
import { parsePythonLiteral } from "../spelling/python-literal.ts";
import type { FileLayout } from "./file-layout.ts";
import type { OpenFile } from "./open-file.ts";

/** The member of the metadata that names dimensions, as in Zarr v2. */
export const DIMENSIONS = "_ARRAY_DIMENSIONS";
/** The member that records how chunks are made, if not by bloscpack's defaults, because chunks do not record everything. */
const BLOSC = "_BLOSC";
const DESCRIPTION: readonly string[] = ["dtype", "shape", "order", "container"];

/** How elements are compressed. */
export type Compression = Omit<ChunkOptions, "checksum">;

/** What the codec needs to know. */
export interface CodecChoice extends ChunkOptions, Pick<ChunkTable, "tableAt" | "chunkCount" | "dataStart"> {
  /** undefined if the table says where each chunk begins. */
  readonly chunkSize: number | undefined;
  readonly endian: EndianOf;
  readonly typeSize: number;
}

export interface Chunking {
  readonly chunkSize: number;
  readonly lastChunk: number;
  readonly chunkCount: number;
}

/** How `total` bytes are cut into chunks. A chunk is never larger than the total, and zero bytes make one empty chunk. */
export function cutChunks(total: number, wanted: number): Chunking {
  if (total === 0) return { chunkSize: 0, lastChunk: 0, chunkCount: 1 };
  const chunkSize = Math.min(wanted, total);
  const chunkCount = Math.ceil(total / chunkSize);
  return { chunkSize, chunkCount, lastChunk: total - (chunkCount - 1) * chunkSize };
}

/** The array in a file. */
export function arrayOfFile(path: string, file: OpenFile, notes: Notes): ArrayNode {
  const { layout, state, total, tableAt } = file;
  const { header, table, metadata } = layout;
  const view = metadata && viewDocument(metadata.document);
  const described = view && parseNumpyArray(view, notes);
  const array = described ?? bytesArray(total);
  const { dataType, shape, endian } = array;
  const bytes = arrayBytes(dataType, shape);
  if (bytes !== total && header.chunkCount !== 0) {
    const what = `the chunks hold ${total} bytes, but an array of ${dataType.name} [${shape.join(", ")}] has ${bytes}`;
    throw new HyperslabError("invalid-data", what, { field: "shape" });
  }
  const { chunkCount } = state === "unwritten" ? cutChunks(bytes, header.chunkSize ?? 0) : file;
  const choice: CodecChoice = {
    chunkSize: state === "walked" ? undefined : header.chunkSize,
    chunkCount,
    tableAt,
    dataStart: table.dataStart,
    endian,
    ...DEFAULT_CHUNKS,
    checksum: header.checksum,
    typeSize: Math.max(1, header.typeSize),
    ...(layout.firstChunk && storedCompression(layout.firstChunk)),
    ...keptCompression(layout),
  };
  return {
    kind: "array",
    path,
    dataType,
    shape,
    grid: wholeGrid(shape),
    codecs: codecChain(array, choice),
    fillValue: undefined,
    dimensions: dimensionsOf(view?.node, shape.length),
    attributes: attributesOf(view?.node, described !== undefined, shape.length),
    chunkKeys: { kind: "default", separator: "/" },
  };
}

function bytesArray(total: number): NumpyArray {
  const dataType = dataTypeNamed("uint8");
  if (dataType === undefined || !isFixedSize(dataType)) throw new Error("uint8 is always known");
  return { dataType, endian: undefined, shape: [total], order: "C" };
}

/** The whole array as one chunk. */
export function wholeGrid(shape: readonly number[]): ArrayNode["grid"] {
  return regularGrid(
    shape,
    shape.map((length) => Math.max(1, length)),
    "invalid-data",
  );
}

/** How a chunk was made, according to its header; lz4hc looks like lz4. */
export function storedCompression({ flags }: FrameHead): Omit<Compression, "level"> {
  return { compressor: flaggedFormat(flags) ?? DEFAULT_CHUNKS.compressor, filter: flaggedFilter(flags) };
}

/** How chunks are made, according to the metadata; any other value under that name belongs to the user. */
export function keptCompression({ metadata }: FileLayout): Compression | undefined {
  const view = metadata && viewDocument(metadata.document);
  const kept: JsonView | undefined = view?.node.type === "object" ? view.get(BLOSC) : undefined;
  if (kept === undefined || kept.node.type !== "object") return undefined;
  try {
    return parseCompression(kept);
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return undefined;
    throw error;
  }
}

/** Compressor, level and filter in the words of a codec's configuration. */
export function compressionMembers({ compressor, level, filter }: Compression): [string, JsonNode][] {
  return [
    ["cname", fromPlain(compressor)],
    ["clevel", fromPlain(level)],
    ["shuffle", fromPlain(shuffleOf(filter))],
  ];
}

/** The codec chain of a node of this format, with a transposition if the elements are in Fortran order. */
export function codecChain(
  { shape, order }: { readonly shape: readonly number[]; readonly order: "C" | "F" },
  choice: CodecChoice,
): readonly CodecSpec[] {
  const configuration = jsonObject([
    ["chunk_size", fromPlain(choice.chunkSize ?? null)],
    ["chunks", fromPlain(choice.chunkCount)],
    ["table_at", fromPlain(choice.tableAt)],
    ["data_start", fromPlain(choice.dataStart)],
    ["checksum", fromPlain(choice.checksum)],
    ...(choice.endian === undefined ? [] : [["endian", fromPlain(plainEndian(choice.endian))] as const]),
    ...compressionMembers(choice),
    ["typesize", fromPlain(choice.typeSize)],
  ]);
  const pieces = choice.chunkSize ? { pieceBytes: choice.chunkSize } : {};
  const file: CodecSpec = { name: "bloscpack", configuration, ...pieces };
  if (order === "C" || shape.length < 2) return [file];
  const reversed = shape.map((_, axis) => shape.length - 1 - axis);
  return [{ name: "transpose", configuration: jsonObject([["order", fromPlain(reversed)]]) }, file];
}

function plainEndian(endian: EndianOf): unknown {
  return Array.isArray(endian) ? endian.map(plainEndian) : (endian ?? null);
}

function attributesOf(root: JsonNode | undefined, described: boolean, rank: number): ReadonlyMap<string, Attribute> {
  const attributes = new Map<string, Attribute>();
  if (root === undefined) return attributes;
  if (root.type !== "object") return attributes.set("metadata", { value: root });
  for (const [name, value] of root.members) {
    if (described && DESCRIPTION.includes(name)) continue;
    if (name === DIMENSIONS && dimensionNames(value, rank) !== undefined) continue;
    if (described && name === BLOSC) continue;
    attributes.set(name, { value });
  }
  return attributes;
}

function dimensionsOf(root: JsonNode | undefined, rank: number): readonly Dimension[] {
  const value = root?.type === "object" ? root.members.get(DIMENSIONS) : undefined;
  const names = value === undefined ? undefined : dimensionNames(value, rank);
  return names?.map((name) => ({ name })) ?? Array.from({ length: rank }, () => ({ name: undefined }));
}

/** The names of dimensions; undefined if the value is not a list of the right length. */
export function dimensionNames(value: JsonNode, rank: number): readonly (string | undefined)[] | undefined {
  if (value.type !== "array" || value.items.length !== rank) return undefined;
  if (!value.items.every(({ type }) => type === "string" || type === "null")) return undefined;
  return value.items.map((item) => (item.type === "string" ? item.value : undefined));
}

/** The metadata that describes an array, followed by its attributes. */
export function describeArray(
  dtype: string,
  { shape, order }: { readonly shape: readonly number[]; readonly order: "C" | "F" },
  node: Pick<ArrayNode, "attributes" | "dimensions">,
  compression: Compression,
): JsonNode {
  const { compressor, level, filter } = compression;
  const names = node.dimensions.map(({ name }) => name ?? null);
  const isUsual =
    compressor === DEFAULT_CHUNKS.compressor && level === DEFAULT_CHUNKS.level && filter === DEFAULT_CHUNKS.filter;
  return jsonObject([
    ["dtype", fromPlain(dtype)],
    ["shape", fromPlain(shape)],
    ["order", fromPlain(order)],
    ["container", fromPlain("numpy")],
    ...(names.some((name) => name !== null) ? [[DIMENSIONS, fromPlain(names)] as const] : []),
    ...(isUsual ? [] : [[BLOSC, jsonObject(compressionMembers(compression))] as const]),
    ...Array.from(node.attributes, ([name, { value }]) => [name, value] as const),
  ]);
}

/** Names that attributes cannot have. */
export function isReserved(name: string): boolean {
  return name === DIMENSIONS || name === BLOSC || DESCRIPTION.includes(name);
}

/** Decoded bytes of an array of this type and shape. */
export function arrayBytes(dataType: FixedDataType, shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, dataType.itemSize);
}

/**
 * NumPy arrays as bloscpack describes them in the metadata of their file: `dtype` as Python's `repr` of the type's
 * description, `shape`, `order` ("C" or "F") and `container` ("numpy"). Before release 0.7.2 `dtype` was plain: `<f4`,
 * or a list.
 */
export const NUMPY = "numpy";

interface NumpyArray {
  readonly dataType: FixedDataType;
  readonly endian: EndianOf;
  readonly shape: readonly number[];
  readonly order: "C" | "F";
}

/** The array that the metadata describes; `undefined` if it describes none. */
export function parseNumpyArray(view: JsonView, notes: Notes): NumpyArray | undefined {
  if (view.node.type !== "object") return undefined;
  const container = view.get("container");
  if (container?.node.type !== "string" || container.node.value !== NUMPY) return undefined;
  const dtype = view.required("dtype");
  const { dataType, endian } = parseNumpyType(spelledType(dtype), notes);
  if (!isFixedSize(dataType)) return dtype.fail(`elements of ${dataType.name} have no fixed size`);
  checkElementSize(dataType, dtype);
  const shape = view
    .required("shape")
    .items()
    .map((length) => length.integer(0));
  return { dataType, endian, shape, order: view.required("order").oneOf(["C", "F"]) };
}

function spelledType(view: JsonView): JsonView {
  if (view.node.type !== "string") return view;
  const literal = parsePythonLiteral(view.node.value) ?? jsonString(view.node.value);
  return jsonView(placed(literal, view.node.offset), view.source, view.field);
}

/** Messages about any part of the type point at the text that contains it. */
function placed(node: JsonNode, offset: number): JsonNode {
  if (node.type === "array") return { ...node, offset, items: node.items.map((item) => placed(item, offset)) };
  return { ...node, offset };
}
