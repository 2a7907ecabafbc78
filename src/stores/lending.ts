/**
 * Stores whose values may lie in memory that is used again (`GetOptions.room`): those of our own of which is known that
 * nothing on the way keeps a value. A wrapper of somebody else's might, so that what is made of such a store is none.
 */
import type { Store } from "./store.ts";

const lending = new WeakSet<Store>();

export function markLending(store: Store): void {
  lending.add(store);
}

export function isLending(store: Store): boolean {
  return lending.has(store);
}
