/** Chunk keys: the array's path, then a tail that the array's encoding makes of the chunk's coordinates. */
import { HyperslabError } from "../../errors.ts";
import type { ArrayNode, ChunkKeyEncoding } from "../../model/node.ts";
import type { Store } from "../../stores/store.ts";
import { storeChunkAccess } from "../documents/chunk-access.ts";
import { joinPath } from "../documents/node-path.ts";
import type { ChunkAccess } from "../format.ts";

/** Access to the chunks below an array's path, or below another one. */
export function chunksBelow(
  store: Store,
  { shape, path, chunkKeys }: ArrayNode,
  encoding: ChunkKeyEncoding = chunkKeys,
  base: string = path,
): ChunkAccess {
  return storeChunkAccess(store, shape.length, (coords) => joinPath(base, chunkTail(encoding, coords)));
}

/** `c/1/23`, `c.1.23`, `1.23`; a scalar's only chunk is `c` or `0`. */
export function chunkTail(encoding: ChunkKeyEncoding, coords: readonly number[]): string {
  const { kind, separator, prefix = "", suffix = "" } = encoding;
  const indices = coords.join(separator);
  if (kind === "v2") return `${prefix}${coords.length === 0 ? "0" : indices}${suffix}`;
  return `${prefix}c${coords.length === 0 ? "" : separator}${indices}${suffix}`;
}

/** Refuses a prefix or suffix that does not give valid store keys. */
export function checkChunkTail(encoding: ChunkKeyEncoding): void {
  const names = chunkTail(encoding, [0, 0]).split("/");
  if (!names.some((name) => name === "" || name === "." || name === ".." || name.includes("\0"))) return;
  throw new HyperslabError(
    "invalid-request",
    `chunk keys like ${JSON.stringify(names.join("/"))} are not valid store keys`,
    {
      hint: 'A prefix or suffix may hold slashes between names only, as in "data/" and ".bin".',
    },
  );
}
