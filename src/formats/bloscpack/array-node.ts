/**
 * A Bloscpack file as an array: of the type and shape that its metadata describe, or else of bytes. All of it is one
 * chunk to the engine; the codec `bloscpack` knows how to read any part of that.
 */

import type { BloscpackHeader } from "../../bytes/blosc/file-header.ts";
import { fromPlain, jsonObject } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, viewDocument } from "../../bytes/json/view.ts";
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { dataTypeNamed, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, Attribute, Dimension } from "../../model/node.ts";
import type { Notes } from "../notes.ts";
import type { EndianOf } from "../spelling/numpy-type.ts";
import { type NumpyArray, parseNumpyArray } from "./data-type.ts";
import type { FileLayout } from "./file-layout.ts";
import { FRAME_CODECS, type FrameHead } from "./frame-head.ts";

/** The member of the metadata that names dimensions, as in Zarr v2. */
export const DIMENSIONS = "_ARRAY_DIMENSIONS";
/** The member that keeps how chunks are made, where that is not bloscpack's default: chunks do not tell all of it. */
const BLOSC = "_BLOSC";
const DESCRIPTION: readonly string[] = ["dtype", "shape", "order", "container"];
/** bloscpack's own default. */
const DEFAULT_LEVEL = 7;
const DEFAULT_COMPRESSOR = "blosclz";

/** Where the chunks are, for the codec. */
export interface ChunkTablePlace {
  readonly chunkSize: number | undefined;
  readonly chunkCount: number;
  readonly tableAt: number;
  readonly dataStart: number;
}

/** What the codec needs to know. */
export interface CodecChoice extends ChunkTablePlace {
  readonly checksum: BloscpackHeader["checksum"];
  readonly endian: EndianOf;
  readonly compressor: string;
  readonly level: number;
  readonly shuffle: "noshuffle" | "shuffle" | "bitshuffle";
  readonly typeSize: number;
}

/** The array in a file of `total` decoded bytes. */
export function arrayOfFile(
  path: string,
  layout: FileLayout,
  table: ChunkTablePlace,
  total: number,
  notes: Notes,
  place: ErrorPlace,
): ArrayNode {
  const view = layout.metadata && viewDocument(layout.metadata.document);
  const described = view && parseNumpyArray(view, notes);
  const array = described ?? bytesArray(total);
  checkTotal(layout, array, total, place);
  const attributes = attributesOf(view?.node, described !== undefined, array.shape.length);
  return {
    kind: "array",
    path,
    dataType: array.dataType,
    shape: array.shape,
    grid: wholeGrid(array.shape),
    codecs: codecChain(array, { ...table, ...choiceOf(layout, array), ...keptChoice(view) }),
    fillValue: undefined,
    dimensions: dimensionsOf(view?.node, array.shape.length),
    attributes,
    chunkKeys: { kind: "default", separator: "/" },
  };
}

function bytesArray(total: number): NumpyArray {
  const dataType = dataTypeNamed("uint8");
  if (dataType === undefined || !isFixedSize(dataType)) throw new Error("uint8 is always known");
  return { dataType, endian: undefined, shape: [total], order: "C" };
}

function checkTotal({ header }: FileLayout, { dataType, shape }: NumpyArray, total: number, place: ErrorPlace): void {
  const expected = shape.reduce((product, length) => product * length, dataType.itemSize);
  if (expected === total || header.chunkCount === 0) return;
  const what = `the chunks hold ${total} bytes, an array of ${dataType.name} [${shape.join(", ")}] has ${expected}`;
  throw new HyperslabError("invalid-data", what, { ...place, field: "shape" });
}

/** The whole array as one chunk. */
export function wholeGrid(shape: readonly number[]): ArrayNode["grid"] {
  return regularGrid(
    shape,
    shape.map((length) => Math.max(1, length)),
    "invalid-data",
  );
}

