/**
 * A directory that the user chose or dropped, or one of the origin private file system, as a store: one file per value,
 * read in ranges on demand. Reading needs the permission that choosing grants; writing may need another, which only the
 * page can request.
 */

import { keyOrder } from "../../bytes/concurrency.ts";
import type { ByteRange } from "../../bytes/source/byte-range.ts";
import { checkRange, checkValue } from "../byte-request.ts";
import { isHiddenKey } from "../file/partial-name.ts";
import { checkVersion } from "../object-version.ts";
import type { ObjectVersion, Store, StoreEntry, StoreLock, StoreOptions } from "../store.ts";
import { checkKey, checkPrefix, splitKey, withoutEndSlashes } from "../store-key.ts";
import { readBlob, validatorOf } from "./blob.ts";
import { attemptAt, browserError, isBrowserError, provesAbsence, refuseHidden } from "./browser-error.ts";
import { type DirectoryRoot, directoryRoot, entriesOf, privateRoot } from "./directory-root.ts";
import { removeBelow, removeFile, writeFile } from "./directory-write.ts";
import type { DirectoryHandle } from "./handles.ts";
import { listLevel, listTree, type NamesOf } from "./listing.ts";

/** The directory of a handle from `showDirectoryPicker`, a drop or `navigator.storage.getDirectory`. */
export function directoryHandleStore(handle: DirectoryHandle): Store {
  const root = directoryRoot(handle.name === "" ? "opfs" : handle.name, async () => handle);
  return storeIn(root, handle);
}

/** A folder of the origin private file system, which belongs to this site alone; created by the first `set`. */
export function opfsStore(path = ""): Store {
  const folder = withoutEndSlashes(path).replace(/^\/+/, "");
  checkPrefix(folder);
  return storeIn(directoryRoot(folder === "" ? "opfs" : `opfs/${folder}`, privateRoot(folder)));
}

function storeIn(root: DirectoryRoot, identity?: object): Store {
  const { location } = root;
  const attempt = attemptAt(location);
  const inOrder = keyOrder();
  const namesOf: NamesOf = async (prefix) => {
    const directory = isHiddenKey(prefix) ? undefined : await root.find(prefix);
    return directory === undefined ? [] : entriesOf(directory);
  };
  return {
    location,
    ...(identity === undefined ? {} : { identity }),
    get: (key, request) =>
      attempt("the value cannot be read", key, request, async () => {
        checkKey(key);
        checkRange(request?.range, { location, key });
        return isHiddenKey(key) ? undefined : readFile(root, key, request ?? {});
      }),
    head: (key, request) =>
      attempt("the file cannot be examined", key, request, async () => {
        checkKey(key);
        const file = isHiddenKey(key) ? undefined : await findFile(root, key);
        return file && { size: file.size, validator: validatorOf(file) };
      }),
    list: (prefix, request) => listChecked(namesOf, location, prefix, request),
    listDirectory: (prefix, request) =>
      attempt("the directory cannot be listed", prefix, request, async () => {
        checkPrefix(prefix);
        return listLevel(namesOf, prefix);
      }),
    set: (key, value, request) =>
      attempt("the value cannot be written", key, request, async (signal) => {
        checkKey(key);
        checkValue(value, { location, key });
        refuseHidden(key, location);
        await inOrder(key, () => writeFile(root, key, value, signal));
      }),
    delete: (key, request) =>
      attempt("the value cannot be deleted", key, request, async () => {
        checkKey(key);
        if (!isHiddenKey(key)) await inOrder(key, () => removeFile(root, key));
      }),
    deletePrefix: (prefix, request) =>
      attempt("the directory cannot be deleted", prefix, request, async (signal) => {
        checkPrefix(prefix);
        if (!isHiddenKey(prefix)) await removeBelow(root, prefix, signal);
      }),
    lock: (request) => webLock(`hyperslab ${location}`, request?.signal),
  };
}

/** Every key below a prefix, from any source of names. */
export async function* listChecked(
  namesOf: NamesOf,
  location: string,
  prefix: string,
  request: StoreOptions | undefined,
): AsyncGenerator<StoreEntry> {
  checkPrefix(prefix);
  try {
    yield* listTree(namesOf, prefix, request?.signal);
  } catch (error) {
    throw browserError(error, "the directory cannot be listed", { location, key: prefix }, request?.signal);
  }
}

/** Returns `undefined` if the browser has no locks. Pages over https or from localhost have them, in browsers since 2022. */
export function webLock(name: string, signal: AbortSignal | undefined): Promise<StoreLock | undefined> {
  const locks = globalThis.navigator?.locks;
  if (typeof locks?.request !== "function") return Promise.resolve(undefined);
  return new Promise((resolve, reject) => {
    const hold = (): Promise<void> => new Promise((end) => resolve({ held: true, release: async () => end() }));
    locks.request(name, signal === undefined ? {} : { signal }, hold).catch(reject);
  });
}

interface ReadRequest {
  readonly range?: ByteRange | undefined;
  readonly version?: ObjectVersion | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly directory?: "error" | undefined;
}

/** A File is a snapshot that cannot be read after the file was replaced; a new snapshot can. */
const ATTEMPTS = 8;

/** The current file; `undefined` if it does not exist, or if it is a directory and that is allowed. */
async function findFile(root: DirectoryRoot, key: string, asked?: "error"): Promise<File | undefined> {
  const directory = await root.find(splitKey(key).prefix);
  const handle = directory && (await root.file(directory, key, asked));
  try {
    return await handle?.getFile();
  } catch (error) {
    if (provesAbsence(error)) return undefined;
    throw error;
  }
}

async function readFile(
  root: DirectoryRoot,
  key: string,
  { range, version, signal, directory }: ReadRequest,
): Promise<Uint8Array | undefined> {
  const place = { location: root.location, key };
  for (let attempt = 1; ; attempt++) {
    const file = await findFile(root, key, directory);
    signal?.throwIfAborted();
    if (file === undefined) return undefined;
    checkVersion(version, validatorOf(file), place);
    try {
      return await readBlob(file, range, place, signal);
    } catch (error) {
      if (!isBrowserError(error, "NotReadableError", "NotFoundError") || attempt === ATTEMPTS) throw error;
    }
  }
}
