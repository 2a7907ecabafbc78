/**
 * Zip archives in files. All users of one path in this program share one store, so that each sees what the others set
 * before it is flushed. Unflushed changes are flushed when the program ends normally; if it is terminated
 * (`process.exit`), a message on standard error says that they are lost.
 */
import { writeSync } from "node:fs";
import { type ZipStore, type ZipStoreOptions, zipStore } from "../zip/zip.ts";
import { fileBytes } from "./bytes.ts";
import { realPlace } from "./root.ts";

/** Stores by the real path of their file. */
const opened = new Map<string, WeakRef<ZipStore>>();
/** Those with something to flush. */
const unflushed = new Map<string, ZipStore>();

/** The archive at `path`, whatever its contents look like. */
export async function sharedZip(path: string, options?: ZipFileOptions): Promise<ZipStore> {
  const known = opened.get(realPlace(path))?.deref();
  if (known === undefined) return zipFile(path, options);
  await known.refresh();
  return known;
}

export type ZipFileOptions = Omit<ZipStoreOptions, "onChange" | "location">;

/**
 * A store in the archive at `path`, which is created by the first flush after the first `set`. From now on other users
 * of the path share it, unless its keys begin in a folder that others do not expect.
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

let watching = false;

function watchExit(): void {
  if (watching === unflushed.size > 0) return;
  watching = !watching;
  const change = watching ? "on" : "off";
  process[change]("beforeExit", flushAll);
  process[change]("exit", reportLost);
}

/** An archive that cannot be completed is left unchanged, without a lock, and the program fails with a message. */
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
