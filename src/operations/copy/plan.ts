/** How one array is copied: its node in the target's words, and whether its chunks can be passed through. */
import { jsonEquals } from "../../bytes/json/make.ts";
import { jsonView } from "../../bytes/json/view.ts";
import { type ArrayHandle, arrayHandle } from "../../dataset/array/array-handle.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { codecChain, innerChunkShape, shardingSpec } from "../../dataset/tree/codec-chain.ts";
import { chunkKeysOf, gridOf } from "../../dataset/tree/create-node.ts";
import { atPlace, isHyperslabError } from "../../errors.ts";
import type { Hierarchy } from "../../formats/format.ts";
import type { CodecSpec } from "../../model/codec-spec.ts";
import { sameDataType } from "../../model/data-types/data-type.ts";
import { type ChunkGrid, chunkCount, chunkShapeOf, firstChunkShape, regularGrid } from "../../model/grid/chunk-grid.ts";
import { planChunks } from "../../model/grid/chunk-plan.ts";
import type { ArrayNode, NodeOrigin } from "../../model/node.ts";
import { sameElement } from "../../model/values/fill-value.ts";
import { holdsOldZstd } from "../old-zstd.ts";
import { blockGrid } from "./blocks.ts";
import type { TargetLayout } from "./layout.ts";
import { movedOrigin } from "./origin.ts";
import { blockSelection, type CopyUnits, everyUnit, listedChunks, unitsOf } from "./units.ts";

export interface ArrayCopyPlan {
  readonly source: ArrayHandle;
  readonly target: ArrayHandle;
  /** True: stored chunks are moved byte for byte. */
  readonly passThrough: boolean;
  /** What is copied at once when chunks are not passed through: whole chunks of the target. */
  readonly blocks: ChunkGrid;
  /** What of the blocks is copied. */
  readonly units: CopyUnits;
  /** Chunks of the target, for progress. */
  readonly steps: number;
  /** Chunks that would be passed through, and that the source's listing proves to be absent. */
  readonly unlisted: number;
}

/** Whatever cannot be read from the source or written to the target is refused here, before anything is written. */
export async function planArrayCopy(
  array: NdArray,
  hierarchy: Hierarchy,
  path: string,
  layout: TargetLayout,
  signal?: AbortSignal,
): Promise<ArrayCopyPlan> {
  const node = targetNode(array, hierarchy, path, layout);
  const source = arrayHandle(array.hierarchy, array.node);
  const target = arrayHandle(hierarchy, node);
  const stays = hierarchy.format === array.hierarchy.format;
  const passThrough = sameEncoding(array.node, node) && (stays || !holdsOldZstd(array));
  if (!passThrough) {
    await source.pipelineFor(firstChunkShape(array.node.grid));
    await target.pipelineFor(firstChunkShape(node.grid));
  }
  const stored = await listedChunks(source, signal);
  const { itemSize } = node.dataType;
  const blocks = passThrough ? node.grid : blockGrid(array.node.grid, node.grid, itemSize, stored === undefined);
  if (stored === undefined) {
    const units = everyUnit(blocks);
    return { source, target, passThrough, blocks, units, steps: chunkCount(node.grid), unlisted: 0 };
  }
  const units = unitsOf(blocks, array.node.grid, stored);
  const steps = passThrough ? units.count : stepsOf(node.grid, blocks, units);
  const unlisted = passThrough ? chunkCount(array.node.grid) - units.count : 0;
  return { source, target, passThrough, blocks, units, steps, unlisted };
}

/** Chunks of the target in these units. */
function stepsOf(grid: ChunkGrid, blocks: ChunkGrid, units: CopyUnits): number {
  let steps = 0;
  for (const [, coords] of units.from(0)) steps += planChunks(grid, blockSelection(blocks, coords)).stepCount;
  return steps;
}

