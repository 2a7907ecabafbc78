/** `hyperslab/stores`: stores and store wrappers, for programs that build their own. */
export { type ByteSource, memorySource } from "../bytes/source/byte-source.ts";
export { type ByteTarget, type MemoryTarget, memoryTarget } from "../bytes/source/byte-target.ts";
export type { OpenZipOptions } from "../dataset/open/open-zip.ts";
export { toZarritaStore } from "../stores/adapters.ts";
export { blobSource } from "../stores/browser/blob.ts";
export { directoryEntryStore } from "../stores/browser/directory-entry-store.ts";
export { directoryHandleStore, opfsStore } from "../stores/browser/directory-store.ts";
export { type DroppedItem, droppedItems } from "../stores/browser/dropped-items.ts";
export { fileListStore } from "../stores/browser/file-list-store.ts";
export type { DirectoryEntry, DirectoryHandle, FileEntry, FileHandle } from "../stores/browser/handles.ts";
export type { AzureTarget } from "../stores/cloud/az.ts";
export type { GoogleTarget } from "../stores/cloud/gs.ts";
export type { HttpHeaders } from "../stores/http/http-client.ts";
export type { HttpNote, HttpStoreOptions } from "../stores/http/http-store.ts";
export type { HttpRequest, HttpResponse, HttpTransport, ResponseHead } from "../stores/http/transport/transport.ts";
export { type Location, printLocation } from "../stores/location/location.ts";
export type { LocationBase, LocationStep } from "../stores/location/parts.ts";
export type { ReachSettings, ReferenceSettings, StoreSettings } from "../stores/location/settings.ts";
export { memoryStore } from "../stores/memory.ts";
export { objectSource } from "../stores/object-source.ts";
export { isS3Address, parseS3Address, type S3Style, type S3Target } from "../stores/s3/s3-address.ts";
export type { S3Objects } from "../stores/s3/s3-objects.ts";
export type { S3Encryption, S3Settings } from "../stores/s3/s3-settings.ts";
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
export type { CacheOptions } from "../stores/wrappers/with-cache.ts";
export type { CoalescingOptions } from "../stores/wrappers/with-coalescing.ts";
export type { ConcurrencyOptions } from "../stores/wrappers/with-concurrency.ts";
export { withPrefix } from "../stores/wrappers/with-prefix.ts";
export type { RetryEvent, RetryOptions } from "../stores/wrappers/with-retry.ts";
export { type StoreRequest, withTrace } from "../stores/wrappers/with-trace.ts";
export type { RepackOptions } from "../stores/zip/repack.ts";
export type { ZipStore, ZipStoreOptions } from "../stores/zip/zip.ts";
export {
  azStore,
  blobStore,
  gsStore,
  httpSource,
  httpStore,
  openLocation,
  openZip,
  parseLocation,
  repackZip,
  s3Objects,
  s3Source,
  s3Store,
  withCache,
  withCoalescing,
  withConcurrency,
  withRetry,
  zipStore,
} from "./store-calls.ts";
