/**
 * Stores that read short values synchronously. The function is not a member of the store: a copy with another `get`
 * (one that decrypts, one that counts) must not inherit it, because its reads would bypass that `get`.
 */
import type { Store } from "./store.ts";

/**
 * Returns the value of a key synchronously, in memory that the next call overwrites, or "later" if only `get` can tell.
 * The end may be missing, so it is only used for values that say where they end.
 */
export type ReadNow = (key: string) => Uint8Array | undefined | "later";

const readers = new WeakMap<Store, ReadNow>();

/** Allows short values of this store to be read synchronously from now on. */
export function markImmediate(store: Store, readNow: ReadNow): void {
  readers.set(store, readNow);
}

/** The synchronous reader of exactly this store; undefined if it has none. */
export function readNowOf(store: Store): ReadNow | undefined {
  return readers.get(store);
}
