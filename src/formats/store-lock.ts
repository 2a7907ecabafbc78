/**
 * One change of a tree at a time. A change reads documents of ancestors and writes them again; two at once would lose
 * one's work. The lock belongs to the store, so that it holds between hierarchies opened separately.
 */
import type { Store } from "../stores/store.ts";

const tails = new WeakMap<Store, Promise<unknown>>();

/** Runs `change` after every change of this store that was asked for before, whether those worked or not. */
export function withStoreLock<T>(store: Store, change: () => Promise<T>): Promise<T> {
  const before = tails.get(store) ?? Promise.resolve();
  const result = before.then(change, change);
  tails.set(
    store,
    result.catch(() => undefined),
  );
  return result;
}
