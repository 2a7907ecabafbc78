/**
 * Stores whose values may lie in memory that is reused (`GetOptions.room`): our own stores, which never keep a value. A
 * foreign wrapper might keep one, so a store wrapped by it does not count.
 */
import type { Store } from "./store.ts";

const lending = new WeakSet<Store>();

export function markLending(store: Store): void {
  lending.add(store);
}

export function isLending(store: Store): boolean {
  return lending.has(store);
}
