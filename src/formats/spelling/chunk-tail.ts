/** The tail of a chunk's key: what comes after the array's path. */
import { HyperslabError } from "../../errors.ts";
import type { ChunkKeyEncoding } from "../../model/node.ts";

/** `c/1/23`, `c.1.23`, `1.23`; a scalar's only chunk is `c` or `0`. */
export function chunkTail(encoding: ChunkKeyEncoding, coords: readonly number[]): string {
  const { kind, separator, prefix = "", suffix = "" } = encoding;
  const indices = coords.join(separator);
  if (kind === "v2") return `${prefix}${coords.length === 0 ? "0" : indices}${suffix}`;
  return `${prefix}c${coords.length === 0 ? "" : separator}${indices}${suffix}`;
}

/** Refuses a prefix or suffix with which tails would be no store keys. */
export function checkChunkTail(encoding: ChunkKeyEncoding): void {
  const names = chunkTail(encoding, [0, 0]).split("/");
  if (!names.some((name) => name === "" || name === "." || name === ".." || name.includes("\0"))) return;
  throw new HyperslabError("invalid-request", `chunk keys like ${JSON.stringify(names.join("/"))} are no store keys`, {
    hint: 'Prefix and suffix may hold slashes between names only, as in "data/" and ".bin".',
  });
}
