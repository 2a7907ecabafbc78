/** A single value of a store as a store of its own: a place that is a file, not a directory of files. */
import { HyperslabError } from "../../errors.ts";
import { holdOf, isLending, markHolding, markLending } from "../direct-reads.ts";
import { placeOf, type Store } from "../store.ts";

/** The value of `key` alone; `location` is that of the file. */
export function loneObject(store: Store, key: string, location: string): Store {
  const { head, list, set, delete: remove, locate, watchForbidden, close } = store;
  const own = (asked: string): boolean => asked === key;
  const hold = holdOf(store);
  const lone: Store = {
    location,
    object: key,
    place: placeOf(store),
    ...(store.concurrency !== undefined && { concurrency: store.concurrency }),
    get: async (asked, options) => (own(asked) ? store.get(key, options) : undefined),
    ...(head && { head: async (asked, options) => (own(asked) ? head.call(store, key, options) : undefined) }),
    ...((head ?? list) && { list: () => listOne(store, key) }),
    ...(set && { set: async (asked, value, options) => set.call(store, only(asked, key), value, options) }),
    ...(remove && { delete: async (asked, options) => (own(asked) ? remove.call(store, key, options) : undefined) }),
    ...(locate && { locate: (asked) => (own(asked) ? locate.call(store, key) : undefined) }),
    ...(watchForbidden && {
      watchForbidden: (listener) => watchForbidden.call(store, (told) => own(told) && listener(told)),
    }),
    ...(close && { close: () => close.call(store) }),
  };
  markHolding(lone, hold && (async (asked, options) => (own(asked) ? hold(key, options) : undefined)));
  if (isLending(store)) markLending(lone);
  return lone;
}

async function* listOne(store: Store, key: string): AsyncGenerator<{ readonly key: string; readonly size?: number }> {
  const found = await store.head?.(key);
  if (found !== undefined) yield { key, size: found.size };
}

/** Refuses any other key. */
function only(asked: string, key: string): string {
  if (asked === key) return key;
  throw new HyperslabError("invalid-request", "this is a single file, which contains no other values", { key: asked });
}
