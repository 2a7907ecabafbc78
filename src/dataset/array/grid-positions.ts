/** Positions of the chunk grid that are listed, or asked for one by one. */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { type ChunkGrid, chunksAlong } from "../../model/grid/chunk-grid.ts";
import { datasetLimits } from "../limits.ts";

/** Refuses an operation that would probe too many positions one by one because the store cannot list its keys. */
export function checkPositions(positions: number, what: string, place: ErrorPlace): void {
  if (!datasetLimits.askedPositions.isExceededBy(positions)) return;
  throw new HyperslabError(
    "unsupported",
    `to ${what}, ${positions} positions of the chunk grid would have to be checked one by one`,
    {
      ...place,
      hint: `This store cannot list its keys; without a listing up to ${datasetLimits.askedPositions.value} positions are checked. Use a store that can list.`,
    },
  );
}

/** Needed because a listing may contain chunks of an earlier, larger shape. */
export function isInGrid(grid: ChunkGrid, coords: readonly number[]): boolean {
  return coords.length === grid.length && grid.every((dimension, axis) => coords[axis]! < chunksAlong(dimension));
}
