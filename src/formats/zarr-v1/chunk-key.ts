/**
 * Chunk keys of Zarr 1: indices joined by dots. The chunk of a scalar would have the empty key, which the releases
 * cannot write: such an array reads as its fill value.
 */
import { HyperslabError } from "../../errors.ts";
import type { ArrayNode, ChunkKeyEncoding } from "../../model/node.ts";
import type { Store } from "../../stores/store.ts";
import { storeFacts } from "../documents/chunk-access.ts";
import { joinPath } from "../documents/node-path.ts";
import type { ChunkAccess } from "../format.ts";
import { chunksBelow } from "../spelling/chunk-tail.ts";

export const CHUNK_KEYS: ChunkKeyEncoding = { kind: "v2", separator: "." };

/** Layouts of other formats are replaced by the only one there is; a prefix or suffix would be lost. */
export function checkChunkKeys({ prefix = "", suffix = "" }: ChunkKeyEncoding): void {
  if (prefix === "" && suffix === "") return;
  throw new HyperslabError("unsupported", "Zarr v1 has no chunk keys with a prefix or suffix", {
    hint: "Write Zarr v3, or leave them out.",
  });
}

export function chunkAccess(store: Store, array: ArrayNode): ChunkAccess {
  if (array.shape.length === 0) return scalarAccess(store, array);
  return chunksBelow(store, array, CHUNK_KEYS);
}

function scalarAccess(store: Store, array: ArrayNode): ChunkAccess {
  return {
    ...storeFacts(store, () => joinPath(array.path, "0")),
    source: () => ({ read: async () => undefined }),
    set: async () => {
      throw new HyperslabError("unsupported", "Zarr v1 has no key for the chunk of a scalar", {
        hint: "Copy the array to Zarr v2 or v3 and write there.",
      });
    },
    delete: async () => undefined,
  };
}
