/** References that are looked up in a foreign file chunk by chunk, until all of an array are needed. */
import type { PendingChunks } from "../../model/virtual/pending-chunks.ts";
import type { ReferenceLookup } from "./reference-lookup.ts";

export function pendingLookup(loaded: ReferenceLookup, pending: ReadonlyMap<string, PendingChunks>): ReferenceLookup {
  const loadBelow = async (prefix: string): Promise<void> => {
    for (const [path, chunks] of pending) {
      const isNear = prefix === "" || path === prefix || path.startsWith(`${prefix}/`) || prefix.startsWith(`${path}/`);
      if (isNear) await chunks.load();
    }
  };
  return {
    ...loaded,
    find: async (key, options) => {
      const place = splitChunkKey(key);
      const chunks = place && pending.get(place.path);
      if (chunks === undefined || chunks.isLoaded) return loaded.find(key, options);
      return (await chunks.find(place!.coords))?.reference;
    },
    keys: async function* (prefix, signal) {
      await loadBelow(prefix);
      yield* loaded.keys(prefix, signal);
    },
    directory: async (prefix, options) => {
      await loadBelow(prefix);
      return loaded.directory(prefix, options);
    },
    local: async (wanted) => {
      if (wanted === undefined) return undefined;
      const paths = new Set<string>();
      for (const key of wanted()) {
        const place = splitChunkKey(key);
        if (place !== undefined) paths.add(place.path);
      }
      for (const path of paths) await pending.get(path)?.load();
      return loaded.local(wanted);
    },
  };
}

export interface ChunkPlace {
  readonly path: string;
  readonly coords: readonly number[];
}

const CHUNK_NAME = /^\d+(?:\.\d+)*$/;

/**
 * The array and the chunk of a key made by `chunkKeys`; undefined for other keys, such as that of a marker beside the
 * chunks. The only chunk of a scalar has coordinates too, which are ignored.
 */
export function splitChunkKey(key: string): ChunkPlace | undefined {
  const slash = key.lastIndexOf("/");
  const name = key.slice(slash + 1);
  if (!CHUNK_NAME.test(name)) return undefined;
  return { path: key.slice(0, Math.max(0, slash)), coords: name.split(".").map(Number) };
}
