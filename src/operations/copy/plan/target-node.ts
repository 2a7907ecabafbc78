/** Nodes of the source in terms of the target, and whether the same bytes mean the same chunk in both. */
import { jsonEquals } from "../../../bytes/json/make.ts";
import { jsonView } from "../../../bytes/json/view.ts";
import { parseCodecList } from "../../../codecs/configuration.ts";
import type { NdArray } from "../../../dataset/array/nd-array.ts";
import { codecChain, innerChunkShape, shardingSpec } from "../../../dataset/tree/codec-chain.ts";
import { chunkKeysOf, gridOf } from "../../../dataset/tree/create-node.ts";
import type { Group } from "../../../dataset/tree/group.ts";
import { atPlace, isHyperslabError } from "../../../errors.ts";
import type { Hierarchy } from "../../../formats/format.ts";
import { findCodec } from "../../../model/codec-catalogue/catalogue.ts";
import type { CodecSpec } from "../../../model/codec-spec.ts";
import { sameDataType } from "../../../model/data-types/data-type.ts";
import { type ChunkGrid, chunkShapeOf, regularGrid } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode, Dimension, GroupNode, NodeOrigin } from "../../../model/node.ts";
import { zeroElement } from "../../../model/values/fill-value.ts";
import { joinKey } from "../../../stores/store-key.ts";
import { sameItem } from "../mismatch.ts";
import type { TargetLayout } from "./layout.ts";

/** Anything that the target cannot hold is refused here, before anything is written. */
export function targetGroup(group: Group, hierarchy: Hierarchy, path: string): GroupNode {
  const origin = movedOrigin(group, hierarchy, path);
  const { attributes, dimensions } = group.node;
  const moved: GroupNode = {
    kind: "group",
    path,
    attributes,
    ...(dimensions && { dimensions }),
    ...(origin && { origin }),
  };
  const given = hierarchy.normalize?.(moved) ?? moved;
  return given.kind === "group" ? given : moved;
}

/** The same for an array, which gets the requested layout. */
export function targetArray(array: NdArray, hierarchy: Hierarchy, path: string, layout: TargetLayout): ArrayNode {
  try {
    const node = relaid(array, hierarchy, path, layout);
    // Documents describe how chunks are encoded, so they are kept only if that stays the same.
    const origin = sameEncoding(array.node, node) ? movedOrigin(array, hierarchy, path) : undefined;
    return expressible(hierarchy, node, layout, origin);
  } catch (error) {
    throw atPlace(error, { location: array.hierarchy.store.location, node: array.path });
  }
}

/** The source's node at its new path, with the requested layout. */
function relaid(array: NdArray, hierarchy: Hierarchy, path: string, layout: TargetLayout): ArrayNode {
  const { origin: _, ...source } = array.node;
  const node = { ...source, codecs: portableCodecs(source) };
  const keepsKeys = layout.chunkKeys === undefined && array.hierarchy.format === hierarchy.format;
  const chunkKeys = keepsKeys ? node.chunkKeys : chunkKeysOf(layout.chunkKeys);
  const dimensions = node.dimensions.map((dimension) => movedDimension(dimension, node.path, path));
  const moved: ArrayNode = { ...node, path, chunkKeys, dimensions };
  const { chunks, shards, codecs } = layout;
  if (chunks === undefined && shards === undefined && codecs === undefined) return moved;
  const inner = innerChunkShape(node.codecs);
  const chain = codecs === undefined ? innerCodecs(node.codecs) : codecChain(codecs, node.dataType);
  if (chunks === undefined && shards === undefined) {
    return { ...moved, codecs: inner === undefined ? chain : [shardingSpec(inner, chain)] };
  }
  const kept = chunks ?? array.chunks ?? "auto";
  const { grid, inner: innerShape } = gridOf(node.shape, node.dimensions, node.dataType, { chunks: kept, shards });
  // Automatic shards that would hold one chunk each are pointless.
  const pointless = shards === "auto" && innerShape?.join() === chunkShapeOf(grid)?.join();
  return { ...moved, grid, codecs: innerShape === undefined || pointless ? chain : [shardingSpec(innerShape, chain)] };
}

/** Codecs that belong to file formats are left out, because no document may name them. */
function portableCodecs({ codecs, dataType }: Pick<ArrayNode, "codecs" | "dataType">): readonly CodecSpec[] {
  if (!codecs.some(({ name }) => findCodec(name)?.internal === true)) return codecs;
  const serializer = codecChain([], dataType);
  return codecs.flatMap((codec) => {
    const facts = findCodec(codec.name);
    if (facts?.internal !== true) return codec;
    return facts.kind === "array-to-bytes" ? serializer : [];
  });
}

/** The dimension in the group as far above the array as before; without a group if the target has none there. */
function movedDimension({ group, ...dimension }: Dimension, from: string, to: string): Dimension {
  if (group === undefined) return dimension;
  const depth = (path: string): number => (path === "" ? 0 : path.split("/").length);
  const kept = depth(to) - (depth(from) - depth(group));
  return kept < 0 ? dimension : { ...dimension, group: to.split("/").slice(0, kept).join("/") };
}

