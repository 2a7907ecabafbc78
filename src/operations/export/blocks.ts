/** An array's selection in C order, a bounded piece at a time: slabs along the first selected dimension. */
import type { NdArray } from "../../dataset/nd-array.ts";
import type { AxisSelection } from "../../model/axis-selection.ts";
import { normalizeSelection, type Selection } from "../../model/selection.ts";

/** About this much is read at once; whole rows of chunks where the array's chunks say so. */
const BLOCK_BYTES = 16 * 1024 * 1024;
const ASSUMED_ITEM_BYTES = 32;

export interface SelectionBlocks {
  readonly shape: readonly number[];
  readonly dims: readonly (string | undefined)[];
  /** Each block as indices along every dimension, and where its first element lies in C order. */
  readonly blocks: Iterable<{ readonly indices: readonly AxisSelection[]; readonly first: number }>;
}

export function selectionBlocks(array: NdArray, selection: Selection | undefined): SelectionBlocks {
  const { axes, resultShape, resultDims } = normalizeSelection(selection, array.shape, array.dims);
  const counts = axes.map((axis) => (axis.kind === "range" ? axis.count : axis.indices.length));
  const split = counts.findIndex((count) => count > 1);
  const rest = counts.reduce((product, count, axis) => (axis === split ? product : product * count), 1);
  const rowBytes = Math.max(1, rest * (array.dataType.itemSize ?? ASSUMED_ITEM_BYTES));
  const rows = rowsAtOnce(rowBytes, array.chunks?.[split] ?? 1);
  return { shape: resultShape, dims: resultDims, blocks: cut(axes, counts, split, rows, rest) };
}

/** Whole chunks along the split dimension where they fit, so that no chunk is decoded twice. */
function rowsAtOnce(rowBytes: number, chunkLength: number): number {
  const rows = Math.max(1, Math.floor(BLOCK_BYTES / rowBytes));
  return Math.max(chunkLength, Math.floor(rows / chunkLength) * chunkLength);
}

function* cut(
  axes: readonly AxisSelection[],
  counts: readonly number[],
  split: number,
  rows: number,
  rest: number,
): Generator<{ readonly indices: readonly AxisSelection[]; readonly first: number }> {
  if (counts.some((count) => count === 0)) return;
  if (split < 0) {
    yield { indices: axes, first: 0 };
    return;
  }
  for (let start = 0; start < counts[split]!; start += rows) {
    const count = Math.min(rows, counts[split]! - start);
    const indices = axes.map((axis, i) => (i === split ? part(axis, start, count) : axis));
    yield { indices, first: start * rest };
  }
}

function part(axis: AxisSelection, start: number, count: number): AxisSelection {
  if (axis.kind === "list") return { kind: "list", indices: axis.indices.slice(start, start + count) };
  return { kind: "range", start: axis.start + start * axis.step, step: axis.step, count };
}

/** A normalised selection in the words that `read` takes. */
export function asSelection(indices: readonly AxisSelection[]): Selection {
  return indices.map((axis) => {
    if (axis.kind === "list") return axis.indices;
    const end = axis.start + axis.count * axis.step;
    return axis.step < 0
      ? { start: axis.start, ...(end < 0 ? {} : { stop: end }), step: axis.step }
      : { start: axis.start, stop: end, step: axis.step };
  });
}
