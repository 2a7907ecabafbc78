/**
 * Changes of an archive, in order. The first one acquires the right to write and truncates anything unfinished that a
 * crash left at the archive's end; `flush` writes the directory and releases the right.
 */
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { HyperslabError } from "../../errors.ts";
import { type Appender, appender, type FinishedArchive } from "./appender.ts";
import { contentsOf } from "./contents.ts";
import { parseDirectory } from "./directory.ts";
import { type CurrentArchive, type LoadedArchive, type LoadOptions, loadArchive } from "./loaded-archive.ts";
import { sameBytes } from "./name-table.ts";
import { readComment } from "./own-comment.ts";
import { topFolderComment } from "./top-folder.ts";

export interface ArchiveWriter {
  /** Takes a value into memory if that needs no waiting. Returns false if `set` has to do it. */
  setNow(key: string, value: Uint8Array): boolean;
  set(key: string, value: Uint8Array, options?: ReadOptions): Promise<void>;
  remove(key: string, options?: ReadOptions): Promise<void>;
  removeBelow(prefix: string, options?: ReadOptions): Promise<void>;
  flush(): Promise<void>;
  /** Flushes, and drops its state of the archive. */
  close(): Promise<void>;
  /** Discards unflushed changes: the archive stays as it was. */
  abandon(): Promise<void>;
  refresh(): Promise<void>;
  /** Whether there are unflushed changes. If so, no other program has the right to write. */
  readonly changing: boolean;
  /**
   * Acquires the right to write, and loads the current archive. The returned function releases the right if nothing was
   * changed.
   */
  hold(): Promise<() => Promise<void>>;
}

export interface WriterOptions {
  readonly fsync: boolean;
  readonly onChange: ((unfinished: boolean) => void) | undefined;
}

/** State that is kept from the first change to the flush. */
interface Session {
  /** Where the archive ended before. */
  readonly end: number;
  readonly archive: LoadedArchive;
  readonly appender: Appender;
  /** The prefix of keys in the archive. */
  readonly top: string;
}

export function archiveWriter(
  target: ByteTarget,
  current: CurrentArchive,
  loading: LoadOptions,
  { fsync, onChange }: WriterOptions,
): ArchiveWriter {
  const changes = serial();
  let session: Session | undefined;
  /** The number of other holders of the right to write, besides the session. */
  let holders = 0;

  const unlock = async (): Promise<void> => {
    if (session === undefined && holders === 0) await target.unlock?.();
  };

  /** The archive in the file, including changes by other programs. */
  const upToDate = async (): Promise<LoadedArchive> => {
    const known = await current.get();
    if (known.stamp === (await target.stamp?.())) return known;
    await target.close?.();
    current.forget();
    return current.get();
  };

  const begin = async (): Promise<Session> => {
    if (session !== undefined) return session;
    await target.lock?.();
    try {
      const archive = await recovered(target, await upToDate(), loading);
      session = await startSession(target, archive, fsync);
      current.set(session.archive);
    } catch (error) {
      await unlock();
      throw error;
    }
    onChange?.(true);
    return session;
  };

  const change = (options: ReadOptions | undefined, run: () => Promise<void>): Promise<void> =>
    changes.run(async () => {
      options?.signal?.throwIfAborted();
      await run();
    });

  const finish = async (goOn: boolean): Promise<void> => {
    if (session === undefined) return;
    const { archive, appender: writer } = session;
    const { bytes, count } = archive.contents.encode();
    const old = archive.archive?.comment ?? new Uint8Array(0);
    const comment = topFolderComment(old, archive.contents.eachName, archive.topFolder);
    const done = await writer.finish(bytes, count, comment);
    if (goOn) current.set(await reopened(target, archive, done));
    else current.forget();
    session = undefined;
    await unlock();
    onChange?.(false);
  };

  /** Restores the archive as it was before the session, for example if a full disk has no room for what was set. */
  const abandon = async (): Promise<void> => {
    if (session === undefined) return;
    const { end } = session;
    session = undefined;
    current.forget();
    try {
      // A failure leaves the old archive with its end moved out, which the next writer truncates.
      await (end === 0 && target.remove !== undefined ? target.remove() : target.truncate(end)).catch(() => {});
      await unlock();
    } finally {
      onChange?.(false);
    }
  };

  return {
    // Most values fit into the appender's buffer, and need not wait in line.
    setNow: (key, value) => {
      if (session === undefined || !changes.idle) return false;
      const written = session.appender.tryAppend(session.top + key, value);
      if (written !== undefined) session.archive.contents.put(key, written);
      return written !== undefined;
    },
    set: (key, value, options) =>
      change(options, async () => {
        const { archive, appender: writer, top } = await begin();
        archive.contents.put(key, await writer.append(top + key, value, undefined, options));
      }),
    remove: (key, options) =>
      change(options, async () => {
        if ((await (session === undefined ? upToDate() : current.get())).contents.entry(key) === undefined) return;
        (await begin()).archive.contents.remove(key);
      }),
    removeBelow: (prefix, options) =>
      change(options, async () => {
        const { contents } = await (session === undefined ? upToDate() : current.get());
        if (contents.tree().list(prefix).next().done === true) return;
        (await begin()).archive.contents.removeBelow(prefix);
      }),
    flush: () => changes.run(() => finish(true)),
    close: () =>
      changes.run(async () => {
        await finish(false);
        await target.close?.();
      }),
    abandon: () =>
      changes.run(async () => {
        await abandon();
        await target.close?.();
      }),
    refresh: () =>
      changes.run(async () => {
        if (session === undefined) await upToDate();
      }),
    get changing() {
      return session !== undefined;
    },
    hold: () =>
      changes.run(async () => {
        if (session === undefined && holders === 0) {
          await target.lock?.();
          await upToDate().catch(async (error: unknown) => {
            await unlock();
            throw error;
          });
        }
        holders += 1;
        return () =>
          changes.run(async () => {
            holders -= 1;
            await unlock();
          });
      }),
  };
}

