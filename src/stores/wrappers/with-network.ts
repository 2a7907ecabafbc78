/** What the network calls for around a store that asks a server: merged reads, a limit on requests, retries, perhaps a cache. */
import { markLending } from "../lending.ts";
import type { Store } from "../store.ts";
import { type CacheOptions, withCache } from "./with-cache.ts";
import { type CoalescingOptions, withCoalescing } from "./with-coalescing.ts";
import { withConcurrency } from "./with-concurrency.ts";
import { type RetryOptions, withRetry } from "./with-retry.ts";
import { type StoreRequest, withTrace } from "./with-trace.ts";

/** Retries, concurrency, merging and caching. */
export interface NetworkOptions {
  /** How failures are tried again; false: not at all. */
  readonly retry?: RetryOptions | false | undefined;
  /** Requests to the host at once, over all stores on it; default: 128, and up to 512 if round trips are long. */
  readonly concurrency?: number | undefined;
  /** How neighbouring parts are merged; false: not at all. */
  readonly coalescing?: CoalescingOptions | false | undefined;
  /** Keep what was read, in memory and perhaps in a directory; default: nothing. */
  readonly cache?: CacheOptions | boolean | undefined;
  /** Called when a request has ended, once for every try; and for every read that a cache answered. */
  readonly onRequest?: ((request: StoreRequest) => void) | undefined;
}

/** `host`: stores of the same one are limited together. `identity`: what a cache knows the store by, if not its location. */
export function withNetwork(
  store: Store,
  options: NetworkOptions,
  { host, identity }: { readonly host: string; readonly identity?: string },
): Store {
  const { retry, concurrency, coalescing, cache, onRequest } = options;
  let wrapped = onRequest === undefined ? store : withTrace(store, onRequest);
  if (retry !== false) wrapped = withRetry(wrapped, retry);
  // A request that waits to be tried again keeps its place: that is how fewer requests reach a server that wants fewer.
  wrapped = withConcurrency(wrapped, { limit: concurrency, host });
  if (coalescing !== false) wrapped = withCoalescing(wrapped, coalescing);
  if (cache === undefined || cache === false) {
    // What was read is kept nowhere.
    markLending(wrapped);
    return wrapped;
  }
  wrapped = withCache(wrapped, { ...(identity !== undefined && { identity }), ...(cache === true ? {} : cache) });
  return onRequest === undefined ? wrapped : withTrace(wrapped, (request) => request.cached && onRequest(request));
}
