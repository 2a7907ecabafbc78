/**
 * A zip archive as a store: its entries are the values. It can be in anything that supports range reads; in a file or
 * in memory it can be written too. Values that are set are appended to the archive immediately, but belong to it only
 * after `flush` or `close` has written the directory; until then a crash leaves the archive as it was.
 */
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import { checkRange, checkValue } from "../byte-request.ts";
import { changedError, checkVersion } from "../object-version.ts";
import type { Store, StoreEntry, StoreOptions } from "../store.ts";
import { checkKey, checkPrefix } from "../store-key.ts";
import { archiveWriter } from "./archive-writer.ts";
import type { InflateDecoder, ZstdDecoder } from "./decompress.ts";
import type { ZipEntry } from "./entry-header.ts";
import { currentArchive, type LoadedArchive, type LoadOptions } from "./loaded-archive.ts";
import { readEntry, storedPart } from "./read-entry.ts";
import { checkTopFolder, memberKey } from "./top-folder.ts";

/** Options of `zipStore`. */
export interface ZipStoreOptions {
  /** The name of the archive in messages. */
  readonly location?: string;
  /**
   * The folder in which keys begin, "" for the root. Default: the single folder that contains everything, if there is
   * one; in a new archive the root. netCDF-C expects the archive's name without its extension.
   */
  readonly topFolder?: string | undefined;
  /** Decodes deflated entries outside Node. Default: the platform's streams. */
  readonly inflate?: InflateDecoder | undefined;
  /** Decodes Zstandard entries if Node cannot. */
  readonly zstd?: ZstdDecoder | undefined;
  /** Compressed entries that claim to hold more bytes are refused. Default 2 GiB. */
  readonly maxDecodedBytes?: number;
  /**
   * Wait for the disk, so that even a power failure leaves the old archive or the new one. Otherwise that holds only
   * for a crash of the process.
   */
  readonly fsync?: boolean;
  /** Useful concurrency, as in `Store`. */
  readonly concurrency?: number | undefined;
  /** Called when there is something to flush, and again when there no longer is. */
  readonly onChange?: (unfinished: boolean) => void;
}

/** A store whose changes wait for a flush. */
export interface ZipStore extends Store {
  /** Writes the directory: everything set and deleted so far is now in the archive. */
  flush(): Promise<void>;
  /** Discards unflushed changes: the archive stays as it was, and other programs may write it. */
  abandon(): Promise<void>;
  /** Flushes, and releases the file. A store that is used again reopens it. */
  close(): Promise<void>;
  /** Reads the directory again if another program has changed the archive. */
  refresh(): Promise<void>;
}

const DEFAULT_MAX_DECODED_BYTES = 2 ** 31;

