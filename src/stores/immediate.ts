/**
 * Stores that read short values at once. What does so is not a member of the store: a copy with another `get` (one that decrypts,
 * one that counts) must not have it, for its reads would go past that.
 */
import type { Store } from "./store.ts";

/**
 * The value of a key at once, in memory that the next call overwrites; "later" if only `get` can tell. The end may be missing, so
 * only values that say where they end are read so.
 */
export type ReadNow = (key: string) => Uint8Array | undefined | "later";

const readers = new WeakMap<Store, ReadNow>();

/** From now on short values of this store can be read without waiting. */
export function markImmediate(store: Store, readNow: ReadNow): void {
  readers.set(store, readNow);
}

/** What reads values of this very store at once; undefined if there is no such thing. */
export function readNowOf(store: Store): ReadNow | undefined {
  return readers.get(store);
}
