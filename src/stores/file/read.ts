/** Reads a file or part of it. A file that ends early gives fewer bytes, never padding. */
import { closeSync, constants, fstatSync, lstatSync, openSync, read, readSync, type Stats, statSync } from "node:fs";
import { type ByteRange, resolveRange } from "../../bytes/source/byte-range.ts";
import type { ByteRoom } from "../../bytes/source/byte-room.ts";
import { COPY_SLACK_BYTES, copyOffset } from "../../bytes/source/copy-distance.ts";
import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import type { ReadNow } from "../direct-reads.ts";
import { storeLimits } from "../limits.ts";
import { changedError, checkVersion } from "../object-version.ts";
import type { GetOptions } from "../store.ts";
import { splitKey } from "../store-key.ts";
import { provesAbsence, systemCode } from "./error.ts";
import { isHiddenKey } from "./partial-name.ts";
import { checkFileKey, type FileRoot, joinPath } from "./root.ts";

/** Windows has neither flag. Without NONBLOCK, opening a named pipe blocks until a writer opens it. */
const noFollow = constants.O_NOFOLLOW ?? 0;
const readFlags = constants.O_RDONLY | noFollow | (constants.O_NONBLOCK ?? 0);

/** The bytes of the file at `key`; `undefined` if it does not exist, or if it is a directory and that is allowed. */
export function readKey(
  root: FileRoot,
  key: string,
  { range, version, directory, signal }: GetOptions,
): Uint8Array | undefined | Promise<Uint8Array> {
  const file = openKey(root, key, directory);
  if (file === undefined) return undefined;
  let bytes: Uint8Array | Promise<Uint8Array> | undefined;
  try {
    const place = { location: root.location, key };
    const status = fstatSync(file);
    if (!isValue(status, place, directory)) return undefined;
    if (version !== undefined) checkVersion(version, stateOf(status), place);
    bytes = readOpen(file, status, range, place, signal);
    return bytes instanceof Promise ? bytes.finally(() => closeSync(file)) : bytes;
  } finally {
    if (!(bytes instanceof Promise)) closeSync(file);
  }
}

/** Bytes of an open file whose `status` is known: synchronously if they are few, otherwise off this thread. */
export function readOpen(
  file: number,
  status: Stats,
  range: ByteRange | undefined,
  place: ErrorPlace,
  signal: AbortSignal | undefined,
  room?: ByteRoom,
): Uint8Array | Promise<Uint8Array> {
  const { start, end } = resolveRange(range, status.size);
  const bytes = room?.take(end - start) ?? allocate(end - start, place, start);
  const cut = (got: number): Uint8Array => (got === bytes.byteLength ? bytes : bytes.slice(0, got));
  if (!storeLimits.synchronousBytes.isExceededBy(bytes.byteLength)) return cut(fillNow(file, bytes, start));
  return fillLater(file, bytes, start, signal).then((got) => {
    // Reading took a while, in which another program may have written to the file.
    checkUnchanged(file, status, place);
    return cut(got);
  });
}

/** A file with all links resolved. */
export interface FoundFile {
  readonly path: string;
  readonly status: Stats;
}

/** The file at a key, without opening it; `undefined` if it does not exist, or if it is a directory and that is allowed. */
export function findKey(root: FileRoot, key: string, asked?: GetOptions["directory"]): FoundFile | undefined {
  const { prefix, name } = splitKey(key);
  const directory = root.directory(prefix);
  if (directory === undefined) return undefined;
  try {
    const named = joinPath(directory, name);
    const found = lstatSync(named, { throwIfNoEntry: false });
    const isLink = found?.isSymbolicLink() === true;
    const path = isLink ? root.followLink(named, key) : named;
    const status = isLink && path !== undefined ? statSync(path, { throwIfNoEntry: false }) : found;
    if (path === undefined || status === undefined) return undefined;
    return isValue(status, { location: root.location, key }, asked) ? { path, status } : undefined;
  } catch (error) {
    if (provesAbsence(error)) return undefined;
    throw error;
  }
}

/** Opens the file at a key for reading; `undefined` if it does not exist. */
export function openKey(root: FileRoot, key: string, asked?: GetOptions["directory"]): number | undefined {
  const { prefix, name } = splitKey(key);
  const directory = root.directory(prefix);
  if (directory === undefined) return undefined;
  const path = noFollow === 0 ? findKey(root, key, asked)?.path : joinPath(directory, name);
  try {
    return path === undefined ? undefined : openSync(path, readFlags);
  } catch (error) {
    if (provesAbsence(error)) return undefined;
    // For a link as the last name, Linux and macOS report ELOOP, FreeBSD EMLINK.
    if (systemCode(error) !== "ELOOP" && systemCode(error) !== "EMLINK") throw error;
    const found = findKey(root, key, asked);
    return found === undefined ? undefined : openSync(found.path, readFlags);
  }
}

