/**
 * A directory of files. Values are replaced atomically, empty directories disappear with their last value, and no key
 * or symbolic link leads out of the root. A directory is not a value; names of the form `.x.<random>.partial` are
 * values that were never completed, and readers do not see them.
 */
import { resolve } from "node:path";
import { keyOrder } from "../../bytes/concurrency.ts";
import { HyperslabError } from "../../errors.ts";
import { checkRange, checkRename, checkValue } from "../byte-request.ts";
import { type HoldValue, markHolding, markImmediate } from "../direct-reads.ts";
import type { ObjectInfo, Store, StoreEntry, StoreOptions } from "../store.ts";
import { checkPrefix } from "../store-key.ts";
import { fileError } from "./error.ts";
import { holdKey } from "./hold.ts";
import { listBelow, listOne } from "./list.ts";
import { isHiddenKey } from "./partial-name.ts";
import { findKey, readKey, readNow, stateOf } from "./read.ts";
import { moveBelow, removeBelow, removeKey } from "./remove.ts";
import { checkFileKey, type FileRoot, fileRoot, realPlace } from "./root.ts";
import { lockDirectory } from "./tree-lock.ts";
import { nextTurn, turnIsOver } from "./turn.ts";
import { writeKey } from "./write.ts";

export interface FileStoreOptions {
  /**
   * Wait for the disk at each `set`, so that values survive a power failure. Otherwise they survive only a crash of the
   * process.
   */
  readonly fsync?: boolean;
}

/** A store in the directory `path`, which the first `set` creates. The caller must not change a value until `set` resolves. */
export function fileStore(path: string, options: FileStoreOptions = {}): Store {
  const location = path;
  const root = fileRoot(resolve(path), location);
  const inOrder = keyOrder();
  const { fsync = false } = options;
  let place: string | undefined;

  /** What every request does: stop if aborted, yield to other work, and translate system errors. */
  const attempt = async <T>(
    what: string,
    key: string,
    request: StoreOptions | undefined,
    run: (signal: AbortSignal | undefined) => T | Promise<T>,
  ): Promise<T> => {
    request?.signal?.throwIfAborted();
    if (turnIsOver()) await nextTurn();
    request?.signal?.throwIfAborted();
    try {
      const answer = run(request?.signal);
      // Small files are read synchronously, and awaiting would cost a turn.
      return answer instanceof Promise ? await answer : answer;
    } catch (error) {
      throw fileError(error, what, { location, key });
    }
  };

  const hold: HoldValue = (key, request) =>
    attempt("the value cannot be read", key, request, () => {
      checkFileKey(key);
      if (isHiddenKey(key)) return undefined;
      return holdKey(root, key, request ?? {}, (options, run) =>
        attempt("the value cannot be read", key, options, run),
      );
    });
  const store: Store = {
    location,
    get place() {
      return (place ??= `file:${realPlace(root.path).replaceAll("\\", "/")}`);
    },
    // With fsync each write waits for the disk, which workers do not do.
    ...(fsync ? {} : { directory: root.path }),
    get: (key, request) =>
      attempt("the value cannot be read", key, request, () => {
        checkFileKey(key);
        checkRange(request?.range, { location, key });
        return isHiddenKey(key) ? undefined : readKey(root, key, request ?? {});
      }),
    head: (key, request) =>
      attempt("the file cannot be examined", key, request, () => {
        checkFileKey(key);
        return isHiddenKey(key) ? undefined : infoOf(root, key);
      }),
    list: (prefix, request) => listChecked(root, prefix, request),
    listDirectory: (prefix, request) =>
      attempt("the directory cannot be listed", prefix, request, () => {
        checkFilePrefix(prefix);
        return isHiddenKey(prefix) ? { keys: [], prefixes: [] } : listOne(root, prefix);
      }),
    set: (key, value, request) =>
      attempt("the value cannot be written", key, request, async (signal) => {
        checkFileKey(key);
        checkValue(value, { location, key });
        if (isHiddenKey(key)) throw hiddenKey(location, key);
        await inOrder(key, () => writeKey(root, key, value, { fsync, signal }));
      }),
    delete: (key, request) =>
      attempt("the value cannot be deleted", key, request, async () => {
        checkFileKey(key);
        if (!isHiddenKey(key)) await inOrder(key, async () => removeKey(root, key));
      }),
    deletePrefix: (prefix, request) =>
      attempt("the directory cannot be deleted", prefix, request, async (signal) => {
        checkFilePrefix(prefix);
        if (!isHiddenKey(prefix)) await removeBelow(root, prefix, signal);
      }),
    rename: (from, to, request) =>
      attempt("the directory cannot be renamed", from, request, () => {
        checkRename(from, to, location);
        checkFilePrefix(from);
        checkFilePrefix(to);
        if (isHiddenKey(to)) throw hiddenKey(location, to);
        if (from !== to) moveBelow(root, from, to);
      }),
    lock: (request) => attempt("the hierarchy cannot be locked", "", request, (signal) => lockDirectory(root, signal)),
    locate: (key) => {
      checkFileKey(key);
      try {
        return isHiddenKey(key) ? undefined : findKey(root, key)?.path;
      } catch (error) {
        throw fileError(error, "the file cannot be examined", { location, key });
      }
    },
  };
  markHolding(store, hold);
  markImmediate(store, (key) => readNow(root, key));
  return store;
}

async function* listChecked(
  root: FileRoot,
  prefix: string,
  request: StoreOptions | undefined,
): AsyncGenerator<StoreEntry> {
  checkFilePrefix(prefix);
  if (isHiddenKey(prefix)) return;
  try {
    yield* listBelow(root, prefix, request?.signal);
  } catch (error) {
    throw fileError(error, "the directory cannot be listed", { location: root.location, key: prefix });
  }
}

function infoOf(root: FileRoot, key: string): ObjectInfo | undefined {
  const status = findKey(root, key)?.status;
  return status && { size: status.size, validator: stateOf(status), modified: status.mtimeMs };
}

function checkFilePrefix(prefix: string): void {
  checkPrefix(prefix);
  if (prefix !== "") checkFileKey(prefix);
}

function hiddenKey(location: string, key: string): HyperslabError {
  return new HyperslabError(
    "invalid-request",
    "names of the form .x.<random>.partial are reserved for unfinished values",
    {
      location,
      key,
    },
  );
}
