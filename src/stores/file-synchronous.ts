/**
 * The directory store without promises, for a worker that has nothing else to do: the same checks, the same atomic
 * replacement. Bytes that are read lie in one buffer that the next read overwrites.
 */
import { closeSync, fstatSync } from "node:fs";
import { resolve } from "node:path";
import { type ByteRange, resolveRange } from "../bytes/byte-range.ts";
import { COPY_SLACK_BYTES, copyOffset } from "../bytes/copy-distance.ts";
import { HyperslabError } from "../errors.ts";
import { fileError } from "./file-error.ts";
import { checkFileKey } from "./file-name.ts";
import { fillNow, isValue, openKey } from "./file-read.ts";
import { removeKey } from "./file-remove.ts";
import { fileRoot } from "./file-root.ts";
import { writeKeyNow } from "./file-write.ts";
import { isHiddenKey } from "./partial-name.ts";

export interface SynchronousFiles {
  /** Parts of a file (`undefined`: all of it), in order; `undefined` if there is none. Valid until the next call. */
  read(key: string, ranges: readonly (ByteRange | undefined)[]): readonly Uint8Array[] | undefined;
  /** Reads a file into memory, if it has just that length. False: it has another, or there is none. */
  readWhole(key: string, into: Uint8Array): boolean;
  write(key: string, value: Uint8Array): void;
  remove(key: string): void;
}

/** `take`: memory to read into, in place of a buffer of its own; it begins at a page, or 16 bytes behind. */
export function synchronousFiles(
  directory: string,
  location: string,
  take: (length: number) => Uint8Array = ownBuffer(),
): SynchronousFiles {
  const root = fileRoot(resolve(directory), location);

  const attempt = <T>(what: string, key: string, run: () => T): T => {
    try {
      checkFileKey(key);
      return run();
    } catch (error) {
      throw fileError(error, what, { location, key });
    }
  };

  const withFile = <T>(key: string, use: (file: number) => T): T | undefined => {
    const file = isHiddenKey(key) ? undefined : openKey(root, key);
    if (file === undefined) return undefined;
    try {
      return use(file);
    } finally {
      closeSync(file);
    }
  };

  const readOpen = (
    file: number,
    key: string,
    ranges: readonly (ByteRange | undefined)[],
  ): Uint8Array[] | undefined => {
    const status = fstatSync(file);
    if (!isValue(status, { location, key })) return undefined;
    const spans = ranges.map((range) => resolveRange(range, status.size));
    const length = spans.reduce((sum, { start, end }) => sum + end - start + COPY_SLACK_BYTES, 0);
    const buffer = take(length);
    let at = 0;
    return spans.map(({ start, end }) => {
      const offset = copyOffset(at, start);
      at = offset + end - start;
      const part = buffer.subarray(offset, at);
      return part.subarray(0, fillNow(file, part, start));
    });
  };

  return {
    read: (key, ranges) =>
      attempt("the value cannot be read", key, () => withFile(key, (file) => readOpen(file, key, ranges))),
    readWhole: (key, into) =>
      attempt("the value cannot be read", key, () => {
        const read = (file: number): boolean => {
          const status = fstatSync(file);
          if (!isValue(status, { location, key }) || status.size !== into.byteLength) return false;
          return fillNow(file, into, 0) === into.byteLength;
        };
        return withFile(key, read) ?? false;
      }),
    write: (key, value) =>
      attempt("the value cannot be written", key, () => {
        if (isHiddenKey(key)) throw new HyperslabError("invalid-request", "the name is kept for unfinished values");
        writeKeyNow(root, key, value);
      }),
    remove: (key) => attempt("the value cannot be deleted", key, () => removeKey(root, key)),
  };
}

function ownBuffer(): (length: number) => Uint8Array {
  let buffer = new Uint8Array((1 << 20) + COPY_SLACK_BYTES);
  return (length) => {
    if (buffer.byteLength < length) buffer = new Uint8Array(length);
    return buffer;
  };
}
