/** Everything needed to read and write an open array: its node, the location of its chunks, and its codec pipeline. */
import type { ObjectVersion } from "../../bytes/source/byte-source.ts";
import type { Pipeline } from "../../codecs/codec.ts";
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import { atPlace } from "../../errors.ts";
import type { ChunkAccess, Hierarchy } from "../../formats/format.ts";
import { parseDataType } from "../../model/data-types/data-type.ts";
import type { ArrayNode } from "../../model/node.ts";
import type { AxisSelection } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import {
  type CacheStats,
  type ChunkCache,
  chunkCache,
  forgetObject,
  sharedCache,
  type VersionedMemo,
} from "../engine/chunk-cache.ts";
import type { DecodeOptions } from "./decoding.ts";

export interface ArrayHandle {
  readonly hierarchy: Hierarchy;
  readonly node: ArrayNode;
  readonly access: ChunkAccess;
  /** What is remembered of a chunk's object, for a read of this version. */
  memo(coords: readonly number[], version: ObjectVersion): VersionedMemo;
  /** Returns whether anything is remembered of the chunk. */
  remembers(coords: readonly number[]): boolean;
  /** Must be called when the chunk's object is replaced. */
  forget(coords: readonly number[]): void;
  stats(): CacheStats;
  /** The pipeline for chunks of this shape, bound once. */
  pipelineFor(shape: readonly number[]): Promise<Pipeline>;
  /** The array in larger chunks, if the selection is read faster from those. */
  larger?(selection: readonly AxisSelection[]): ArrayHandle | undefined;
}

/** Memory limits of an array. */
export interface HandleOptions {
  /** Size in bytes of a separate cache for this array. Omitted: the cache shared by all arrays. */
  readonly cacheBytes?: number | undefined;
  /** The largest size in bytes that a chunk of variable-length items may decode to. */
  readonly maxChunkBytes?: number | undefined;
  /** Whether reads are decoded unless they say otherwise. */
  readonly decode?: boolean | DecodeOptions | undefined;
}

/**
 * The array with its variable-length objects as stored bytes, whatever they represent; undefined if its elements are
 * not stored as separate objects. Nothing is cached, because caches hold decoded objects.
 */
export function objectsAsBytes({ hierarchy, node }: Pick<ArrayHandle, "hierarchy" | "node">): ArrayHandle | undefined {
  if (node.codecs.at(-1)?.name !== "bloscpack-varlen") return undefined;
  const dataType = parseDataType("bytes");
  return arrayHandle(hierarchy, { ...node, dataType, fillValue: new Uint8Array(0) }, { cacheBytes: 0 });
}

export function arrayHandle(
  hierarchy: Hierarchy,
  node: ArrayNode,
  options: HandleOptions = {},
  access: ChunkAccess = hierarchy.chunks(node),
): ArrayHandle {
  const cache: ChunkCache = options.cacheBytes === undefined ? sharedCache : chunkCache(options.cacheBytes);
  const counts = { hits: 0, misses: 0 };
  const bound = new Map<string, Promise<Pipeline>>();
  const fillValue = node.fillValue ?? zeroElement(node.dataType);
  let larger: ArrayHandle | undefined;
  return {
    hierarchy,
    node,
    access,
    memo: (coords, version) => cache.of(access.cacheName(coords), version, counts),
    remembers: (coords) => cache.has(access.cacheName(coords)),
    forget: (coords) => forgetObject(access.cacheName(coords)),
    stats: () => ({ bytes: cache.bytes, budget: cache.budget, ...counts }),
    pipelineFor: (shape) => {
      const name = shape.join();
      const known = bound.get(name);
      if (known !== undefined) return known;
      const type = { dataType: node.dataType, shape, fillValue };
      const limits = { maxLength: options.maxChunkBytes };
      const pipeline = bindPipeline(node.codecs, type, undefined, limits).catch((error) => {
        throw atPlace(error, { location: access.location, node: node.path });
      });
      bound.set(name, pipeline);
      return pipeline;
    },
    larger: (selection) => {
      const found = access.larger?.(selection);
      return found && (larger ??= arrayHandle(hierarchy, { ...node, grid: found.grid }, options, found.access));
    },
  };
}
