/** Making nodes: the caller's options become a checked node, then documents. Nothing is written before all is checked. */
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import { HyperslabError } from "../../errors.ts";
import type { TreeLock } from "../../formats/documents/tree-lock.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { type DataType, type DataTypeInput, parseDataType } from "../../model/data-types/data-type.ts";
import { type ChunkGrid, firstChunkShape, rectilinearGrid, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, ChunkKeyEncoding, Dimension, GroupNode, Node } from "../../model/node.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { scalarToElement } from "../../model/values/typed-data.ts";
import { forgetObjects } from "../engine/chunk-cache.ts";
import { type AttributesInput, withAttributes } from "./attributes.ts";
import { type ChunksInput, resolveChunkShapes } from "./auto-chunks.ts";
import { type CodecInput, codecChain, shardingSpec } from "./codec-chain.ts";
import { exclusively } from "./exclusively.ts";

export interface CreateGroupOptions {
  readonly attributes?: AttributesInput | undefined;
  /** Replace what is there. Without it an existing node is an `exists` error. */
  readonly overwrite?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CreateArrayOptions<D = DataTypeInput> extends CreateGroupOptions {
  readonly shape: readonly number[];
  readonly dtype: D;
  /** `"auto"` (default), lengths, lengths by dimension name, a size as `"16MB"`; nested lists for varying lengths. */
  readonly chunks?: ChunksInput | readonly (number | readonly number[])[] | undefined;
  /** The unit of writing; each shard holds many chunks. Absent: no shards. */
  readonly shards?: ChunksInput | undefined;
  /** Compressors alone, or the whole chain. `[]` = uncompressed. Absent: zstd. */
  readonly codecs?: readonly CodecInput[] | undefined;
  /** How keys of chunks are spelled, for formats with a choice: separator, prefix and suffix of the indices. */
  readonly chunkKeys?: Partial<ChunkKeyEncoding> | undefined;
  /** Default: zero, false, or the empty string. */
  readonly fillValue?: unknown;
  readonly dims?: readonly (string | null | undefined)[] | undefined;
}

/** Writes a new node and its missing ancestors; `replaced` is a hierarchy of another format that has to go first. */
export async function createNode(
  hierarchy: Hierarchy,
  path: string,
  options: CreateGroupOptions | CreateArrayOptions,
  replaced?: Hierarchy,
): Promise<Node> {
  if (hierarchy.writeNode === undefined || hierarchy.store.set === undefined) {
    throw new HyperslabError("not-allowed", `${hierarchy.title} in this store cannot be written`, {
      location: hierarchy.store.location,
    });
  }
  const wanted = isArrayOptions(options) ? await arrayNode(path, options, hierarchy) : groupNode(path, options);
  const node = hierarchy.normalize?.(wanted) ?? wanted;
  const { signal } = options;
  return exclusively(hierarchy, path, signal, async (lock) => {
    await makeRoom(hierarchy, path, options, replaced, lock);
    return hierarchy.writeNode!(node, { signal, lock });
  });
}

export function isArrayOptions(options: CreateGroupOptions | CreateArrayOptions): options is CreateArrayOptions {
  return "shape" in options && options.shape !== undefined;
}

/** Refuses what stands in the way of a node at `path`, or deletes it if overwriting was asked for. */
export async function makeRoom(
  hierarchy: Hierarchy,
  path: string,
  options: CreateGroupOptions,
  replaced?: Hierarchy,
  lock?: TreeLock,
): Promise<void> {
  const { signal } = options;
  await replaced?.deleteNode?.("", { signal, lock }).finally(() => forgetObjects(hierarchy.store));
  const place = { location: hierarchy.store.location, node: path };
  for (let cut = path.lastIndexOf("/"); path !== ""; cut = path.lastIndexOf("/", cut - 1)) {
    const ancestor = await hierarchy.readNode(cut < 0 ? "" : path.slice(0, cut), { signal, fresh: true });
    if (ancestor?.kind === "array") {
      throw new HyperslabError("invalid-request", `/${ancestor.path} is an array and cannot hold other nodes`, place);
    }
    // What holds a group is one, too.
    if (ancestor !== undefined || cut < 0) break;
  }
  const existing = await hierarchy.readNode(path, { signal, fresh: true });
  if (existing === undefined) return;
  if (options.overwrite !== true) {
    throw new HyperslabError("exists", `there is ${existing.kind === "array" ? "an array" : "a group"} already`, {
      ...place,
      hint: "Choose another name, or pass overwrite: true (--overwrite) to replace it and everything below it.",
    });
  }
  await hierarchy.deleteNode?.(path, { signal, lock }).finally(() => forgetObjects(hierarchy.store));
}

function groupNode(path: string, options: CreateGroupOptions): GroupNode {
  return { kind: "group", path, attributes: withAttributes(new Map(), options.attributes ?? {}) };
}

async function arrayNode(path: string, options: CreateArrayOptions, hierarchy: Hierarchy): Promise<ArrayNode> {
  const dataType = parseDataType(options.dtype);
  const shape = checkShape(options.shape);
  const dimensions = dimensionsOf(shape, options.dims);
  const { grid, inner } = gridOf(shape, dimensions, dataType, options);
  const chain = codecChain(options.codecs ?? hierarchy.defaultCodecs?.(dataType), dataType);
  const fillValue =
    options.fillValue === undefined || options.fillValue === null
      ? zeroElement(dataType)
      : scalarToElement(dataType, options.fillValue);
  const codecs = inner === undefined ? chain : [shardingSpec(inner, chain)];
  await bindPipeline(codecs, { dataType, shape: firstChunkShape(grid), fillValue });
  const attributes = withAttributes(new Map(), options.attributes ?? {});
  const chunkKeys = chunkKeysOf(options.chunkKeys);
  return { kind: "array", path, dataType, shape, grid, codecs, fillValue, dimensions, attributes, chunkKeys };
}

/** A separator or affix alone means plain indices, as in Zarr v2. */
export function chunkKeysOf(given: CreateArrayOptions["chunkKeys"]): ChunkKeyEncoding {
  if (given === undefined) return { kind: "default", separator: "/" };
  const kind = given.kind ?? "v2";
  return { kind, separator: kind === "v2" ? "." : "/", ...given };
}

function checkShape(shape: readonly number[]): readonly number[] {
  for (const length of shape) {
    if (!Number.isSafeInteger(length) || length < 0) {
      throw new HyperslabError(
        "invalid-request",
        `shape holds ${length}; lengths are whole numbers from 0 to 2^53 - 1`,
      );
    }
  }
  return [...shape];
}

function dimensionsOf(
  shape: readonly number[],
  dims: readonly (string | null | undefined)[] | undefined,
): readonly Dimension[] {
  if (dims !== undefined && dims.length !== shape.length) {
    throw new HyperslabError(
      "invalid-request",
      `${dims.length} dimension names for an array of ${shape.length} dimensions`,
    );
  }
  return shape.map((_, axis) => ({ name: dims?.[axis] ?? undefined }));
}

export interface GridChoice {
  readonly grid: ChunkGrid;
  /** Inner chunk shape where the grid's chunks are shards. */
  readonly inner: readonly number[] | undefined;
}

/** The grid for `chunks` and `shards` as the caller gave them. */
export function gridOf(
  shape: readonly number[],
  dimensions: readonly Dimension[],
  dataType: DataType,
  options: Pick<CreateArrayOptions, "chunks" | "shards">,
): GridChoice {
  const { chunks } = options;
  if (isVarying(chunks)) {
    if (options.shards === undefined) return { grid: rectilinearGrid(shape, chunks), inner: undefined };
    throw new HyperslabError("invalid-request", "chunks of varying lengths cannot be cut from shards");
  }
  const names = dimensions.map((dimension) => dimension.name);
  const shapes = resolveChunkShapes(shape, names, dataType.itemSize, chunks, options.shards);
  if (shapes.shards === undefined) return { grid: regularGrid(shape, shapes.chunks), inner: undefined };
  return { grid: regularGrid(shape, shapes.shards), inner: shapes.chunks };
}

function isVarying(chunks: CreateArrayOptions["chunks"]): chunks is readonly (number | readonly number[])[] {
  return Array.isArray(chunks) && chunks.some((length) => Array.isArray(length));
}
