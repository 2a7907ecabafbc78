/** A sub-tree of a store as a store of its own. */
import type { Store, StoreEntry, StoreOptions } from "../store.ts";
import { checkKey, checkPrefix, joinKey } from "../store-key.ts";
import { placeOf } from "../store-place.ts";

/** What lies below `prefix`, with the capabilities of `store`; keys cannot lead out of it. */
export function withPrefix(store: Store, prefix: string): Store {
  checkPrefix(prefix);
  if (prefix === "") return store;
  const { head, list, listDirectory, set, delete: remove, deletePrefix, rename, locate, lock, flush, close } = store;
  const keyOf = (key: string): string => {
    checkKey(key);
    return joinKey(prefix, key);
  };
  const prefixOf = (inner: string): string => {
    checkPrefix(inner);
    return joinKey(prefix, inner);
  };
  return {
    location: `${store.location.replace(/\/$/, "")}/${prefix}`,
    place: `${placeOf(store)}/${prefix}`,
    ...(store.concurrency !== undefined && { concurrency: store.concurrency }),
    get: async (key, options) => store.get(keyOf(key), options),
    ...(head && { head: async (key, options) => head.call(store, keyOf(key), options) }),
    ...(list && { list: (inner, options) => listBelow(store, prefix, inner, options) }),
    ...(listDirectory && {
      listDirectory: async (inner, options) => listDirectory.call(store, prefixOf(inner), options),
    }),
    ...(set && { set: async (key, value, options) => set.call(store, keyOf(key), value, options) }),
    ...(remove && { delete: async (key, options) => remove.call(store, keyOf(key), options) }),
    ...(deletePrefix && {
      deletePrefix: async (inner, options) => deletePrefix.call(store, prefixOf(inner), options),
    }),
    ...(rename && {
      rename: async (from, to, options) => rename.call(store, keyOf(from), keyOf(to), options),
    }),
    ...(locate && { locate: (key) => locate.call(store, keyOf(key)) }),
    ...(lock && { lock: (options) => lock.call(store, options) }),
    ...(flush && { flush: () => flush.call(store) }),
    ...(close && { close: () => close.call(store) }),
  };
}

async function* listBelow(
  store: Store,
  prefix: string,
  inner: string,
  options: StoreOptions | undefined,
): AsyncGenerator<StoreEntry> {
  checkPrefix(inner);
  for await (const entry of store.list?.(joinKey(prefix, inner), options) ?? []) {
    yield { ...entry, key: entry.key.slice(prefix.length + 1) };
  }
}
