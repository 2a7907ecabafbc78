/** A file of a directory store that stays open while parts of one value are read. */
import { closeSync, fstatSync, type Stats } from "node:fs";
import type { HeldSource, HoldOptions, ReadOptions } from "../../bytes/source/byte-source.ts";
import type { ErrorPlace } from "../../errors.ts";
import { checkRange } from "../byte-request.ts";
import { changedError } from "../object-version.ts";
import { checkUnchanged, findKey, isSettled, isValue, openKey, readOpen, stateOf } from "./read.ts";
import type { FileRoot } from "./root.ts";

/** Runs a request of the store: yields to other work, and translates errors. */
export type FileRequest = <T>(options: ReadOptions | undefined, run: () => T | Promise<T>) => Promise<T>;

interface OpenedFile {
  readonly file: number;
  readonly status: Stats;
}

/** The file at a key; `undefined` if it does not exist. */
export function holdKey(
  root: FileRoot,
  key: string,
  { late }: HoldOptions,
  request: FileRequest,
): HeldSource | undefined {
  const place = { location: root.location, key };
  let opened = late === true ? undefined : openValue(root, key, place);
  const status = late === true ? findKey(root, key, "error")?.status : opened?.status;
  if (status === undefined) return undefined;
  const state = stateOf(status);
  let users = 1;
  const leave = (): void => {
    users -= 1;
    if (users === 0 && opened !== undefined) closeSync(opened.file);
  };
  const open = (): OpenedFile => {
    if (opened !== undefined) return opened;
    const found = openValue(root, key, place);
    if (found === undefined) throw changedError(place);
    opened = found;
    if (stateOf(found.status) !== state) throw changedError(place);
    return found;
  };
  return {
    fresh: true,
    // A file that has just changed may change again within the clock's resolution, so it has no validator yet.
    version: { validator: isSettled(status) ? state : undefined },
    size: async () => status.size,
    read: async (range, options) => {
      checkRange(range, place);
      // If the caller gives up, it closes the file while another thread may still be reading.
      users += 1;
      try {
        return await request(options, () => {
          const { file } = open();
          const bytes = readOpen(file, status, range, place, options?.signal, options?.room);
          if (bytes instanceof Promise) return bytes;
          checkUnchanged(file, status, place);
          return bytes;
        });
      } finally {
        leave();
      }
    },
    close: leave,
  };
}

function openValue(root: FileRoot, key: string, place: ErrorPlace): OpenedFile | undefined {
  const file = openKey(root, key, "error");
  if (file === undefined) return undefined;
  try {
    const status = fstatSync(file);
    isValue(status, place, "error");
    return { file, status };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}
