/** For wrappers that treat every request alike: exposes the store's capabilities, each through one function. */
import { ownMethods, type Store, type StoreEntry, type StoreOptions } from "../store.ts";
import type { StoreOperation } from "./with-trace.ts";

export type RunRequest = <T>(
  operation: StoreOperation,
  key: string,
  request: () => Promise<T>,
  signal: AbortSignal | undefined,
) => Promise<T>;

export type ListRequest = (prefix: string, options: StoreOptions | undefined) => AsyncIterable<StoreEntry>;

/** The same store with the same capabilities, except for `directory`: workers would bypass the wrapper. */
export function wrapRequests(store: Store, run: RunRequest, listEntries: ListRequest): Store {
  const own = ownMethods(store);
  const { get, head, list, listDirectory, set, delete: remove, deletePrefix, rename } = own;
  return {
    // A lock waits and retries in its own way.
    ...own,
    get: (key, options) => run("get", key, () => get(key, options), options?.signal),
    ...(head && { head: (key, options) => run("head", key, () => head(key, options), options?.signal) }),
    ...(list && { list: (prefix, options) => listEntries(prefix, options) }),
    ...(listDirectory && {
      listDirectory: (prefix, options) =>
        run("listDirectory", prefix, () => listDirectory(prefix, options), options?.signal),
    }),
    ...(set && {
      set: (key, value, options) => run("set", key, () => set(key, value, options), options?.signal),
    }),
    ...(remove && {
      delete: (key, options) => run("delete", key, () => remove(key, options), options?.signal),
    }),
    ...(deletePrefix && {
      deletePrefix: (prefix, options) =>
        run("deletePrefix", prefix, () => deletePrefix(prefix, options), options?.signal),
    }),
    ...(rename && {
      rename: (from, to, options) => run("rename", from, () => rename(from, to, options), options?.signal),
    }),
  };
}
