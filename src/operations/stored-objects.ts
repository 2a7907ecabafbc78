/** How much of an array is stored: objects and bytes, counted by asking for each chunk's size, never reading one. */
import { forEachBounded } from "../bytes/concurrency.ts";
import type { NdArray } from "../dataset/nd-array.ts";
import { DEFAULT_CONCURRENCY } from "../dataset/options.ts";
import { HyperslabError } from "../errors.ts";
import { chunkCoords } from "../model/chunk-grid.ts";

export interface StoredObjects {
  /** Stored chunks (or shards). */
  readonly count: number;
  /** Of how many in the grid. */
  readonly of: number;
  readonly bytes: number;
}

export async function storedObjects(array: NdArray, signal?: AbortSignal): Promise<StoredObjects> {
  const { store } = array.hierarchy;
  const access = array.hierarchy.chunks(array.node);
  if (store.head === undefined) {
    throw new HyperslabError("unsupported", "this store cannot tell the size of a key", { location: store.location });
  }
  let count = 0;
  let bytes = 0;
  const ask = async (coords: readonly number[]): Promise<void> => {
    const found = await store.head?.(access.key(coords), { signal });
    if (found === undefined) return;
    count += 1;
    bytes += found.size;
  };
  await forEachBounded(chunkCoords(array.node.grid), DEFAULT_CONCURRENCY, ask, signal);
  return { count, of: array.gridShape.reduce((product, length) => product * length, 1), bytes };
}
