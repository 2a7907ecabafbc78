/** How much of an array is stored: objects and bytes, from a listing or from each chunk's size. No chunk is read. */
import { forEachBounded } from "../../bytes/concurrency.ts";
import { checkPositions, isInGrid } from "../../dataset/array/grid-positions.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { DEFAULT_CONCURRENCY } from "../../dataset/transfer.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { StoredChunk } from "../../formats/format.ts";
import { chunkCoords } from "../../model/grid/chunk-grid.ts";
import type { ObjectInfo } from "../../stores/store.ts";

/** How much of an array is stored. */
export interface StoredObjects {
  /** Stored chunks (or shards). */
  readonly count: number;
  /** The number of chunks in the grid. */
  readonly of: number;
  /** Stored bytes. */
  readonly bytes: number;
}

export async function storedObjects(array: NdArray, signal?: AbortSignal): Promise<StoredObjects> {
  const positions = array.gridShape.reduce((product, length) => product * length, 1);
  const counts = (await listed(array, signal)) ?? (await asked(array, positions, signal));
  return { count: counts.count, of: positions, bytes: counts.bytes };
}

interface Counts {
  count: number;
  bytes: number;
}

/** From a listing; undefined if the store cannot list. */
async function listed({ hierarchy, node }: NdArray, signal: AbortSignal | undefined): Promise<Counts | undefined> {
  const { store } = hierarchy;
  const access = hierarchy.chunks(node);
  if (access.stored === undefined) return undefined;
  const counts: Counts = { count: 0, bytes: 0 };
  const add = async ({ coords, key, size }: StoredChunk): Promise<void> => {
    if (!isInGrid(node.grid, coords)) return;
    const bytes = size ?? (await store.head?.(key, { signal }))?.size;
    if (bytes === undefined) return;
    counts.count += 1;
    counts.bytes += bytes;
  };
  try {
    await forEachBounded(access.stored({ signal }), DEFAULT_CONCURRENCY, add, signal);
    return counts;
  } catch (error) {
    // Only a request shows whether a server can list.
    if (isHyperslabError(error, "unsupported")) return undefined;
    throw error;
  }
}

async function asked({ hierarchy, node }: NdArray, positions: number, signal?: AbortSignal): Promise<Counts> {
  const { store } = hierarchy;
  const access = hierarchy.chunks(node);
  const { head } = store;
  if (head === undefined) {
    throw new HyperslabError("unsupported", "this store cannot report the size of a key", { location: store.location });
  }
  checkPositions(positions, "count what is stored", { location: store.location, node: node.path });
  const counts: Counts = { count: 0, bytes: 0 };
  const ask = async (coords: readonly number[]): Promise<void> => {
    const found: ObjectInfo | undefined = await head.call(store, access.key(coords), { signal });
    if (found === undefined) return;
    counts.count += 1;
    counts.bytes += found.size;
  };
  await forEachBounded(chunkCoords(node.grid), DEFAULT_CONCURRENCY, ask, signal);
  return counts;
}
