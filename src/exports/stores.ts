/** `hyperslab/stores`: stores and wrappers of stores, for those who make their own. */
export { type ByteSource, memorySource } from "../bytes/source/byte-source.ts";
export { type ByteTarget, type MemoryTarget, memoryTarget } from "../bytes/source/byte-target.ts";
export { openLocation, parseLocation } from "../dataset/open/location.ts";
export { type OpenZipOptions, openZip } from "../dataset/open/open-zip.ts";
export { toZarritaStore } from "../stores/adapters.ts";
export { blobSource } from "../stores/browser/blob.ts";
export { blobStore } from "../stores/browser/browser-input.ts";
export { directoryEntryStore } from "../stores/browser/directory-entry-store.ts";
export { directoryHandleStore, opfsStore } from "../stores/browser/directory-store.ts";
export { type DroppedItem, droppedItems } from "../stores/browser/dropped-items.ts";
export { fileListStore } from "../stores/browser/file-list-store.ts";
export type { DirectoryEntry, DirectoryHandle, FileEntry, FileHandle } from "../stores/browser/handles.ts";
export { type AzureTarget, azStore } from "../stores/cloud/az.ts";
export { type GoogleTarget, gsStore } from "../stores/cloud/gs.ts";
export type { HttpHeaders } from "../stores/http/http-client.ts";
export { httpSource } from "../stores/http/http-source.ts";
export type { HttpNote } from "../stores/http/http-store.ts";
export { type HttpStoreOptions, httpStore } from "../stores/http/http-store.ts";
export type { HttpRequest, HttpResponse, HttpTransport, ResponseHead } from "../stores/http/transport/transport.ts";
export { type Location, printLocation } from "../stores/location/location.ts";
export type { LocationBase, LocationStep } from "../stores/location/parts.ts";
export type { StoreSettings } from "../stores/location/settings.ts";
export { memoryStore } from "../stores/memory.ts";
export { objectSource } from "../stores/object-source.ts";
export { isS3Address, parseS3Address, type S3Style, type S3Target } from "../stores/s3/s3-address.ts";
export { type S3Objects, s3Objects } from "../stores/s3/s3-objects.ts";
export type { S3Encryption, S3Settings } from "../stores/s3/s3-settings.ts";
export { s3Source, s3Store } from "../stores/s3/s3-store.ts";
export type { S3Credentials } from "../stores/s3/sigv4.ts";
export type {
  DirectoryListing,
  GetOptions,
  ObjectInfo,
  ObjectVersion,
  Store,
  StoreEntry,
  StoreOptions,
} from "../stores/store.ts";
export { readOnly } from "../stores/wrappers/read-only.ts";
export { type CacheOptions, withCache } from "../stores/wrappers/with-cache.ts";
export { type CoalescingOptions, withCoalescing } from "../stores/wrappers/with-coalescing.ts";
export { type ConcurrencyOptions, withConcurrency } from "../stores/wrappers/with-concurrency.ts";
export { withPrefix } from "../stores/wrappers/with-prefix.ts";
export { type RetryEvent, type RetryOptions, withRetry } from "../stores/wrappers/with-retry.ts";
export { type StoreRequest, withTrace } from "../stores/wrappers/with-trace.ts";
export { type RepackOptions, repackZip } from "../stores/zip/repack.ts";
export { type ZipStore, type ZipStoreOptions, zipStore } from "../stores/zip/zip.ts";
