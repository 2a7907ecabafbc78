/** A store without the methods that change it. */

import { holdOf, markHolding } from "../direct-reads.ts";
import type { Store } from "../store.ts";

/** The same store, without its methods that write, delete or rename. */
export function readOnly(store: Store): Store {
  const { head, list, listDirectory, locate, watchForbidden, close } = store;
  const reads: Store = {
    location: store.location,
    ...(store.identity && { identity: store.identity }),
    ...(store.place !== undefined && { place: store.place }),
    ...(store.concurrency !== undefined && { concurrency: store.concurrency }),
    get: (key, options) => store.get(key, options),
    ...(head && { head: (key, options) => head.call(store, key, options) }),
    ...(list && { list: (prefix, options) => list.call(store, prefix, options) }),
    ...(listDirectory && { listDirectory: (prefix, options) => listDirectory.call(store, prefix, options) }),
    ...(locate && { locate: (key) => locate.call(store, key) }),
    ...(watchForbidden && { watchForbidden: (listener) => watchForbidden.call(store, listener) }),
    ...(close && { close: () => close.call(store) }),
  };
  markHolding(reads, holdOf(store));
  return reads;
}
