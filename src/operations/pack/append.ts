/**
 * `append`: adds bytes to a Bloscpack file, in place, like `blpk append`: the last chunk is filled up and re-encoded
 * where it lies, new chunks follow, and their offsets go into the reserved room.
 *
 * A crash at any moment leaves the old file or the new one (docs/design/070-bloscpack.md has the proof):
 *
 *  1. Everything beyond the old last chunk is written; nothing reads there yet. The undo record follows: everything
 *  that will be overwritten. Synced.
 *  2. The length in the head of the old last chunk is changed, 4 bytes: from now on it contradicts the header, and
 *  readers use the undo record. Synced.
 *  3. The new last chunk and the offsets are written. Synced.
 *  4. The header, with the metadata, is written: it agrees with the chunks again, and readers see the new file. Synced.
 *  5. The undo record is cut off.
 */

import { OFFSET_BYTES, printOffsets } from "../../bytes/blosc/chunk-table.ts";
import { type BloscpackHeader, FILE_HEADER_BYTES, printHeader } from "../../bytes/blosc/file-header.ts";
import { FRAME_LENGTH_AT, FRAME_LENGTH_BYTES } from "../../bytes/blosc/frame-header.ts";
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { ByteSource } from "../../bytes/source/byte-source.ts";
import type { ByteTarget } from "../../bytes/source/byte-target.ts";
import { type FrameOptions, frameEngine } from "../../dataset/engine/frame-engine.ts";
import { progressMeter, type TransferOptions } from "../../dataset/transfer.ts";
import { atPlace, HyperslabError } from "../../errors.ts";
import { type Chunking, cutChunks } from "../../formats/bloscpack/array-node.ts";
import { type FileLayout, readBytesLayout } from "../../formats/bloscpack/file-layout.ts";
import { DEFAULT_CHUNK_SIZE } from "../../formats/bloscpack/file-plan.ts";
import { metadataFor } from "../../formats/bloscpack/metadata-section.ts";
import { applyPatches, type Patch, printUndoRecord } from "../../formats/bloscpack/undo-record.ts";
import { APPEND } from "../option-names.ts";
import { frameOptions } from "./frame-options.ts";
import { type LastChunk, readLastChunk } from "./last-chunk.ts";
import { grownMetadata, type MetadataOption, metadataNode } from "./metadata-option.ts";
import type { CompressionOptions } from "./pack-options.ts";
import { type OpenInput, openPlain, writablePath } from "./places.ts";
import { undoAppend } from "./undo-append.ts";
import { forBytes, writeChunks } from "./write-chunks.ts";

/** New metadata replaces that of the file, and must fit into its room. */
export interface AppendOptions extends CompressionOptions, MetadataOption, TransferOptions {}

/** What `append` did. */
export interface AppendReport {
  /** Bytes that were read. */
  readonly bytesIn: number;
  /** The number of chunks added. The last old one may have been filled up too. */
  readonly chunks: number;
  /** Bytes per chunk of the file. */
  readonly chunkSize: number;
  /** Bytes in the last chunk. */
  readonly lastChunk: number;
  /** The length of the packed file before. */
  readonly sizeBefore: number;
  /** The length of the packed file now. */
  readonly sizeAfter: number;
}

/** Appends all of `input` to the packed file at `file`. */
export async function append(
  file: string | ByteTarget,
  input: string | ByteSource,
  options: AppendOptions = {},
): Promise<AppendReport> {
  if (hasUnknown(options, APPEND)) return refuseUnknown("append", options, APPEND);
  const location = typeof file === "string" ? writablePath(file) : "output";
  const target = typeof file === "string" ? (await import("../../stores/file/bytes.ts")).fileBytes(location) : file;
  const plain = await openPlain(input);
  try {
    if ((await target.size()) === undefined) throw new HyperslabError("not-found", "there is no such file");
    await target.lock?.();
    try {
      await undoAppend(target);
      return await appendTo(target, plain, options);
    } finally {
      await target.unlock?.();
    }
  } catch (error) {
    throw atPlace(error, { location });
  } finally {
    await plain.close();
    if (typeof file === "string") await target.close?.();
  }
}

