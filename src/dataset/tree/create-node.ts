/** Creates nodes: the caller's options become a node, which is checked before anything is written. */
import { bindPipeline } from "../../codecs/pipeline/pipeline.ts";
import { HyperslabError } from "../../errors.ts";
import type { TreeLock } from "../../formats/documents/tree-lock.ts";
import type { Hierarchy } from "../../formats/format.ts";
import {
  type DataType,
  type DataTypeInput,
  type DataTypeName,
  parseDataType,
} from "../../model/data-types/data-type.ts";
import { type ChunkGrid, firstChunkShape, rectilinearGrid, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import type { ArrayNode, Attributes, ChunkKeyEncoding, Dimension, GroupNode, Node } from "../../model/node.ts";
import { type FillValue, zeroElement } from "../../model/values/fill-value.ts";
import { scalarToElement } from "../../model/values/typed-data.ts";
import { looksForFree } from "../../stores/store.ts";
import { forgetObjects } from "../engine/chunk-cache.ts";
import { trimSlashes } from "../open/address.ts";
import { type AttributesInput, withAttributes } from "./attributes.ts";
import { type ChunksInput, resolveChunkShapes } from "./auto-chunks.ts";
import { type CodecInput, codecChain, shardingSpec } from "./codec-chain.ts";
import type { DimensionsInput } from "./dimensions.ts";
import { exclusively } from "./exclusively.ts";
import { isArrayOptions } from "./new-options.ts";

/** Options for any new node. */
export interface NodeOptions {
  /** The attributes, by name. */
  readonly attributes?: AttributesInput | undefined;
  /** Replace an existing node and everything below it. Otherwise an existing node is an `exists` error. */
  readonly overwrite?: boolean | undefined;
  /** Aborts the operation; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Options for a new group. */
export interface CreateGroupOptions extends NodeOptions {
  /** Dimensions that arrays below the group share, for formats whose groups declare them: `{ time: { unlimited: true }, x: 4 }`. */
  readonly dimensions?: DimensionsInput | undefined;
}

/** Options for a new array. */
export interface CreateArrayOptions<D = DataTypeInput> extends NodeOptions {
  /** The length of each dimension. */
  readonly shape: readonly number[];
  /** The data type: `"float32"`, `"datetime64[ns]"`, a struct, or another array's data type. */
  readonly dtype: D;
  /** `"auto"` (default), lengths, lengths by dimension name, a size such as `"16MB"`; nested lists for varying lengths. */
  readonly chunks?: ChunksInput | readonly (number | readonly number[])[] | undefined;
  /** The unit of writing; each shard holds many chunks. Default: no shards. */
  readonly shards?: ChunksInput | undefined;
  /** Compressors alone, or the whole chain. `[]` means uncompressed. Default: zstd. */
  readonly codecs?: readonly CodecInput[] | undefined;
  /** The netCDF type that NCZarr records if the data type leaves it open: `string` for one-byte strings (S1). */
  readonly netcdfType?: NetcdfType | undefined;
  /** How chunk keys are spelled, in formats with a choice: separator, prefix and suffix of the indices. */
  readonly chunkKeys?: Partial<ChunkKeyEncoding> | undefined;
  /** Default: zero, false or ""; in NCZarr, netCDF's default. `null` means none, which Zarr v2 and NCZarr can record. */
  readonly fillValue?: unknown;
  /**
   * A name per dimension; null or undefined leaves a dimension unnamed. If the format's groups declare dimensions, a
   * name refers to the nearest group above that declares it, and `/g/x` to the dimension x of /g. Names that no group
   * declares are declared by the array's own group.
   */
  readonly dims?: readonly (string | null | undefined)[] | undefined;
}

/** A literal that is not a data type does not compile; a string unknown to the compiler is checked at run time. */
export type CheckedType<D> = D extends string ? (string extends D ? D : D extends DataTypeName ? D : never) : D;

/** Writes a new node and its missing ancestors. `replaced` is a hierarchy of another format to delete first. */
export async function createNode(
  hierarchy: Hierarchy,
  path: string,
  options: CreateGroupOptions | CreateArrayOptions,
  replaced?: Hierarchy,
): Promise<Node> {
  return placeNode(hierarchy, await newNode(hierarchy, path, options), options, replaced);
}

/** The node that these options describe. Anything that the format cannot hold is refused; nothing is written yet. */
export async function newNode(
  hierarchy: Hierarchy,
  path: string,
  options: CreateGroupOptions | CreateArrayOptions,
): Promise<Node> {
  if (hierarchy.writeNode === undefined || hierarchy.store.set === undefined) {
    throw new HyperslabError("not-allowed", `${hierarchy.title} in this store cannot be written`, {
      location: hierarchy.store.location,
    });
  }
  const wanted = isArrayOptions(options)
    ? await arrayNode(path, options, hierarchy)
    : await groupNode(path, options, hierarchy);
  return hierarchy.normalize?.(wanted) ?? wanted;
}

/** Writes a node that was checked. */
export async function placeNode(
  hierarchy: Hierarchy,
  node: Node,
  options: Pick<NodeOptions, "overwrite" | "signal">,
  replaced?: Hierarchy,
): Promise<Node> {
  const { path } = node;
  const { signal } = options;
  return exclusively(hierarchy, path, signal, async (lock) => {
    await makeRoom(hierarchy, path, options, { made: [node], replaced, lock });
    // In other stores, the check would cost a request.
    if (node.kind === "array" && hierarchy.documents !== undefined && looksForFree(hierarchy.store)) {
      const { settleOrphans } = await import("./orphan-chunks.ts");
      await settleOrphans(hierarchy, node, { overwrite: options.overwrite === true, signal });
    }
    const linked = node.kind === "array" && hierarchy.declaresDimensions === true;
    const written = linked ? (await import("./dimensions.ts")).referToDimensions(hierarchy, node, signal) : node;
    return hierarchy.writeNode!(await written, { signal, lock });
  });
}

interface Replacement {
  /** The nodes that are about to be created. */
  readonly made?: readonly Node[];
  /** A hierarchy of another format to delete first. */
  readonly replaced?: Hierarchy | undefined;
  readonly lock?: TreeLock | undefined;
}

/** Refuses an existing node at `path`, or deletes it if `overwrite` is set. */
export async function makeRoom(
  hierarchy: Hierarchy,
  path: string,
  options: NodeOptions,
  replacement: Replacement = {},
): Promise<void> {
  const { signal } = options;
  const { replaced } = replacement;
  if (replaced !== undefined) await deleteThere(replaced, "", replacement, signal);
  const place = { location: hierarchy.store.location, node: path };
  for (let cut = path.lastIndexOf("/"); path !== ""; cut = path.lastIndexOf("/", cut - 1)) {
    const ancestor = await hierarchy.readNode(cut < 0 ? "" : path.slice(0, cut), { signal, fresh: true });
    if (ancestor?.kind === "array") {
      throw new HyperslabError("invalid-request", `/${ancestor.path} is an array and cannot hold other nodes`, place);
    }
    // Everything above a group is a group.
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
  await deleteThere(hierarchy, path, replacement, signal);
}

/** At the root of a store, unrelated files are kept. */
async function deleteThere(
  hierarchy: Hierarchy,
  path: string,
  { made = [], lock }: Replacement,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    if (path === "") {
      const { deleteOwn } = await import("./delete-own.ts");
      if (await deleteOwn(hierarchy, path, { hierarchy, nodes: made }, { signal, lock })) return;
    }
    await hierarchy.deleteNode?.(path, { signal, lock });
  } finally {
    forgetObjects(hierarchy.store);
  }
}

async function groupNode(path: string, options: CreateGroupOptions, hierarchy: Hierarchy): Promise<GroupNode> {
  const attributes = withAttributes(new Map(), options.attributes ?? {});
  if (options.dimensions === undefined) return { kind: "group", path, attributes };
  const { withDimensions } = await import("./dimensions.ts");
  return { kind: "group", path, attributes, dimensions: withDimensions(hierarchy, [], options.dimensions) };
}

async function arrayNode(path: string, options: CreateArrayOptions, hierarchy: Hierarchy): Promise<ArrayNode> {
  const dataType = parseDataType(options.dtype);
  const shape = checkShape(options.shape);
  const dimensions = dimensionsOf(shape, options.dims, hierarchy.declaresDimensions === true);
  const { grid, inner } = gridOf(shape, dimensions, dataType, options);
  const chain = codecChain(options.codecs ?? hierarchy.defaultCodecs?.(dataType), dataType);
  const attributes = withAttributes(new Map(), options.attributes ?? {});
  const fillValue = await fillValueOf(options.fillValue, attributes, dataType, hierarchy);
  const codecs = inner === undefined ? chain : [shardingSpec(inner, chain)];
  await bindPipeline(codecs, { dataType, shape: firstChunkShape(grid), fillValue: fillValue ?? zeroElement(dataType) });
  const chunkKeys = chunkKeysOf(options.chunkKeys);
  const { netcdfType } = options;
  return {
    ...{ kind: "array", path, dataType, shape, grid, codecs, fillValue, dimensions, attributes, chunkKeys },
    ...(netcdfType && { netcdfType }),
  };
}

/** Returns undefined if there is no fill value. */
async function fillValueOf(
  given: unknown,
  attributes: Attributes,
  dataType: DataType,
  hierarchy: Hierarchy,
): Promise<FillValue | undefined> {
  if (given !== undefined && given !== null) return scalarToElement(dataType, given);
  const mask = await maskIn(attributes, dataType, hierarchy);
  if (mask !== undefined || (given === null && mayLackFill(hierarchy))) return mask;
  return hierarchy.defaultFillValue?.(dataType) ?? zeroElement(dataType);
}

/** Zarr v2 and NCZarr can record that nothing is filled in. */
function mayLackFill({ masks }: Pick<Hierarchy, "masks">): boolean {
  return masks === "fill-value" || masks === "typed-attribute";
}

/**
 * In formats whose fill value is also the mask, an attribute that gives the mask sets both; with two masks, readers
 * would disagree.
 */
async function maskIn(
  attributes: Attributes,
  dataType: DataType,
  { masks }: Hierarchy,
): Promise<FillValue | undefined> {
  const said = mayLackFill({ masks }) ? attributes.get("_FillValue") : undefined;
  if (said === undefined) return undefined;
  const { roundedMask } = await import("../../model/netcdf/mask.ts");
  const mask = roundedMask(dataType, said.value);
  return mask !== undefined && "element" in mask ? mask.element : undefined;
}

/** A separator, prefix or suffix alone means plain indices, as in Zarr v2. */
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
  areDeclared: boolean,
): readonly Dimension[] {
  if (dims !== undefined && dims.length !== shape.length) {
    throw new HyperslabError(
      "invalid-request",
      `${dims.length} dimension names for an array of ${shape.length} dimensions`,
    );
  }
  return shape.map((_, axis) => {
    const name = dims?.[axis] ?? undefined;
    const cut = areDeclared ? (name?.lastIndexOf("/") ?? -1) : -1;
    return cut < 0 ? { name } : { name: name!.slice(cut + 1), group: trimSlashes(name!.slice(0, cut)) };
  });
}

export interface GridChoice {
  readonly grid: ChunkGrid;
  /** The inner chunk shape, if the grid's chunks are shards. */
  readonly inner: readonly number[] | undefined;
}

/** The grid for the caller's `chunks` and `shards`. */
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
