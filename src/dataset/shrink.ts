/**
 * What shrinking an array leaves behind would come to light again when it grows: chunks outside the new shape are
 * deleted, and the cut part of chunks at the new edge is set to the fill value.
 */
import { forEachBounded } from "../bytes/concurrency.ts";
import type { AxisSelection } from "../model/axis-selection.ts";
import { filledChunk } from "../model/chunk-fill.ts";
import { type ChunkGrid, chunkStart, gridShape } from "../model/chunk-grid.ts";
import { zeroElement } from "../model/fill-value.ts";
import type { ArrayNode } from "../model/node.ts";
import type { ArrayHandle } from "./array-handle.ts";
import { withLock } from "./key-lock.ts";
import { DEFAULT_CONCURRENCY, type TransferOptions } from "./options.ts";
import { writeRegion } from "./write-region.ts";

/** `handle` is the array before; `shape` its new shape. Call after the new shape is recorded. */
export async function clearOutside(
  handle: ArrayHandle,
  shape: readonly number[],
  options: TransferOptions,
): Promise<void> {
  const { node } = handle;
  const cut = shape.map((_, axis) => axis).filter((axis) => shape[axis]! < node.shape[axis]!);
  for (const axis of cut) await deleteBeyond(handle, axis, shape[axis]!, options);
  for (const axis of cut) await fillCut(handle, node, axis, shape, options);
}

/** Deletes the chunks that lie wholly at or beyond `length` along one dimension. */
async function deleteBeyond(
  handle: ArrayHandle,
  axis: number,
  length: number,
  options: TransferOptions,
): Promise<void> {
  const { access, hierarchy, node } = handle;
  const remove = (coords: readonly number[]): Promise<void> =>
    withLock(hierarchy.store, access.key(coords), async () => {
      await access.delete?.(coords, { signal: options.signal });
      handle.forget(access.key(coords));
    });
  const limit = options.concurrency ?? DEFAULT_CONCURRENCY;
  await forEachBounded(coordsBeyond(node.grid, axis, length), limit, remove, options.signal);
}

function* coordsBeyond(grid: ChunkGrid, axis: number, length: number): Generator<readonly number[]> {
  const counts = gridShape(grid);
  if (counts.some((count) => count === 0)) return;
  const first = counts.map(() => 0);
  while (first[axis]! < counts[axis]! && chunkStart(grid[axis]!, first[axis]!) < length) first[axis]! += 1;
  if (first[axis]! >= counts[axis]!) return;
  const coords = [...first];
  for (;;) {
    yield [...coords];
    let turn = coords.length - 1;
    while (turn >= 0 && coords[turn]! + 1 >= counts[turn]!) {
      coords[turn] = first[turn]!;
      turn -= 1;
    }
    if (turn < 0) return;
    coords[turn]! += 1;
  }
}

/** Sets the cut part of the chunks at the new edge to the fill value. */
async function fillCut(
  handle: ArrayHandle,
  node: ArrayNode,
  axis: number,
  shape: readonly number[],
  options: TransferOptions,
): Promise<void> {
  // Along dimensions before this one the cut part is filled already; along later ones it still reaches to the edge.
  const ends = node.shape.map((length, i) => Math.min(length, i < axis ? shape[i]! : edgeEnd(node.grid, i, shape[i]!)));
  const end = ends[axis]!;
  if (end <= shape[axis]! || ends.some((length) => length === 0)) return;
  const selection = ends.map((count, i): AxisSelection => {
    if (i !== axis) return { kind: "range", start: 0, step: 1, count };
    return { kind: "range", start: shape[axis]!, step: 1, count: end - shape[axis]! };
  });
  const element = node.fillValue ?? zeroElement(node.dataType);
  const one = filledChunk(node.dataType, [], element);
  const counts = selection.map((range) => (range.kind === "range" ? range.count : range.indices.length));
  const layout = { base: 0, axes: counts.map((count) => ({ count, stride: 0 })) };
  await writeRegion(handle, selection, { ...one, shape: counts, layout }, options);
}

/** Where the chunk that holds index `length - 1` ends; 0 if nothing is kept. */
function edgeEnd(grid: ChunkGrid, axis: number, length: number): number {
  if (length === 0) return 0;
  const dimension = grid[axis]!;
  if (dimension.kind === "fixed") return Math.ceil(length / dimension.size) * dimension.size;
  return dimension.starts.find((start) => start >= length) ?? length;
}
