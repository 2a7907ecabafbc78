/** Positions of a chunk grid against what is stored at them. */
import { type ErrorPlace, HyperslabError } from "../errors.ts";
import { type ChunkGrid, chunksAlong } from "../model/chunk-grid.ts";

/** Without a listing each position takes a request: a million take minutes, and 2^40 do not end. */
const MOST_POSITIONS = 1_000_000;

/** Refuses what would ask for each of too many positions, where the store cannot list what is there. */
export function checkPositions(positions: number, what: string, place: ErrorPlace): void {
  if (positions <= MOST_POSITIONS) return;
  throw new HyperslabError(
    "unsupported",
    `to ${what}, ${positions} positions of the chunk grid would have to be asked for one by one`,
    {
      ...place,
      hint: `This store cannot list its keys; without a listing up to ${MOST_POSITIONS} positions are asked for. Use a store that lists.`,
    },
  );
}

/** A listing may hold what an earlier, larger shape left behind. */
export function isInGrid(grid: ChunkGrid, coords: readonly number[]): boolean {
  return coords.length === grid.length && grid.every((dimension, axis) => coords[axis]! < chunksAlong(dimension));
}
