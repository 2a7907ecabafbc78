/** A selection of an array as a slab: allocation, the kinds of selection, and the form that the caller asks for. */

import { forEachBounded } from "../../bytes/concurrency.ts";
import { checkChoice } from "../../bytes/known-options.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, type DataTypeName, isFixedSize } from "../../model/data-types/data-type.ts";
import { type Chunk, filledChunk } from "../../model/grid/chunk.ts";
import { chunkRegion, locate } from "../../model/grid/chunk-grid.ts";
import { copyChunk } from "../../model/lattice/copy.ts";
import { contiguous } from "../../model/lattice/lattice.ts";
import type { AxisSelection } from "../../model/selection/axis-selection.ts";
import { isPointSelection, normalizePoints, type PointSelection } from "../../model/selection/points.ts";
import {
  type BlockSelection,
  isBlockSelection,
  normalizeBlocks,
  normalizeSelection,
  type Selection,
} from "../../model/selection/selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { isNumericArray, numbersFromBytes, numericNameOf } from "../../model/values/numeric-array.ts";
import {
  type AnyTypedData,
  type ComplexScalar,
  type ConvertedOf,
  type ConvertTarget,
  convertData,
  isConvertTarget,
  itemsToData,
  viewAs,
} from "../../model/values/typed-data.ts";
import { chunkBytes } from "../engine/elsewhere.ts";
import { type RegionOptions, readRegion } from "../engine/read-region.ts";
import { readsAtOnce, type TransferOptions } from "../transfer.ts";
import { innerChunkShape } from "../tree/codec-chain.ts";
import { type ArrayHandle, objectsAsBytes } from "./array-handle.ts";
import type { DecodeOptions } from "./decoding.ts";
import { byIndices, type LabelSelection } from "./label-selection.ts";
import { type ElementOf, Slab } from "./slab.ts";

/**
 * `"bytes"`: C-order little-endian bytes of any fixed-size type; for variable-length Bloscpack objects, a list with the
 * bytes of each. Other targets: an exact conversion, or an error.
 */
export type AsName = ConvertTarget;
/** The container that a read of `D` with `as` returns. For elements without a fixed size, `"bytes"` returns a list. */
export type DataAs<A extends AsName, D extends DataTypeName = DataTypeName> = A extends "bytes"
  ? D extends VariableName
    ? Uint8Array[]
    : Uint8Array
  : ConvertedOf[A];
/** The type of a single value of such a read. */
export type ScalarAs<A extends AsName> = A extends "bytes"
  ? Uint8Array
  : A extends `complex${string}`
    ? ComplexScalar
    : ElementOf<ConvertedOf[A]>;
/** Types whose elements have no fixed size. */
type VariableName = "string" | "bytes" | "object" | "ragged" | "optional";

/** Options of `NdArray.read`. */
export interface ReadOptions extends TransferOptions {
  /** How an absent chunk is treated: as its fill value (default), or as a `not-found` error. */
  readonly missing?: "fill" | "error" | undefined;
  /** A buffer of exactly the result's size to read into; the slab's data is a view of it. */
  readonly into?: ArrayBufferView<ArrayBufferLike> | undefined;
  /**
   * If true, the result is placed in a `SharedArrayBuffer`, which workers write to directly. In browsers, only isolated
   * pages have it.
   */
  readonly shared?: boolean | undefined;
  /**
   * If true, values are returned as the CF conventions interpret them: missing and packed values, times, text. Defaults
   * to the option that the array was opened with, else to stored values.
   */
  readonly decode?: boolean | DecodeOptions | undefined;
}

/** Every form of selection that can be read. */
export type AnySelection = Selection | PointSelection | BlockSelection | LabelSelection;

