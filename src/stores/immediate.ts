/** Stores that give short values at once, without a promise: reading thousands of small documents waits for none of them. */
import type { Store } from "./store.ts";

/** The value of a key at once, in memory that the next call overwrites; "later" if only `get` can tell. */
export type ReadNow = (key: string) => Uint8Array | undefined | "later";

const immediate = new WeakMap<Store, ReadNow>();

/** From now on short values of this store can be read without waiting. */
export function markImmediate(store: Store, readNow: ReadNow): void {
  immediate.set(store, readNow);
}

/** What reads values of this very store at once; undefined if there is no such thing. Not a member of the store, as `holdOf`. */
export function readNowOf(store: Store): ReadNow | undefined {
  return immediate.get(store);
}
