/**
 * Keeps what was read, whole values and parts, bounded by bytes: in memory and, if a directory is named, in files for
 * other programs too. What is kept is believed for a while; then, where the store knows versions, it is asked whether
 * they are the same, and else read again. Reads of the same bytes at the same time are one. Writes through this store
 * are seen at once; others' when the while is over.
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

/** What is kept of what was read, and for how long. */
export interface CacheOptions {
  /** Bytes to keep at most; default 64 MiB. */
  readonly bytes?: number | undefined;
  /** Milliseconds for which kept bytes are believed; default 60 000. `Infinity`: for good, 0: ask every time. */
  readonly maximumAge?: number | undefined;
  /** Node: a directory to keep them in too, shared by all programs that name it. Only what has a version is kept. */
  readonly directory?: string | undefined;
  /** Bytes to keep in the directory at most; default 1 GiB. */
  readonly directoryBytes?: number | undefined;
  /** What tells this store from others in the directory; default: its location. */
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

/** The modules of Node, for a cache in files. */
function builtinModules(): typeof process.getBuiltinModule {
  const builtin = globalThis.process?.getBuiltinModule;
  if (builtin !== undefined) return builtin;
  throw new HyperslabError("unsupported", "this platform cannot cache in files", {
    hint: "Omit the cache directory to cache in memory.",
  });
}

async function* nothing(): AsyncGenerator<never> {}
