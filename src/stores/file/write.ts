/**
 * Replaces a whole file: the new value is written beside it under a name that is not a key, then renamed over it.
 * Readers find the old value or the new one, even after a crash.
 */
import { closeSync, constants, mkdirSync, openSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { open, rename } from "node:fs/promises";
import { storeLimits } from "../limits.ts";
import { splitKey } from "../store-key.ts";
import { systemCode } from "./error.ts";
import { partialName } from "./partial-name.ts";
import { fillNow } from "./read.ts";
import { type FileRoot, joinPath } from "./root.ts";

const newFileFlags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

/** A delete may remove the empty directory after it was created and before it is used; each attempt creates it again. */
const attempts = 16;

export interface WriteOptions {
  /** Wait until the value has reached the disk, to survive a power failure. */
  readonly fsync: boolean;
  readonly signal: AbortSignal | undefined;
}

export async function writeKey(root: FileRoot, key: string, value: Uint8Array, options: WriteOptions): Promise<void> {
  const { prefix, name } = splitKey(key);
  for (let attempt = 1; ; attempt++) {
    try {
      const known = root.directory(prefix, true);
      const directory = known ?? makeDirectory(root, prefix);
      await replaceFile(directory, name, value, options);
      if (options.fsync) await syncDirectories(root, known === undefined ? prefix : undefined, directory);
      return;
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || attempt === attempts) throw error;
      root.forget();
    }
  }
}

/** The same, on the calling thread, for values that need not survive a power failure. */
export function writeKeyNow(root: FileRoot, key: string, value: Uint8Array): void {
  const { prefix, name } = splitKey(key);
  for (let attempt = 1; ; attempt++) {
    try {
      const directory = root.directory(prefix, true) ?? makeDirectory(root, prefix);
      replaceFileNow(directory, name, value);
      return;
    } catch (error) {
      if (systemCode(error) !== "ENOENT" || attempt === attempts) throw error;
      root.forget();
    }
  }
}

function replaceFileNow(directory: string, name: string, value: Uint8Array): void {
  const partial = joinPath(directory, partialName(name));
  try {
    writeNow(partial, value);
    renameSync(partial, joinPath(directory, name));
  } catch (error) {
    removeQuietly(partial);
    throw error;
  }
}

/**
 * Creates a directory that was found to be absent, and its parents, below the deepest one that exists and is inside the
 * root. Only lookups that found something are cached, so they stay valid: a write of many chunks creates a directory for
 * every few of them, and would otherwise look up the root and all parents again each time.
 */
export function makeDirectory(root: FileRoot, prefix: string): string {
  let existing = prefix;
  let real: string | undefined;
  while (real === undefined && existing !== "") {
    existing = splitKey(existing).prefix;
    real = root.directory(existing, true);
  }
  const base = real ?? root.path;
  const directory = joinPath(base, existing === "" ? prefix : prefix.slice(existing.length + 1));
  mkdirSync(directory, { recursive: true });
  return root.directory(prefix) ?? directory;
}

async function replaceFile(
  directory: string,
  name: string,
  value: Uint8Array,
  { fsync, signal }: WriteOptions,
): Promise<void> {
  if (!fsync && !storeLimits.synchronousBytes.isExceededBy(value.byteLength))
    return replaceFileNow(directory, name, value);
  const partial = joinPath(directory, partialName(name));
  try {
    await writeLater(partial, value, fsync, signal);
    await rename(partial, joinPath(directory, name));
  } catch (error) {
    removeQuietly(partial);
    throw error;
  }
}

function writeNow(path: string, value: Uint8Array): void {
  const file = openSync(path, newFileFlags);
  try {
    writeAllNow(file, value, 0);
  } finally {
    closeSync(file);
  }
}

/** Writes everything at `position`, even if a call accepts only a part. */
function writeAllNow(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.byteLength; ) {
    done += writeSync(file, bytes, done, storeLimits.callBytes.cap(bytes.byteLength - done), position + done);
  }
}

/** In pieces, because one call writes at most 2 GiB, and because the caller may abort. */
async function writeLater(
  path: string,
  value: Uint8Array,
  fsync: boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const file = await open(path, newFileFlags);
  try {
    for (let done = 0; done < value.byteLength; ) {
      const length = storeLimits.filePieceBytes.cap(value.byteLength - done);
      const { bytesWritten } = await file.write(value, done, length);
      done += bytesWritten;
      signal?.throwIfAborted();
    }
    if (fsync) await file.sync();
  } finally {
    await file.close();
  }
}

/** The rename is durable once the directory is on disk, and a new directory once its parents are. */
async function syncDirectories(root: FileRoot, made: string | undefined, directory: string): Promise<void> {
  await syncDirectory(directory);
  for (let prefix = made; prefix !== undefined && prefix !== ""; ) {
    prefix = splitKey(prefix).prefix;
    const above = root.directory(prefix);
    if (above !== undefined) await syncDirectory(above);
  }
}

/** Waits until the names in a directory are on the disk. */
export async function syncDirectory(directory: string): Promise<void> {
  // Windows cannot do this and refuses to open a directory.
  if (process.platform === "win32") return;
  const handle = await open(directory, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes what a failed write left. If that fails, it must not hide why the write failed. */
function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    return;
  }
}

/** Reads and writes parts of files synchronously. */
export const fileParts: {
  readInto(path: string, offset: number, into: Uint8Array): boolean;
  write(path: string, parts: readonly { readonly offset: number; readonly bytes: Uint8Array }[]): void;
} = {
  readInto: (path, offset, into) => {
    const file = openSync(path, "r");
    try {
      return fillNow(file, into, offset) === into.byteLength;
    } finally {
      closeSync(file);
    }
  },
  write: (path, parts) => {
    const file = openSync(path, "r+");
    try {
      for (const { offset, bytes } of parts) writeAllNow(file, bytes, offset);
    } finally {
      closeSync(file);
    }
  },
};
