/**
 * A bounded directory of files that several programs share. Files appear whole, by renaming; the least recently used
 * are deleted first. A program counts what it writes itself and scans the directory now and then to account for the
 * others, so the bound is exceeded by no more than they write in between.
 */

import { type Bound, boundValue, isBeyond } from "../../bytes/limit.ts";
import { HyperslabError } from "../../errors.ts";

export interface CacheFolder {
  /** The whole file and the time of its last change in milliseconds. Undefined if it does not exist or cannot be read. */
  read(name: string): Promise<{ readonly bytes: Uint8Array; readonly changed: number } | undefined>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Sets both times to now. */
  touch(name: string): Promise<void>;
}

type Files = typeof import("node:fs/promises");

interface Found {
  readonly path: string;
  readonly size: number;
  readonly used: number;
}

/** After writing this share of the budget, the directory is examined again. */
const SHARE_BETWEEN_LOOKS = 1 / 8;
/** When it is full, files are deleted until this share of the budget is left. */
const SHARE_KEPT = 3 / 4;
/** Unfinished files older than this were abandoned. */
const ABANDONED_MILLISECONDS = 3_600_000;
/** Access times are not updated at every use. */
const USE_MILLISECONDS = 60_000;

let count = 0;

export function cacheFolder(files: Files, directory: string, budget: Bound): CacheFolder {
  const pathOf = (name: string): string => `${directory}/${name.slice(0, 2)}/${name}`;
  let written = Number.POSITIVE_INFINITY;
  let looking: Promise<void> | undefined;
  const look = async (): Promise<void> => {
    written = 0;
    await shrink(files, directory, budget);
  };
  return {
    read: async (name) => {
      const path = pathOf(name);
      try {
        // Must not block on a pipe or a device in its place: opening a pipe waits for a writer.
        const handle = await files.open(path, files.constants.O_RDONLY | (files.constants.O_NONBLOCK ?? 0));
        try {
          const facts = await handle.stat();
          if (!facts.isFile() || isBeyond(facts.size, budget)) return undefined;
          const { atimeMs, mtimeMs, mtime } = facts;
          const { buffer, byteOffset, byteLength } = await handle.readFile();
          if (Date.now() - atimeMs > USE_MILLISECONDS) await handle.utimes(new Date(), mtime);
          return { bytes: new Uint8Array(buffer, byteOffset, byteLength), changed: mtimeMs };
        } finally {
          await handle.close();
        }
      } catch {
        return undefined;
      }
    },
    write: async (name, bytes) => {
      if (isBeyond(bytes.byteLength, budget)) return;
      await makeDirectory(files, directory);
      const path = pathOf(name);
      const aside = `${path}.${globalThis.process.pid}-${Date.now().toString(36)}-${(count += 1)}`;
      try {
        await files.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true, mode: 0o700 });
        await files.writeFile(aside, bytes, { mode: 0o600, flag: "wx" });
        await files.rename(aside, path);
        written += bytes.byteLength;
      } catch {
        // The disk is full, or the folder was cleaned up. The value is not cached, which only costs a request.
        await files.rm(aside, { force: true }).catch(() => {});
      }
      if (written > boundValue(budget) * SHARE_BETWEEN_LOOKS) {
        await (looking ??= look().finally(() => {
          looking = undefined;
        }));
      }
    },
    touch: async (name) => {
      const now = new Date();
      await files.utimes(pathOf(name), now, now).catch(() => {});
    },
  };
}

async function makeDirectory(files: Files, directory: string): Promise<void> {
  try {
    await files.mkdir(directory, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new HyperslabError("not-allowed", "the cache directory cannot be created", {
      location: directory,
      cause,
      hint: "Choose another directory, or create it.",
    });
  }
}

/** Deletes abandoned files and, if there are too many bytes, the least recently used ones. */
async function shrink(files: Files, directory: string, budget: Bound): Promise<void> {
  const found = await listFiles(files, directory);
  let used = found.reduce((sum, { size }) => sum + size, 0);
  if (!isBeyond(used, budget)) return;
  for (const { path, size } of found.sort((a, b) => a.used - b.used)) {
    if (used <= boundValue(budget) * SHARE_KEPT) return;
    // Another program may have deleted it already.
    await files.rm(path, { force: true }).catch(() => {});
    used -= size;
  }
}

/** Only files whose names have our form, so that a directory named by mistake loses nothing. */
async function listFiles(files: Files, directory: string): Promise<Found[]> {
  const found: Found[] = [];
  for (const group of await files.readdir(directory).catch(() => [])) {
    if (!/^[0-9a-f]{2}$/.test(group)) continue;
    for (const name of await files.readdir(`${directory}/${group}`).catch(() => [])) {
      const match = /^[0-9a-f]{64}(\..+)?$/.exec(name);
      const path = `${directory}/${group}/${name}`;
      const facts = match === null ? undefined : await files.stat(path).catch(() => undefined);
      if (match === null || facts === undefined) continue;
      if (match[1] === undefined) found.push({ path, size: facts.size, used: facts.atimeMs });
      else if (Date.now() - facts.mtimeMs > ABANDONED_MILLISECONDS) await files.rm(path, { force: true });
    }
  }
  return found;
}
