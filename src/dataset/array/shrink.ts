/**
 * Shrinking an array. Old values outside the new shape would reappear if it grew again, so chunks outside the new shape
 * are deleted, and the cut part of chunks at the new edge is set to the fill value.
 */
import { forEachBounded } from "../../bytes/concurrency.ts";
import type { StoredChunk } from "../../formats/format.ts";
import { filledChunk } from "../../model/grid/chunk.ts";
import { type ChunkGrid, type ChunkSpan, chunkRegion, gridShape, locate } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import { boxSelection } from "../../model/selection/axis-selection.ts";
import { zeroElement } from "../../model/values/fill-value.ts";
import { withLock } from "../engine/key-lock.ts";
import { writeRegion } from "../engine/write-region.ts";
import { datasetLimits } from "../limits.ts";
import { DEFAULT_CONCURRENCY, type TransferOptions } from "../transfer.ts";
import type { ArrayHandle } from "./array-handle.ts";
import { checkPositions, isInGrid } from "./grid-positions.ts";

/** Refuses, before anything is changed, a shrink whose leftover chunks could not be found in reasonable time. */
export function checkShrink({ access, node }: ArrayHandle, shape: readonly number[]): void {
  const positions = positionsOf(node, shape);
  if (!datasetLimits.fewPositions.isExceededBy(positions) || access.stored !== undefined) return;
  checkPositions(positions, "shrink the array", { location: access.location, node: node.path });
}

/** `handle` is the array before the change; `shape` is its new shape. Call this after the new shape is recorded. */
export async function clearOutside(
  handle: ArrayHandle,
  shape: readonly number[],
  options: TransferOptions,
): Promise<void> {
  const { node, access } = handle;
  const cut = cutAxes(node, shape);
  if (cut.length === 0) return;
  if (access.stored !== undefined && datasetLimits.fewPositions.isExceededBy(positionsOf(node, shape))) {
    return clearStored(handle, access.stored({ signal: options.signal }), shape, options);
  }
  for (const axis of cut) await deleteBeyond(handle, axis, shape[axis]!, options);
  for (const axis of cut) await fillCut(handle, node, axis, shape, options);
}

function cutAxes(node: ArrayNode, shape: readonly number[]): readonly number[] {
  return shape.map((_, axis) => axis).filter((axis) => shape[axis]! < node.shape[axis]!);
}

/** The number of grid positions that hold something cut off, counted once per dimension. */
function positionsOf({ grid, ...node }: ArrayNode, shape: readonly number[]): number {
  const counts = gridShape(grid);
  const along = (axis: number): number => {
    const isCutInside = edgeEnd(grid, axis, shape[axis]!) > shape[axis]!;
    return counts[axis]! - firstBeyond(grid, axis, shape[axis]!) + (isCutInside ? 1 : 0);
  };
  const cut = shape.map((_, axis) => axis).filter((axis) => shape[axis]! < node.shape[axis]!);
  return cut.reduce(
    (sum, axis) => sum + counts.reduce((product, count, i) => product * (i === axis ? along(axis) : count), 1),
    0,
  );
}

/** The first chunk that lies wholly at or beyond `length`. */
function firstBeyond(grid: ChunkGrid, axis: number, length: number): number {
  return length === 0 ? 0 : locate(grid[axis]!, length - 1) + 1;
}

/** Deletes stored chunks outside the new shape, and fills the cut part of those across its edge. */
async function clearStored(
  handle: ArrayHandle,
  stored: AsyncIterable<StoredChunk>,
  shape: readonly number[],
  options: TransferOptions,
): Promise<void> {
  const { node } = handle;
  const cut = cutAxes(node, shape);
  const first = shape.map((length, axis) => firstBeyond(node.grid, axis, length));
  const clear = async ({ coords }: StoredChunk): Promise<void> => {
    if (!isInGrid(node.grid, coords)) return;
    if (cut.some((axis) => coords[axis]! >= first[axis]!)) return removeChunk(handle, coords, options);
    const spans = chunkRegion(node.grid, coords);
    for (const axis of cut) {
      const { start, length } = spans[axis]!;
      if (start + length <= shape[axis]!) continue;
      const ranges = spans.map((span, i) =>
        i === axis ? { start: shape[axis]!, length: start + length - shape[axis]! } : span,
      );
      await writeFill(handle, ranges, options);
    }
  };
  await forEachBounded(stored, options.concurrency ?? DEFAULT_CONCURRENCY, clear, options.signal);
}

function removeChunk(handle: ArrayHandle, coords: readonly number[], { signal }: TransferOptions): Promise<void> {
  const { access } = handle;
  return withLock(access.lockName(coords), async () => {
    await access.delete?.(coords, { signal });
    handle.forget(coords);
  });
}

/** Deletes the chunks that lie wholly at or beyond `length` along one dimension. */
async function deleteBeyond(
  handle: ArrayHandle,
  axis: number,
  length: number,
  options: TransferOptions,
): Promise<void> {
  const limit = options.concurrency ?? DEFAULT_CONCURRENCY;
  const remove = (coords: readonly number[]): Promise<void> => removeChunk(handle, coords, options);
  await forEachBounded(coordsBeyond(handle.node.grid, axis, length), limit, remove, options.signal);
}

function* coordsBeyond(grid: ChunkGrid, axis: number, length: number): Generator<readonly number[]> {
  const counts = gridShape(grid);
  const first = counts.map((_, i) => (i === axis ? firstBeyond(grid, axis, length) : 0));
  if (counts.some((count, i) => first[i]! >= count)) return;
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
  const ranges = ends.map((length, i) =>
    i === axis ? { start: shape[axis]!, length: end - shape[axis]! } : { start: 0, length },
  );
  await writeFill(handle, ranges, options);
}

/** Writes the fill value to a box of the array. */
async function writeFill(handle: ArrayHandle, box: readonly ChunkSpan[], options: TransferOptions): Promise<void> {
  const { dataType, fillValue } = handle.node;
  const selection = boxSelection(box);
  const one = filledChunk(dataType, [], fillValue ?? zeroElement(dataType));
  const counts = box.map(({ length }) => length);
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
