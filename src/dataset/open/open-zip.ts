/** Zip archives as stores, for callers who choose how they are read and written; an address opens them too. */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { type ZipStore, type ZipStoreOptions, zipStore } from "../../stores/zip/zip.ts";
import { storeDecoders } from "./store-decoders.ts";

/** Options of `openZip`. */
export type OpenZipOptions = Omit<ZipStoreOptions, "onChange">;

/**
 * The archive in a file (Node), in anything that can be read in ranges, or in memory. A file or a `ByteTarget` that is
 * empty or not there becomes a new archive. What is set belongs to the archive once `flush` or `close` is done.
 */
export async function openZip(
  source: string | ByteSource | ByteTarget,
  options: OpenZipOptions = {},
): Promise<ZipStore> {
  const given = { ...storeDecoders, ...options };
  if (typeof source !== "string") return zipStore(source, given);
  return (await import("../../stores/file/zip.ts")).zipFile(source, given);
}
