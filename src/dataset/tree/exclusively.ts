/** Runs several reads and changes of a hierarchy as one. */
import type { TreeLock } from "../../formats/documents/tree-lock.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { lockName } from "../../stores/store.ts";
import { joinKey } from "../../stores/store-key.ts";
import { noteChange } from "../engine/changes.ts";
import { withLock } from "../engine/key-lock.ts";

/** A format without a lock of its own holds a single array, so changes of its description are serialised here. */
export function exclusively<T>(
  hierarchy: Hierarchy,
  path: string,
  signal: AbortSignal | undefined,
  run: (lock: TreeLock | undefined) => Promise<T>,
): Promise<T> {
  const done =
    hierarchy.exclusively === undefined
      ? withLock(lockName(hierarchy.store, joinKey(path, " node")), () => run(undefined))
      : hierarchy.exclusively(run, { signal });
  return done.finally(noteChange);
}
