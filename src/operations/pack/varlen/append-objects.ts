/**
 * `appendObjects`: adds objects to a file or directory of them. A crash at any moment leaves either the old objects or
 * all of them:
 *
 *  1. Chunks are written after the last one. Nothing refers to them, and readers ignore bytes after the last chunk.
 *  2. Offsets are written into the room reserved after the others. Synced.
 *  3. Header and metadata, within one block of 4096 bytes, are written in one piece: now they count. Synced.
 *
 * A file without room is rewritten beside the old one, with room for twice the objects, and renamed.
 */

import { OFFSET_BYTES, parseOffsets, printOffsets } from "../../../bytes/blosc/chunk-table.ts";
import { FILE_HEADER_BYTES, printHeader } from "../../../bytes/blosc/file-header.ts";
import { hasUnknown, refuseUnknown } from "../../../bytes/known-options.ts";
import type { ByteTarget } from "../../../bytes/source/byte-target.ts";
import { joinBytes } from "../../../bytes/source/join-bytes.ts";
import { progressMeter } from "../../../dataset/transfer.ts";
import { atPlace, HyperslabError } from "../../../errors.ts";
import { readHead, readOffset } from "../../../formats/bloscpack/chunk-walk.ts";
import type { FileLayout } from "../../../formats/bloscpack/file-layout.ts";
import { openObjects } from "../../../formats/bloscpack/open-file.ts";
import { grownText, withCount } from "../../../formats/bloscpack/varlen/object-metadata.ts";
import type { Store } from "../../../stores/store.ts";
import { OBJECTS } from "../../option-names.ts";
import { openOutput } from "../places.ts";
import { moveBytes, type StreamedChunks, streamChunks } from "./chunk-stream.ts";
import { appendDirectory, isDirectory } from "./directory-objects.ts";
import { chunksOf, type GivenObjects, listType, typedItems } from "./object-chunks.ts";
import type { ObjectSourceKind, ObjectsOptions, ObjectsReport, ObjectValues } from "./object-options.ts";
import { openObjectSource } from "./object-sources.ts";

/** A write within one block happens completely or not at all. */
const BLOCK_BYTES = 4096;

/** Appends objects to a file, a file in memory, or a directory (an address or a store). */
export async function appendObjects(
  file: string | ByteTarget | Store,
  objects: ObjectValues,
  options: ObjectsOptions = {},
): Promise<ObjectsReport> {
  if (hasUnknown(options, OBJECTS)) return refuseUnknown("appendObjects", options, OBJECTS);
  return appendItems(file, (type) => typedItems(objects, type), options);
}

/** The same for the lines of a text or the values of a JSON list. */
export async function appendObjectsFrom(
  file: string,
  input: string,
  kind: Exclude<ObjectSourceKind, "files">,
  options: ObjectsOptions = {},
): Promise<ObjectsReport> {
  if (hasUnknown(options, OBJECTS)) return refuseUnknown("appendObjectsFrom", options, OBJECTS);
  const source = await openObjectSource(input, kind);
  const given: GivenObjects = async (type) => {
    if (type === source.type) return source;
    throw new HyperslabError("invalid-request", `objects here are of type ${type}, ${kind} are not`);
  };
  try {
    return await appendItems(file, given, options);
  } finally {
    await source.close();
  }
}

async function appendItems(
  file: string | ByteTarget | Store,
  objects: GivenObjects,
  options: ObjectsOptions,
): Promise<ObjectsReport> {
  if (isDirectory(file)) return appendDirectory(file, objects, options);
  const target = typeof file === "string" ? (await import("../../../stores/file/bytes.ts")).fileBytes(file) : file;
  try {
    if ((await target.size()) === undefined) throw new HyperslabError("not-found", "there is no such file");
    // Another appender may replace the file until it is locked.
    if (typeof file === "string") await target.close?.();
    await target.lock?.();
    try {
      return await appendTo(target, typeof file === "string" ? file : undefined, objects, options);
    } finally {
      await target.unlock?.();
    }
  } catch (error) {
    throw atPlace(error, { location: typeof file === "string" ? file : "output" });
  } finally {
    if (typeof file === "string") await target.close?.();
  }
}