async function startSession(target: ByteTarget, archive: LoadedArchive, fsync: boolean): Promise<Session> {
  if (((await archive.archive?.shift()) ?? 0) > 0) {
    throw new HyperslabError("unsupported", "the archive has other bytes before it and cannot be written in place", {
      hint: "Copy it to a new archive.",
    });
  }
  const end = (await target.size()) ?? 0;
  const place = archive.archive?.place ?? { count: 0, size: 0, offset: 0 };
  const directory = archive.archive?.directoryBytes ?? new Uint8Array(0);
  const comment = archive.archive?.comment ?? new Uint8Array(0);
  const writer = appender(target, { end, directory, place, comment }, fsync);
  return {
    end,
    archive: { ...archive, reader: { ...archive.reader, source: writer.source } },
    appender: writer,
    top: archive.topFolder === "" ? "" : `${archive.topFolder}/`,
  };
}

/** The archive as described by its new directory. */
async function reopened(
  target: ByteTarget,
  before: LoadedArchive,
  { directory: directoryBytes, place, comment }: FinishedArchive,
): Promise<LoadedArchive> {
  const directory = parseDirectory(directoryBytes, { ...place, comment, shortCount: false }, place.offset);
  return {
    archive: { directory, directoryBytes, place, comment, shift: async () => 0 },
    topFolder: before.topFolder,
    contents: contentsOf(directory, before.topFolder),
    reader: { ...before.reader, source: target, recent: undefined },
    stamp: await target.stamp?.(),
  };
}

/**
 * Truncates what a crash left after the archive, but only if the rest has exactly the same directory: a comment alone
 * does not justify discarding bytes.
 */
async function recovered(target: ByteTarget, found: LoadedArchive, loading: LoadOptions): Promise<LoadedArchive> {
  const end = found.archive && readComment(found.archive.comment)?.finishedEnd;
  if (end === undefined) return found;
  const before = await loadArchive(upTo(target, end), loading).catch(() => undefined);
  if (before === undefined) return found;
  const [wanted, bytes] = [found.archive?.directoryBytes, before.archive?.directoryBytes].map(
    (directory) => directory ?? new Uint8Array(0),
  );
  if (!sameBytes(wanted!, 0, wanted!.byteLength, bytes!, 0, bytes!.byteLength)) return found;
  await target.truncate(end);
  return { ...before, reader: { ...before.reader, source: target }, stamp: await target.stamp?.() };
}

/** The first `end` bytes of a source. */
function upTo(source: ByteTarget, end: number): ByteSource {
  return {
    size: async () => end,
    read: async (range, options) => {
      const wanted = range !== undefined && "suffix" in range ? Math.max(0, end - range.suffix) : (range?.offset ?? 0);
      const length = range !== undefined && "length" in range ? (range.length ?? end) : end;
      const offset = Math.min(wanted, end);
      return source.read({ offset, length: Math.min(length, end - offset) }, options);
    },
  };
}

/** Runs changes of an archive in order: each waits for the previous ones, whether they succeeded or not. */
export interface Serial {
  /** Whether nothing is in progress. */
  readonly idle: boolean;
  run<T>(task: () => Promise<T>): Promise<T>;
}

function serial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    get idle() {
      return waiting === 0;
    },
    run: async (task) => {
      waiting += 1;
      const mine = last.then(task, task);
      last = mine;
      try {
        return await mine;
      } finally {
        waiting -= 1;
      }
    },
  };
}
