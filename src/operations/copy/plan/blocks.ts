/**
 * The blocks in which an array is decoded and re-encoded: whole chunks of the target, so that each is written once;
 * several of them if the source's chunks are larger, so that each of those is decoded about once; and enough of them
 * for workers to share.
 */
import { type ChunkGrid, chunksAlong, type GridDimension, longestChunk } from "../../../model/grid/chunk-grid.ts";
import { operationLimits } from "../../limits.ts";

const ASSUMED_ITEM_BYTES = 32;

/** If `shared` is false, blocks are not enlarged for workers, because few of their chunks are stored. */
export function blockGrid(
  source: ChunkGrid,
  target: ChunkGrid,
  itemSize: number | undefined,
  shared = true,
): ChunkGrid {
  const factors = target.map((dimension, axis) => wantedFactor(source[axis]!, dimension));
  const bytes = (): number =>
    target.reduce(
      (product, dimension, axis) => product * longest(dimension) * factors[axis]!,
      itemSize ?? ASSUMED_ITEM_BYTES,
    );
  while (operationLimits.copyBlockBytes.isExceededBy(bytes()) && factors.some((factor) => factor > 1)) {
    const largest = factors.indexOf(factors.reduce((most, factor) => Math.max(most, factor), 1));
    factors[largest] = Math.ceil(factors[largest]! / 2);
  }
  for (let axis = target.length - 1; shared && axis >= 0; axis--) {
    while (!operationLimits.sharedBlockBytes.isReachedBy(bytes()) && factors[axis]! < chunksAlong(target[axis]!)) {
      factors[axis]! *= 2;
    }
  }
  return target.map((dimension, axis) => merged(dimension, factors[axis]!));
}

/** How many target chunks it takes to cover a source chunk. */
function wantedFactor(source: GridDimension, target: GridDimension): number {
  return Math.max(1, Math.ceil(longest(source) / longest(target)));
}

function longest(dimension: GridDimension): number {
  const length = longestChunk(dimension);
  return Math.min(length, Math.max(1, dimension.extent));
}

/** The dimension with every `factor` chunks joined to one. */
function merged(dimension: GridDimension, factor: number): GridDimension {
  if (dimension.kind === "fixed") return { ...dimension, size: dimension.size * factor };
  const starts = dimension.starts.filter((_, index) => index % factor === 0);
  const end = dimension.starts.at(-1)!;
  const edges = starts.at(-1) === end ? starts : [...starts, end];
  const sizes = edges.slice(1).map((edge, index) => edge - edges[index]!);
  return { kind: "varying", extent: dimension.extent, sizes, starts: edges };
}
