/**
 * Short files without a promise and without memory of their own, for metadata, of which there are thousands. Whatever is not a
 * short plain file that can be read at once is left to the ordinary reader, which says what is wrong. The caller lets others
 * have a turn now and then.
 *
 * Plain files alone are read at a position: a pipe or a terminal refuses that, a directory refuses to be read, and a device
 * fills the buffer. One read is all: a file system may give less than the file, so the caller must be able to tell a value
 * that was cut short.
 */
import { closeSync, readSync } from "node:fs";
import type { ReadNow } from "../immediate.ts";
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
    // An empty file may be anything but a plain one.
    return length === 0 || storeLimits.immediateBytes.isExceededBy(length) ? "later" : buffer.subarray(0, length);
  } catch {
    return "later";
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
