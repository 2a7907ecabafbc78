/** A server's files as a store, with what the network calls for: merged reads, a limit on requests, retries. */
import type { Store } from "../store.ts";
import { type CacheOptions, withCache } from "../wrappers/with-cache.ts";
import { type CoalescingOptions, withCoalescing } from "../wrappers/with-coalescing.ts";
import { withConcurrency } from "../wrappers/with-concurrency.ts";
import { type RetryOptions, withRetry } from "../wrappers/with-retry.ts";
import { type StoreRequest, withTrace } from "../wrappers/with-trace.ts";
import { type PlainHttpStoreOptions, plainHttpStore } from "./plain-http-store.ts";

export interface HttpStoreOptions extends PlainHttpStoreOptions {
  /** How failures are tried again; false: not at all. */
  readonly retry?: RetryOptions | false | undefined;
  /** Requests to the host at once, over all stores on it; default: 128, and up to 512 where the way there is long. */
  readonly concurrency?: number | undefined;
  /** How neighbouring parts are merged; false: not at all. */
  readonly coalescing?: CoalescingOptions | false | undefined;
  /** Keep what was read, in memory and perhaps in a directory; default: nothing. */
  readonly cache?: CacheOptions | boolean | undefined;
  /** Called when a request has ended, once for every try; and for every read that a cache answered. */
  readonly onRequest?: ((request: StoreRequest) => void) | undefined;
}

/** `https://host/data.zarr`: keys are paths below it. Nothing is requested until something is read. */
export function httpStore(url: string | URL, options: HttpStoreOptions = {}): Store {
  const { retry, concurrency, coalescing, cache, onRequest } = options;
  let store = plainHttpStore(url, options);
  if (onRequest !== undefined) store = withTrace(store, onRequest);
  if (retry !== false) store = withRetry(store, retry);
  // A request that waits to be tried again keeps its place: that is how fewer requests reach a server that wants fewer.
  store = withConcurrency(store, { limit: concurrency, host: new URL(store.location).origin });
  if (coalescing !== false) store = withCoalescing(store, coalescing);
  if (cache === undefined || cache === false) return store;
  // A query may choose what is behind an address.
  store = withCache(store, { identity: String(url), ...(cache === true ? {} : cache) });
  return onRequest === undefined ? store : withTrace(store, (request) => request.cached && onRequest(request));
}
