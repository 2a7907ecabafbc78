/**
 * The directories below a root, by prefix. A handle is a path, not the file or directory itself, so a handle found
 * earlier is as good as a new lookup; whether it still exists shows when it is used.
 */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";
import type { GetOptions } from "../store.ts";
import { joinKey, splitKey } from "../store-key.ts";
import { directoryInPlace, isBrowserError, provesAbsence, refusedName } from "./browser-error.ts";
import type { DirectoryHandle, FileHandle } from "./handles.ts";

/** Returns the handle of the root; with `create`, creates it if it does not exist. */
export type FindRoot = (create: boolean) => Promise<DirectoryHandle>;

export interface DirectoryRoot {
  readonly location: string;
  /** The directory of a prefix; `undefined` if it does not exist. */
  find(prefix: string): Promise<DirectoryHandle | undefined>;
  /** The same, created if it does not exist. */
  make(prefix: string): Promise<DirectoryHandle>;
  /** A file in a directory that was found; `undefined` if there is none, or if it is a directory and that is allowed. */
  file(directory: DirectoryHandle, key: string, asked?: GetOptions["directory"]): Promise<FileHandle | undefined>;
  /** Must be called when directories were removed. */
  forget(): void;
}

export function directoryRoot(location: string, findRoot: FindRoot): DirectoryRoot {
  const kept = new Map<string, DirectoryHandle>();
  const walk = async (prefix: string, create: boolean): Promise<DirectoryHandle> => {
    const known = kept.get(prefix);
    if (known !== undefined) return known;
    let found: DirectoryHandle;
    if (prefix === "") found = await findRoot(create);
    else {
      const { prefix: above, name } = splitKey(prefix);
      const parent = await walk(above, create);
      found = await named(name, location, prefix, () => parent.getDirectoryHandle(name, { create }));
    }
    if (storeLimits.keptHandles.isExceededBy(kept.size + 1)) kept.clear();
    kept.set(prefix, found);
    return found;
  };
  return {
    location,
    find: (prefix) => orAbsent(walk(prefix, false)),
    make: (prefix) => walk(prefix, true),
    file: (directory, key, asked) => {
      const { name } = splitKey(key);
      const found = named(name, location, key, () => directory.getFileHandle(name));
      return orAbsent(found, asked === "error" ? { location, key } : undefined);
    },
    forget: () => kept.clear(),
  };
}

/** Runs a lookup by name; if the browser rejects the name, the error says so. */
export async function named<T>(name: string, location: string, key: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TypeError) throw refusedName(name, { location, key }, error);
    throw error;
  }
}

/** `value` is given if a value is expected, so that a directory is an error. */
async function orAbsent<T>(found: Promise<T>, value?: ErrorPlace): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (value !== undefined && isBrowserError(error, "TypeMismatchError")) throw directoryInPlace(value, error);
    if (provesAbsence(error)) return undefined;
    throw error;
  }
}

/** The names in a directory, without those reserved by the store; none if it no longer exists. */
export async function entriesOf(
  directory: DirectoryHandle,
): Promise<readonly { readonly name: string; readonly isDirectory: boolean }[]> {
  const found: { readonly name: string; readonly isDirectory: boolean }[] = [];
  try {
    for await (const [name, { kind }] of directory.entries()) found.push({ name, isDirectory: kind === "directory" });
  } catch (error) {
    if (!isBrowserError(error, "NotFoundError")) throw error;
  }
  return found;
}

/** The root of the origin private file system, or a folder in it. */
export function privateRoot(path: string): FindRoot {
  return async (create) => {
    const storage = globalThis.navigator?.storage;
    if (typeof storage?.getDirectory !== "function") {
      throw new HyperslabError("unsupported", "there is no origin private file system here", {
        hint: "Pages over https or from localhost have one, in browsers since 2023.",
      });
    }
    let directory: DirectoryHandle = await storage.getDirectory();
    let above = "";
    for (const name of path === "" ? [] : path.split("/")) {
      const parent = directory;
      above = joinKey(above, name);
      directory = await named(name, "opfs", above, () => parent.getDirectoryHandle(name, { create }));
    }
    return directory;
  };
}