/** Reads a selection in the data type's own container, or converted. */
export async function readSlab(
  handle: ArrayHandle,
  given: AnySelection | undefined,
  options: ReadOptions,
  as?: AsName,
): Promise<Slab<AnyTypedData>> {
  const { node } = handle;
  const selection = await byIndices(given, handle, options);
  const raw = as === "bytes" && !isFixedSize(node.dataType) ? objectsAsBytes(handle) : undefined;
  if (raw !== undefined) return readSlab(raw, selection, options);
  checkChoice("the meaning of an absent chunk (missing)", options.missing, ["fill", "error"]);
  if (as !== undefined && !isConvertTarget(as)) {
    throw new HyperslabError("invalid-request", `values cannot be read as ${JSON.stringify(as)}`, {
      hint: 'Use "bytes", "number", "bigint" or the name of a numeric type, such as "float64".',
    });
  }
  const names = node.dimensions.map((dimension) => dimension.name);
  if (isPointSelection(selection)) {
    const target = allocate(node.dataType, [selection.points.length], options, as);
    await readPoints(handle, selection, target.chunk, regionOptions(options, target.zeroed));
    return toSlab(target.chunk, target.chunk.shape, [undefined], options, as);
  }
  const wanted = isBlockSelection(selection)
    ? normalizeBlocks(selection, node.grid, names)
    : normalizeSelection(selection, node.shape, names);
  const target = allocate(node.dataType, wanted.axes.map(countOf), options, as);
  await readRegion(handle, wanted.axes, target.chunk, regionOptions(options, target.zeroed));
  return toSlab(target.chunk, wanted.resultShape, wanted.resultDims, options, as);
}

function regionOptions(options: ReadOptions, zeroed: boolean): RegionOptions {
  const { into: _, shared: __, decode: ___, ...rest } = options;
  return { ...rest, zeroed };
}

function countOf(axis: AxisSelection): number {
  return axis.kind === "range" ? axis.count : axis.indices.length;
}

function toSlab(
  chunk: Chunk,
  shape: readonly number[],
  dims: readonly (string | undefined)[],
  { shared }: ReadOptions,
  as: AsName | undefined,
): Slab<AnyTypedData> {
  const { dataType } = chunk;
  if (as === "bytes") {
    if (chunk.bytes !== undefined) return new Slab({ data: chunk.bytes, shape, dims, dataType, as });
    throw new HyperslabError("invalid-request", `${dataType.name} has no fixed size and cannot be read as bytes`);
  }
  if (chunk.bytes !== undefined) {
    const data = viewAs(dataType, chunk.bytes, as);
    return new Slab({ data: shared === true ? inSharedMemory(data) : data, shape, dims, dataType, as });
  }
  const data = itemsToData(chunk.dataType, chunk.items);
  return new Slab({ data: as === undefined ? data : convertData(dataType, data, as), shape, dims, dataType, as });
}

/** The memory of a result: fresh, the caller's own (`into`), or shared between threads (`shared`). */
export interface MemoryOptions {
  readonly into?: ArrayBufferView<ArrayBufferLike> | undefined;
  readonly shared?: boolean | undefined;
}

export interface Target {
  readonly chunk: Chunk;
  readonly zeroed: boolean;
}

/** Allocates memory for the elements in the array's own type. */
function allocate(
  dataType: DataType,
  shape: readonly number[],
  options: MemoryOptions,
  as: ConvertTarget | undefined,
): Target {
  if (options.shared === true) refuseShared(options, dataType, as);
  const count = shape.reduce((product, length) => product * length, 1);
  const layout = contiguous(shape);
  if (!isFixedSize(dataType)) {
    refuseInto(options, dataType);
    return { chunk: { dataType, shape, layout, items: tooLarge(count, () => new Array(count)) }, zeroed: false };
  }
  const size = count * dataType.itemSize;
  const { into } = options;
  if (into === undefined) {
    const bytes = tooLarge(size, () =>
      options.shared === true ? new Uint8Array(new SharedArrayBuffer(size)) : new Uint8Array(size),
    );
    return { chunk: { dataType, shape, layout, bytes }, zeroed: true };
  }
  if (into.byteLength !== size) {
    throw new HyperslabError("invalid-request", `into has ${into.byteLength} bytes; the selection needs ${size}`);
  }
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  return { chunk: { dataType, shape, layout, bytes }, zeroed: false };
}

function refuseInto(options: MemoryOptions, dataType: DataType): void {
  if (options.into === undefined) return;
  throw new HyperslabError("invalid-request", `${dataType.name} has no fixed size and cannot be read into a buffer`);
}

