/** The objects below a key of a bucket as a store, with what the network calls for: merged reads, limits, retries. */
import type { Store } from "../store.ts";
import { withCache } from "../wrappers/with-cache.ts";
import { withCoalescing } from "../wrappers/with-coalescing.ts";
import { withConcurrency } from "../wrappers/with-concurrency.ts";
import { withRetry } from "../wrappers/with-retry.ts";
import { withTrace } from "../wrappers/with-trace.ts";
import { plainS3Store } from "./plain-s3-store.ts";
import type { S3Target } from "./s3-address.ts";
import { S3Client } from "./s3-client.ts";
import { resolveSite, type S3Settings } from "./s3-settings.ts";

/** Nothing is requested until something is read or written; credentials are looked for by then. */
export async function s3Store(target: S3Target, settings: S3Settings = {}): Promise<Store> {
  const { retry, concurrency, coalescing, cache, onRequest } = settings;
  const site = resolveSite(target, settings);
  let store = plainS3Store(new S3Client(site, settings), { ...settings, retry: retry ?? {} });
  if (onRequest !== undefined) store = withTrace(store, onRequest);
  if (retry !== false) store = withRetry(store, retry);
  // A request that waits to be tried again keeps its place: that is how fewer requests reach a server that wants fewer.
  store = withConcurrency(store, { limit: concurrency, host: `s3 ${site.endpoint ?? target.bucket}` });
  if (coalescing !== false) store = withCoalescing(store, coalescing);
  if (cache === undefined || cache === false) return store;
  store = withCache(store, cache === true ? {} : cache);
  return onRequest === undefined ? store : withTrace(store, (request) => request.cached && onRequest(request));
}
