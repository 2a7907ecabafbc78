/**
 * Replaces and removes the files of handles. A value is written to a file beside it, which then takes its name: readers
 * see the old value or the new one, and a crash leaves at most a file that no reader sees. If handles cannot be
 * renamed, the browser does the same for an existing value, but a new one is empty until it is complete.
 */
import { HyperslabError } from "../../errors.ts";
import { partialName } from "../file/partial-name.ts";
import { splitKey } from "../store-key.ts";
import { isBrowserError } from "./browser-error.ts";
import { type DirectoryRoot, entriesOf, named } from "./directory-root.ts";
import type { DirectoryHandle, FileHandle } from "./handles.ts";

/**
 * A delete may remove the empty directory after it was created and before it is used, and locks it meanwhile; each
 * attempt creates it again. All attempts together wait a quarter of a second.
 */
const ATTEMPTS = 16;
const PAUSE_MILLISECONDS = 2;

export async function writeFile(
  root: DirectoryRoot,
  key: string,
  value: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const directory = await root.make(splitKey(key).prefix);
      return await replaceFile(root, directory, key, value, signal);
    } catch (error) {
      const held = isBrowserError(error, "NoModificationAllowedError");
      if ((!held && !isBrowserError(error, "NotFoundError")) || attempt === ATTEMPTS) throw error;
      root.forget();
      if (held) await new Promise((resolve) => setTimeout(resolve, attempt * PAUSE_MILLISECONDS));
    }
  }
}

async function replaceFile(
  root: DirectoryRoot,
  directory: DirectoryHandle,
  key: string,
  value: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { name } = splitKey(key);
  const partial = partialName(name);
  const make = (file: string): Promise<FileHandle> =>
    named(name, root.location, key, () => directory.getFileHandle(file, { create: true }));
  const aside = await make(partial);
  try {
    if (typeof aside.move === "function") {
      await fill(aside, value, signal);
      await named(name, root.location, key, async () => aside.move?.(directory, name));
      return;
    }
    await directory.removeEntry(partial);
    await fill(await make(name), value, signal);
  } catch (error) {
    await directory.removeEntry(partial).catch(() => {});
    throw error;
  }
}

async function fill(file: FileHandle, value: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
  const writer = await file.createWritable?.();
  if (writer === undefined) {
    throw new HyperslabError("unsupported", "this browser does not let pages write files", {
      hint: "It can read them. FileSystemFileHandle.createWritable is in Chromium since 86, Firefox 111, Safari 26.",
    });
  }
  try {
    signal?.throwIfAborted();
    // The writer does not accept shared memory, but it does accept a view of part of a buffer.
    await writer.write(value.buffer instanceof ArrayBuffer ? ownView(value) : new Uint8Array(value));
    signal?.throwIfAborted();
    await writer.close();
  } catch (error) {
    await writer.abort().catch(() => {});
    throw error;
  }
}

function ownView({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer instanceof ArrayBuffer ? buffer : new ArrayBuffer(0), byteOffset, byteLength);
}

/** Removes the file; a directory is not a value and is kept. */
export async function removeFile(root: DirectoryRoot, key: string): Promise<void> {
  const { prefix, name } = splitKey(key);
  const directory = await root.find(prefix);
  if (directory === undefined || (await root.file(directory, key)) === undefined) return;
  await removeEntry(directory, name, false);
  await prune(root, prefix);
}

/** Removes everything below the prefix, including leftovers of failed writes. */
export async function removeBelow(root: DirectoryRoot, prefix: string, signal: AbortSignal | undefined): Promise<void> {
  const directory = await root.find(prefix);
  if (directory === undefined) return;
  try {
    for (const { name } of await entriesOf(directory)) {
      signal?.throwIfAborted();
      await removeEntry(directory, name, true);
    }
  } finally {
    root.forget();
  }
  await prune(root, prefix);
}

async function removeEntry(directory: DirectoryHandle, name: string, recursive: boolean): Promise<void> {
  try {
    await directory.removeEntry(name, { recursive });
  } catch (error) {
    if (!isBrowserError(error, "NotFoundError")) throw error;
  }
}

/** Removes the directory and its parents as long as they are empty, up to but not including the root. */
async function prune(root: DirectoryRoot, prefix: string): Promise<void> {
  for (let at = prefix; at !== ""; at = splitKey(at).prefix) {
    const { prefix: above, name } = splitKey(at);
    const parent = await root.find(above);
    try {
      await parent?.removeEntry(name);
    } catch {
      // Not empty, already removed, or in use: it holds no key of ours, or one that stays.
      return;
    }
    root.forget();
  }
}
