/**
 * One writer per value in this process: a read-modify-write of a chunk or document waits for the previous one. Values
 * are identified by `lockName`, so two handles on the same file share the lock, whatever their addresses are.
 */

const tails = new Map<string, Promise<void>>();

/** Runs `action` when every earlier holder of the same lock has finished, whether it succeeded or failed. */
export function withLock<T>(name: string, action: () => Promise<T>): Promise<T> {
  return holding([name], action);
}

/** The same for several names at once. All callers acquire them in the same order, so there is no deadlock. */
export function withLocks<T>(names: readonly string[], action: () => Promise<T>): Promise<T> {
  return holding([...new Set(names)].sort(), action);
}

/** Locks are acquired one after another, and all released at once. */
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
