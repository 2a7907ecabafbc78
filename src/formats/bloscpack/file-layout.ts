/** What a Bloscpack file holds and where: its header, metadata, offsets, and the start of its chunks. One short read. */

import {
  type BloscpackHeader,
  HEADER_BYTES,
  hasMagic,
  headerBytes,
  LEAST_FRAME_BYTES,
  parseHeader,
} from "../../bytes/blosc/file-header.ts";
import { checkOffsets, OFFSET_BYTES, offsetCount, parseOffsets, UNKNOWN_OFFSET } from "../../bytes/blosc/offsets.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { JsonDocument } from "../../bytes/json/parse.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../../errors.ts";
import { formatLimits } from "../limits.ts";
import { walkChunks } from "./chunk-walk.ts";
import { type FrameHead, parseFrameHead } from "./frame-head.ts";
import {
  claimedSectionBytes,
  METADATA_HEADER_BYTES,
  type MetadataHeader,
  metadataSectionBytes,
  parseMetadata,
  parseMetadataHeader,
} from "./metadata-section.ts";
import { applyPatches, patchedSource } from "./patched-source.ts";
import { readUndoRecord } from "./undo-record.ts";

export interface FileMetadata {
  readonly header: MetadataHeader;
  readonly document: JsonDocument;
  /** Where the section begins. */
  readonly at: number;
}

export interface FileLayout {
  readonly header: BloscpackHeader;
  readonly metadata: FileMetadata | undefined;
  /** Why the metadata of a damaged file could not be read, which was `lenient`. */
  readonly lostMetadata: string | undefined;
  /** Where the offsets begin, if there are any. */
  readonly offsetsAt: number;
  /** Where the first chunk begins. */
  readonly dataStart: number;
  /** The first bytes of the file. */
  readonly prefix: Uint8Array;
  /** Length of the file, where it is known without asking. */
  readonly fileSize: number | undefined;
  /** Offsets of the first chunks, as many as were read; empty without offsets, or if they were never filled in. */
  readonly offsets: Float64Array;
  /** Of the first chunk, if it was read. */
  readonly firstChunk: FrameHead | undefined;
}

export interface LayoutOptions extends ReadOptions {
  /** Take what can be had of a damaged file: metadata, counts and offsets are not held to anything. */
  readonly lenient?: boolean | undefined;
}

/** Reads the layout; `undefined` if there is no file. */
export async function readLayout(
  source: ByteSource,
  place: ErrorPlace = {},
  options: LayoutOptions = {},
): Promise<FileLayout | undefined> {
  const prefix = await source.read({ offset: 0, length: formatLimits.prefixBytes.value }, options);
  if (prefix === undefined) return undefined;
  try {
    return await parseLayout(source, prefix, place, options);
  } catch (error) {
    // An append may have been interrupted while it rewrote the metadata.
    const record =
      isHyperslabError(error, "invalid-data") && hasMagic(prefix) && (await readUndoRecord(source, options));
    if (!record) throw error;
    const before = patchedSource(source, record.patches);
    return parseLayout(before, applyPatches(prefix, 0, record.patches), place, options);
  }
}

async function parseLayout(
  source: ByteSource,
  prefix: Uint8Array,
  place: ErrorPlace,
  options: LayoutOptions,
): Promise<FileLayout> {
  const fileSize = formatLimits.prefixBytes.isReachedBy(prefix.byteLength) ? undefined : prefix.byteLength;
  const header = parseHeader(prefix, place);
  if (header.variableLength) {
    throw new HyperslabError("unsupported", "this Bloscpack file holds variable-length objects, no stretch of bytes", {
      ...place,
      hint: "Objects are packed, unpacked and appended with --objects; info tells what they are.",
    });
  }
  const { metadata, sectionBytes, lostMetadata } = header.metadata
    ? await readMetadata(source, prefix, place, options)
    : NO_METADATA;
  const offsetsAt = headerBytes(header) + sectionBytes;
  const dataStart = offsetsAt + OFFSET_BYTES * offsetCount(header);
  const start = { header, metadata, lostMetadata, offsetsAt, dataStart, prefix, fileSize };
  const table = await tableOf(source, start, options);
  if (options.lenient === true) return { ...start, offsets: anyOffsets(start, table), firstChunk: undefined };
  checkCounts(header, dataStart, fileSize, place);
  const offsets = knownOffsets(start, table, place);
  checkOffsets(offsets, { header, base: offsetsAt, dataStart, fileSize }, place);
  const first = offsets[0] ?? dataStart;
  const head = heldBytes(table, first, first + LEAST_FRAME_BYTES);
  const hasFirst = head.byteLength === LEAST_FRAME_BYTES && header.chunkCount !== 0;
  return { ...start, offsets, firstChunk: hasFirst ? parseFrameHead(head, first, place) : undefined };
}

