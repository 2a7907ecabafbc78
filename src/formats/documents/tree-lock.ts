/**
 * One change of a tree at a time. A change reads documents and writes them again; of two concurrent changes, one would
 * be lost. Within this program changes are serialised by the place of their store, whichever handle they come through;
 * other programs are kept out by the store's own lock, if it has one.
 */
import { placeOf, type Store, type StoreOptions } from "../../stores/store.ts";

/** The exclusive right to change a tree. */
export interface TreeLock {
  /** True if no other program can change the tree. If false, consolidated metadata is removed instead of updated. */
  readonly proven: boolean;
  /**
   * Paths that were read or written as groups without a block under this lock, with all their ancestors. The next change need
   * not read them again.
   */
  readonly plainGroups: Set<string>;
}

/** Options of changes to a hierarchy. */
export interface ChangeOptions extends StoreOptions {
  /** Given if the lock is already held, to run several changes as one. */
  readonly lock?: TreeLock | undefined;
  /** For a deletion: called instead of deleting everything below the path. */
  readonly below?: (() => Promise<void>) | undefined;
}

const tails = new Map<string, Promise<void>>();

/** Runs `change` after all earlier changes of this store have ended, whether they succeeded or not. */
export async function withTreeLock<T>(
  store: Store,
  options: ChangeOptions | undefined,
  change: (lock: TreeLock) => Promise<T>,
): Promise<T> {
  if (options?.lock !== undefined) return change(options.lock);
  const place = placeOf(store);
  const before = tails.get(place);
  let pass = (): void => {};
  const tail = new Promise<void>((resolve) => {
    pass = resolve;
  });
  tails.set(place, tail);
  try {
    await before;
    return await lockedByStore(store, options, change);
  } finally {
    if (tails.get(place) === tail) tails.delete(place);
    pass();
  }
}

async function lockedByStore<T>(
  store: Store,
  options: StoreOptions | undefined,
  change: (lock: TreeLock) => Promise<T>,
): Promise<T> {
  options?.signal?.throwIfAborted();
  const lock = await store.lock?.({ signal: options?.signal });
  if (lock === undefined) return change({ proven: false, plainGroups: new Set() });
  const tree: TreeLock = {
    get proven() {
      return lock.held;
    },
    plainGroups: new Set(),
  };
  try {
    return await change(tree);
  } finally {
    await lock.release();
  }
}
