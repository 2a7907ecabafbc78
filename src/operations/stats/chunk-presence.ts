/** Which of the chunks that a selection touches are stored: from a listing, or as found while reading. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { type ArrayHandle, arrayHandle } from "../../dataset/array/array-handle.ts";
import { isInGrid } from "../../dataset/array/grid-positions.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { DEFAULT_CONCURRENCY } from "../../dataset/transfer.ts";
import { isHyperslabError } from "../../errors.ts";
import type { ChunkAccess, StoredChunk } from "../../formats/format.ts";
import { type ChunkGrid, chunkCount, gridShape } from "../../model/grid/chunk-grid.ts";
import { planChunks } from "../../model/grid/chunk-plan.ts";
import type { AxisSelection } from "../../model/selection/axis-selection.ts";
import { operationLimits } from "../limits.ts";

/** The chunks that were counted. */
export interface ChunkCounts {
  /** Chunks (or shards) that the selection touches. */
  readonly count: number;
  /** The number of them that are not stored: all of their elements are the fill value. */
  readonly absent: number;
  /** Stored bytes of the whole array; null if only a part was selected, or the store cannot list. */
  readonly bytes: number | null;
}

export interface ChunkPresence {
  /** The handle to read with. */
  readonly handle: ArrayHandle;
  /** C-order numbers of the stored chunks; undefined if they are only found while reading. */
  readonly stored: ReadonlySet<number> | undefined;
  /** Must be called after everything is read. */
  counts(): ChunkCounts;
}

/** A listing pays off if at least this share of the chunks is wanted. */
const LISTED_SHARE = 16;

export async function chunkPresence(
  array: NdArray,
  axes: readonly AxisSelection[],
  isWhole: boolean,
  signal: AbortSignal | undefined,
): Promise<ChunkPresence> {
  const handle = arrayHandle(array.hierarchy, array.node);
  const { stepCount: count } = planChunks(array.node.grid, axes);
  const pays =
    count * LISTED_SHARE >= chunkCount(array.node.grid) || operationLimits.askedPositions.isExceededBy(count);
  const listed = pays && count > 0 ? await listedChunks(array, handle.access, signal) : undefined;
  if (listed === undefined) return watched(handle, count);
  const present = isWhole ? listed.stored.size : countStored(array.node.grid, axes, listed.stored);
  const counts = { count, absent: count - present, bytes: isWhole ? listed.bytes : null };
  return { handle, stored: listed.stored, counts: () => counts };
}

interface Listed {
  readonly stored: ReadonlySet<number>;
  readonly bytes: number | null;
}

async function listedChunks(
  { node, hierarchy }: NdArray,
  access: ChunkAccess,
  signal: AbortSignal | undefined,
): Promise<Listed | undefined> {
  if (access.stored === undefined) return undefined;
  const { store } = hierarchy;
  const numberOf = numbering(node.grid);
  const stored = new Set<number>();
  let bytes: number | undefined = 0;
  const add = async ({ coords, key, size }: StoredChunk): Promise<void> => {
    if (!isInGrid(node.grid, coords)) return;
    stored.add(numberOf(coords));
    const known = size ?? (await store.head?.(key, { signal }))?.size;
    bytes = bytes === undefined || known === undefined ? undefined : bytes + known;
  };
  try {
    await forEachBounded(access.stored({ signal }), DEFAULT_CONCURRENCY, add, signal);
    return { stored, bytes: bytes ?? null };
  } catch (error) {
    // Only a request shows whether a server can list.
    if (isHyperslabError(error, "unsupported")) return undefined;
    throw error;
  }
}

/** The number of a chunk in C order. */
export function numbering(grid: ChunkGrid): (coords: readonly number[]) => number {
  const lengths = gridShape(grid);
  return (coords) => coords.reduce((number, at, axis) => number * lengths[axis]! + at, 0);
}

function countStored(grid: ChunkGrid, axes: readonly AxisSelection[], stored: ReadonlySet<number>): number {
  const numberOf = numbering(grid);
  let count = 0;
  for (const { coords } of planChunks(grid, axes)) if (stored.has(numberOf(coords))) count += 1;
  return count;
}

/** Reads every chunk through its source, which reports whether it exists. Workers that read files directly do not report that. */
function watched(handle: ArrayHandle, count: number): ChunkPresence {
  const { files: _, ...access } = handle.access;
  const numberOf = numbering(handle.node.grid);
  const absent = new Set<number>();
  const source = (coords: readonly number[]): ByteSource => {
    const found = handle.access.source(coords);
    const noted = <T>(value: T | undefined): T | undefined => {
      if (value === undefined) absent.add(numberOf(coords));
      return value;
    };
    const { hold } = found;
    const read: ByteSource["read"] = async (...given) => noted(await found.read(...given));
    return hold === undefined
      ? { ...found, read }
      : { ...found, read, hold: async (...given) => noted(await hold.call(found, ...given)) };
  };
  return {
    handle: { ...handle, access: { ...access, source } },
    stored: undefined,
    counts: () => ({ count, absent: absent.size, bytes: null }),
  };
}
