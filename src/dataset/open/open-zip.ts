/** Zip archives as stores, for callers who control how they are read and written; an address opens them too. */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { type ZipStore, type ZipStoreOptions, zipStore } from "../../stores/zip/zip.ts";
import { storeDecoders } from "./store-decoders.ts";

/** Options of `openZip`. */
export type OpenZipOptions = Omit<ZipStoreOptions, "onChange">;

/**
 * Opens the archive in a file (Node), in any source that supports range reads, or in memory. If the file or
 * `ByteTarget` is empty or missing, a new archive is created. Values that were set are part of the archive after
 * `flush` or `close`.
 */
export async function openZip(
  source: string | ByteSource | ByteTarget,
  options: OpenZipOptions = {},
): Promise<ZipStore> {
  const given = { ...storeDecoders, ...options };
  if (typeof source !== "string") return zipStore(source, given);
  return (await import("../../stores/file/zip.ts")).zipFile(source, given);
}