/** Returns whether it is a plain file. A directory is not a value; pipes and devices are not read. */
export function isValue(status: Stats, place: ErrorPlace, asked?: GetOptions["directory"]): boolean {
  if (status.isFile()) return true;
  if (status.isDirectory()) {
    if (asked !== "error") return false;
    throw new HyperslabError("invalid-data", "a directory is in the place of a value", {
      ...place,
      hint: "Its contents do not belong to this array. Move it away, or restore the value.",
    });
  }
  throw new HyperslabError("not-allowed", "this is neither a file nor a directory", place);
}

/** Memory for `length` bytes from `position` on in a file, or `invalid-request`. */
export function allocate(length: number, place: ErrorPlace, position: number): Uint8Array {
  const slack = storeLimits.slackenedBytes.isReachedBy(length) ? COPY_SLACK_BYTES : 0;
  try {
    // Every byte is overwritten or cut off, so there is no need to clear them first.
    const { buffer } = Buffer.allocUnsafeSlow(length + slack);
    return new Uint8Array(buffer, slack === 0 ? 0 : copyOffset(0, position), length);
  } catch (cause) {
    throw new HyperslabError("invalid-request", `${length} bytes do not fit into memory`, {
      ...place,
      cause,
      hint: "Read the value in ranges.",
    });
  }
}

/** Some file systems return less than requested before the end, so only 0 bytes mean the end. */
export function fillNow(file: number, bytes: Uint8Array, position: number): number {
  let got = 0;
  while (got < bytes.byteLength) {
    const count = readSync(file, bytes, got, storeLimits.callBytes.cap(bytes.byteLength - got), position + got);
    if (count === 0) break;
    got += count;
  }
  return got;
}

/** The same off this thread, in pieces. */
export async function fillLater(
  file: number,
  bytes: Uint8Array,
  position: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  let got = 0;
  while (got < bytes.byteLength) {
    const length = storeLimits.filePieceBytes.cap(bytes.byteLength - got);
    const count = await new Promise<number>((resolve, reject) => {
      read(file, bytes, got, length, position + got, (error, done) => (error ? reject(error) : resolve(done)));
    });
    signal?.throwIfAborted();
    if (count === 0) break;
    got += count;
  }
  return got;
}

/**
 * A new value is a new file, so its inode changes. Systems reuse the inode number of a deleted file, and archivers set
 * the modification time; but no program can set the time at which the inode itself changed.
 */
export function stateOf({ size, mtimeMs, ctimeMs, ino }: Stats): string {
  return `${size}-${mtimeMs}-${ctimeMs}-${ino}`;
}

/** Clocks of file systems tick every 10 ms or faster; some old ones (FAT, HFS+) only count seconds. */
const TICK_MILLISECONDS = 20;
const COARSE_TICK_MILLISECONDS = 2000;

/** Returns whether it was changed long enough ago that any later change would show in its times. */
export function isSettled({ mtimeMs, ctimeMs }: Stats): boolean {
  const tick = ctimeMs % 1000 === 0 ? COARSE_TICK_MILLISECONDS : TICK_MILLISECONDS;
  return Date.now() - Math.max(mtimeMs, ctimeMs) >= tick;
}

/** Fails if the open file was written to. Renaming or deleting it does not matter. */
export function checkUnchanged(file: number, before: Stats, place: ErrorPlace): void {
  const now = fstatSync(file);
  if (now.size !== before.size || now.mtimeMs !== before.mtimeMs) throw changedError(place);
}

let buffer = new Uint8Array(0);

/**
 * Reads short files without a promise and without allocating memory, for metadata documents, of which there are
 * thousands. Anything that is not a short plain file is left to the ordinary reader, which reports what is wrong. The
 * caller must yield now and then.
 *
 * Only plain files can be read at a position: pipes and terminals refuse it, directories cannot be read, and devices
 * fill the buffer. There is only one read: a file system may return less than the whole file, so the caller must be
 * able to recognise a truncated value.
 *
 * The bytes of a short file, valid until the next call; `undefined` if it does not exist.
 */
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
