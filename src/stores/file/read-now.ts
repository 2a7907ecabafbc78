/**
 * Reads short files without a promise and without allocating memory, for metadata documents, of which there are
 * thousands. Anything that is not a short plain file is left to the ordinary reader, which reports what is wrong. The
 * caller must yield now and then.
 *
 * Only plain files can be read at a position: pipes and terminals refuse it, directories cannot be read, and devices
 * fill the buffer. There is only one read: a file system may return less than the whole file, so the caller must be
 * able to recognise a truncated value.
 */
import { closeSync, readSync } from "node:fs";
import type { ReadNow } from "../direct-reads.ts";
import { storeLimits } from "../limits.ts";
import { isHiddenKey } from "./partial-name.ts";
import { openKey } from "./read.ts";
import { checkFileKey, type FileRoot } from "./root.ts";

let buffer = new Uint8Array(0);

/** The bytes of a short file, valid until the next call; `undefined` if it does not exist. */
export function readNow(root: FileRoot, key: string): ReturnType<ReadNow> {
  let file: number | undefined;
  try {
    checkFileKey(key);
    file = isHiddenKey(key) ? undefined : openKey(root, key);
    if (file === undefined) return undefined;
    const most = storeLimits.immediateBytes.value;
    if (buffer.byteLength <= most) buffer = new Uint8Array(most + 1);
    const length = readSync(file, buffer, 0, most + 1, 0);
    // If empty, it may be something other than a plain file.
    return length === 0 || storeLimits.immediateBytes.isExceededBy(length) ? "later" : buffer.subarray(0, length);
  } catch {
    return "later";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
