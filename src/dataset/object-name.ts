/** By what name caches know an object of a store. */
import type { Store } from "../stores/store.ts";

const numbers = new WeakMap<object, number>();
const directories = new Map<string, number>();
let lastNumber = 0;

export function objectName(store: Store, key: string): string {
  const { directory } = store;
  const number = directory === undefined ? numbers.get(store.identity ?? store) : directories.get(directory);
  return `${number ?? renameObjects(store)}\0${key}`;
}

/**
 * Gives all objects of the store new names, so that nothing of the old ones is used: nodes were deleted or moved, and with
 * them objects of which nobody has a list. Stores of one directory are one, and so are those of one identity; any other
 * store is itself: two of one location may have different rights, or nothing in common.
 */
export function renameObjects(store: Store): number {
  const { directory } = store;
  lastNumber += 1;
  if (directory === undefined) numbers.set(store.identity ?? store, lastNumber);
  else directories.set(directory, lastNumber);
  return lastNumber;
}
