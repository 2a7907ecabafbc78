/** Removes files and trees, and directories that become empty; moves trees. Never follows a symbolic link. */
import { type Dirent, lstatSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { nothingToRename, renameTargetExists } from "../byte-request.ts";
import { splitKey } from "../store-key.ts";
import { provesAbsence } from "./error.ts";
import { removeDrafts } from "./lock.ts";
import { isLockName, isPartialName, LOCK_ENDING, LOCK_STEM } from "./partial-name.ts";
import { type FileRoot, joinPath } from "./root.ts";
import { nextTurn, turnIsOver } from "./turn.ts";
import { makeDirectory } from "./write.ts";

/** Removes the file (or the link, not its target); a directory is not a value and is kept. */
export function removeKey(root: FileRoot, key: string): void {
  const { prefix, name } = splitKey(key);
  const directory = root.directory(prefix);
  if (directory === undefined) return;
  const path = joinPath(directory, name);
  try {
    unlinkSync(path);
  } catch (error) {
    // unlink on a directory is EISDIR on Linux and EPERM elsewhere.
    if (provesAbsence(error) || isDirectory(path)) return;
    throw error;
  }
  prune(root, prefix);
}

/** Removes every file below the prefix, including leftovers of failed writes. */
export async function removeBelow(root: FileRoot, prefix: string, signal: AbortSignal | undefined): Promise<void> {
  const directory = directoryNamed(root, prefix);
  if (directory === undefined) return;
  try {
    // A caller that empties the whole store holds the lock, which lies inside it.
    await emptyDirectory(directory, signal, prefix === "" ? isLockName : undefined);
    if (prefix !== "") prune(root, prefix);
  } finally {
    root.forget();
  }
}

/** Moves a directory; fails with `exists` if the target exists. */
export function moveBelow(root: FileRoot, from: string, to: string): void {
  const source = directoryNamed(root, from);
  if (source === undefined) throw nothingToRename(from, root.location);
  const { prefix, name } = splitKey(to);
  const parent = root.directoryWithoutLinks(prefix) ?? makeDirectory(root, prefix);
  const target = joinPath(parent, name);
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) throw renameTargetExists(to, root.location);
  try {
    renameSync(source, target);
  } finally {
    root.forget();
  }
  prune(root, splitKey(from).prefix);
}

/** The real directory of a prefix that is a directory itself, not a link to one; `undefined` if it does not exist. */
function directoryNamed(root: FileRoot, prefix: string): string | undefined {
  const directory = root.directoryWithoutLinks(prefix);
  return directory !== undefined && isDirectory(directory) ? directory : undefined;
}

async function emptyDirectory(
  directory: string,
  signal: AbortSignal | undefined,
  isKept?: (name: string) => boolean,
): Promise<void> {
  for (const entry of await entriesOf(directory)) {
    if (isKept?.(entry.name) === true) continue;
    if (turnIsOver()) await nextTurn();
    signal?.throwIfAborted();
    const path = joinPath(directory, entry.name);
    if (entry.isDirectory()) {
      await emptyDirectory(path, signal);
      removeEmpty(path);
    } else {
      unlinkPresent(path);
    }
  }
}

export async function entriesOf(directory: string): Promise<Dirent[]> {
  try {
    return await readdir(directory, { withFileTypes: true });
  } catch (error) {
    if (provesAbsence(error)) return [];
    throw error;
  }
}

export function unlinkPresent(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!provesAbsence(error)) throw error;
  }
}

/** Removes the directory and its parents as long as they are empty, up to but not including the root. */
function prune(root: FileRoot, prefix: string): void {
  for (let at = prefix; at !== ""; at = splitKey(at).prefix) {
    if (!removeEmpty(joinPath(root.path, at))) return;
    root.forget();
  }
}

/** It is not a failure if a directory is not empty, already removed or not ours to remove. */
function removeEmpty(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch {
    return false;
  }
}

function isDirectory(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Removes unfinished values from the directories on the way to `path` and from everything below it. Only the caller
 * should be writing there; any other writer finds its file gone, and writes it again.
 */
export async function removeLeftovers(directory: string, path: string): Promise<void> {
  const names = path === "" ? [] : path.split("/");
  let at = directory;
  for (const name of names) {
    await sweep(at, false);
    at = join(at, name);
  }
  await sweep(at, true);
}

async function sweep(directory: string, deep: boolean): Promise<void> {
  let locks = false;
  for (const entry of await entriesOf(directory)) {
    const path = join(directory, entry.name);
    if (entry.isFile() && isLockName(entry.name)) locks = true;
    else if (entry.isFile() && isPartialName(entry.name)) unlinkPresent(path);
    if (deep && entry.isDirectory()) await sweep(path, true);
  }
  // Other processes may hold locks here.
  if (locks) removeDrafts({ stem: join(directory, LOCK_STEM), ending: LOCK_ENDING });
}

/** The same for a single file, whose unfinished versions lie beside it. */
export async function removeLeftoversOf(file: string): Promise<void> {
  const start = `.${basename(file)}.`;
  for (const entry of await entriesOf(dirname(file))) {
    const isOwn = entry.name.startsWith(start) && !entry.name.slice(start.length, -".partial".length).includes(".");
    if (entry.isFile() && isPartialName(entry.name) && isOwn) unlinkPresent(join(dirname(file), entry.name));
  }
}
