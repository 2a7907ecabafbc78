/**
 * The units of a copy, numbered: every position of the grid or, in a grid with more positions than can be asked for one
 * by one, those where the source's listing has a chunk.
 */

import type { ArrayHandle } from "../../dataset/array/array-handle.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { ChunkAccess } from "../../formats/format.ts";
import {
  type ChunkGrid,
  chunkCoords,
  chunkCount,
  chunkRegion,
  gridShape,
  locate,
} from "../../model/grid/chunk-grid.ts";
import { type AxisSelection, boxSelection } from "../../model/selection/axis-selection.ts";
import { operationLimits } from "../limits.ts";

export interface CopyUnits {
  /** How many there are. */
  readonly count: number;
  /** True: positions without a chunk in the source's listing are left out. */
  readonly listed: boolean;
  /** Units from this number on, with their place in the grid of blocks. */
  from(first: number): Iterable<readonly [number, readonly number[]]>;
}

export function everyUnit(blocks: ChunkGrid): CopyUnits {
  return {
    count: chunkCount(blocks),
    listed: false,
    from: function* (first) {
      let unit = 0;
      for (const coords of chunkCoords(blocks)) {
        if (unit >= first) yield [unit, coords];
        unit += 1;
      }
    },
  };
}

/** Units that hold one of these chunks of the source. */
export function unitsOf(blocks: ChunkGrid, source: ChunkGrid, chunks: readonly (readonly number[])[]): CopyUnits {
  const counts = gridShape(blocks);
  // Refuses grids whose places have no exact numbers.
  chunkCount(blocks);
  const positions = new Set<number>();
  for (const chunk of chunks) {
    for (const coords of blocksOf(blocks, source, chunk)) positions.add(positionOf(counts, coords));
  }
  const sorted = Float64Array.from(positions).sort();
  return {
    count: sorted.length,
    listed: true,
    from: function* (first) {
      for (let unit = first; unit < sorted.length; unit++) yield [unit, coordsAt(counts, sorted[unit]!)];
    },
  };
}

/** Blocks that a chunk of the source reaches into. */
function blocksOf(blocks: ChunkGrid, source: ChunkGrid, chunk: readonly number[]): readonly (readonly number[])[] {
  let all: (readonly number[])[] = [[]];
  for (const [axis, { start, length }] of chunkRegion(source, chunk).entries()) {
    const first = locate(blocks[axis]!, start);
    const last = locate(blocks[axis]!, start + length - 1);
    const along = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    all = all.flatMap((coords) => along.map((index) => [...coords, index]));
  }
  return all;
}

/** The part of the array that a block holds. */
export function blockSelection(blocks: ChunkGrid, coords: readonly number[]): readonly AxisSelection[] {
  return boxSelection(chunkRegion(blocks, coords));
}

/** The places of stored chunks, or undefined if the grid is small enough to ask for every one. */
export async function listedChunks(
  handle: ArrayHandle,
  signal: AbortSignal | undefined,
): Promise<readonly (readonly number[])[] | undefined> {
  const { hierarchy, node, access } = handle;
  const { store } = hierarchy;
  const positions = chunkCount(node.grid);
  if (!operationLimits.askedPositions.isExceededBy(positions) || store.object !== undefined) return undefined;
  const found: (readonly number[])[] = [];
  try {
    if (store.list === undefined) throw cannotList(handle, positions);
    for await (const { key } of store.list(chunkPrefix(access, node.grid), { signal })) {
      const coords = coordsOfKey(access, key, gridShape(node.grid));
      if (coords !== undefined) found.push(coords);
    }
    return found;
  } catch (error) {
    if (!isHyperslabError(error, "unsupported")) throw error;
    if (operationLimits.unlistedPositions.isExceededBy(positions)) throw cannotList(handle, positions);
    return undefined;
  }
}

function cannotList({ hierarchy, node }: ArrayHandle, positions: number): HyperslabError {
  const count = positions.toLocaleString("en");
  return new HyperslabError("unsupported", `the array has ${count} chunk positions, and the store cannot list`, {
    location: hierarchy.store.location,
    node: node.path,
    hint: "Copy it from a store that lists what is stored: a directory, an archive or a bucket.",
  });
}

/** The deepest prefix that holds the first chunk and the last one, and so all of them. */
export function chunkPrefix(access: ChunkAccess, grid: ChunkGrid): string {
  const counts = gridShape(grid);
  const first = access.key(counts.map(() => 0)).split("/");
  const last = access.key(counts.map((count) => count - 1)).split("/");
  const shared = first.findIndex((name, index) => name !== last[index]);
  return first.slice(0, shared < 0 ? -1 : shared).join("/");
}

/**
 * The place of the chunk behind a key; undefined if it is not one of a chunk. Every run of numbers of the right length
 * is tried and spelled again, whatever the format's way of spelling keys is.
 */
function coordsOfKey(access: ChunkAccess, key: string, counts: readonly number[]): readonly number[] | undefined {
  const numbers = key.match(/\d+/g)?.map(Number) ?? [];
  for (let at = numbers.length - counts.length; at >= 0; at--) {
    const coords = numbers.slice(at, at + counts.length);
    const isInside = coords.every((index, axis) => index < counts[axis]!);
    if (isInside && sameSpelling(access.key(coords), key)) return coords;
  }
  return undefined;
}

/** Some arrays of Zarr v2 have nested keys (`0/0`) though their document does not say so. */
function sameSpelling(a: string, b: string): boolean {
  return a === b || a.replaceAll("/", ".") === b.replaceAll("/", ".");
}

function coordsAt(counts: readonly number[], position: number): readonly number[] {
  const coords = counts.map(() => 0);
  let rest = position;
  for (let axis = counts.length - 1; axis >= 0; axis--) {
    coords[axis] = rest % counts[axis]!;
    rest = Math.floor(rest / counts[axis]!);
  }
  return coords;
}

/** The number of a place in the order of rows. */
function positionOf(counts: readonly number[], coords: readonly number[]): number {
  return coords.reduce((position, index, axis) => position * counts[axis]! + index, 0);
}
