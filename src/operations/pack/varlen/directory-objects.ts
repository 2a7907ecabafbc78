/**
 * Packs into, and appends to, a directory of files of objects. Whole files are replaced, the index last: until then it
 * describes the old objects, which still exist.
 */

import { parseOffsets } from "../../../bytes/blosc/chunk-table.ts";
import { printHeader } from "../../../bytes/blosc/file-header.ts";
import { DEFAULT_CHUNKS } from "../../../bytes/blosc/options.ts";
import type { ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import { memorySource } from "../../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../../bytes/source/byte-target.ts";
import { joinBytes } from "../../../bytes/source/join-bytes.ts";
import { objectFile } from "../../../codecs/array-to-bytes/bloscpack/encode-file.ts";
import { openStore } from "../../../dataset/open/address.ts";
import { type ProgressMeter, progressMeter } from "../../../dataset/transfer.ts";
import { atPlace, HyperslabError } from "../../../errors.ts";
import { readHead } from "../../../formats/bloscpack/chunk-walk.ts";
import { openObjects } from "../../../formats/bloscpack/open-file.ts";
import {
  deleteObjectDirectory,
  indexFile,
  indexKey,
  readIndex,
  superchunkKey,
} from "../../../formats/bloscpack/varlen/directory.ts";
import { grownText } from "../../../formats/bloscpack/varlen/object-metadata.ts";
import { NO_NOTES } from "../../../formats/notes.ts";
import type { Store } from "../../../stores/store.ts";
import {
  chunksOf,
  describeList,
  type GivenObjects,
  listType,
  type ObjectChunk,
  type ObjectItems,
} from "./object-chunks.ts";
import type { ObjectsOptions, ObjectsReport, PackObjectsOptions } from "./object-options.ts";

const INDEX = indexKey("");
/** The default number of objects per file. */
const DEFAULT_SUPERCHUNK = 4096;
const FILE_NAME = /\.blp$/i;

/** Returns whether this is a directory of objects, or a store that may be one. */
export function isDirectory(file: string | ByteTarget | Store): file is string | Store {
  return typeof file === "string" ? !FILE_NAME.test(file) : "get" in file;
}

async function useStore<T>(place: string | Store, run: (store: Store) => Promise<T>): Promise<T> {
  const store = typeof place === "string" ? await openStore(place) : place;
  try {
    if (store.set === undefined) {
      throw new HyperslabError("not-allowed", "this store cannot be written", { location: store.location });
    }
    return await run(store);
  } finally {
    if (typeof place === "string") await store.close?.();
  }
}

export function packDirectory(
  items: ObjectItems,
  output: string | Store,
  options: PackObjectsOptions,
): Promise<ObjectsReport> {
  const { superchunk = DEFAULT_SUPERCHUNK, checksum = DEFAULT_CHUNKS.checksum } = options;
  if (!Number.isSafeInteger(superchunk) || superchunk < 1) {
    throw new HyperslabError("invalid-request", `super-chunks of ${superchunk} objects`);
  }
  if (options.reserve !== undefined) {
    throw new HyperslabError("invalid-request", "room is left in one file; a directory grows by files", {
      hint: "Leave the room out, or name a file that ends in .blp.",
    });
  }
  return useStore(output, async (store) => {
    if ((await store.get(INDEX)) !== undefined) {
      if (options.overwrite !== true) {
        throw new HyperslabError("exists", "there is a directory of objects already", {
          location: store.location,
          hint: "Choose another name, or pass overwrite: true (--force) to replace it.",
        });
      }
      await deleteObjectDirectory(store, "");
    }
    const meter = progressMeter("pack", 0, options.onProgress);
    const chunks = chunksOf(items, checksum, options);
    const written = await writeSuperchunks(store, [], 0, superchunk, chunks, checksum, meter);
    const text = describeList(items.type, written.count, { ...options, superchunk });
    await store.set?.(INDEX, indexFile(written.count, text, checksum));
    await store.flush?.();
    meter.end();
    return { objects: written.count, total: written.count, bytesIn: written.bytesIn };
  });
}

/** Writes files from `first` on, the first of which begins with the `kept` chunks. */
async function writeSuperchunks(
  store: Store,
  kept: readonly Uint8Array[],
  first: number,
  superchunk: number,
  chunks: AsyncIterable<ObjectChunk>,
  checksum: ChecksumName,
  meter: ProgressMeter,
): Promise<{ readonly count: number; readonly bytesIn: number }> {
  let waiting = [...kept];
  let file = first;
  let count = 0;
  let bytesIn = 0;
  const flush = async (): Promise<void> => {
    await store.set?.(superchunkKey("", file), objectFile(checksum, waiting));
    file += 1;
    waiting = [];
  };
  for await (const { chunk, length } of chunks) {
    waiting.push(chunk);
    count += 1;
    bytesIn += length;
    meter.step(length);
    if (waiting.length === superchunk) await flush();
  }
  if (waiting.length > 0 && count > 0) await flush();
  return { count, bytesIn };
}

export function appendDirectory(
  place: string | Store,
  objects: GivenObjects,
  options: ObjectsOptions,
): Promise<ObjectsReport> {
  return useStore(place, async (store) => {
    const unlock = await lockIndex(store);
    try {
      return await appendFiles(store, objects, options);
    } catch (error) {
      throw atPlace(error, { location: store.location });
    } finally {
      await unlock();
    }
  });
}

/** One appender at a time, if the directory is local. */
async function lockIndex(store: Store): Promise<() => Promise<void>> {
  const path = store.locate?.(INDEX);
  if (path === undefined) return async () => {};
  const target = (await import("../../../stores/file/bytes.ts")).fileBytes(path);
  await target.lock?.();
  return async () => {
    await target.unlock?.();
    await target.close?.();
  };
}

async function appendFiles(store: Store, objects: GivenObjects, options: ObjectsOptions): Promise<ObjectsReport> {
  const index = await readIndex(store, "", NO_NOTES);
  if (index === undefined) throw new HyperslabError("not-found", "there is no directory of objects", { key: INDEX });
  const { header, superchunk, document, text } = index;
  const { chunkCount: count } = header;
  if (count === undefined) {
    throw new HyperslabError("invalid-request", "the objects of this directory were never all written");
  }
  const items = await objects(listType(document));
  const meter = progressMeter("append", 0, options.onProgress);
  const first = Math.floor(count / superchunk);
  const rest = count % superchunk;
  const kept = rest === 0 ? undefined : await readChunks(store, first, rest);
  const checksum = kept?.checksum ?? header.checksum;
  const chunks = chunksOf(items, checksum, options, count);
  const written = await writeSuperchunks(store, kept?.chunks ?? [], first, superchunk, chunks, checksum, meter);
  const total = count + written.count;
  if (written.count > 0) {
    const grown = grownText({ stored: text, document }, count, total);
    const head = printHeader({ ...header, chunkCount: total, metadataSize: grown.byteLength });
    await store.set?.(INDEX, joinBytes([head, grown]));
    await store.flush?.();
  }
  meter.end();
  return { objects: written.count, total, bytesIn: written.bytesIn };
}

/** The first chunks of a file, undecoded. */
async function readChunks(
  store: Store,
  file: number,
  count: number,
): Promise<{ readonly chunks: readonly Uint8Array[]; readonly checksum: ChecksumName }> {
  const key = superchunkKey("", file);
  const bytes = await store.get(key);
  try {
    const layout = bytes && (await openObjects(memorySource(bytes)))?.layout;
    if (bytes === undefined || layout === undefined || layout.table.chunkCount < count) {
      throw new HyperslabError("invalid-data", `super-chunk ${file} is missing, or holds fewer than ${count} objects`);
    }
    const { tableAt, dataStart, checksum } = layout.table;
    const offsets = parseOffsets(bytes.subarray(tableAt, dataStart), tableAt);
    const chunks: Uint8Array[] = [];
    for (let i = 0; i < count; i++) {
      const { offset, end } = await readHead(memorySource(bytes), layout.header, i, offsets[i]!);
      if (end > bytes.byteLength) {
        throw new HyperslabError("invalid-data", `object ${i} of the file is truncated, at byte ${offset}`);
      }
      chunks.push(bytes.subarray(offset, end));
    }
    return { chunks, checksum };
  } catch (error) {
    throw atPlace(error, { key });
  }
}
