/**
 * Blosc frames with zstd that zarr 1.1.0 wrote hold frames of zstd 0.7, which other readers of the formats they may be
 * copied to do not know. So they are not moved as they are.
 */
import { jsonView } from "../bytes/json/view.ts";
import type { NdArray } from "../dataset/array/nd-array.ts";

/** Zarr 1 has zstd in its last release alone, so it is not asked which frames there are. */
export function holdsOldZstd({ hierarchy, node }: NdArray): boolean {
  return hierarchy.format === "zarr1" && node.codecs.some(isBloscZstd);
}

function isBloscZstd({ name, configuration }: NdArray["node"]["codecs"][number]): boolean {
  return name === "blosc" && jsonView(configuration).get("cname")?.string() === "zstd";
}
