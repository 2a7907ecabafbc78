/** A subtree of a store as a store. */

import { holdOf, markHolding } from "../direct-reads.ts";
import { ownMethods, placeOf, type Store, type StoreEntry, type StoreOptions } from "../store.ts";
import { checkKey, checkPrefix, joinKey } from "../store-key.ts";

/** The keys below `prefix`, with the capabilities of `store`; keys cannot lead out of it. */
export function withPrefix(store: Store, prefix: string): Store {
  checkPrefix(prefix);
  if (prefix === "") return store;
  const { identity: _, ...own } = ownMethods(store);
  const {
    get,
    head,
    list,
    listDirectory,
    set,
    delete: remove,
    deletePrefix,
    rename,
    locate,
    partOf,
    watchForbidden,
  } = own;
  const keyOf = (key: string): string => {
    checkKey(key);
    return joinKey(prefix, key);
  };
  const prefixOf = (inner: string): string => {
    checkPrefix(inner);
    return joinKey(prefix, inner);
  };
  const hold = holdOf(store);
  const prefixed: Store = {
    ...own,
    location: `${store.location.replace(/\/$/, "")}/${prefix}`,
    place: `${placeOf(store)}/${prefix}`,
    get: async (key, options) => get(keyOf(key), options),
    ...(head && { head: async (key, options) => head(keyOf(key), options) }),
    ...(list && { list: (inner, options) => listBelow(list, prefix, inner, options) }),
    ...(listDirectory && {
      listDirectory: async (inner, options) => listDirectory(prefixOf(inner), options),
    }),
    ...(set && { set: async (key, value, options) => set(keyOf(key), value, options) }),
    ...(remove && { delete: async (key, options) => remove(keyOf(key), options) }),
    ...(deletePrefix && {
      deletePrefix: async (inner, options) => deletePrefix(prefixOf(inner), options),
    }),
    ...(rename && {
      rename: async (from, to, options) => rename(keyOf(from), keyOf(to), options),
    }),
    ...(locate && { locate: (key) => locate(keyOf(key)) }),
    ...(partOf && { partOf: async (key, options) => partOf(keyOf(key), options) }),
    ...(watchForbidden && {
      watchForbidden: (listener) =>
        watchForbidden((key) => {
          if (key.startsWith(`${prefix}/`)) listener(key.slice(prefix.length + 1));
        }),
    }),
  };
  markHolding(prefixed, hold && (async (key, options) => hold(keyOf(key), options)));
  return prefixed;
}

async function* listBelow(
  list: Required<Store>["list"],
  prefix: string,
  inner: string,
  options: StoreOptions | undefined,
): AsyncGenerator<StoreEntry> {
  checkPrefix(inner);
  for await (const entry of list(joinKey(prefix, inner), options)) {
    yield { ...entry, key: entry.key.slice(prefix.length + 1) };
  }
}
