/** Documents of the alpha (`meta/root/PATH.array.json`, `.group.json`) to nodes. */
import { withoutMember } from "../../bytes/json/make.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { type ChunkGrid, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, Dimension, GroupNode } from "../../model/node.ts";
import { atView, placeOf } from "../documents/document-errors.ts";
import type { Notes } from "../notes.ts";
import { checkElementSize, parseChunkShape, parseShape } from "../spelling/array-shape.ts";
import { type NamedAttributes, parseAttributes, parseNamedAttributes } from "../spelling/attributes.ts";
import { parseFillValue } from "../zarr-v2/fill-value.ts";
import { checkExtensions } from "../zarr-v3/extension.ts";
import { parseChunkKeys } from "./chunk-key.ts";
import { parseCodecs, parseShards, shardCodec } from "./codecs.ts";
import { parseDataType } from "./data-type.ts";

/** A group; one that is only implied by what lies below it has no document. */
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

/** zarr-python keeps filters among the attributes; undefined if what is there is the user's own. */
function filtersIn(attributes: JsonView | undefined, notes: Notes): readonly JsonView[] | undefined {
  const member = attributes?.get(FILTERS);
  if (member === undefined || member.node.type !== "array" || member.node.items.length === 0) return undefined;
  const items = member.items();
  if (!items.every(({ node }) => node.type === "object" && node.members.get("id")?.type === "string")) return undefined;
  notes.add(member, "filters among the attributes; taken as the filters of the array, and as no attribute");
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