/** Refuses `shared`, before anything is read, if the platform has no shared memory or it cannot hold the result. */
function refuseShared({ into }: MemoryOptions, dataType: DataType, as: ConvertTarget | undefined): void {
  if (into !== undefined) {
    throw new HyperslabError("invalid-request", "into and shared both say where the result goes", {
      hint: "Give into a view of a SharedArrayBuffer, or leave it out.",
    });
  }
  if (typeof SharedArrayBuffer !== "function") {
    throw new HyperslabError("unsupported", "there is no shared memory here", {
      hint: "A page has it if it is served with Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp.",
    });
  }
  if (isFixedSize(dataType) && (as === "bytes" || isNumericArray(viewAs(dataType, new Uint8Array(0), as)))) return;
  const what = as === undefined ? dataType.name : `${dataType.name} as ${as}`;
  throw new HyperslabError(
    "invalid-request",
    `${what} cannot be read into a typed array, and only typed arrays can be shared`,
  );
}

/** Needed because a conversion may have allocated memory of its own. */
function inSharedMemory(data: AnyTypedData): AnyTypedData {
  const name = numericNameOf(data);
  if (name === undefined || !isNumericArray(data) || data.buffer instanceof SharedArrayBuffer) return data;
  const bytes = new Uint8Array(new SharedArrayBuffer(data.byteLength));
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
  return numbersFromBytes(name, bytes);
}

function tooLarge<T>(size: number, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    throw new HyperslabError("invalid-request", `the selection needs ${size} bytes, more than can be allocated`, {
      cause,
      hint: "Select less, or go through the array chunk by chunk.",
    });
  }
}

/**
 * Point-wise reading: element k of the result is the array at point k. Points are gathered by the smallest block that
 * decodes on its own (a chunk, or an inner chunk of a shard), so each block is read once however many points it holds.
 */
interface Block {
  /** Array coordinates of the points in this block, and where each goes in the result. */
  readonly points: (readonly number[])[];
  readonly targets: number[];
}

async function readPoints(
  handle: ArrayHandle,
  selection: PointSelection,
  target: Chunk,
  options: RegionOptions,
): Promise<void> {
  const points = normalizePoints(selection, handle.node.shape);
  const blocks = gatherBlocks(handle, points);
  const { onProgress: _, ...quiet } = options;
  await forEachBounded(
    blocks.values(),
    options.concurrency ?? readsAtOnce(handle.access, chunkBytes(handle)),
    (block) => readBlock(handle, block, target, { ...quiet, concurrency: 1 }),
    options.signal,
  );
}

function gatherBlocks(handle: ArrayHandle, points: readonly (readonly number[])[]): Map<string, Block> {
  const { grid, codecs } = handle.node;
  const inner = innerChunkShape(codecs);
  const blocks = new Map<string, Block>();
  points.forEach((point, target) => {
    const coords = point.map((index, axis) => locate(grid[axis]!, index));
    const starts = chunkRegion(grid, coords).map((axis) => axis.start);
    const within = inner?.map((length, axis) => Math.floor((point[axis]! - starts[axis]!) / length)) ?? [];
    const name = `${coords.join()}/${within.join()}`;
    const block = blocks.get(name) ?? { points: [], targets: [] };
    block.points.push(point);
    block.targets.push(target);
    blocks.set(name, block);
  });
  return blocks;
}

/** Reads the box around the block's points, then picks the points out of it. */
async function readBlock(handle: ArrayHandle, block: Block, target: Chunk, options: RegionOptions): Promise<void> {
  const { node } = handle;
  const box = node.shape.map((_, axis) => {
    const indices = block.points.map((point) => point[axis]!);
    const start = indices.reduce((least, index) => Math.min(least, index));
    return { start, count: indices.reduce((most, index) => Math.max(most, index)) - start + 1 };
  });
  const scratch = filledChunk(
    node.dataType,
    box.map((axis) => axis.count),
    zeroElement(node.dataType),
  );
  const selection = box.map(({ start, count }) => ({ kind: "range", start, step: 1, count }) as const);
  await readRegion(handle, selection, scratch, { ...options, zeroed: false });
  const strides = contiguous(scratch.shape).axes.map((axis) => axis.stride);
  const picked = block.points.map((point) =>
    point.reduce((offset, index, axis) => offset + (index - box[axis]!.start) * strides[axis]!, 0),
  );
  copyChunk(listed(scratch, picked), listed(target, block.targets));
}

/** The elements of a contiguous chunk at these offsets, as one axis. */
function listed(chunk: Chunk, offsets: readonly number[]): Chunk {
  const shape = [offsets.length];
  const axis = { count: offsets.length, stride: 1, offsets: Float64Array.from(offsets) };
  return { ...chunk, shape, layout: { base: chunk.layout.base, axes: [axis] } };
}
