/**
 * Packing into, and appending to, a directory of files of objects. Files are replaced as wholes, the index last: until
 * then it tells of the old objects, and those are still there.
 */

import { HEADER_BYTES, printHeader } from "../../../bytes/blosc/file-header.ts";
import { parseOffsets } from "../../../bytes/blosc/offsets.ts";
import type { ChecksumName } from "../../../bytes/checksum/named-checksum.ts";
import { checksumSize } from "../../../bytes/checksum/named-checksum.ts";
import type { JsonDocument } from "../../../bytes/json/parse.ts";
import { memorySource } from "../../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../../bytes/source/byte-target.ts";
import { joinBytes } from "../../../bytes/source/join-bytes.ts";
import { encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { joinChunks } from "../../../codecs/array-to-bytes/bloscpack/encode-objects.ts";
import { type ProgressMeter, progressMeter } from "../../../dataset/array/progress.ts";
import { openStore } from "../../../dataset/open/address.ts";
import { atPlace, HyperslabError } from "../../../errors.ts";
import { parseFrameHead } from "../../../formats/bloscpack/frame-head.ts";
import {
  deleteObjectDirectory,
  INDEX_NAME,
  superchunkKey,
} from "../../../formats/bloscpack/varlen/directory-objects.ts";
import { indexFile } from "../../../formats/bloscpack/varlen/object-file.ts";
import { type ObjectHeader, parseIndexHeader } from "../../../formats/bloscpack/varlen/object-header.ts";
import { readObjectLayout } from "../../../formats/bloscpack/varlen/object-layout.ts";
import {
  describeObjects,
  parseObjectMetadata,
  withCount,
  withRoom,
} from "../../../formats/bloscpack/varlen/object-metadata.ts";
import { NO_NOTES } from "../../../formats/notes.ts";
import type { Store } from "../../../stores/store.ts";
import { chunksOf, type GivenObjects, type ObjectChunk, type ObjectItems } from "./object-chunks.ts";
import { describeList, listType } from "./object-list.ts";
import type { ObjectsOptions, ObjectsReport, PackObjectsOptions } from "./object-options.ts";

/** How many objects a file has where nobody says. */
const DEFAULT_SUPERCHUNK = 4096;
const FILE_NAME = /\.blp$/i;

/** Is this a directory of objects, or a store that may be one? */
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
  const { superchunk = DEFAULT_SUPERCHUNK, checksum = "adler32" } = options;
  if (!Number.isSafeInteger(superchunk) || superchunk < 1) {
    throw new HyperslabError("invalid-request", `super-chunks of ${superchunk} objects`);
  }
  if (options.reserve !== undefined) {
    throw new HyperslabError("invalid-request", "room is left in one file; a directory grows by files", {
      hint: "Leave the room out, or name a file that ends in .blp.",
    });
  }
  return useStore(output, async (store) => {
    if ((await store.get(INDEX_NAME)) !== undefined) {
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
    await store.set?.(INDEX_NAME, indexFile(written.count, text, checksum));
    await store.flush?.();
    meter.end();
    return { objects: written.count, total: written.count, bytesIn: written.bytesIn };
  });
}

/** Writes files from `first` on, the first of which begins with the chunks that are `kept`. */
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
    await store.set?.(superchunkKey("", file), joinChunks({ checksum, reserve: 0 }, new Uint8Array(0), waiting));
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

/** One appender at a time, where the directory is one of this machine. */
async function lockIndex(store: Store): Promise<() => Promise<void>> {
  const path = store.locate?.(INDEX_NAME);
  if (path === undefined) return async () => {};
  const target = (await import("../../../stores/file/bytes.ts")).fileBytes(path);
  await target.lock?.();
  return async () => {
    await target.unlock?.();
    await target.close?.();
  };
}

async function appendFiles(store: Store, objects: GivenObjects, options: ObjectsOptions): Promise<ObjectsReport> {
  const { header, count, superchunk, document, text } = await readIndex(store);
  const type = listType(document);
  const items = await objects(type);
  const meter = progressMeter("append", 0, options.onProgress);
  const first = Math.floor(count / superchunk);
  const rest = count % superchunk;
  const kept = rest === 0 ? undefined : await readChunks(store, first, rest);
  const checksum = kept?.checksum ?? header.checksum;
  const chunks = chunksOf(items, checksum, options, count);
  const written = await writeSuperchunks(store, kept?.chunks ?? [], first, superchunk, chunks, checksum, meter);
  const total = count + written.count;
  if (written.count > 0) {
    const grown = withCount(text, count, total) ?? encodeUtf8(withRoom(document, total));
    const head = printHeader({ ...header, chunkCount: total, metadataSize: grown.byteLength });
    await store.set?.(INDEX_NAME, joinBytes(head, grown));
    await store.flush?.();
  }
  meter.end();
  return { objects: written.count, total, bytesIn: written.bytesIn };
}

interface Index {
  readonly header: ObjectHeader;
  readonly count: number;
  readonly superchunk: number;
  readonly document: JsonDocument;
  readonly text: Uint8Array;
}

async function readIndex(store: Store): Promise<Index> {
  const bytes = await store.get(INDEX_NAME);
  const header = bytes === undefined ? undefined : parseIndexHeader(bytes, { key: INDEX_NAME });
  if (bytes === undefined || header === undefined) {
    throw new HyperslabError("not-found", "there is no directory of objects", { key: INDEX_NAME });
  }
  if (header.chunkCount === undefined) {
    throw new HyperslabError("invalid-request", "the objects of this directory were never all written");
  }
  const text = bytes.subarray(HEADER_BYTES, HEADER_BYTES + header.metadataSize);
  const document = parseObjectMetadata(text, HEADER_BYTES, { key: INDEX_NAME });
  const { superchunk } = describeObjects(document, NO_NOTES);
  if (superchunk === undefined) {
    throw new HyperslabError("invalid-data", 'the metadata do not tell "superchunk"', { key: INDEX_NAME });
  }
  return { header, count: header.chunkCount, superchunk, document, text };
}

/** The first chunks of a file, as they are. */
async function readChunks(
  store: Store,
  file: number,
  count: number,
): Promise<{ readonly chunks: readonly Uint8Array[]; readonly checksum: ChecksumName }> {
  const key = superchunkKey("", file);
  const bytes = await store.get(key);
  const layout = bytes === undefined ? undefined : await readObjectLayout(memorySource(bytes), { key });
  if (bytes === undefined || layout === undefined || layout.header.chunkCount < count) {
    throw new HyperslabError("invalid-data", `super-chunk ${file} is missing, or holds fewer than ${count} objects`);
  }
  const { checksum } = layout.header;
  const offsets = parseOffsets(bytes.subarray(layout.tableAt, layout.dataStart), layout.tableAt);
  const chunks = Array.from({ length: count }, (_, i) => {
    const offset = offsets[i]!;
    const { frameLength } = parseFrameHead(bytes.subarray(offset, offset + HEADER_BYTES), offset, { key });
    const chunk = bytes.subarray(offset, offset + frameLength + checksumSize(checksum));
    if (chunk.byteLength === frameLength + checksumSize(checksum)) return chunk;
    throw new HyperslabError("invalid-data", `object ${i} of the file is truncated, at byte ${offset}`, { key });
  });
  return { chunks, checksum };
}
