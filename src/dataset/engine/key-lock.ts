/**
 * One writer a key in this process: a read-modify-write of a chunk or document waits for the one before it. Keys are
 * qualified by the store's place, so that two handles on the same file share the lock, whatever their addresses are.
 */
import type { Store } from "../../stores/store.ts";
import { placeOf } from "../../stores/store.ts";

const tails = new Map<string, Promise<void>>();

/** Runs `action` when every earlier holder of the same lock is done, whatever became of them. */
export function withLock<T>(store: Store, key: string, action: () => Promise<T>): Promise<T> {
  return holding([`${placeOf(store)}/${key}`], action);
}

/** The same for several keys at once, taken in one order by everybody, so that no two holders wait for each other. */
export function withLocks<T>(store: Store, keys: readonly string[], action: () => Promise<T>): Promise<T> {
  const place = placeOf(store);
  const sorted = [...new Set(keys)].sort();
  return holding(
    sorted.map((key) => `${place}/${key}`),
    action,
  );
}

/** Names are taken one after another, and waited for in turn; all of them are let go at once. */
async function holding<T>(names: readonly string[], action: () => Promise<T>): Promise<T> {
  let release: () => void = () => {};
  const tail = new Promise<void>((resolve) => {
    release = resolve;
  });
  try {
    for (const name of names) {
      const before = tails.get(name);
      tails.set(name, tail);
      if (before !== undefined) await before;
    }
    return await action();
  } finally {
    for (const name of names) if (tails.get(name) === tail) tails.delete(name);
    release();
  }
}