async function appendTo(target: ByteTarget, plain: OpenInput, options: AppendOptions): Promise<AppendReport> {
  const layout = await readBytesLayout(target, { signal: options.signal });
  const last = await readLastChunk(target, layout);
  const bytesIn = await plain.size();
  const plan = planAppend(layout, last, bytesIn);
  const section = await newSection(layout, bytesIn, options);
  const sizeBefore = (await target.size()) ?? 0;
  const { chunkSize = 0, lastChunk = 0 } = plan.header;
  const report = { bytesIn, chunks: plan.chunks.chunkCount, chunkSize, lastChunk, sizeBefore };
  if (bytesIn === 0 && section === undefined) return { ...report, sizeAfter: sizeBefore };
  const frames = frameOptions(options, layout.header.checksum, Math.max(1, layout.header.typeSize));
  const appending = { target, plain, layout, last, plan, section, sizeBefore };
  const sizeAfter = await writeAppend(appending, frames, forBytes(options, bytesIn));
  return { ...report, sizeAfter };
}

interface AppendPlan {
  /** Bytes that go into the last chunk. */
  readonly fill: number;
  /** How the remaining bytes are cut; no chunks if none remain. */
  readonly chunks: Chunking;
  readonly header: BloscpackHeader;
}

function planAppend({ header }: FileLayout, last: LastChunk, bytesIn: number): AppendPlan {
  const { chunkCount = 0, spareChunks } = header;
  // A file that was packed from empty input has no chunk size yet.
  const chunkSize = header.chunkSize === 0 ? Math.min(DEFAULT_CHUNK_SIZE, bytesIn) : (header.chunkSize ?? 0);
  const fill = Math.min(chunkSize - last.length, bytesIn);
  const rest = bytesIn - fill;
  const chunks = rest === 0 ? { chunkCount: 0, chunkSize, lastChunk: last.length + fill } : cutChunks(rest, chunkSize);
  if (chunks.chunkCount > spareChunks) {
    const what = `${chunks.chunkCount} more chunks, and the file has room for the offsets of ${spareChunks}`;
    throw new HyperslabError("invalid-request", what, {
      hint: "Unpack the file and pack it again together with what you want to append.",
    });
  }
  return {
    fill,
    chunks,
    header: {
      ...header,
      chunkSize,
      chunkCount: chunkCount + chunks.chunkCount,
      lastChunk: chunks.lastChunk,
      spareChunks: spareChunks - chunks.chunkCount,
    },
  };
}

/** The metadata section that replaces the old one; undefined to keep the old one. */
async function newSection(
  layout: FileLayout,
  bytesIn: number,
  options: AppendOptions,
): Promise<Uint8Array | undefined> {
  const { metadata } = layout;
  const given = await metadataNode(options);
  if (given !== undefined && metadata === undefined) {
    throw new HyperslabError("invalid-request", "the file has no metadata, and so no room for any", {
      hint: "Metadata is added to a file when it is packed.",
    });
  }
  if (metadata?.section === undefined) return undefined;
  const value = given ?? grownMetadata(metadata.document, bytesIn);
  return value === undefined ? undefined : metadataFor(value, metadata.section);
}

interface Appending {
  readonly target: ByteTarget;
  readonly plain: OpenInput;
  readonly layout: FileLayout;
  readonly last: LastChunk;
  readonly plan: AppendPlan;
  readonly section: Uint8Array | undefined;
  readonly sizeBefore: number;
}