/**
 * A format without shards gets the inner chunks as its chunks, and one with few codecs its own default in place of any
 * that it lacks. Anything else that it lacks, the format itself refuses.
 */
function expressible(
  hierarchy: Hierarchy,
  node: ArrayNode,
  layout: TargetLayout,
  origin: NodeOrigin | undefined,
): ArrayNode {
  let refusal: unknown;
  const spelled = origin === undefined ? node : { ...node, origin };
  for (const wanted of [spelled, ...alternatives(hierarchy, node, layout)]) {
    try {
      const given = hierarchy.normalize?.(wanted) ?? wanted;
      return given.kind === "array" ? given : wanted;
    } catch (error) {
      if (!isHyperslabError(error)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

function* alternatives(hierarchy: Hierarchy, node: ArrayNode, layout: TargetLayout): Generator<ArrayNode> {
  const inner = layout.shards === undefined ? innerChunkShape(node.codecs) : undefined;
  const plain =
    inner === undefined ? node : { ...node, grid: regularGrid(node.shape, inner), codecs: innerCodecs(node.codecs) };
  if (plain !== node) yield plain;
  const codecs = layout.codecs === undefined ? hierarchy.defaultCodecs?.(node.dataType) : undefined;
  if (codecs !== undefined) yield { ...plain, codecs: codecChain(codecs, node.dataType) };
}

/**
 * The documents of a node with their keys at the new path. Kept within a historic format, so that a copy keeps their
 * spelling: unknown members, `3.0` for an integer, the order of members. Undefined if they are to be rewritten.
 */
function movedOrigin({ node, hierarchy }: Group | NdArray, target: Hierarchy, path: string): NodeOrigin | undefined {
  if (node.origin === undefined || target.historic !== true || hierarchy.format !== target.format) return undefined;
  const moved = Array.from(node.origin.documents, ([key, document]) => {
    return [joinKey(path, node.path === "" ? key : key.slice(node.path.length + 1)), document] as const;
  });
  return { documents: new Map(moved) };
}

/** Returns whether the same bytes mean the same chunk in both nodes. The meaning of absent chunks is compared by `sameFill`. */
export function sameEncoding(a: ArrayNode, b: ArrayNode): boolean {
  return (
    sameDataType(a.dataType, b.dataType) &&
    sameGrid(a.grid, b.grid) &&
    (sameFill(a, b) || !b.codecs.some(isSharding)) &&
    a.codecs.length === b.codecs.length &&
    a.codecs.every((spec, i) => sameCodec(spec, b.codecs[i]!))
  );
}

export function sameCodec(a: CodecSpec, b: CodecSpec): boolean {
  return a.name === b.name && jsonEquals(a.configuration, b.configuration);
}

/** Within a shard, the fill value decides which chunks are omitted. */
function isSharding({ name }: CodecSpec): boolean {
  return name === "sharding_indexed";
}

/**
 * Returns whether chunks of `b` may be absent where those of `a` are. Without a fill value they read as zero here, but
 * other programs may read anything: the value may become defined, but not undefined.
 */
export function sameFill(a: ArrayNode, b: ArrayNode): boolean {
  if (b.fillValue === undefined) return a.fillValue === undefined;
  return sameItem(a.fillValue ?? zeroElement(a.dataType), b.fillValue);
}

export function sameGrid(a: ChunkGrid, b: ChunkGrid): boolean {
  return a.every((dimension, axis) => {
    const other = b[axis]!;
    if (dimension.kind === "fixed") return other.kind === "fixed" && other.size === dimension.size;
    return other.kind === "varying" && other.sizes.join() === dimension.sizes.join();
  });
}

/**
 * Blosc frames with zstd written by zarr 1.1.0 contain frames of zstd 0.7, which few readers of other formats support,
 * so they are not moved byte for byte. Zarr 1 has zstd only in its last release, so every such frame counts.
 */
export function holdsOldZstd({ hierarchy, node }: NdArray): boolean {
  return hierarchy.format === "zarr1" && node.codecs.some(isBloscZstd);
}

function isBloscZstd({ name, configuration }: NdArray["node"]["codecs"][number]): boolean {
  return name === "blosc" && jsonView(configuration).get("cname")?.string() === "zstd";
}

/** The chain that encodes the smallest chunks: that of the innermost shard, or the whole chain. */
export function innerCodecs(codecs: readonly CodecSpec[]): readonly CodecSpec[] {
  const at = codecs.findIndex((spec) => spec.name === "sharding_indexed");
  if (at < 0) return codecs;
  const inner = jsonView(codecs[at]!.configuration).required("codecs");
  return [...codecs.slice(0, at), ...innerCodecs(parseCodecList(inner))];
}
