/**
 * Keys of chunks in the alpha: `data/root/a/b/c1/23`, the letter glued to the first index. Where a document does not say
 * the separator it is of 2020, when they were `data/a/b/1.23`.
 */
import type { JsonView } from "../../bytes/json/view.ts";
import type { ArrayNode, ChunkKeyEncoding } from "../../model/node.ts";
import type { Store } from "../../stores/store.ts";
import { joinPath } from "../documents/node-path.ts";
import type { ChunkAccess } from "../format.ts";
import type { Notes } from "../notes.ts";
import { chunksBelow } from "../spelling/chunk-tail.ts";

export function parseChunkKeys(grid: JsonView, notes: Notes): ChunkKeyEncoding {
  const separator = grid.get("separator");
  if (separator !== undefined) return { kind: "v2", separator: separator.oneOf(["/", "."]), prefix: "c" };
  notes.add(grid, "no separator, as in 2020; chunk keys are taken as data/PATH/0.0");
  return { kind: "v2", separator: "." };
}

/** Chunks that can be read; nothing of the alpha is written. */
export function chunkAccess(store: Store, array: ArrayNode): ChunkAccess {
  const base = joinPath(array.chunkKeys.prefix === undefined ? "data" : "data/root", array.path);
  const { set: _set, delete: _delete, ...readable } = chunksBelow(store, array, array.chunkKeys, base);
  return readable;
}
