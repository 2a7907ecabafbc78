/**
 * One writer per value in this process: a read-modify-write of a chunk or document waits for the one before it. Values go by
 * `lockName`, so that two handles on the same file share the lock, whatever their addresses are.
 */

const tails = new Map<string, Promise<void>>();

/** Runs `action` when every earlier holder of the same lock is done, whatever became of them. */
export function withLock<T>(name: string, action: () => Promise<T>): Promise<T> {
  return holding([name], action);
}

/** The same for several names at once. All callers take them in one order, so that no two holders wait for each other. */
export function withLocks<T>(names: readonly string[], action: () => Promise<T>): Promise<T> {
  return holding([...new Set(names)].sort(), action);
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
