/**
 * Ways of reading that only our own stores offer. They are not members of the store: a copy with another `get` (one that
 * decrypts, one that counts) must not inherit them, because its reads would bypass that `get`, and a foreign wrapper might
 * keep values.
 */
import type { HeldSource, HoldOptions } from "../bytes/source/byte-source.ts";
import type { Store } from "./store.ts";

/**
 * Opens a value for several reads of one version, even if its key changes meanwhile; the caller closes it. A directory
 * in its place is `invalid-data`, an absent value `undefined`.
 */
export type HoldValue = (key: string, options?: HoldOptions) => Promise<HeldSource | undefined>;

const holders = new WeakMap<Store, HoldValue>();

/** Allows values of this store to be held from now on; does nothing without `hold`. */
export function markHolding(store: Store, hold: HoldValue | undefined): void {
  if (hold !== undefined) holders.set(store, hold);
}

/** Returns the function that holds values of exactly this store; undefined if reads are tied by `GetOptions.version`. */
export function holdOf(store: Store): HoldValue | undefined {
  return holders.get(store);
}

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

const lending = new WeakSet<Store>();

/** Allows values of this store to lie in memory that is reused (`GetOptions.room`): nothing on the way keeps them. */
export function markLending(store: Store): void {
  lending.add(store);
}

export function isLending(store: Store): boolean {
  return lending.has(store);
}
