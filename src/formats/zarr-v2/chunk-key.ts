/**
 * Chunk keys of Zarr v2: indices joined by `dimension_separator`. Nested directories before zarr-python 2.8 had keys
 * `0/0` without a word of it in the document; where it says nothing, the keys that are there decide.
 */
import type { ByteSource } from "../../bytes/byte-source.ts";
import type { JsonView } from "../../bytes/json-view.ts";
import { HyperslabError } from "../../errors.ts";
import type { ArrayNode, ChunkKeyEncoding } from "../../model/node.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { storeChunkAccess, storeSource } from "../chunk-access.ts";
import { chunkTail } from "../chunk-tail.ts";
import type { ChunkAccess } from "../format.ts";
import { joinPath } from "../node-path.ts";

export const SEPARATOR = "dimension_separator";

export function parseChunkKeys(view: JsonView | undefined): ChunkKeyEncoding {
  const isAbsent = view === undefined || view.isNull();
  return { kind: "v2", separator: isAbsent ? "." : view.oneOf([".", "/"]) };
}

/** The separator to write. Keys that begin with "c" are of Zarr v3 alone; here they are plain ones with dots. */
export function printSeparator({ kind, separator, prefix = "", suffix = "" }: ChunkKeyEncoding): "." | "/" {
  if (prefix === "" && suffix === "") return kind === "v2" ? separator : ".";
  throw new HyperslabError("unsupported", "Zarr v2 has no chunk keys with a prefix or suffix", {
    hint: "Write Zarr v3, or leave them out.",
  });
}

/** Access to an array's chunks; `isSaid`: the document says how their keys look. */
export function chunkAccess(store: Store, array: ArrayNode, isSaid: boolean): ChunkAccess {
  if (!isSaid && array.shape.length > 1) return probingAccess(store, array);
  return storeChunkAccess(store, (coords) => joinPath(array.path, chunkTail(array.chunkKeys, coords)));
}

/**
 * Flat keys until proven nested. Reading a flat chunk that is there costs nothing more; the first absent one asks which
 * keys there are, once where the store can list, else by its nested key.
 */
function probingAccess(store: Store, array: ArrayNode): ChunkAccess {
  const keyWith = (separator: "." | "/") => (coords: readonly number[]) =>
    joinPath(array.path, chunkTail({ kind: "v2", separator }, coords));
  const flat = storeChunkAccess(store, keyWith("."));
  const nested = storeChunkAccess(store, keyWith("/"));
  let known: ChunkAccess | undefined;
  const decide = async (coords: readonly number[], options?: StoreOptions): Promise<ChunkAccess> => {
    if (known !== undefined) return known;
    const listed = await listedKind(store, array.path, options);
    if (listed !== undefined) return (known = listed === "nested" ? nested : flat);
    if ((await store.get(nested.key(coords), { range: { offset: 0, length: 1 }, ...options })) === undefined)
      return flat;
    return (known = nested);
  };
  return {
    // One name for a chunk whatever is found out, because locks go by it.
    key: flat.key,
    source: (coords) => probingSource(store, flat.key(coords), () => known, decide, coords),
    ...(flat.set === undefined
      ? {}
      : { set: async (coords, bytes, options) => (await decide(coords, options)).set!(coords, bytes, options) }),
    ...(flat.delete === undefined
      ? {}
      : { delete: async (coords, options) => (await decide(coords, options)).delete!(coords, options) }),
    locate: (coords) => known?.locate?.(coords),
  };
}

function probingSource(
  store: Store,
  flatKey: string,
  known: () => ChunkAccess | undefined,
  decide: (coords: readonly number[], options?: StoreOptions) => Promise<ChunkAccess>,
  coords: readonly number[],
): ByteSource {
  const flat = storeSource(store, flatKey);
  return {
    read: async (range, options) => {
      const access = known();
      if (access !== undefined) return access.source(coords).read(range, options);
      const bytes = await flat.read(range, options);
      if (bytes !== undefined) return bytes;
      const decided = await decide(coords, options);
      return decided.key(coords) === flatKey ? undefined : decided.source(coords).read(range, options);
    },
    ...(flat.size === undefined
      ? {}
      : {
          size: async (options) =>
            (await flat.size!(options)) ?? (await decide(coords, options)).source(coords).size!(options),
        }),
  };
}

/** Which keys an array has, where the store can list them; undefined: it cannot, or there are none. */
async function listedKind(store: Store, path: string, options?: StoreOptions): Promise<"flat" | "nested" | undefined> {
  if (store.listDirectory === undefined) return undefined;
  const { keys, prefixes } = await store.listDirectory(path, options);
  if (keys.some((name) => /^[0-9]+(\.[0-9]+)+$/.test(name))) return "flat";
  return prefixes.some((name) => /^[0-9]+$/.test(name)) ? "nested" : undefined;
}
