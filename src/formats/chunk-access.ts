/** Chunks that are one store value each. */
import type { ByteSource } from "../bytes/byte-source.ts";
import type { Store } from "../stores/store.ts";
import type { ChunkAccess } from "./format.ts";
import { storedChunks } from "./stored-chunks.ts";

/** Access to chunks of `rank` coordinates by key. What the store cannot do is absent. */
export function storeChunkAccess(
  store: Store,
  rank: number,
  keyOf: (coords: readonly number[]) => string,
): ChunkAccess {
  const { directory } = store;
  return {
    key: keyOf,
    source: (coords) => storeSource(store, keyOf(coords)),
    ...(store.set === undefined ? {} : { set: (coords, bytes, options) => store.set!(keyOf(coords), bytes, options) }),
    ...(store.delete === undefined ? {} : { delete: (coords, options) => store.delete!(keyOf(coords), options) }),
    ...(store.locate === undefined ? {} : { locate: (coords) => store.locate!(keyOf(coords)) }),
    ...(store.list === undefined ? {} : { stored: (options) => storedChunks(store, rank, keyOf, options) }),
    ...(directory === undefined ? {} : { files: async () => ({ directory, key: keyOf, readOnly: false }) }),
  };
}

/** A source over the value behind a key, in one version of it. */
export function storeSource(store: Store, key: string): ByteSource {
  const version = {};
  return {
    version,
    read: (range, options) => store.get(key, { range, version, signal: options?.signal, room: options?.room }),
    ...(store.head === undefined
      ? {}
      : { size: async (options) => (await store.head!(key, { signal: options?.signal }))?.size }),
  };
}
