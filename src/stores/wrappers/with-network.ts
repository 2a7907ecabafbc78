/** The wrappers around a store on a server: merged reads, a limit on requests, retries, and optionally a cache. */
import { markLending } from "../direct-reads.ts";
import type { Store } from "../store.ts";
import { type CacheOptions, withCache } from "./with-cache.ts";
import { type CoalescingOptions, withCoalescing } from "./with-coalescing.ts";
import { withConcurrency } from "./with-concurrency.ts";
import { type RetryOptions, withRetry } from "./with-retry.ts";
import { type StoreRequest, withTrace } from "./with-trace.ts";

/** Retries, concurrency, merging and caching. */
export interface NetworkOptions {
  /** How failures are retried; false for not at all. */
  readonly retry?: RetryOptions | false | undefined;
  /** Concurrent requests to the host, over all its stores; default 128, and up to 512 if round trips are long. */
  readonly concurrency?: number | undefined;
  /** How neighbouring parts are merged; false for not at all. */
  readonly coalescing?: CoalescingOptions | false | undefined;
  /** Cache values in memory and optionally in a directory; off by default. */
  readonly cache?: CacheOptions | boolean | undefined;
  /** Called when a request has ended, once per attempt; and for every read answered from a cache. */
  readonly onRequest?: ((request: StoreRequest) => void) | undefined;
}

/**
 * `host`: stores with the same host are limited together. `identity`: identifies the store in a cache, if its location
 * does not.
 */
export function withNetwork(
  store: Store,
  options: NetworkOptions,
  { host, identity }: { readonly host: string; readonly identity?: string },
): Store {
  const { retry, concurrency, coalescing, cache, onRequest } = options;
  let wrapped = onRequest === undefined ? store : withTrace(store, onRequest);
  if (retry !== false) wrapped = withRetry(wrapped, retry);
  // A request that waits for a retry keeps its place, so that fewer requests reach a server that wants fewer.
  wrapped = withConcurrency(wrapped, { limit: concurrency, host });
  if (coalescing !== false) wrapped = withCoalescing(wrapped, coalescing);
  if (cache === undefined || cache === false) {
    // No layer keeps the values read.
    markLending(wrapped);
    return wrapped;
  }
  wrapped = withCache(wrapped, { ...(identity !== undefined && { identity }), ...(cache === true ? {} : cache) });
  return onRequest === undefined ? wrapped : withTrace(wrapped, (request) => request.cached && onRequest(request));
}
