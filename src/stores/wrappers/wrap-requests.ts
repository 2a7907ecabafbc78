/** For wrappers that do the same with every request: the store's capabilities, each through one function. */
import type { Store, StoreEntry, StoreOptions } from "../store.ts";
import type { StoreOperation } from "./with-trace.ts";

/** Runs a request in the wrapper's own way. */
export type RunRequest = <T>(
  operation: StoreOperation,
  key: string,
  request: () => Promise<T>,
  signal: AbortSignal | undefined,
) => Promise<T>;

export type ListRequest = (prefix: string, options: StoreOptions | undefined) => AsyncIterable<StoreEntry>;

/** The same store, with exactly its capabilities, but for `directory`: workers would go past the wrapper. */
export function wrapRequests(store: Store, run: RunRequest, listEntries: ListRequest): Store {
  const { head, list, listDirectory, set, delete: remove, deletePrefix, rename, locate, lock, flush, close } = store;
  return {
    location: store.location,
    ...(store.identity && { identity: store.identity }),
    ...(store.place !== undefined && { place: store.place }),
    ...(store.concurrency !== undefined && { concurrency: store.concurrency }),
    get: (key, options) => run("get", key, () => store.get(key, options), options?.signal),
    ...(head && { head: (key, options) => run("head", key, () => head.call(store, key, options), options?.signal) }),
    ...(list && { list: (prefix, options) => listEntries(prefix, options) }),
    ...(listDirectory && {
      listDirectory: (prefix, options) =>
        run("listDirectory", prefix, () => listDirectory.call(store, prefix, options), options?.signal),
    }),
    ...(set && {
      set: (key, value, options) => run("set", key, () => set.call(store, key, value, options), options?.signal),
    }),
    ...(remove && {
      delete: (key, options) => run("delete", key, () => remove.call(store, key, options), options?.signal),
    }),
    ...(deletePrefix && {
      deletePrefix: (prefix, options) =>
        run("deletePrefix", prefix, () => deletePrefix.call(store, prefix, options), options?.signal),
    }),
    ...(rename && {
      rename: (from, to, options) => run("rename", from, () => rename.call(store, from, to, options), options?.signal),
    }),
    ...(locate && { locate: (key) => locate.call(store, key) }),
    // Waits and tries again in its own way.
    ...(lock && { lock: (options) => lock.call(store, options) }),
    ...(flush && { flush: () => flush.call(store) }),
    ...(close && { close: () => close.call(store) }),
  };
}
