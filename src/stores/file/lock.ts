/**
 * The exclusive right to write a file, across processes: a file beside it, `<name>.lock`, names the owner. The lock of
 * a process that has ended is ignored. Locks are advisory.
 */
import {
  closeSync,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { HyperslabError } from "../../errors.ts";
import { systemCode } from "./error.ts";
import { HOST, isRunning, newOwner, type Owner } from "./owner.ts";

/** The path of a lock is the stem followed by the ending. Files that belong to it have a token between the two. */
export interface LockName {
  readonly stem: string;
  readonly ending: string;
}

/** A lock that another owner holds: its text, and a mark that changes when the owner renews it. */
export interface FoundLock {
  readonly taken: false;
  readonly text: string | undefined;
  readonly mark: string | undefined;
}

/** Takes the lock or fails with `not-allowed`. Returns a function that releases it. */
export function lockFile(path: string, location: string): () => void {
  const name = { stem: `${path}.lock`, ending: "" };
  const found = takeLock(name);
  if (!found.taken) throw lockedError("file", found.text, pathOf(name), location);
  removeDrafts(name);
  return () => unlinkSync(pathOf(name));
}

/**
 * Removes leftovers of processes that have ended. A process that was killed while it took the lock leaves the file that it
 * was about to link, or a claim to remove another lock.
 */
export function removeDrafts(name: LockName): void {
  const directory = dirname(name.stem);
  const start = `${basename(name.stem)}.`;
  for (const other of readdirSync(directory)) {
    if (!other.startsWith(start) || !other.endsWith(name.ending)) continue;
    const draft = { ...name, stem: join(directory, other.slice(0, other.length - name.ending.length)) };
    const found = readLock(pathOf(draft));
    if (found === undefined) continue;
    if (isDead(found.text)) removeDead(draft, found);
    else if (found.text === "" && draft.stem !== name.stem) removeIfOld(pathOf(draft));
  }
}

/** A process writes its owner immediately after creating the file. If it was killed in between, the file stays empty. */
const EMPTY_MILLISECONDS = 100;

function removeIfOld(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found !== undefined && Date.now() - found.mtimeMs > EMPTY_MILLISECONDS) rmSync(path, { force: true });
}

/**
 * Creates a lock of this process, replacing that of a dead process; otherwise returns the contents of the existing one.
 * `lost` is the mark of a lock whose owner is known by other means to be gone.
 */
export function takeLock(name: LockName, lost?: string): { readonly taken: true; readonly text: string } | FoundLock {
  const owner = newOwner();
  const text = JSON.stringify(owner);
  // The second attempt follows the removal of a dead process's lock; the third, a faster process that took it first.
  for (let attempt = 0; ; attempt++) {
    // A process that only waits writes nothing, so it leaves nothing behind if it is killed.
    const found = readLock(pathOf(name));
    if (found === undefined && makeLock(name, owner, text)) return { taken: true, text };
    const gone = found === undefined || isDead(found.text) || found.mark === lost;
    if (attempt === 2 || !gone) return { taken: false, text: found?.text, mark: found?.mark };
    if (found !== undefined) removeDead(name, found, lost);
  }
}

export function pathOf({ stem, ending }: LockName): string {
  return `${stem}${ending}`;
}

function nameBeside({ stem, ending }: LockName, token: string): LockName {
  return { stem: `${stem}.${token}`, ending };
}

/**
 * The lock names its owner from the start: it is written under another name and then linked. A process that is killed
 * in between leaves a file with that other name, never a lock without an owner.
 */
function makeLock(name: LockName, owner: Owner, text: string): boolean {
  const written = pathOf(nameBeside(name, owner.token));
  try {
    writeFileSync(written, text, { flag: "wx" });
    return linkTo(written, pathOf(name)) ?? makeFile(pathOf(name), text);
  } finally {
    // Also if the disk is full, which leaves an empty file.
    rmSync(written, { force: true });
  }
}

/** Returns false if the file already exists, and undefined if the file system has no links. */
function linkTo(written: string, path: string): boolean | undefined {
  try {
    linkSync(written, path);
    return true;
  } catch (error) {
    return systemCode(error) === "EEXIST" ? false : undefined;
  }
}

/** Creates a file that must not exist yet; returns false if it does. */
function makeFile(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

/** The text and its mark come from the same file, however often locks change hands. */
export function readLock(path: string): { readonly text: string; readonly mark: string } | undefined {
  // Checking first is cheaper than throwing and catching an error.
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined;
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
  try {
    const { ino, mtimeNs } = fstatSync(file, { bigint: true });
    return { text: readFileSync(file, "utf8"), mark: `${ino}-${mtimeNs}` };
  } finally {
    closeSync(file);
  }
}

export function ownerIn(text: string): Partial<Owner> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Only processes on this machine are known to have ended. */
function isDead(text: string): boolean {
  return isRunning(ownerIn(text)) === false;
}

/**
 * Only one process at a time removes a lock, so that none deletes a lock that another has just taken. A process that is
 * killed here leaves a lock on the removal, which is removed in the same way.
 */
function removeDead(
  name: LockName,
  { text, mark }: { readonly text: string; readonly mark: string },
  lost?: string,
): void {
  const { token } = ownerIn(text);
  const claim = nameBeside(name, typeof token === "string" && /^[\w-]{1,36}$/.test(token) ? token : "removal");
  if (!takeLock(claim).taken) return;
  try {
    const found = readLock(pathOf(name));
    if (found?.text === text && (lost === undefined || found.mark === mark)) unlinkSync(pathOf(name));
  } finally {
    unlinkSync(pathOf(claim));
  }
}

export function lockedError(
  what: "file" | "hierarchy",
  text: string | undefined,
  lock: string,
  location: string,
): HyperslabError {
  const { process: id, host } = ownerIn(text ?? "");
  const same = id === process.pid && host === HOST;
  const who = id === undefined ? "another process" : `process ${id} on ${host}`;
  const verb = what === "file" ? "written" : "changed";
  const message = `the ${what} is being ${verb} by ${same ? "another store of this program" : who}`;
  const hint = same ? "Close that one first." : `If that process has ended, delete ${lock}.`;
  return new HyperslabError("not-allowed", message, { location, hint });
}
