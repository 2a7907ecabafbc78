/** The reference files of a set: each is read once, when one of its chunks is first requested, and kept while there is room. */
import { atPlace } from "../../../errors.ts";
import type { Decompress } from "../../../parquet/read.ts";
import type { Store, StoreOptions } from "../../../stores/store.ts";
import { joinPath } from "../../documents/node-path.ts";
import { formatLimits } from "../../limits.ts";
import { type Record, readRecord, urlTable } from "./record.ts";
import { type RecordLayout, recordKey } from "./record-layout.ts";

export interface RecordFiles {
  /** Every URL found so far. */
  readonly urls: readonly string[];
  /** Returns undefined if there is no such file, and so no chunk in it. */
  record(layout: RecordLayout, number: number, options?: StoreOptions): Promise<Record | undefined>;
}

export interface RecordFilesOptions {
  readonly store: Store;
  /** The path of the set in the store. */
  readonly path: string;
  readonly recordSize: number;
  readonly decompress: Decompress;
}

export function recordFiles({ store, path, recordSize, decompress }: RecordFilesOptions): RecordFiles {
  const urls = urlTable();
  /** In order of use. */
  const kept = new Map<string, { readonly record: Promise<Record | undefined>; bytes: number }>();
  let bytes = 0;
  const read = async (key: string): Promise<Record | undefined> => {
    const file = await store.get(key);
    const place = { location: store.location, key };
    if (file === undefined) return undefined;
    try {
      return await readRecord(file, { maxRows: recordSize, decompress, urls, place });
    } catch (error) {
      throw atPlace(error, place);
    }
  };
  const evict = (): void => {
    for (const [key, entry] of kept) {
      if (kept.size === 1 || !formatLimits.referenceRecordBytes.isExceededBy(bytes)) return;
      kept.delete(key);
      bytes -= entry.bytes;
    }
  };
  return {
    urls: urls.urls,
    record: (layout, number, options) => {
      const key = joinPath(path, recordKey(layout, number));
      let entry = kept.get(key);
      if (entry === undefined) {
        // Not aborted by the signal of the first caller, because others may wait for the same file.
        const fresh = { record: read(key), bytes: 0 };
        entry = fresh;
        fresh.record.then(
          (record) => {
            if (kept.get(key) !== fresh) return;
            fresh.bytes = record?.bytes ?? 0;
            bytes += fresh.bytes;
            evict();
          },
          () => kept.delete(key),
        );
      } else kept.delete(key);
      kept.set(key, entry);
      return ended(entry.record, options?.signal);
    },
  };
}

/** The same, unless the signal aborts first. */
function ended<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
