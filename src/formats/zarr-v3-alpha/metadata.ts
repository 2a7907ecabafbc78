/** Documents of the alpha (`meta/root/PATH.array.json`, `.group.json`) to nodes. */
import { fromPlain, jsonArray, jsonInteger, jsonObject, jsonString, withoutMember } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { dataTypeNamed } from "../../model/data-types/data-type.ts";
import { type ChunkGrid, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, ChunkKeyEncoding, Dimension, GroupNode } from "../../model/node.ts";
import type { Store } from "../../stores/store.ts";
import { chunksBelow } from "../documents/chunk-access.ts";
import { atView, placeOf } from "../documents/document.ts";
import { joinPath } from "../documents/node-path.ts";
import type { ChunkAccess } from "../format.ts";
import type { Notes } from "../notes.ts";
import {
  checkElementSize,
  type NamedAttributes,
  parseAttributes,
  parseChunkShape,
  parseNamedAttributes,
  parseShape,
} from "../spelling/members.ts";
import type { NumpyType } from "../spelling/numpy-type.ts";
import { parseCodecs as parseV2Codecs } from "../zarr-v2/codecs.ts";
import { parseFillValue } from "../zarr-v2/fill-value.ts";
import { parseDataType as parseNumpyOrObject } from "../zarr-v2/metadata.ts";
import { checkExtensions } from "../zarr-v3/extension.ts";

/** A group; one that is only implied by the nodes below it has no document. */
export function parseGroup(path: string, view: JsonView | undefined, notes: Notes): GroupNode {
  checkExtensions(view?.get("extensions"), notes);
  return { kind: "group", path, attributes: parseAttributes(view && attributesOf(view)) };
}

/** GDAL writes `null` for none. */
function attributesOf(view: JsonView): JsonView | undefined {
  const attributes = view.get("attributes");
  return attributes?.isNull() === true ? undefined : attributes;
}

export function parseArray(path: string, view: JsonView, notes: Notes): ArrayNode {
  checkExtensions(view.get("extensions"), notes);
  const shape = parseShape(view.required("shape"));
  const filters = filtersIn(attributesOf(view), notes);
  const type = parseDataType(view.required("data_type"), filters ?? [], notes);
  checkElementSize(type.dataType, view.required("data_type"));
  const grid = view.required("chunk_grid");
  const chunks = chunkShapeIn(grid, shape, notes);
  const chain = parseCodecs(view, filters ?? [], type, shape.length, notes);
  const perShard = shape.length === 0 ? undefined : parseShards(view.get("storage_transformers"), shape.length);
  const stored = perShard === undefined ? chunks : chunks.map((length, axis) => length * perShard[axis]!);
  return {
    kind: "array",
    path,
    dataType: type.dataType,
    shape,
    grid: gridOf(grid, shape, stored),
    codecs: perShard === undefined ? chain : [shardCodec(chunks, chain)],
    fillValue: parseFillValue(view.required("fill_value"), type, notes),
    chunkKeys: parseChunkKeys(grid, notes),
    ...namesAndAttributes(view, filters !== undefined, shape.length, notes),
  };
}

function chunkShapeIn(view: JsonView, shape: readonly number[], notes: Notes): readonly number[] {
  const type = view.required("type");
  if (view.get("extension") !== undefined || type.string() !== "regular") {
    const what = `the chunk grid ${JSON.stringify(type.string())} is not known`;
    throw new HyperslabError("unsupported", what, placeOf(type));
  }
  return parseChunkShape(view.required("chunk_shape"), shape, notes);
}

function gridOf(view: JsonView, shape: readonly number[], chunks: readonly number[]): ChunkGrid {
  return atView(view, () => regularGrid(shape, chunks, "invalid-data"));
}

const FILTERS = "filters";

