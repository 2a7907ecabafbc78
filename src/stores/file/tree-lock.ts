/**
 * The exclusive right to change the hierarchy in a directory, across processes: a file in the directory that readers do
 * not see. The lock of a process that has ended is ignored. For a process on another machine (a shared disk) that is
 * unknown, so owners renew their locks, and a lock that has not been renewed for a while is ignored too.
 */
import { closeSync, mkdirSync, openSync, rmdirSync, unlinkSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { type LockClock, leaseOf, realClock, waitingTurns } from "../lock-lease.ts";
import type { StoreLock } from "../store.ts";
import { systemCode } from "./error.ts";
import { type FoundLock, type LockName, lockedError, ownerIn, pathOf, readLock, takeLock } from "./lock.ts";
import { HOST } from "./owner.ts";
import { LOCK_ENDING, LOCK_STEM } from "./partial-name.ts";
import type { FileRoot } from "./root.ts";

/** Changing a hierarchy takes milliseconds; deleting a large one takes longer, but never this long. */
const PATIENCE_MILLISECONDS = 120_000;
/** Locks of other machines that have not been renewed for this long are taken over. */
const LEASE_MILLISECONDS = 30_000;
/** A delete may remove the directory after it was created and before it is used. */
const ATTEMPTS = 16;

/** Waits for the lock. Returns `undefined` if nothing can be created in this directory, so neither can a lock. */
export async function lockDirectory(
  root: Pick<FileRoot, "path" | "location">,
  signal: AbortSignal | undefined,
  clock: LockClock = realClock,
): Promise<StoreLock | undefined> {
  const name: LockName = { stem: join(root.path, LOCK_STEM), ending: LOCK_ENDING };
  const turns = waitingTurns(1, 10, clock);
  let made: string | undefined;
  for (;;) {
    const found = tryLock(name, turns.lost(LEASE_MILLISECONDS), () => {
      made ??= mkdirSync(root.path, { recursive: true });
    });
    if (found === undefined) return undefined;
    if (found.taken) return heldLock(pathOf(name), found.text, clock, () => removeEmpty(root.path, made));
    turns.saw(found.text, isElsewhere(found.text) ? found.mark : undefined);
    if (turns.waited > PATIENCE_MILLISECONDS) throw lockedError("hierarchy", found.text, pathOf(name), root.location);
    await clock.sleep(turns.pause(), signal);
  }
}

/** `makeRoot` creates the directory if it does not exist yet. */
function tryLock(
  name: LockName,
  lost: string | undefined,
  makeRoot: () => void,
): ReturnType<typeof takeLock> | undefined {
  for (let attempt = 1; ; attempt++) {
    try {
      return takeLock(name, lost);
    } catch (error) {
      if (cannotHold(error)) return undefined;
      if (systemCode(error) !== "ENOENT" || attempt === ATTEMPTS) throw error;
    }
    try {
      makeRoot();
    } catch (error) {
      if (cannotHold(error)) return undefined;
      throw error;
    }
  }
}

/** If the problem affects the write that follows, that write reports it. */
function cannotHold(error: unknown): boolean {
  const codes = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENAMETOOLONG", "EINVAL"];
  return codes.includes(systemCode(error) ?? "");
}

/** Only processes on this machine are known to have ended. */
function isElsewhere(text: FoundLock["text"]): boolean {
  return text !== undefined && ownerIn(text).host !== HOST;
}

function heldLock(path: string, text: string, clock: LockClock, afterwards: () => void): StoreLock {
  // Written again, not only touched, so that the modification time comes from the clock of the machine that owns the disk.
  const renew = async (): Promise<void> => {
    const file = openSync(path, "r+");
    try {
      writeSync(file, text, 0);
    } finally {
      closeSync(file);
    }
  };
  const lease = leaseOf(LEASE_MILLISECONDS, renew, clock);
  return {
    get held() {
      return lease.held;
    },
    release: async () => {
      lease.end();
      if (readLock(path)?.text === text) unlinkSync(path);
      afterwards();
    },
  };
}

/** Removes directories that were created for the lock alone, from `path` up to the first one created. */
function removeEmpty(path: string, first: string | undefined): void {
  if (first === undefined) return;
  try {
    for (let at = path; ; at = dirname(at)) {
      rmdirSync(at);
      if (at === first || at === dirname(at)) return;
    }
  } catch {
    // It is no longer empty.
    return;
  }
}
