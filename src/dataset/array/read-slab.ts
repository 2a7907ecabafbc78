/** A selection of an array as a slab: allocation, the kinds of selection, and the form that the caller asks for. */
import { checkChoice } from "../../bytes/checked-choice.ts";
import { HyperslabError } from "../../errors.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import type { AxisSelection } from "../../model/selection/axis-selection.ts";
import { isPointSelection, type PointSelection } from "../../model/selection/points.ts";
import {
  type BlockSelection,
  isBlockSelection,
  normalizeBlocks,
  normalizeSelection,
  type Selection,
} from "../../model/selection/selection.ts";
import {
  type AnyTypedData,
  type ConvertedOf,
  type ConvertTarget,
  convertData,
  isConvertTarget,
  itemsToData,
  viewAs,
} from "../../model/values/typed-data.ts";
import { type RegionOptions, readRegion } from "../engine/read-region.ts";
import type { TransferOptions } from "../open/options.ts";
import type { ArrayHandle } from "./array-handle.ts";
import { readPoints } from "./read-points.ts";
import { allocate, inSharedMemory } from "./result-memory.ts";
import { Slab } from "./slab.ts";

/** `"bytes"`: C-order little-endian bytes of any fixed-size type. Others: exact conversion, or a refusal. */
export type AsName = ConvertTarget;
/** The container that a read with `as` returns. */
export type DataAs<A extends AsName> = A extends "bytes" ? Uint8Array : ConvertedOf[A];

/** Options of `NdArray.read`. */
export interface ReadOptions extends TransferOptions {
  /** What an absent chunk means: its fill value (default), or a `not-found` error. */
  readonly missing?: "fill" | "error" | undefined;
  /** A buffer of exactly the result's size to read into; the slab's data is a view of it. */
  readonly into?: ArrayBufferView<ArrayBufferLike> | undefined;
  /** True: the result lies in a `SharedArrayBuffer`, to which workers write directly. In browsers isolated pages alone have any. */
  readonly shared?: boolean | undefined;
}

/** Every form of selection that can be read. */
export type AnySelection = Selection | PointSelection | BlockSelection;

/** Reads as the data type's own container, or converted. */
export async function readSlab(
  handle: ArrayHandle,
  selection: AnySelection | undefined,
  options: ReadOptions,
  as?: AsName,
): Promise<Slab<AnyTypedData>> {
  const { node } = handle;
  checkChoice("what an absent chunk means (missing)", options.missing, ["fill", "error"]);
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
  const { into: _, shared: __, ...rest } = options;
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
    if (chunk.bytes !== undefined) return new Slab({ data: chunk.bytes, shape, dims, dataType });
    throw new HyperslabError("invalid-request", `${dataType.name} has no fixed size and cannot be read as bytes`);
  }
  if (chunk.bytes !== undefined) {
    const data = viewAs(dataType, chunk.bytes, as);
    return new Slab({ data: shared === true ? inSharedMemory(data) : data, shape, dims, dataType });
  }
  const data = itemsToData(chunk.dataType, chunk.items);
  return new Slab({ data: as === undefined ? data : convertData(dataType, data, as), shape, dims, dataType });
}
