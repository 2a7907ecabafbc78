/** Chunk keys of Zarr 0: `__zdata__/4.2.blosc`. Lock and partial files beside them are never asked for. */
import { HyperslabError } from "../../errors.ts";
import type { ChunkKeyEncoding } from "../../model/node.ts";

export const CHUNK_KEYS: ChunkKeyEncoding = { kind: "v2", separator: ".", prefix: "__zdata__/", suffix: ".blosc" };

/** Layouts of other formats are replaced by the only one there is; another prefix or suffix would be lost. */
export function checkChunkKeys({ prefix = "", suffix = "" }: ChunkKeyEncoding): void {
  const isOurs = prefix === CHUNK_KEYS.prefix && suffix === CHUNK_KEYS.suffix;
  if (isOurs || (prefix === "" && suffix === "")) return;
  throw new HyperslabError("unsupported", `Zarr 0.4 has no chunk keys but those like ${CHUNK_KEYS.prefix}0.0.blosc`, {
    hint: "Write Zarr v3, or leave prefix and suffix out.",
  });
}
