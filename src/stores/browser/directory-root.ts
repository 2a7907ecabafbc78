/**
 * The directories below a root, by prefix. A handle is a path, not the file or directory itself, so that one that was found
 * once is as good as one that is looked up again; what is gone shows when the handle is used.
 */
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";
import type { GetOptions } from "../store.ts";
import { joinKey, splitKey } from "../store-key.ts";
import { directoryInPlace, isBrowserError, provesAbsence, refusedName } from "./browser-error.ts";
import type { DirectoryHandle, FileHandle } from "./handles.ts";

/** The handle of the root, or how to get it; with `create`, make it if it is not there. */
export type FindRoot = (create: boolean) => Promise<DirectoryHandle>;

export interface DirectoryRoot {
  readonly location: string;
  /** The directory of a prefix; `undefined` if there is none. */
  find(prefix: string): Promise<DirectoryHandle | undefined>;
  /** The same, made if it is not there. */
  make(prefix: string): Promise<DirectoryHandle>;
  /** A file of a directory that was found; `undefined` if there is none, or a directory where that is allowed. */
  file(directory: DirectoryHandle, key: string, asked?: GetOptions["directory"]): Promise<FileHandle | undefined>;
  /** Directories were removed. */
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

/** Runs a look-up by name; a name that the browser does not take is an error that says so. */
export async function named<T>(name: string, location: string, key: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TypeError) throw refusedName(name, { location, key }, error);
    throw error;
  }
}

/** `value`: where a value is expected, so that a directory is an error. */
async function orAbsent<T>(found: Promise<T>, value?: ErrorPlace): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (value !== undefined && isBrowserError(error, "TypeMismatchError")) throw directoryInPlace(value, error);
    if (provesAbsence(error)) return undefined;
    throw error;
  }
}

/** The names in a directory, without those that it uses for itself; none if it is gone. */
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

/** Where the origin private file system begins, or a folder in it. */
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
