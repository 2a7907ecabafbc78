/**
 * Caches whole values and parts, bounded by bytes: in memory and, if a directory is given, in files for other programs
 * too. Cached bytes are trusted for a while; then, if the store has versions, they are revalidated, and otherwise read
 * again. Concurrent reads of the same bytes are combined. Writes through this store are visible at once; those of
 * others after that time.
 */

import { boundValue } from "../../bytes/limit.ts";
import { HyperslabError } from "../../errors.ts";
import { checkRange } from "../byte-request.ts";
import { forbiddenWatchers } from "../forbidden-watch.ts";
import { storeLimits } from "../limits.ts";
import type { Store } from "../store.ts";
import { checkKey } from "../store-key.ts";
import type { CachedReads } from "./cached-reads.ts";
import type { StoreOperation } from "./with-trace.ts";
import { wrapRequests } from "./wrap-requests.ts";

/** What is cached, and for how long. */
export interface CacheOptions {
  /** The most bytes to keep; default 64 MiB. */
  readonly bytes?: number | undefined;
  /** Milliseconds for which cached bytes are trusted; default 60 000. `Infinity` means forever, 0 means revalidate every time. */
  readonly maximumAge?: number | undefined;
  /** Node: a directory for the cache, shared by all programs that name it. Only values with a version are kept. */
  readonly directory?: string | undefined;
  /** The most bytes to keep in the directory; default 1 GiB. */
  readonly directoryBytes?: number | undefined;
  /** Distinguishes this store from others in the directory; default: its location. */
  readonly identity?: string | undefined;
}

const writes: readonly StoreOperation[] = ["set", "delete"];
const wideWrites: readonly StoreOperation[] = ["deletePrefix", "rename"];

/** The same store, with exactly its capabilities. */
export function withCache(store: Store, options: CacheOptions = {}): Store {
  const { cacheBytes, cacheDirectoryBytes } = storeLimits;
  const { bytes: budget = cacheBytes, maximumAge = 60_000, directoryBytes = cacheDirectoryBytes } = options;
  if (!(boundValue(budget) >= 0) || !(maximumAge >= 0) || !(boundValue(directoryBytes) >= 0)) {
    throw new HyperslabError("invalid-request", "bytes, directoryBytes and maximumAge of a cache are 0 or more");
  }
  const { directory, identity = store.location } = options;
  const builtin = directory === undefined ? undefined : builtinModules();
  const watchers = forbiddenWatchers();
  let loading: Promise<CachedReads> | undefined;
  // Most stores have no cache.
  const loaded = (): Promise<CachedReads> => {
    loading ??= import("./cached-reads.ts").then(({ CachedReads, diskCache, objectCache }) => {
      const disk = directory && builtin && diskCache({ directory, budget: directoryBytes, identity }, builtin);
      return new CachedReads(store, objectCache(budget, Date.now), disk || undefined, maximumAge, watchers.tell);
    });
    return loading;
  };
  const wrapped = wrapRequests(
    store,
    async (operation, key, request) => {
      const changes = writes.includes(operation) ? [key] : wideWrites.includes(operation) ? undefined : [];
      if (changes?.length === 0) return request();
      const reading = await loaded();
      reading.forget(changes);
      try {
        return await request();
      } finally {
        reading.forget(changes);
      }
    },
    (prefix, given) => store.list?.(prefix, given) ?? nothing(),
  );
  return {
    ...wrapped,
    ...(wrapped.watchForbidden && {
      watchForbidden: (listener) => {
        const ends = [wrapped.watchForbidden?.(listener), watchers.watch(listener)];
        return () => {
          for (const end of ends) end?.();
        };
      },
    }),
    get: async (key, given = {}) => {
      given.signal?.throwIfAborted();
      checkKey(key);
      checkRange(given.range, { location: store.location, key });
      const reading = await loaded();
      if (given.fresh === true) reading.forget([key]);
      return reading.get(key, given);
    },
  };
}

/** Node's modules, for a cache in files. */
function builtinModules(): typeof process.getBuiltinModule {
  const builtin = globalThis.process?.getBuiltinModule;
  if (builtin !== undefined) return builtin;
  throw new HyperslabError("unsupported", "this platform cannot cache in files", {
    hint: "Omit the cache directory to cache in memory.",
  });
}

async function* nothing(): AsyncGenerator<never> {}