/** zarr-python keeps filters among the attributes; undefined if the attribute is the user's own. */
function filtersIn(attributes: JsonView | undefined, notes: Notes): readonly JsonView[] | undefined {
  const member = attributes?.get(FILTERS);
  if (member === undefined || member.node.type !== "array" || member.node.items.length === 0) return undefined;
  const items = member.items();
  if (!items.every(({ node }) => node.type === "object" && node.members.get("id")?.type === "string")) return undefined;
  notes.add(member, "filters among the attributes; read as the filters of the array, not as an attribute");
  return items;
}

function namesAndAttributes(view: JsonView, hasFilters: boolean, rank: number, notes: Notes): NamedAttributes {
  const member = attributesOf(view);
  const attributes = hasFilters ? withoutFilters(member!) : member;
  const named = parseNamedAttributes(attributes, rank, notes);
  const names = view.get("dimension_names");
  if (names === undefined || names.isNull()) return named;
  const dimensions = names.items().map((name): Dimension => ({ name: name.isNull() ? undefined : name.string() }));
  if (dimensions.length !== rank) names.fail(`${dimensions.length} names for an array of ${rank} dimensions`);
  return { attributes: named.attributes, dimensions };
}

function withoutFilters({ node, source, field }: JsonView): JsonView {
  return node.type === "object" ? jsonView(withoutMember(node, FILTERS), source, field) : jsonView(node, source, field);
}

/**
 * Chunk keys in the alpha: `data/root/a/b/c1/23`, with the letter directly before the first index. A document without a
 * separator is from 2020, when they were `data/a/b/1.23`.
 */
function parseChunkKeys(grid: JsonView, notes: Notes): ChunkKeyEncoding {
  const separator = grid.get("separator");
  if (separator !== undefined) return { kind: "v2", separator: separator.oneOf(["/", "."]), prefix: "c" };
  notes.add(grid, "no separator, as in 2020; chunk keys are assumed to be data/PATH/0.0");
  return { kind: "v2", separator: "." };
}

/** Read-only chunk access; nothing of the alpha is written. */
export function chunkAccess(store: Store, array: ArrayNode): ChunkAccess {
  const base = joinPath(array.chunkKeys.prefix === undefined ? "data" : "data/root", array.path);
  const { set: _set, delete: _delete, ...readable } = chunksBelow(store, array, array.chunkKeys, base);
  return readable;
}

// Data types of the alpha: `bool`, `i1`, `<f8`, `r24`, and extensions `{"extension": URI, "type": NumPy's spelling,
// "fallback": ...}`. Some URIs of zarr-python are placeholders ("TODO: ..."), so only the type counts.

/** The type of an array's elements; `filters` are its filters in order, which determine the contents of objects. */
function parseDataType(view: JsonView, filters: readonly JsonView[], notes: Notes): NumpyType {
  if (view.node.type !== "object") return parseCoreType(view, filters, notes);
  try {
    return parseNumpyOrObject(view.required("type"), filters, notes);
  } catch (error) {
    const fallback = view.get("fallback");
    if (!isHyperslabError(error, "unsupported") || fallback === undefined || fallback.isNull()) throw error;
    return parseFallback(view, fallback, error, notes);
  }
}

function parseCoreType(view: JsonView, filters: readonly JsonView[], notes: Notes): NumpyType {
  const name = view.string();
  if (name === "bool") return parseNumpyOrObject(jsonView(jsonString("|b1"), view.source, view.field), filters, notes);
  const raw = /^r\d+$/.test(name) ? dataTypeNamed(name) : undefined;
  return raw === undefined ? parseNumpyOrObject(view, filters, notes) : { dataType: raw, endian: undefined };
}

/** One type or several, of which the first known one counts. */
function parseFallback(view: JsonView, fallback: JsonView, refusal: unknown, notes: Notes): NumpyType {
  for (const candidate of fallback.node.type === "array" ? fallback.items() : [fallback]) {
    try {
      const type = parseDataType(candidate, [], notes);
      notes.add(view, "an unknown data type; read as its fallback");
      return type;
    } catch (error) {
      if (!isHyperslabError(error, "unsupported")) throw error;
    }
  }
  throw refusal;
}

