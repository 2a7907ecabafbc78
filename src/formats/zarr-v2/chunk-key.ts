/**
 * Chunk keys of Zarr v2: indices joined by `dimension_separator`. Nested directories before zarr-python 2.8 had keys
 * `0/0` without saying so in the document. If the document does not say, the stored keys decide.
 */

import type { JsonView } from "../../bytes/json/view.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import { HyperslabError } from "../../errors.ts";
import type { ArrayNode, ChunkKeyEncoding } from "../../model/node.ts";
import type { Store, StoreOptions } from "../../stores/store.ts";
import { chunksBelow, storeFacts } from "../documents/chunk-access.ts";
import type { ChunkAccess, StoredChunk } from "../format.ts";

export const SEPARATOR = "dimension_separator";

export function parseChunkKeys(view: JsonView | undefined): ChunkKeyEncoding {
  const isAbsent = view === undefined || view.isNull();
  return { kind: "v2", separator: isAbsent ? "." : view.oneOf([".", "/"]) };
}

/** The separator to write. Keys that begin with "c" are of Zarr v3 alone; here they are plain ones with dots. */
export function printSeparator({ kind, separator, prefix = "", suffix = "" }: ChunkKeyEncoding): string {
  const written = kind === "v2" ? separator : ".";
  if (prefix === "" && suffix === "" && (written === "." || written === "/")) return written;
  throw new HyperslabError("unsupported", "Zarr v2 has no chunk keys with a prefix, a suffix or other separators", {
    hint: "Write Zarr v3, or leave them out.",
  });
}

/** Access to an array's chunks; `isSaid` if the document says how their keys look. */
export function chunkAccess(store: Store, array: ArrayNode, isSaid: boolean): ChunkAccess {
  if (!isSaid && array.shape.length > 1) return probingAccess(store, array);
  return chunksBelow(store, array);
}

/**
 * Flat keys until proven nested. Reading a flat chunk that is there costs nothing more. The first absent one asks which
 * keys there are: once where the store can list, else each absent one also under its nested key until one is found.
 */
function probingAccess(store: Store, array: ArrayNode): ChunkAccess {
  const flat = chunksBelow(store, array, { kind: "v2", separator: "." });
  const nested = chunksBelow(store, array, { kind: "v2", separator: "/" });
  let known: ChunkAccess | undefined;
  const listed = listedOnce(store, array.path);
  const askStore = async (): Promise<ChunkAccess | undefined> => {
    const kind = known === undefined ? await listed() : undefined;
    if (kind !== undefined) known = kind === "nested" ? nested : flat;
    return known;
  };
  const decide = async (coords: readonly number[]): Promise<ChunkAccess> => {
    const told = await askStore();
    if (told !== undefined) return told;
    if ((await nested.source(coords).read({ offset: 0, length: 1 })) === undefined) return flat;
    return (known = nested);
  };
  return {
    // Locks use this name, so it must not change with what is detected.
    ...storeFacts(store, flat.key),
    source: (coords) => known?.source(coords) ?? probingSource(flat, decide, coords),
    ...(flat.set === undefined
      ? {}
      : { set: async (coords, bytes, options) => (await decide(coords)).set!(coords, bytes, options) }),
    ...(flat.delete === undefined
      ? {}
      : { delete: async (coords, options) => (await decide(coords)).delete!(coords, options) }),
    ...(flat.stored === undefined ? {} : { stored: (options) => storedEither(askStore, flat, options) }),
    // Workers cannot retry under another key, so the layout must be known first.
    ...(flat.files === undefined ? {} : { files: async (wanted) => (await askStore())?.files?.(wanted) }),
  };
}

/** Stored chunks in the layout that was detected; in the flat one if that is not known. */
async function* storedEither(
  askStore: () => Promise<ChunkAccess | undefined>,
  flat: ChunkAccess,
  options: StoreOptions | undefined,
): AsyncGenerator<StoredChunk> {
  yield* ((await askStore()) ?? flat).stored!(options);
}

function probingSource(
  flat: ChunkAccess,
  decide: (coords: readonly number[]) => Promise<ChunkAccess>,
  coords: readonly number[],
): ByteSource {
  const source = flat.source(coords);
  const { hold } = source;
  const elsewhere = async (): Promise<ByteSource | undefined> => {
    const access = await decide(coords);
    return access === flat ? undefined : access.source(coords);
  };
  return {
    read: async (range, options) =>
      (await source.read(range, options)) ?? (await (await elsewhere())?.read(range, options)),
    ...(source.size === undefined
      ? {}
      : { size: async (options) => (await source.size!(options)) ?? (await (await elsewhere())?.size?.(options)) }),
    ...(hold === undefined
      ? {}
      : { hold: async (options) => (await hold(options)) ?? (await (await elsewhere())?.hold?.(options)) }),
  };
}

/** Which keys an array has, asked for once; undefined where the store cannot list. An empty array has flat ones. */
function listedOnce(store: Store, path: string): () => Promise<"flat" | "nested" | undefined> {
  let answer: Promise<"flat" | "nested"> | undefined;
  return async () => {
    if (store.listDirectory === undefined) return undefined;
    answer ??= store.listDirectory(path).then(({ keys, prefixes }) => {
      const isFlat = keys.some((name) => /^[0-9]+(\.[0-9]+)+$/.test(name));
      return isFlat || !prefixes.some((name) => /^[0-9]+$/.test(name)) ? "flat" : "nested";
    });
    try {
      return await answer;
    } catch (error) {
      answer = undefined;
      throw error;
    }
  };
}
