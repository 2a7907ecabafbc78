/**
 * The only right to write a file, across processes: a file beside it, `<name>.lock`, that says who has it. The lock of
 * a process that no longer lives counts for nothing. It binds only those who ask for it.
 */
import { linkSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { HyperslabError } from "../errors.ts";
import { systemCode } from "./file-error.ts";
import { isRunning, newOwner, type Owner } from "./file-owner.ts";

/** Takes the lock or fails with `not-allowed`; gives what releases it. */
export function lockFile(path: string, location: string): () => void {
  const lock = `${path}.lock`;
  const found = take(lock);
  if (!found.taken) throw locked(found.text, lock, location);
  removeDrafts(lock);
  return () => unlinkSync(lock);
}

/** A process that was killed while it took the lock leaves the file that it was about to link. */
function removeDrafts(lock: string): void {
  const start = `${basename(lock)}.`;
  for (const name of readdirSync(dirname(lock))) {
    const draft = join(dirname(lock), name);
    const text = name.startsWith(start) ? readLock(draft) : undefined;
    if (text !== undefined && isDead(text)) removeDead(draft, text);
  }
}

/** Makes a lock of this process, in the place of a dead process's if one is there; or gives what is in the one there is. */
function take(lock: string): { readonly taken: true } | { readonly taken: false; readonly text: string | undefined } {
  const owner = newOwner();
  // A second try finds the lock of a dead process removed, a third that of another who was faster.
  for (let attempt = 0; ; attempt++) {
    if (makeLock(lock, owner)) return { taken: true };
    const text = readLock(lock);
    if (attempt === 2 || (text !== undefined && !isDead(text))) return { taken: false, text };
    if (text !== undefined) removeDead(lock, text);
  }
}

/**
 * The lock says whose it is from its first moment on: it is written under another name and linked. A process that is
 * killed in between leaves that other name, and no lock that nobody could tell the owner of.
 */
function makeLock(lock: string, owner: Owner): boolean {
  const text = JSON.stringify(owner);
  const written = `${lock}.${owner.token}`;
  writeFileSync(written, text, { flag: "wx" });
  try {
    linkSync(written, lock);
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    // Not every file system has links.
    return makeFile(lock, text);
  } finally {
    unlinkSync(written);
  }
}

/** Makes a file that must not be there; false: it is. */
function makeFile(path: string, text: string): boolean {
  try {
    writeFileSync(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (systemCode(error) === "EEXIST") return false;
    throw error;
  }
}

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function ownerIn(text: string): Partial<Owner> {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Only of a process on this machine can we know that it ended. */
function isDead(text: string): boolean {
  return isRunning(ownerIn(text)) === false;
}

/**
 * One at a time, so that nobody deletes the lock that another has taken after deleting this one. Who is killed while
 * removing leaves a lock on the removal, which is removed in the same way.
 */
function removeDead(lock: string, text: string): void {
  const { token } = ownerIn(text);
  const claim = `${lock}.${typeof token === "string" && /^[\w-]{1,36}$/.test(token) ? token : "removal"}`;
  if (!take(claim).taken) return;
  try {
    if (readLock(lock) === text) unlinkSync(lock);
  } finally {
    unlinkSync(claim);
  }
}

function locked(text: string | undefined, lock: string, location: string): HyperslabError {
  const { process: id, host } = ownerIn(text ?? "");
  const same = id === process.pid && host === hostname();
  const who = id === undefined ? "somebody else" : `process ${id} on ${host}`;
  const what = `the file is being written by ${same ? "another store of this program" : who}`;
  const hint = same ? "Close that one first." : `If that is not so, delete ${lock}.`;
  return new HyperslabError("not-allowed", what, { location, hint });
}
