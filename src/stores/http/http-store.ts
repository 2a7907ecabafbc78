/** A server's files as a store, with what the network calls for: merged reads, a limit on requests, retries. */
import type { Store } from "../store.ts";
import { type CacheOptions, withCache } from "../wrappers/with-cache.ts";
import { type CoalescingOptions, withCoalescing } from "../wrappers/with-coalescing.ts";
import { withConcurrency } from "../wrappers/with-concurrency.ts";
import { type RetryOptions, withRetry } from "../wrappers/with-retry.ts";
import { type PlainHttpStoreOptions, plainHttpStore } from "./plain-http-store.ts";

export interface HttpStoreOptions extends PlainHttpStoreOptions {
  /** How failures are tried again; false: not at all. */
  readonly retry?: RetryOptions | false | undefined;
  /** Requests to the host at once, over all stores on it; default 64. */
  readonly concurrency?: number | undefined;
  /** How neighbouring parts are merged; false: not at all. */
  readonly coalescing?: CoalescingOptions | false | undefined;
  /** Keep what was read in memory; default: nothing. */
  readonly cache?: CacheOptions | boolean | undefined;
}

/** `https://host/data.zarr`: keys are paths below it. Nothing is requested until something is read. */
export function httpStore(url: string | URL, options: HttpStoreOptions = {}): Store {
  const { retry, concurrency, coalescing, cache } = options;
  let store = plainHttpStore(url, options);
  if (retry !== false) store = withRetry(store, retry);
  // A request that waits to be tried again keeps its place: that is how fewer requests reach a server that wants fewer.
  store = withConcurrency(store, { limit: concurrency, host: new URL(store.location).origin });
  if (coalescing !== false) store = withCoalescing(store, coalescing);
  if (cache !== undefined && cache !== false) store = withCache(store, cache === true ? {} : cache);
  return store;
}
