/** References that are looked up in a foreign file chunk by chunk, until somebody wants all of an array. */
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
      const { path, coords } = splitChunkKey(key);
      const chunks = pending.get(path);
      if (chunks === undefined || chunks.isLoaded) return loaded.find(key, options);
      return (await chunks.find(coords))?.reference;
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
      for (const key of wanted()) paths.add(splitChunkKey(key).path);
      for (const path of paths) await pending.get(path)?.load();
      return loaded.local(wanted);
    },
  };
}

/** The array and the chunk of a key that `chunkKeys` made. The only chunk of a scalar has coordinates too: they are passed over. */
export function splitChunkKey(key: string): { readonly path: string; readonly coords: readonly number[] } {
  const slash = key.lastIndexOf("/");
  return {
    path: key.slice(0, Math.max(0, slash)),
    coords: key
      .slice(slash + 1)
      .split(".")
      .map(Number),
  };
}