type LayoutStart = Pick<FileLayout, "header" | "prefix" | "offsetsAt" | "fileSize">;

/** Bytes of the file from `at` on. */
interface Stretch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** The bytes that hold the first offsets: the prefix, or as much again from where long metadata end. */
async function tableOf(source: ByteSource, start: LayoutStart, options: LayoutOptions): Promise<Stretch> {
  const { header, prefix, offsetsAt, fileSize } = start;
  const isHeld = offsetsAt + OFFSET_BYTES <= prefix.byteLength;
  if (isHeld || fileSize !== undefined || !header.offsets) return { at: 0, bytes: prefix };
  const bytes = await source.read({ offset: offsetsAt, length: formatLimits.prefixBytes.value }, options);
  return { at: offsetsAt, bytes: bytes ?? new Uint8Array(0) };
}

function heldBytes({ at, bytes }: Stretch, start: number, end: number): Uint8Array {
  return start < at ? new Uint8Array(0) : bytes.subarray(start - at, end - at);
}

/** Offsets as far as they are held; none if they were never filled in. */
function knownOffsets({ header, offsetsAt }: LayoutStart, table: Stretch, place: ErrorPlace = {}): Float64Array {
  if (!header.offsets) return new Float64Array(0);
  const held = Math.max(0, Math.floor((table.at + table.bytes.byteLength - offsetsAt) / OFFSET_BYTES));
  const end = offsetsAt + OFFSET_BYTES * Math.min(header.chunkCount ?? 0, held);
  const offsets = parseOffsets(heldBytes(table, offsetsAt, end), offsetsAt, place);
  return offsets[0] === UNKNOWN_OFFSET ? new Float64Array(0) : offsets;
}

/** The same of a damaged file: none if they cannot be offsets. */
function anyOffsets(start: LayoutStart, table: Stretch): Float64Array {
  try {
    return knownOffsets(start, table);
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return new Float64Array(0);
    throw error;
  }
}

interface ReadMetadata {
  readonly metadata: FileMetadata | undefined;
  readonly sectionBytes: number;
  readonly lostMetadata: string | undefined;
}

const NO_METADATA: ReadMetadata = { metadata: undefined, sectionBytes: 0, lostMetadata: undefined };

async function readMetadata(
  source: ByteSource,
  prefix: Uint8Array,
  place: ErrorPlace,
  options: LayoutOptions,
): Promise<ReadMetadata> {
  const at = HEADER_BYTES;
  const head = prefix.subarray(at, at + METADATA_HEADER_BYTES);
  try {
    const header = parseMetadataHeader(head, at, place);
    const length = metadataSectionBytes(header);
    const inside = at + length <= prefix.byteLength;
    const section = inside ? prefix.subarray(at, at + length) : await source.read({ offset: at, length }, options);
    const document = await parseMetadata(header, section ?? new Uint8Array(0), at, place);
    return { metadata: { header, document, at }, sectionBytes: length, lostMetadata: undefined };
  } catch (error) {
    if (options.lenient !== true || !isHyperslabError(error)) throw error;
    return { ...NO_METADATA, sectionBytes: claimedSectionBytes(head, at, place), lostMetadata: error.what };
  }
}

/** Each chunk takes some bytes: a count that the file cannot hold is a lie. */
function checkCounts(
  header: BloscpackHeader,
  dataStart: number,
  fileSize: number | undefined,
  place: ErrorPlace,
): void {
  if (fileSize === undefined) return;
  const least = (header.chunkCount ?? 0) * (LEAST_FRAME_BYTES + checksumSize(header.checksum));
  if (dataStart + least <= fileSize) return;
  const what = `the file of ${fileSize} bytes is truncated, or the header lies: ${header.chunkCount} chunks (at byte 16) need ${dataStart + least} bytes`;
  throw new HyperslabError("invalid-data", what, place);
}

/** Decoded bytes of all chunks, if the header tells. */
export function decodedSize({ chunkCount, chunkSize, lastChunk }: BloscpackHeader): number | undefined {
  if (chunkCount === 0) return 0;
  if (chunkCount === 1) return lastChunk;
  if (chunkCount === undefined || chunkSize === undefined || lastChunk === undefined) return undefined;
  return (chunkCount - 1) * chunkSize + lastChunk;
}

/** Where each chunk lies and begins, found by walking the file. */
export interface ChunkTable {
  readonly offsets: readonly number[];
  readonly starts: readonly number[];
  readonly total: number;
}

export async function walkTable(
  source: ByteSource,
  { header, dataStart }: FileLayout,
  place: ErrorPlace = {},
  options: ReadOptions = {},
): Promise<ChunkTable> {
  const offsets: number[] = [];
  const starts: number[] = [];
  let total = 0;
  for await (const { offset, head } of walkChunks(source, header, dataStart, place, options)) {
    offsets.push(offset);
    starts.push(total);
    total += head.length;
  }
  return { offsets, starts, total };
}
