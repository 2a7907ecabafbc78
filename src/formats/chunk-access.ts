/** Chunks that are one store value each. */
import type { ByteSource } from "../bytes/byte-source.ts";
import { type GetOptions, holdOf, type Store } from "../stores/store.ts";
import type { ChunkAccess } from "./format.ts";

/** Access to chunks by key. What the store cannot do is absent. */
export function storeChunkAccess(store: Store, keyOf: (coords: readonly number[]) => string): ChunkAccess {
  const { directory } = store;
  return {
    key: keyOf,
    source: (coords) => storeSource(store, keyOf(coords), "error"),
    ...(store.set === undefined ? {} : { set: (coords, bytes, options) => store.set!(keyOf(coords), bytes, options) }),
    ...(store.delete === undefined ? {} : { delete: (coords, options) => store.delete!(keyOf(coords), options) }),
    ...(store.locate === undefined ? {} : { locate: (coords) => store.locate!(keyOf(coords)) }),
    ...(directory === undefined ? {} : { files: async () => ({ directory, key: keyOf, readOnly: false }) }),
  };
}

/** A source over the value behind a key, in one version of it. `directory`: what to do about one in its place. */
export function storeSource(store: Store, key: string, directory?: GetOptions["directory"]): ByteSource {
  const version = {};
  const hold = holdOf(store);
  return {
    version,
    read: (range, options) =>
      store.get(key, { range, version, directory, signal: options?.signal, room: options?.room }),
    ...(store.head === undefined
      ? {}
      : {
          size: async (options) => (await store.head!(key, { signal: options?.signal }))?.size,
          validator: async (options) => (await store.head!(key, { signal: options?.signal }))?.validator,
        }),
    ...(hold === undefined ? {} : { hold: (options) => hold(key, options) }),
  };
}