/** The archive in `source`, which may still be empty if it is writable. Nothing is read before it is needed. */
export function zipStore(source: ByteSource | ByteTarget, options: ZipStoreOptions = {}): ZipStore {
  const { location = "zip", topFolder, inflate, zstd, maxDecodedBytes = DEFAULT_MAX_DECODED_BYTES } = options;
  checkTopFolder(topFolder ?? "", location);
  const target = "write" in source ? source : undefined;
  const loading: LoadOptions = { location, topFolder, decompress: { inflate, zstd, maxDecodedBytes } };
  const current = currentArchive(source, loading);
  const writer =
    target && archiveWriter(target, current, loading, { fsync: options.fsync === true, onChange: options.onChange });

  const placed = (error: unknown, key: string): unknown => atPlace(error, { location, ...(key === "" ? {} : { key }) });

  /** Stops if aborted, and adds the archive and key to errors. */
  const attempt = async <T>(key: string, request: StoreOptions | undefined, run: () => Promise<T>): Promise<T> => {
    request?.signal?.throwIfAborted();
    try {
      return await run();
    } catch (error) {
      throw placed(error, key);
    }
  };

  /** Whether its values have been read; then it is an error if the file disappears. */
  let isThere = false;

  const stampLater = target?.stamp && oncePerBurst(() => target.stamp?.());

  /** Returns whether this archive is still the current one. Checked after a read, so that the answer applies to what was read. */
  const isCurrent = (archive: LoadedArchive): boolean | Promise<boolean> => {
    if (stampLater === undefined || writer?.changing === true) return true;
    return stampLater().then((stamp) => stamp === archive.stamp);
  };

  /**
   * The same for a request that reads, with the archive once it is open. If the archive has been replaced by then, the
   * request is repeated.
   */
  const reading = async <T>(
    key: string,
    request: StoreOptions | undefined,
    run: (archive: LoadedArchive) => T | Promise<T>,
  ): Promise<T> => {
    try {
      for (let again = false; ; again = true) {
        request?.signal?.throwIfAborted();
        const archive = current.now ?? (await current.get());
        request?.signal?.throwIfAborted();
        isThere ||= archive.archive !== undefined;
        if (isThere && archive.archive === undefined && writer?.changing !== true) throw removed();
        try {
          // Uses promises only where needed, because this runs for every small value.
          const running = run(archive);
          const result = running instanceof Promise ? await running : running;
          const same = isCurrent(archive);
          if (typeof same === "boolean" ? same : await same) return result;
        } catch (error) {
          if (await isCurrent(archive)) throw error;
        }
        if (again) throw changedError({});
        if (current.now === archive) await writer?.refresh();
      }
    } catch (error) {
      throw placed(error, key);
    }
  };

  return {
    location,
    ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
    get: async (key, request) => {
      checkKey(key);
      checkRange(request?.range, { location, key });
      return reading(key, request, ({ contents, reader }) => {
        const place = contents.find(key);
        if (place === undefined) return undefined;
        if (request?.version !== undefined) checkVersion(request.version, validatorOf(place.entry), { location, key });
        return readEntry(reader, place, request?.range, { signal: request?.signal });
      });
    },
    head: async (key, request) => {
      checkKey(key);
      return reading(key, request, ({ contents }) => {
        const entry = contents.entry(key);
        return entry && { size: entry.size, validator: validatorOf(entry) };
      });
    },
    partOf: async (key, request) => {
      checkKey(key);
      return reading(key, request, ({ contents, reader }) => {
        const place = contents.find(key);
        return place && storedPart(reader, place, { signal: request?.signal });
      });
    },
    keyOfMember: async (name, request) => {
      checkKey(name);
      return reading(name, request, ({ contents, topFolder: top }) =>
        memberKey(name, top, (key) => contents.entry(key) !== undefined),
      );
    },
    list: (prefix, request) => listKeys(reading, prefix, request),
    listDirectory: async (prefix, request) => {
      checkPrefix(prefix);
      return reading(prefix, request, ({ contents }) => contents.tree().listDirectory(prefix));
    },
    ...(writer && {
      set: async (key, value, request) => {
        checkKey(key);
        checkNewKey(key, location);
        checkValue(value, { location, key });
        request?.signal?.throwIfAborted();
        try {
          if (writer.setNow(key, value)) return;
        } catch (error) {
          throw atPlace(error, { location, key });
        }
        await attempt(key, request, () => writer.set(key, value, request));
      },
      delete: async (key, request) => {
        checkKey(key);
        await attempt(key, request, () => writer.remove(key, request));
      },
      deletePrefix: async (prefix, request) => {
        checkPrefix(prefix);
        await attempt(prefix, request, () => writer.removeBelow(prefix, request));
      },
    }),
    ...(writer && {
      beginIn: (folder) => {
        checkTopFolder(folder, location);
        if (writer.changing) return;
        loading.firstFolder = folder;
        // The state loaded from an empty archive has a different folder.
        if (current.now?.archive === undefined) current.forget();
      },
      // One program writes an archive at a time, until it flushes.
      lock: (request) =>
        attempt("", request, async () => {
          const release = await writer.hold();
          return { held: true, release: () => attempt("", undefined, release) };
        }),
    }),
    flush: () => attempt("", undefined, async () => writer?.flush()),
    refresh: () =>
      attempt("", undefined, async () => {
        isThere = false;
        await (writer === undefined ? current.forget() : writer.refresh());
      }),
    abandon: () => attempt("", undefined, async () => writer?.abandon()),
    close: () => attempt("", undefined, async () => writer?.close()),
  };
}

/** Its values do not count as absent, because they were not deleted one by one. */
function removed(): HyperslabError {
  return new HyperslabError("io", "the archive was removed while it was in use", { hint: "Open it again." });
}

async function* listKeys(
  reading: <T>(key: string, request: StoreOptions | undefined, run: (archive: LoadedArchive) => T) => Promise<T>,
  prefix: string,
  request: StoreOptions | undefined,
): AsyncGenerator<StoreEntry> {
  checkPrefix(prefix);
  const contents = await reading(prefix, request, (archive) => archive.contents);
  // Copied first, so that values set during a listing do not disturb its order.
  for (const key of Array.from(contents.tree().list(prefix))) {
    request?.signal?.throwIfAborted();
    const entry = contents.entry(key);
    if (entry !== undefined) yield { key, size: entry.size };
  }
}

/** An entry that replaces another lies elsewhere in the archive. */
function validatorOf({ crc, size, offset }: Pick<ZipEntry, "crc" | "size" | "offset">): string {
  return [crc, size, offset].join("-");
}

/** Other programs treat a backslash as a slash. */
function checkNewKey(key: string, location: string): void {
  if (!key.includes("\\")) return;
  const hint = "Other programs treat it as a slash.";
  throw new HyperslabError("invalid-request", "a key in a zip archive cannot have a backslash", {
    location,
    key,
    hint,
  });
}

/**
 * Asks a question once for all who ask before it is sent, which is when those that can run now have run: reads that go on
 * side by side share one look at the file. Each of them gets an answer that is younger than its call.
 */
function oncePerBurst<T>(question: () => T | Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  return () =>
    (next ??= Promise.resolve().then(() => {
      next = undefined;
      return question();
    }));
}
