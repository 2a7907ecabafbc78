/** Chunks that are one store value each. */
import type { ByteSource, ObjectVersion } from "../../bytes/source/byte-source.ts";
import {
  cacheName,
  type GetOptions,
  type HoldValue,
  holdOf,
  isLending,
  lockName,
  type Store,
  valuePlace,
} from "../../stores/store.ts";
import type { ChunkAccess, ChunkFacts, ChunkFile } from "../format.ts";
import { storedChunks } from "./stored-chunks.ts";

/** Access to chunks of `rank` coordinates by key. What the store cannot do is absent. */
export function storeChunkAccess(
  store: Store,
  rank: number,
  keyOf: (coords: readonly number[]) => string,
): ChunkAccess {
  const { directory, location } = store;
  const hold = holdOf(store);
  const file = (coords: readonly number[]): ChunkFile => ({ directory: directory!, location, key: keyOf(coords) });
  return {
    ...storeFacts(store, keyOf),
    source: (coords) => sourceOf(store, keyOf(coords), "error", hold),
    ...(store.set === undefined ? {} : { set: (coords, bytes, options) => store.set!(keyOf(coords), bytes, options) }),
    ...(store.delete === undefined ? {} : { delete: (coords, options) => store.delete!(keyOf(coords), options) }),
    ...(store.list === undefined ? {} : { stored: (options) => storedChunks(store, rank, keyOf, options) }),
    ...(directory === undefined ? {} : { files: async () => ({ file, readOnly: false }) }),
  };
}

/** What is known of chunks that are values of one store. */
export function storeFacts(store: Store, keyOf: (coords: readonly number[]) => string): ChunkFacts {
  const { location, concurrency } = store;
  return {
    location,
    concurrency,
    key: keyOf,
    place: (coords) => valuePlace(store, keyOf(coords)),
    lockName: (coords) => lockName(store, keyOf(coords)),
    cacheName: (coords) => cacheName(store, keyOf(coords)),
  };
}

/** A source over the value behind a key, in one version of it. It holds nothing: whoever reads through patches may have it. */
export function storeSource(store: Store, key: string): ByteSource {
  return sourceOf(store, key, undefined, undefined);
}

function sourceOf(
  store: Store,
  key: string,
  directory: GetOptions["directory"],
  hold: HoldValue | undefined,
): ByteSource {
  const version: ObjectVersion = {};
  return {
    version,
    lends: isLending(store),
    read: (range, options) => {
      // All of a value that can be held is one version by itself.
      const tied = range !== undefined || hold === undefined || version.validator !== undefined;
      const request = { range, directory, signal: options?.signal, room: options?.room };
      return store.get(key, tied ? { ...request, version } : request);
    },
    ...(store.head === undefined
      ? {}
      : {
          size: async (options) => (await store.head!(key, { signal: options?.signal }))?.size,
          validator: async (options) => (await store.head!(key, { signal: options?.signal }))?.validator,
        }),
    ...(hold === undefined ? {} : { hold: (options) => hold(key, options) }),
  };
}