// How a chunk is encoded in the alpha: filters (kept among the attributes by zarr-python), one `compressor`, the memory layout,
// and shards as a storage transformer: `chunks_per_shard` chunks in one value, with an index of (offset, length) pairs at its
// end, without a checksum.

/** The chain of one chunk, as Zarr v2 would describe it. */
function parseCodecs(
  view: JsonView,
  filters: readonly JsonView[],
  type: NumpyType,
  rank: number,
  notes: Notes,
): readonly CodecSpec[] {
  const compressor = view.get("compressor");
  const list = view.get("codecs");
  const codecs = list === undefined || list.isNull() ? [] : list.items().map((item) => numcodecsForm(item, "type"));
  const encoding = {
    order: view.get("chunk_memory_layout")?.oneOf(["C", "F"]) ?? "C",
    filters: [...filters, ...codecs],
    compressor: compressor === undefined || compressor.isNull() ? undefined : numcodecsForm(compressor, "codec"),
  } as const;
  return parseV2Codecs(encoding, type, rank, notes);
}

const CODEC = /^https?:\/\/purl\.org\/zarr\/spec\/codecs?\/([a-z0-9_-]+)\/1\.\d+$/;

/** `{"codec": URI, "configuration": {...}}` in the form of numcodecs: `{"id": name, ...}`. */
function numcodecsForm(view: JsonView, member: "codec" | "type"): JsonView {
  const uri = view.required(member);
  const name = CODEC.exec(uri.string())?.[1];
  if (name === undefined) {
    throw new HyperslabError("unsupported", `the codec ${JSON.stringify(uri.string())} is not known`, placeOf(uri));
  }
  const configuration = view.get("configuration");
  const members = configuration === undefined || configuration.isNull() ? [] : configuration.object().members;
  return jsonView(jsonObject([["id", jsonString(name)], ...members]), view.source, view.field);
}

const SHARDING = /^https?:\/\/purl\.org\/zarr\/spec\/storage_transformers\/sharding\/1\.\d+$/;

/** The number of chunks per shard along each dimension; undefined if there are no shards. */
function parseShards(view: JsonView | undefined, rank: number): readonly number[] | undefined {
  if (view === undefined || view.isNull()) return undefined;
  const [transformer, ...others] = view.items();
  if (transformer === undefined) return undefined;
  const name = transformer.required("extension");
  const type = transformer.required("type");
  if (others.length > 0 || !SHARDING.test(name.string()) || type.string() !== "indexed") {
    const unknown = others[0]?.required("extension") ?? name;
    const what = `the storage transformer ${JSON.stringify(unknown.string())} is not known here`;
    throw new HyperslabError("unsupported", what, placeOf(unknown));
  }
  const counts = transformer.required("configuration").required("chunks_per_shard");
  const lengths = counts.node.type === "number" ? Array<JsonView>(rank).fill(counts) : counts.items();
  if (lengths.length !== rank) counts.fail(`${lengths.length} numbers for an array of ${rank} dimensions`);
  return lengths.map((length) => length.integer(1));
}

/** The shard as a codec: chunks of this shape by this chain, then the index. */
function shardCodec(chunkShape: readonly number[], codecs: readonly CodecSpec[]): CodecSpec {
  return {
    name: "sharding_indexed",
    configuration: jsonObject([
      ["chunk_shape", jsonArray(chunkShape.map(jsonInteger))],
      ["codecs", jsonArray(codecs.map(specNode))],
      ["index_codecs", fromPlain([{ name: "bytes", configuration: { endian: "little" } }])],
      ["index_location", jsonString("end")],
    ]),
  };
}

function specNode({ name, configuration }: CodecSpec): JsonNode {
  const isBare = configuration.members.size === 0;
  return jsonObject([["name", jsonString(name)], ...(isBare ? [] : [["configuration", configuration] as const])]);
}
