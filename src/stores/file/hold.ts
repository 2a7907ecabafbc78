/** A file of a directory store that stays open while the parts of one value are read. */
import { closeSync, fstatSync, type Stats } from "node:fs";
import type { HeldSource, HoldOptions, ReadOptions } from "../../bytes/source/byte-source.ts";
import type { ErrorPlace } from "../../errors.ts";
import { checkRange } from "../byte-request.ts";
import { changedError } from "../object-version.ts";
import { findKey, isValue, openKey, readOpen } from "./read.ts";
import type { FileRoot } from "./root.ts";
import { checkUnchanged, isSettled, stateOf } from "./state.ts";

/** How a request of the store is made: with a turn for others, and errors in our words. */
export type FileRequest = <T>(options: ReadOptions | undefined, run: () => T | Promise<T>) => Promise<T>;

interface OpenedFile {
  readonly file: number;
  readonly status: Stats;
}

/** The file behind a key; `undefined` if there is none. */
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
    // What is made of a file that was changed just now must not be taken for its state later.
    version: { validator: isSettled(status) ? state : undefined },
    size: async () => status.size,
    read: async (range, options) => {
      checkRange(range, place);
      // A caller that gives up closes, while another thread may still be reading.
      users += 1;
      try {
        return await request(options, () => {
          const { file } = open();
          const bytes = readOpen(file, status, range, place, options?.signal);
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
