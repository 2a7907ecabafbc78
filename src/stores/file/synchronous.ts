/**
 * The directory store without promises, for a worker with nothing else to do: the same checks, the same atomic
 * replacement. Bytes are read into a single buffer that the next read overwrites.
 */
import { closeSync, fstatSync, type Stats } from "node:fs";
import { resolve } from "node:path";
import { type ByteRange, resolveRange } from "../../bytes/source/byte-range.ts";
import { COPY_SLACK_BYTES, copyOffset } from "../../bytes/source/copy-distance.ts";
import { HyperslabError } from "../../errors.ts";
import { checkVersion } from "../object-version.ts";
import { fileError } from "./error.ts";
import { isHiddenKey } from "./partial-name.ts";
import { checkUnchanged, fillNow, isSettled, isValue, openKey, stateOf } from "./read.ts";
import { removeKey } from "./remove.ts";
import { checkFileKey, fileRoot } from "./root.ts";
import { writeKeyNow } from "./write.ts";

export interface SynchronousFile {
  /** Identifies this version; undefined if the file changed too recently to be certain. */
  readonly validator: string | undefined;
  /** Fails if this is not the version that the caller knows; undefined if the caller knows none. */
  expect(version: string | undefined): void;
  /** Parts of it (`undefined` for all of it), in order, valid until the next call. Fails if the file has changed. */
  read(ranges: readonly (ByteRange | undefined)[]): readonly Uint8Array[];
}

export interface SynchronousFiles {
  /** Runs `use` with the file open, so that all reads see one version; passes undefined if the file does not exist. */
  withFile<T>(key: string, use: (file: SynchronousFile | undefined) => T): T;
  /** The whole file, valid until the next call; `undefined` if it does not exist. */
  read(key: string): Uint8Array | undefined;
  /** Fills memory from a file or part of exactly that length. Returns false if the length differs or the file does not exist. */
  readWhole(
    key: string,
    into: Uint8Array,
    part?: { readonly offset: number; readonly length: number },
    version?: string,
  ): boolean;
  write(key: string, value: Uint8Array): void;
  remove(key: string): void;
}

/** `take` returns memory to read into, in place of an internal buffer; it starts at a page boundary, or 16 bytes after one. */
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

  const withOpen = <T>(key: string, use: (file: number, status: Stats) => T): T | undefined => {
    const file = isHiddenKey(key) ? undefined : openKey(root, key, "error");
    if (file === undefined) return undefined;
    try {
      const status = fstatSync(file);
      // Callers expect a value, so a directory in its place is an error.
      isValue(status, { location, key }, "error");
      return use(file, status);
    } finally {
      closeSync(file);
    }
  };

  const readOpen = (
    file: number,
    { size }: Stats,
    ranges: readonly (ByteRange | undefined)[],
  ): readonly Uint8Array[] => {
    const spans = ranges.map((range) => resolveRange(range, size));
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

  const checkState = (version: string | undefined, status: Stats, key: string): void => {
    if (version !== undefined) checkVersion({ validator: version }, stateOf(status), { location, key });
  };

  const opened = (file: number, status: Stats, key: string): SynchronousFile => ({
    get validator() {
      return isSettled(status) ? stateOf(status) : undefined;
    },
    expect: (version) => checkState(version, status, key),
    read: (ranges) => {
      const parts = readOpen(file, status, ranges);
      if (ranges[0] !== undefined) checkUnchanged(file, status, { location, key });
      return parts;
    },
  });

  return {
    withFile: <T>(key: string, use: (file: SynchronousFile | undefined) => T): T => {
      let result: { readonly value: T } | undefined;
      attempt("the value cannot be read", key, () => {
        result = withOpen(key, (file, status) => ({ value: use(opened(file, status, key)) }));
      });
      return result === undefined ? use(undefined) : result.value;
    },
    read: (key) =>
      attempt("the value cannot be read", key, () =>
        withOpen(key, (file, status) => readOpen(file, status, ALL_OF_IT)[0]),
      ),
    readWhole: (key, into, part, version) =>
      attempt("the value cannot be read", key, () => {
        const read = (file: number, status: Stats): boolean => {
          checkState(version, status, key);
          const length = part?.length ?? status.size;
          return length === into.byteLength && fillNow(file, into, part?.offset ?? 0) === into.byteLength;
        };
        return withOpen(key, read) ?? false;
      }),
    write: (key, value) =>
      attempt("the value cannot be written", key, () => {
        if (isHiddenKey(key)) throw new HyperslabError("invalid-request", "the name is reserved for unfinished values");
        writeKeyNow(root, key, value);
      }),
    remove: (key) => attempt("the value cannot be deleted", key, () => removeKey(root, key)),
  };
}

const ALL_OF_IT: readonly undefined[] = [undefined];

function ownBuffer(): (length: number) => Uint8Array {
  let buffer = new Uint8Array((1 << 20) + COPY_SLACK_BYTES);
  return (length) => {
    if (buffer.byteLength < length) buffer = new Uint8Array(length);
    return buffer;
  };
}
