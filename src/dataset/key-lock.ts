/**
 * One writer a key in this process: a read-modify-write of a chunk or document waits for the one before it. Keys are
 * qualified by the store's place, so that two handles on the same file share the lock, whatever their addresses are.
 */
import type { Store } from "../stores/store.ts";
import { placeOf } from "../stores/store-place.ts";

const tails = new Map<string, Promise<void>>();

/** Runs `action` when every earlier holder of the same lock is done, whatever became of them. */
export async function withLock<T>(store: Store, key: string, action: () => Promise<T>): Promise<T> {
  const name = `${placeOf(store)}/${key}`;
  const before = tails.get(name);
  let release: () => void = () => {};
  const tail = new Promise<void>((resolve) => {
    release = resolve;
  });
  tails.set(name, tail);
  try {
    if (before !== undefined) await before;
    return await action();
  } finally {
    if (tails.get(name) === tail) tails.delete(name);
    release();
  }
}

/** The same for several keys at once, taken in one order by everybody, so that no two holders wait for each other. */
export async function withLocks<T>(store: Store, keys: readonly string[], action: () => Promise<T>): Promise<T> {
  const sorted = [...new Set(keys)].sort();
  const take = (index: number): Promise<T> =>
    index === sorted.length ? action() : withLock(store, sorted[index]!, () => take(index + 1));
  return take(0);
}