function choiceOf(
  { header, firstChunk }: FileLayout,
  { endian }: NumpyArray,
): Omit<CodecChoice, keyof ChunkTablePlace> {
  return {
    checksum: header.checksum,
    endian,
    compressor: DEFAULT_COMPRESSOR,
    level: DEFAULT_LEVEL,
    shuffle: "shuffle",
    typeSize: Math.max(1, header.typeSize),
    ...(firstChunk && frameChoice(firstChunk)),
  };
}

/** What a chunk tells of how it was made; lz4hc looks as lz4 does. */
export function frameChoice({ flags }: FrameHead): Pick<CodecChoice, "compressor" | "shuffle"> {
  const compressor = FRAME_CODECS[flags >> 5] ?? DEFAULT_COMPRESSOR;
  return { compressor, shuffle: (flags & 1) !== 0 ? "shuffle" : (flags & 4) !== 0 ? "bitshuffle" : "noshuffle" };
}

const SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"] as const;

/** What the metadata keep about how chunks are made; anything else under that name is somebody's own. */
export function keptChoice(view: JsonView | undefined): Partial<Pick<CodecChoice, "compressor" | "level" | "shuffle">> {
  const kept = view?.node.type === "object" ? view.get(BLOSC) : undefined;
  if (kept === undefined || kept.node.type !== "object") return {};
  try {
    return {
      compressor: kept.required("cname").string(),
      level: kept.required("clevel").integer(0, 9),
      shuffle: kept.required("shuffle").oneOf(SHUFFLES),
    };
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return {};
    throw error;
  }
}

/** The chain of a node of this format: a transposition where the elements lie in Fortran's order. */
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
    ["cname", fromPlain(choice.compressor)],
    ["clevel", fromPlain(choice.level)],
    ["shuffle", fromPlain(choice.shuffle)],
    ["typesize", fromPlain(choice.typeSize)],
  ]);
  const file: CodecSpec = { name: "bloscpack", configuration };
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
    if (name === DIMENSIONS && namesOf(value, rank) !== undefined) continue;
    if (described && name === BLOSC) continue;
    attributes.set(name, { value });
  }
  return attributes;
}

function dimensionsOf(root: JsonNode | undefined, rank: number): readonly Dimension[] {
  const value = root?.type === "object" ? root.members.get(DIMENSIONS) : undefined;
  const names = value === undefined ? undefined : namesOf(value, rank);
  return names?.map((name) => ({ name })) ?? Array.from({ length: rank }, () => ({ name: undefined }));
}

function namesOf(value: JsonNode, rank: number): readonly (string | undefined)[] | undefined {
  if (value.type !== "array" || value.items.length !== rank) return undefined;
  if (!value.items.every(({ type }) => type === "string" || type === "null")) return undefined;
  return value.items.map((item) => (item.type === "string" ? item.value : undefined));
}

/** The metadata that describe an array, with its attributes behind. */
export function describeArray(
  dtype: string,
  { shape, order }: { readonly shape: readonly number[]; readonly order: "C" | "F" },
  node: Pick<ArrayNode, "attributes" | "dimensions">,
  { compressor, level, shuffle }: Pick<CodecChoice, "compressor" | "level" | "shuffle">,
): JsonNode {
  const names = node.dimensions.map(({ name }) => name ?? null);
  const usual = compressor === DEFAULT_COMPRESSOR && level === DEFAULT_LEVEL && shuffle === "shuffle";
  const kept = fromPlain({ cname: compressor, clevel: level, shuffle });
  return jsonObject([
    ["dtype", fromPlain(dtype)],
    ["shape", fromPlain(shape)],
    ["order", fromPlain(order)],
    ["container", fromPlain("numpy")],
    ...(names.some((name) => name !== null) ? [[DIMENSIONS, fromPlain(names)] as const] : []),
    ...(usual ? [] : [[BLOSC, kept] as const]),
    ...Array.from(node.attributes, ([name, { value }]) => [name, value] as const),
  ]);
}

/** Names that attributes cannot have. */
export function isReserved(name: string): boolean {
  return name === DIMENSIONS || name === BLOSC || DESCRIPTION.includes(name);
}

/** So many decoded bytes has an array of this type and shape. */
export function arrayBytes(dataType: FixedDataType, shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, dataType.itemSize);
}
