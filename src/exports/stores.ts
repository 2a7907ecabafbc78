/** `hyperslab/stores`: stores and wrappers of stores, for those who make their own. */
export { toZarritaStore } from "../stores/adapters.ts";
export type { HttpHeaders } from "../stores/http/http-client.ts";
export { httpSource } from "../stores/http/http-source.ts";
export { type HttpStoreOptions, httpStore } from "../stores/http/http-store.ts";
export type { HttpNote } from "../stores/http/plain-http-store.ts";
export type { HttpRequest, HttpResponse, HttpTransport, ResponseHead } from "../stores/http/transport.ts";
export { memoryStore } from "../stores/memory.ts";
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
export { withTrace } from "../stores/wrappers/with-trace.ts";