async function appendTo(
  target: ByteTarget,
  path: string | undefined,
  objects: GivenObjects,
  options: ObjectsOptions,
): Promise<ObjectsReport> {
  const file = await openObjects(target, { signal: options.signal });
  if (file === undefined) {
    throw new HyperslabError("invalid-request", "this file contains no variable-length objects", {
      hint: "Other Bloscpack files are appended to with append.",
    });
  }
  if (file.state !== "filled") {
    throw new HyperslabError("invalid-request", "the objects of this file were never all written", {
      hint: "Write them, or pack whatever can be unpacked into a new file.",
    });
  }
  const { layout } = file;
  const { chunkCount, checksum } = layout.table;
  const items = await objects(listType(layout.metadata?.document));
  const old = await chunkSpan(target, layout);
  const meter = progressMeter("append", 0, options.onProgress);
  const chunks = chunksOf(items, checksum, options, chunkCount);
  const streamed = await streamChunks(target, old.end, chunks, meter).catch(async (error: unknown) => {
    await target.truncate(old.end);
    throw error;
  });
  const total = chunkCount + streamed.offsets.length;
  if (streamed.offsets.length > 0 && !(await commitInPlace(target, layout, old.start, streamed))) {
    await rewrite(target, path, layout, old, streamed);
  }
  meter.end();
  return { objects: streamed.offsets.length, total, bytesIn: streamed.bytesIn };
}

interface ChunkSpan {
  /** Where the first chunk begins. */
  readonly start: number;
  /** Where the last one ends. */
  readonly end: number;
}

async function chunkSpan(target: ByteTarget, { header, table }: FileLayout): Promise<ChunkSpan> {
  const { chunkCount, dataStart } = table;
  const size = (await target.size()) ?? 0;
  if (chunkCount === 0) {
    // Everything after the header may be room for offsets.
    const end = Math.max(dataStart, size);
    return { start: end, end };
  }
  const start = (await readOffset(target, table, 0)) ?? -1;
  const last = (await readOffset(target, table, chunkCount - 1)) ?? -1;
  const { end } = await readHead(target, header, chunkCount - 1, last);
  if (size >= end && start >= dataStart && last >= start) return { start, end };
  throw new HyperslabError("invalid-data", `the file is truncated: its last object reaches to byte ${end}`);
}

/** Returns false if there is no room. */
async function commitInPlace(
  target: ByteTarget,
  { header, metadata, table }: FileLayout,
  start: number,
  { offsets, end }: StreamedChunks,
): Promise<boolean> {
  const { chunkCount, tableAt, dataStart } = table;
  const count = chunkCount + offsets.length;
  const old = metadata?.stored ?? new Uint8Array(0);
  const text = metadata === undefined ? old : withCount(old, chunkCount, count);
  if (text === undefined || dataStart + OFFSET_BYTES * offsets.length > start) return false;
  const changed = text.findLastIndex((byte, i) => byte !== old[i]);
  if (FILE_HEADER_BYTES + changed >= BLOCK_BYTES) return false;
  await target.write(tableAt + OFFSET_BYTES * chunkCount, [printOffsets(offsets)]);
  // An interrupted append may have left more.
  if (((await target.size()) ?? 0) > end) await target.truncate(end);
  await target.sync?.();
  await target.write(0, [joinBytes([printHeader({ ...header, chunkCount: count }), text.subarray(0, changed + 1)])]);
  await target.sync?.();
  return true;
}

/** Moves old and new chunks, which are consecutive in `target`, to a new file with room for as many more. */
async function rewrite(
  target: ByteTarget,
  path: string | undefined,
  layout: FileLayout,
  old: ChunkSpan,
  { offsets, end }: StreamedChunks,
): Promise<void> {
  if (path === undefined) {
    await target.truncate(old.end);
    throw new HyperslabError("invalid-request", `there is no room for the offsets of ${offsets.length} objects`, {
      hint: "Only a file that has a name can be written again; leave room with the option reserve.",
    });
  }
  const { header, table, metadata } = layout;
  const { tableAt, dataStart, chunkCount } = table;
  const count = chunkCount + offsets.length;
  const text = metadata === undefined ? new Uint8Array(0) : grownText(metadata, chunkCount, count);
  const known = parseOffsets(
    (await target.read({ offset: tableAt, length: dataStart - tableAt })) ?? new Uint8Array(0),
    tableAt,
  );
  const start = FILE_HEADER_BYTES + text.byteLength + OFFSET_BYTES * 2 * count;
  const shift = start - old.start;
  const output = await openOutput(path, { overwrite: true });
  try {
    await output.target.write(0, [
      printHeader({ ...header, chunkCount: count, metadataSize: text.byteLength }),
      text,
      printOffsets(
        [...known, ...offsets].map((offset) => offset + shift),
        count,
      ),
    ]);
    await moveBytes(target, old.start, output.target, start, end - old.start);
    await output.target.sync?.();
    await output.finish();
  } catch (error) {
    await output.abandon();
    throw error;
  }
}
