/**
 * Zip archives among the files. All who open one path in this program share one store, so that each sees what the others
 * set before it is flushed. What is still unflushed when the program ends normally is flushed then; when it is ended
 * (`process.exit`), it says so on standard error, because the changes are lost.
 */
import { closeSync, openSync, readSync, statSync, writeSync } from "node:fs";
import { type ZipStore, type ZipStoreOptions, zipStore } from "../zip/zip.ts";
import { fileBytes } from "./bytes.ts";
import { fileError, provesAbsence } from "./error.ts";
import { realPlace } from "./root.ts";

/** Stores by the real path of their file. */
const opened = new Map<string, WeakRef<ZipStore>>();
/** Those with something to flush. */
const unflushed = new Map<string, ZipStore>();

/** The archive at `path`; `undefined` if the path is not, or would not become, an archive. */
export async function zipAt(path: string, options?: ZipFileOptions): Promise<ZipStore | undefined> {
  return isZip(path) ? sharedZip(path, options) : undefined;
}

/** The archive at `path`, whatever it looks like. */
export async function sharedZip(path: string, options?: ZipFileOptions): Promise<ZipStore> {
  const known = opened.get(realPlace(path))?.deref();
  if (known === undefined) return zipFile(path, options);
  await known.refresh();
  return known;
}

export type ZipFileOptions = Omit<ZipStoreOptions, "onChange" | "location">;

/**
 * A store in the archive at `path`, which is made by the first flush after the first `set`. From now on it is the one
 * that others are given, unless its keys begin where others do not look for them.
 */
export function zipFile(path: string, options: ZipFileOptions = {}): ZipStore {
  const name = realPlace(path);
  const onChange = (unfinished: boolean): void => {
    if (unfinished) unflushed.set(name, store);
    else unflushed.delete(name);
    watchExit();
  };
  const store = zipStore(fileBytes(name, path), { ...options, location: path, onChange });
  if (options.topFolder === undefined) opened.set(name, new WeakRef(store));
  for (const [key, reference] of opened) if (reference.deref() === undefined) opened.delete(key);
  return store;
}

/** A file that begins like an archive, or whose name says that it is or shall be one. */
function isZip(path: string): boolean {
  const named = /\.zip$/i.test(path);
  try {
    const status = statSync(path, { throwIfNoEntry: false });
    if (status === undefined) return named;
    return status.isFile() && (named || beginsLikeZip(path));
  } catch (error) {
    if (provesAbsence(error)) return false;
    throw fileError(error, "the file cannot be examined", { location: path });
  }
}

function beginsLikeZip(path: string): boolean {
  const file = openSync(path, "r");
  try {
    const start = new Uint8Array(4);
    readSync(file, start, 0, 4, 0);
    const [p, k, kind, same] = start;
    return p === 0x50 && k === 0x4b && ((kind === 3 && same === 4) || (kind === 5 && same === 6));
  } finally {
    closeSync(file);
  }
}

let watching = false;

function watchExit(): void {
  if (watching === unflushed.size > 0) return;
  watching = !watching;
  const change = watching ? "on" : "off";
  process[change]("beforeExit", flushAll);
  process[change]("exit", reportLost);
}

/** An archive that cannot be finished is left as it was, without a lock, and the program fails with a message. */
async function flushAll(): Promise<void> {
  const stores = Array.from(unflushed.values());
  unflushed.clear();
  watchExit();
  for (const store of stores) {
    try {
      await store.close();
    } catch (error) {
      await store.abandon().catch(() => {});
      const why = error instanceof Error ? error.message : String(error);
      writeSync(2, `hyperslab: ${store.location} was changed but cannot be finished; the changes are lost: ${why}\n`);
      process.exitCode ||= 1;
    }
  }
}

function reportLost(): void {
  for (const { location } of unflushed.values()) {
    writeSync(2, `hyperslab: ${location} was changed but not closed; the changes are lost\n`);
  }
}