function targetNode(array: NdArray, hierarchy: Hierarchy, path: string, layout: TargetLayout): ArrayNode {
  try {
    const node = relaid(array, hierarchy, path, layout);
    // Documents say how chunks are encoded: they stay as they are if these do.
    const origin = sameEncoding(array.node, node) ? movedOrigin(array, hierarchy, path) : undefined;
    return expressible(hierarchy, node, layout, origin);
  } catch (error) {
    throw atPlace(error, { location: array.hierarchy.store.location, node: array.path });
  }
}

/** The source's node at its new path, with the layout that the caller asked for. */
function relaid(array: NdArray, hierarchy: Hierarchy, path: string, layout: TargetLayout): ArrayNode {
  const { origin: _, ...node } = array.node;
  const keepsKeys = layout.chunkKeys === undefined && array.hierarchy.format === hierarchy.format;
  const moved: ArrayNode = { ...node, path, chunkKeys: keepsKeys ? node.chunkKeys : chunkKeysOf(layout.chunkKeys) };
  const { chunks, shards, codecs } = layout;
  if (chunks === undefined && shards === undefined && codecs === undefined) return moved;
  const inner = innerChunkShape(node.codecs);
  const chain = codecs === undefined ? innerCodecs(node.codecs) : codecChain(codecs, node.dataType);
  if (chunks === undefined && shards === undefined) {
    return { ...moved, codecs: inner === undefined ? chain : [shardingSpec(inner, chain)] };
  }
  const kept = chunks ?? array.chunks ?? "auto";
  const { grid, inner: innerShape } = gridOf(node.shape, node.dimensions, node.dataType, { chunks: kept, shards });
  // Shards that were left to us and would hold one chunk each are only a detour.
  const pointless = shards === "auto" && innerShape?.join() === chunkShapeOf(grid)?.join();
  return { ...moved, grid, codecs: innerShape === undefined || pointless ? chain : [shardingSpec(innerShape, chain)] };
}

/**
 * A format without shards gets the inner chunks as its chunks, and one with few codecs its own default in place of any
 * that it lacks. Whatever else it lacks is its own refusal.
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

/** The chain that encodes the smallest chunks: that of the innermost shard, or the whole chain. */
function innerCodecs(codecs: readonly CodecSpec[]): readonly CodecSpec[] {
  const at = codecs.findIndex((spec) => spec.name === "sharding_indexed");
  if (at < 0) return codecs;
  const inner = jsonView(codecs[at]!.configuration).required("codecs").items();
  const chain = inner.map((item): CodecSpec => {
    const configuration = item.get("configuration")?.object();
    return {
      name: item.required("name").string(),
      configuration: configuration ?? { type: "object", members: new Map(), offset: -1 },
    };
  });
  return [...codecs.slice(0, at), ...innerCodecs(chain)];
}

/** Do the same bytes mean the same chunk in both nodes? */
export function sameEncoding(a: ArrayNode, b: ArrayNode): boolean {
  return (
    sameDataType(a.dataType, b.dataType) &&
    sameGrid(a.grid, b.grid) &&
    sameFill(a, b) &&
    a.codecs.length === b.codecs.length &&
    a.codecs.every((spec, i) => sameCodec(spec, b.codecs[i]!))
  );
}

export function sameCodec(a: CodecSpec, b: CodecSpec): boolean {
  return a.name === b.name && jsonEquals(a.configuration, b.configuration);
}

/** An undefined fill value may become a defined one: absent chunks of it read as zero before and after. */
function sameFill(a: ArrayNode, b: ArrayNode): boolean {
  if (a.fillValue === undefined || b.fillValue === undefined) return true;
  return sameElement(a.fillValue, b.fillValue);
}

export function sameGrid(a: ChunkGrid, b: ChunkGrid): boolean {
  return a.every((dimension, axis) => {
    const other = b[axis]!;
    if (dimension.kind === "fixed") return other.kind === "fixed" && other.size === dimension.size;
    return other.kind === "varying" && other.sizes.join() === dimension.sizes.join();
  });
}
