/** A file as bytes that are read and written in place, such as an archive. */
import {
  close,
  closeSync,
  fstatSync,
  fsync,
  ftruncateSync,
  mkdirSync,
  openSync,
  read,
  rmSync,
  statSync,
  write,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { type ByteRange, resolveRange } from "../../bytes/source/byte-range.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { HyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";
import { fileError, provesAbsence } from "./error.ts";
import { lockFile } from "./lock.ts";
import { type Identity, openFile } from "./open.ts";
import { allocate, fillLater, fillNow, stateOf } from "./read.ts";
import { nextTurn, turnIsOver } from "./turn.ts";
import { syncDirectory } from "./write.ts";

export function fileBytes(path: string, location: string = path): ByteTarget {
  const identity: Identity = { known: undefined };
  const reading = openFile(path, location, identity, false);
  const writing = openFile(path, location, identity, true);
  let unlock: (() => void) | undefined;

  /** Yields to other work, and translates system errors. */
  const attempt = async <T>(what: string, run: () => T | Promise<T>): Promise<T> => {
    if (turnIsOver()) await nextTurn();
    try {
      return await run();
    } catch (error) {
      throw fileError(error, what, { location });
    }
  };

  return {
    fresh: true,
    read: async (range, options) => {
      options?.signal?.throwIfAborted();
      if (turnIsOver()) await nextTurn();
      try {
        // A short range can be read without knowing the file's length.
        const long = range === undefined || "suffix" in range || range.length === undefined;
        if (long || storeLimits.synchronousBytes.isExceededBy(range.length)) {
          return await reading.use((descriptor) => readLong(descriptor, range, location, options?.signal));
        }
        const descriptor = reading.now();
        if (descriptor === undefined) return undefined;
        const bytes = new Uint8Array(range.length);
        return cutTo(bytes, fillNow(descriptor, bytes, range.offset));
      } catch (error) {
        throw fileError(error, "the file cannot be read", { location });
      }
    },
    readInto: (offset, into) =>
      attempt("the file cannot be read", () =>
        reading.use((descriptor) => fillLater(descriptor, into, offset, undefined)),
      ).then((found) => found ?? 0),
    size: () =>
      attempt("the file cannot be examined", () => reading.use(async (descriptor) => fstatSync(descriptor).size)),
    write: (offset, parts, options) =>
      attempt("the file cannot be written", () =>
        writing.use(async (descriptor) => {
          let at = offset;
          for (const part of parts) {
            await writeAll(descriptor, part, at, options?.signal);
            at += part.byteLength;
          }
        }),
      ),
    truncate: (size) =>
      attempt("the file cannot be truncated", () => writing.use(async (descriptor) => ftruncateSync(descriptor, size))),
    remove: () =>
      attempt("the file cannot be removed", async () => {
        await reading.close();
        await writing.close();
        rmSync(path, { force: true });
        identity.known = undefined;
      }),
    sync: () =>
      attempt("the file cannot be flushed to disk", async () => {
        await writing.use(syncDescriptor);
        await syncDirectory(dirname(path));
      }),
    lock: () =>
      attempt("the file cannot be locked", () => {
        mkdirSync(dirname(path), { recursive: true });
        unlock ??= lockFile(path, location);
      }),
    unlock: () =>
      attempt("the lock cannot be removed", () => {
        unlock?.();
        unlock = undefined;
      }),
    // Synchronous, because every read of an archive calls it.
    stamp: () => {
      try {
        return stampOf(path);
      } catch (error) {
        throw fileError(error, "the file cannot be examined", { location });
      }
    },
    close: async () => {
      await reading.close();
      await writing.close();
      identity.known = undefined;
    },
  };
}

async function readLong(
  descriptor: number,
  range: ByteRange | undefined,
  location: string,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  const { start, end } = resolveRange(range, fstatSync(descriptor).size);
  const bytes = allocate(end - start, { location }, start);
  const small = !storeLimits.synchronousBytes.isExceededBy(bytes.byteLength);
  return cutTo(bytes, small ? fillNow(descriptor, bytes, start) : await fillLater(descriptor, bytes, start, signal));
}

function cutTo(bytes: Uint8Array, length: number): Uint8Array {
  return length === bytes.byteLength ? bytes : bytes.slice(0, length);
}

async function writeAll(
  descriptor: number,
  bytes: Uint8Array,
  offset: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const small = !storeLimits.synchronousWriteBytes.isExceededBy(bytes.byteLength);
  for (let done = 0; done < bytes.byteLength; ) {
    const length = storeLimits.filePieceBytes.cap(bytes.byteLength - done);
    const at = offset + done;
    done += small
      ? writeSync(descriptor, bytes, done, length, at)
      : await new Promise<number>((resolve, reject) => {
          write(descriptor, bytes, done, length, at, (error, count) => (error ? reject(error) : resolve(count)));
        });
    signal?.throwIfAborted();
  }
}

function syncDescriptor(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(descriptor, (error) => (error ? reject(error) : resolve()));
  });
}

function stampOf(path: string): string {
  const status = statSync(path, { throwIfNoEntry: false });
  return status === undefined ? "absent" : `${status.dev}-${stateOf(status)}`;
}

/** A file that is read, off this thread, into memory provided by the caller. */
export interface FileInput {
  /** Length of the file when it was opened. */
  readonly size: number;
  /** Fills `into` from `offset` on and returns the number of bytes read. */
  readInto(offset: number, into: Uint8Array): Promise<number>;
  close(): Promise<void>;
}

export function fileInput(path: string): FileInput {
  try {
    const descriptor = openSync(path, "r");
    const status = fstatSync(descriptor);
    if (!status.isFile()) {
      closeSync(descriptor);
      throw new HyperslabError("invalid-request", "not a file", { location: path });
    }
    return {
      size: status.size,
      readInto: async (offset, into) => {
        let done = 0;
        while (done < into.byteLength) {
          const count = await readSome(descriptor, into, done, offset + done, path);
          if (count === 0) break;
          done += count;
        }
        return done;
      },
      close: () => new Promise((resolve) => close(descriptor, () => resolve())),
    };
  } catch (error) {
    if (provesAbsence(error)) throw new HyperslabError("not-found", "there is no such file", { location: path });
    throw fileError(error, "the file cannot be read", { location: path });
  }
}

function readSome(descriptor: number, into: Uint8Array, at: number, offset: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    read(descriptor, into, at, into.byteLength - at, offset, (error, count) => {
      if (error) reject(fileError(error, "the file cannot be read", { location: path }));
      else resolve(count);
    });
  });
}
