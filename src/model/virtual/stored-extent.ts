/**
 * How much of an array its file stores. A netCDF-4 variable is as long as its unlimited dimensions, although its dataset
 * may be shorter: elements beyond that are netCDF's fill value, whatever the chunks at the edge contain.
 */
import { type ChunkGrid, chunkSpan } from "../grid/chunk-grid.ts";

export interface StoredExtent {
  /** The shape of what is stored. */
  readonly shape: readonly number[];
  /** The element that absent chunks within this shape consist of. Undefined: the array's own fill value. */
  readonly fill: Uint8Array | undefined;
}

/** Where a chunk lies: within what is stored, beyond it, or across its edge. */
export function placeOfChunk(
  { shape }: StoredExtent,
  grid: ChunkGrid,
  coords: readonly number[],
): "inside" | "outside" | "edge" {
  const region = grid.map((dimension, axis) => chunkSpan(dimension, coords[axis]!));
  if (region.some(({ start }, axis) => start >= shape[axis]!)) return "outside";
  // Elements that overhang the array do not count.
  const isInside = region.every(({ start, length }, axis) => start + length <= shape[axis]!);
  return isInside ? "inside" : "edge";
}
