/**
 * An array's selection in C order, in bounded pieces: slabs along the first selected dimension, made of whole chunks if
 * they fit, so that a chunk is decoded once. If even a row is too large, slabs of rows.
 */

import { type Bound, boundValue, isBeyond } from "../../bytes/limit.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { type AxisSelection, axisCount, selectionShape } from "../../model/selection/axis-selection.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { operationLimits } from "../limits.ts";

/** For variable-length items. */
export const ASSUMED_ITEM_BYTES = 32;

export interface SelectionBlocks {
  readonly shape: readonly number[];
  readonly dims: readonly (string | undefined)[];
  readonly blocks: Iterable<SelectionBlock>;
}

export interface SelectionBlock {
  /** Along every dimension of the array. */
  readonly indices: readonly AxisSelection[];
  /** The position of the first element in C order, and the number of elements. */
  readonly first: number;
  readonly count: number;
}

export function selectionBlocks(
  array: NdArray,
  selection: Selection | undefined,
  blockBytes: Bound = operationLimits.exportBlockBytes,
): SelectionBlocks {
  const { axes, resultShape, resultDims } = normalizeSelection(selection, array.shape, array.dims);
  const itemBytes = array.dataType.itemSize ?? ASSUMED_ITEM_BYTES;
  const chunks = array.chunks ?? array.shape.map(() => 1);
  return { shape: resultShape, dims: resultDims, blocks: cut(axes, 0, { itemBytes, chunks, blockBytes }) };
}

/** How blocks are cut. */
export interface CutSizes {
  readonly blockBytes: Bound;
  readonly itemBytes: number;
  readonly chunks: readonly number[];
}

/** The blocks of a selection; `first` is the number of its first element. */
export function* cut(axes: readonly AxisSelection[], first: number, sizes: CutSizes): Generator<SelectionBlock> {
  const counts = selectionShape(axes);
  const count = counts.reduce((product, length) => product * length, 1);
  if (count === 0) return;
  const split = counts.findIndex((length) => length > 1);
  if (split < 0 || !isBeyond(count * sizes.itemBytes, sizes.blockBytes)) {
    yield { indices: axes, first, count };
    return;
  }
  const row = count / counts[split]!;
  const tooLarge = operationLimits.largestBlockBytes.isExceededBy(row * sizes.itemBytes);
  for (const { start, length } of pieces(axes[split]!, split, row * sizes.itemBytes, sizes)) {
    const indices = axes.map((axis, i) => (i === split ? part(axis, start, length) : axis));
    if (tooLarge) yield* cut(indices, first + start * row, sizes);
    else yield { indices, first: first + start * row, count: length * row };
  }
}

/** Pieces of an axis: as many rows as fit, up to the end of a chunk if one is within reach. */
function* pieces(
  axis: AxisSelection,
  dimension: number,
  rowBytes: number,
  { chunks, blockBytes }: CutSizes,
): Generator<{ start: number; length: number }> {
  const total = axisCount(axis);
  const chunk = chunks[dimension]!;
  const fitting = Math.max(1, Math.floor(boundValue(blockBytes) / rowBytes));
  const wholeChunks = !operationLimits.largestBlockBytes.isExceededBy(chunk * rowBytes);
  const rows = wholeChunks ? Math.max(chunk, Math.floor(fitting / chunk) * chunk) : fitting;
  for (let start = 0; start < total; ) {
    const before = wholeChunks && axis.kind === "range" && axis.step === 1 ? (axis.start + start) % chunk : 0;
    const length = Math.min(rows - before, total - start);
    yield { start, length };
    start += length;
  }
}

function part(axis: AxisSelection, start: number, count: number): AxisSelection {
  if (axis.kind === "list") return { kind: "list", indices: axis.indices.slice(start, start + count) };
  return { kind: "range", start: axis.start + start * axis.step, step: axis.step, count };
}

/** A normalised selection in the form that `read` takes. */
export function asSelection(indices: readonly AxisSelection[]): Selection {
  return indices.map((axis) => {
    if (axis.kind === "list") return axis.indices;
    const end = axis.start + axis.count * axis.step;
    return axis.step < 0
      ? { start: axis.start, ...(end < 0 ? {} : { stop: end }), step: axis.step }
      : { start: axis.start, stop: end, step: axis.step };
  });
}
