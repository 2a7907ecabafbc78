/**
 * One writer a key in this process: a read-modify-write of a chunk or document waits for the one before it. Keys are
 * qualified by the store's location, so that two handles on the same file share the lock.
 */
const tails = new Map<string, Promise<void>>();

/** Runs `action` when every earlier holder of the same lock is done, whatever became of them. */
export async function withLock<T>(location: string, key: string, action: () => Promise<T>): Promise<T> {
  const name = `${location}\0${key}`;
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
export async function withLocks<T>(location: string, keys: readonly string[], action: () => Promise<T>): Promise<T> {
  const sorted = [...new Set(keys)].sort();
  const take = (index: number): Promise<T> =>
    index === sorted.length ? action() : withLock(location, sorted[index]!, () => take(index + 1));
  return take(0);
}
