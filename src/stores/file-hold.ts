/** A file of a directory store that stays open while the parts of one value are read. */
import { closeSync, fstatSync } from "node:fs";
import type { HeldSource, ReadOptions } from "../bytes/byte-source.ts";
import { checkRange } from "./byte-request.ts";
import { isValue, openKey, readOpen } from "./file-read.ts";
import type { FileRoot } from "./file-root.ts";
import { checkUnchanged, isSettled, stateOf } from "./file-state.ts";

/** How a request of the store is made: with a turn for others, and errors in our words. */
export type FileRequest = <T>(options: ReadOptions | undefined, run: () => Promise<T>) => Promise<T>;

/** Opens the file behind a key; `undefined` if there is none. */
export function holdKey(root: FileRoot, key: string, request: FileRequest): HeldSource | undefined {
  const place = { location: root.location, key };
  const file = openKey(root, key, "error");
  if (file === undefined) return undefined;
  let users = 1;
  const leave = (): void => {
    users -= 1;
    if (users === 0) closeSync(file);
  };
  try {
    const status = fstatSync(file);
    isValue(status, place, "error");
    return {
      fresh: true,
      // What is made of a file that was changed just now must not be taken for its state later.
      version: { validator: isSettled(status) ? stateOf(status) : undefined },
      size: async () => status.size,
      read: (range, options) => {
        // A caller that gives up closes, while another thread may still be reading.
        users += 1;
        return request(options, async () => {
          checkRange(range, place);
          const bytes = await readOpen(file, status, range, place, options?.signal);
          checkUnchanged(file, status, place);
          return bytes;
        }).finally(leave);
      },
      close: leave,
    };
  } catch (error) {
    leave();
    throw error;
  }
}
