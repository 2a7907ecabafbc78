/**
 * Chunk keys of Zarr v2: indices joined by `dimension_separator`. Nested directories before zarr-python 2.8 had keys
 * `0/0` without recording it in the document. If the document does not record it, the stored keys decide.
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

/** The separator to write. Keys that begin with "c" exist only in Zarr v3; here they become plain ones with dots. */
export function printSeparator({ kind, separator, prefix = "", suffix = "" }: ChunkKeyEncoding): string {
  const written = kind === "v2" ? separator : ".";
  if (prefix === "" && suffix === "" && (written === "." || written === "/")) return written;
  throw new HyperslabError("unsupported", "Zarr v2 has no chunk keys with a prefix, a suffix or other separators", {
    hint: "Write Zarr v3, or leave them out.",
  });
}

/** Access to an array's chunks; `isSaid` is true if the document records how their keys are spelled. */
export function chunkAccess(store: Store, array: ArrayNode, isSaid: boolean): ChunkAccess {
  if (!isSaid && array.shape.length > 1) return probingAccess(store, array);
  return chunksBelow(store, array);
}

/**
 * Flat keys until proven nested. Reading an existing flat chunk costs nothing extra. The first absent one triggers a
 * check for which keys exist: once if the store can list, else each absent chunk is also tried under its nested key
 * until one is found.
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
    // Locks use this name, so it must not depend on what is detected.
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

/** Stored chunks in the detected layout, or in the flat one if it is unknown. */
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

/** Which keys an array has, determined once; undefined if the store cannot list. An empty array has flat ones. */
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
