/** Positions of a chunk grid against what is stored at them. */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { type ChunkGrid, chunksAlong } from "../../model/grid/chunk-grid.ts";
import { datasetLimits } from "../limits.ts";

/** Refuses what would ask for each of too many positions, where the store cannot list what is there. */
export function checkPositions(positions: number, what: string, place: ErrorPlace): void {
  if (!datasetLimits.askedPositions.isExceededBy(positions)) return;
  throw new HyperslabError(
    "unsupported",
    `to ${what}, ${positions} positions of the chunk grid would have to be asked for one by one`,
    {
      ...place,
      hint: `This store cannot list its keys; without a listing up to ${datasetLimits.askedPositions.value} positions are asked for. Use a store that lists.`,
    },
  );
}

/** A listing may hold what an earlier, larger shape left behind. */
export function isInGrid(grid: ChunkGrid, coords: readonly number[]): boolean {
  return coords.length === grid.length && grid.every((dimension, axis) => coords[axis]! < chunksAlong(dimension));
}