/** Returns the length of the file. */
async function writeAppend(appending: Appending, frames: FrameOptions, options: AppendOptions): Promise<number> {
  const { target, plain, layout, last, plan } = appending;
  const { fill, chunks } = plan;
  const filled = fill === 0 ? last.stored : await fillChunk(appending, frames, options);
  const held: Patch[] = [];
  const beyond = heldBack(target, last.end, held);
  const meter = progressMeter("append", chunks.chunkCount, options.onProgress);
  const start = last.offset + filled.byteLength;
  const written = await writeChunks(beyond, start, plain, fill, chunks, frames, meter, options);
  const newOffsets = printOffsets(written.offsets);
  const newOffsetsAt = layout.table.tableAt + OFFSET_BYTES * layout.table.chunkCount;
  const end = await writeUndo(
    appending,
    Math.max(written.end, last.end),
    newOffsetsAt,
    newOffsets.byteLength,
    fill > 0,
  );
  if (fill > 0) {
    const length = filled.subarray(FRAME_LENGTH_AT, FRAME_LENGTH_AT + FRAME_LENGTH_BYTES);
    await target.write(last.offset + FRAME_LENGTH_AT, [length]);
    await target.sync?.();
    await target.write(last.offset, [filled]);
    for (const { offset, bytes } of held) await target.write(offset, [bytes]);
  }
  if (newOffsets.byteLength > 0) await target.write(newOffsetsAt, [newOffsets]);
  await target.sync?.();
  await target.write(0, [headOf(appending)]);
  await target.sync?.();
  if (end > written.end) await target.truncate(written.end);
  meter.end();
  return written.end;
}

/** Header and metadata in one piece, because they are written together. */
function headOf({ plan, section }: Appending): Uint8Array {
  const header = printHeader(plan.header);
  if (section === undefined) return header;
  const head = new Uint8Array(FILE_HEADER_BYTES + section.byteLength);
  head.set(header);
  head.set(section, FILE_HEADER_BYTES);
  return head;
}

async function fillChunk(
  { plain, last, plan }: Appending,
  frames: FrameOptions,
  options: AppendOptions,
): Promise<Uint8Array> {
  const length = last.length + plan.fill;
  const batch = await frameEngine(options).encode(frames, Float64Array.of(length), async (into) => {
    into.set(last.decoded);
    await plain.readInto(0, into.subarray(last.length));
  });
  const filled = batch.bytes.slice();
  batch.release();
  return filled;
}

/** Writes below `limit` are deferred, but visible to reads; others go through. */
function heldBack({ readInto: _, ...target }: ByteTarget, limit: number, held: Patch[]): ByteTarget {
  return {
    ...target,
    read: async (range, options) => {
      const bytes = await target.read(range, options);
      if (bytes === undefined || (range !== undefined && "suffix" in range)) return bytes;
      // In order: of overlapping writes, the last one is read.
      return applyPatches(bytes, range?.offset ?? 0, held);
    },
    write: async (offset, parts, options) => {
      let at = offset;
      for (const part of parts) {
        const below = Math.min(part.byteLength, Math.max(0, limit - at));
        if (below > 0) held.push({ offset: at, bytes: part.slice(0, below) });
        if (below < part.byteLength) await target.write(at + below, [part.subarray(below)], options);
        at += part.byteLength;
      }
    },
  };
}

/** Writes the undo record at the end, and waits until it is on disk. Returns the resulting length of the file. */
async function writeUndo(
  { target, last, section, sizeBefore }: Appending,
  start: number,
  offsetsAt: number,
  offsetBytes: number,
  overwrites: boolean,
): Promise<number> {
  if ((await target.size()) !== start) await target.truncate(start);
  if (!overwrites && section === undefined) {
    await target.sync?.();
    return start;
  }
  const old = async (offset: number, length: number): Promise<Patch> => {
    const bytes = await target.read({ offset, length });
    if (bytes?.byteLength !== length) throw new HyperslabError("invalid-data", "the file became shorter");
    return { offset, bytes: bytes.slice() };
  };
  const patches = [await old(0, FILE_HEADER_BYTES + (section?.byteLength ?? 0)), await old(offsetsAt, offsetBytes)];
  if (overwrites) patches.push({ offset: last.offset, bytes: last.stored });
  const record = printUndoRecord({ patches, start, sizeBefore });
  await target.write(start, [record]);
  await target.sync?.();
  return start + record.byteLength;
}
