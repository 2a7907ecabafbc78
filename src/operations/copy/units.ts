/**
 * The units of a copy: a chunk that is passed through, or a block of chunks that are re-encoded. They are numbered:
 * every position of the grid of blocks or, in a grid with more positions than can be queried one by one, those where
 * the source's listing has a chunk.
 */

import type { ArrayHandle } from "../../dataset/array/array-handle.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { ChunkAccess } from "../../formats/format.ts";
import { type ChunkGrid, chunkCount, chunkRegion, gridShape, locate } from "../../model/grid/chunk-grid.ts";
import { planChunks } from "../../model/grid/chunk-plan.ts";
import { type AxisSelection, axisCount, axisIndex, boxSelection } from "../../model/selection/axis-selection.ts";
import { operationLimits } from "../limits.ts";
import type { ArrayCopy } from "./array-copy.ts";
import type { PlannedUnits } from "./plan/plan.ts";

/** A unit: its number, and its position in the grid of blocks. */
export type CopyUnit = readonly [unit: number, coords: readonly number[]];

/** Units that hold one of these chunks of the source. */
export function unitsWith(blocks: ChunkGrid, source: ChunkGrid, chunks: readonly (readonly number[])[]): PlannedUnits {
  const counts = gridShape(blocks);
  // Refuses grids whose positions have no exact numbers.
  chunkCount(blocks);
  const positions = new Set<number>();
  for (const chunk of chunks) {
    for (const coords of blocksOf(blocks, source, chunk)) positions.add(positionOf(counts, coords));
  }
  return { count: positions.size, runs: runsOf(Float64Array.from(positions).sort()) };
}

/** Ascending numbers as skip, take, skip, take ... */
function runsOf(positions: Float64Array): number[] {
  const runs: number[] = [];
  let next = 0;
  for (const position of positions) {
    if (position === next && runs.length > 0) runs[runs.length - 1]! += 1;
    else runs.push(position - next, 1);
    next = position + 1;
  }
  return runs;
}

/** The units from number `first` up to, but not including, number `end`. */
export function* unitsFrom(
  blocks: ChunkGrid,
  { count, runs = [0, count] }: PlannedUnits,
  first = 0,
  end: number = count,
): Generator<CopyUnit, void, undefined> {
  const counts = gridShape(blocks);
  let position = 0;
  let unit = 0;
  for (let run = 0; run < runs.length && unit < end; run += 2) {
    position += runs[run]!;
    const taken = runs[run + 1]!;
    const last = Math.min(taken, end - unit);
    for (let index = Math.max(0, first - unit); index < last; index++) {
      yield [unit + index, coordsAt(counts, position + index)];
    }
    position += taken;
    unit += taken;
  }
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

/** The part of the array that a chunk of a grid holds. */
export function chunkSelection(grid: ChunkGrid, coords: readonly number[]): readonly AxisSelection[] {
  return boxSelection(chunkRegion(grid, coords));
}

export interface UnitChunks {
  /** Chunks of the source that the unit is made from. */
  readonly source: readonly (readonly number[])[];
  /** Chunks of the target that it makes. */
  readonly target: readonly (readonly number[])[];
}

export function unitChunks(
  { source, target, blocks, part, passThrough }: ArrayCopy,
  coords: readonly number[],
): UnitChunks {
  if (passThrough) return { source: [coords], target: [coords] };
  const selection = chunkSelection(blocks, coords);
  const coordsOf = ({ node }: ArrayHandle, part: readonly AxisSelection[]): readonly (readonly number[])[] =>
    Array.from(planChunks(node.grid, part), (step) => step.coords);
  return { source: coordsOf(source, inSource({ part }, selection)), target: coordsOf(target, selection) };
}

/** Where a box of the target lies in the source: at another position, if only a part of the source is copied. */
export function inSource({ part }: Pick<ArrayCopy, "part">, box: readonly AxisSelection[]): readonly AxisSelection[] {
  if (part === undefined) return box;
  return box.map((axis, at) => {
    const whole = part[at]!;
    const start = axisIndex(axis, 0);
    const count = axisCount(axis);
    if (whole.kind === "list") return { kind: "list", indices: whole.indices.slice(start, start + count) };
    return { ...whole, start: axisIndex(whole, start), count };
  });
}

/** How the array is divided into units, as one text. Equal texts mean equal numbering. */
export function unitsText({ passThrough, blocks, units, part }: ArrayCopy): string {
  const lengths = blocks.map((dimension) =>
    dimension.kind === "fixed"
      ? `${dimension.extent}/${dimension.size}`
      : `${dimension.extent}/${dimension.sizes.join("+")}`,
  );
  const listed = units.runs === undefined ? "" : `, ${units.count} listed`;
  const selected = part === undefined ? "" : ` of ${JSON.stringify(part)}`;
  return `${passThrough ? "chunks" : "blocks"} ${lengths.join(" ")}${listed}${selected}`;
}

/** The positions of stored chunks, or undefined if the grid is small enough to query each one. */
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

/** The deepest prefix that contains the first chunk and the last one, and so all of them. */
export function chunkPrefix(access: ChunkAccess, grid: ChunkGrid): string {
  const counts = gridShape(grid);
  const first = access.key(counts.map(() => 0)).split("/");
  const last = access.key(counts.map((count) => count - 1)).split("/");
  const shared = first.findIndex((name, index) => name !== last[index]);
  return first.slice(0, shared < 0 ? -1 : shared).join("/");
}

/**
 * The coordinates of the chunk stored under a key; undefined if it is not the key of a chunk. Every run of numbers of
 * the right length is tried and spelled again, however the format spells keys.
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

/** Some arrays of Zarr v2 have nested keys (`0/0`) although their document does not say so. */
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

/** The number of a position in row-major order. */
function positionOf(counts: readonly number[], coords: readonly number[]): number {
  return coords.reduce((position, index, axis) => position * counts[axis]! + index, 0);
}
