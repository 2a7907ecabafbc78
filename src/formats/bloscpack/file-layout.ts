/**
 * The model of a Bloscpack file, of elements or of variable-length objects: its header, metadata, offsets, and the
 * start of its chunks. Takes one short read.
 */
import {
  type ChunkTable,
  checkOffsets,
  chunkTable,
  OFFSET_BYTES,
  parseOffsets,
  UNKNOWN_OFFSET,
} from "../../bytes/blosc/chunk-table.ts";
import {
  type BloscpackHeader,
  FILE_HEADER_BYTES,
  hasMagic,
  hasVariableLength,
  headerBytes,
  parseHeader,
  parseObjectHeader,
} from "../../bytes/blosc/file-header.ts";
import { type FrameHead, HEADER_BYTES, parseFrameHead } from "../../bytes/blosc/frame-header.ts";
import { checksumSize } from "../../bytes/checksum/named-checksum.ts";
import type { JsonDocument } from "../../bytes/json/parse.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { formatLimits } from "../limits.ts";
import {
  claimedSectionBytes,
  METADATA_HEADER_BYTES,
  type MetadataHeader,
  metadataSectionBytes,
  parseMetadata,
  parseMetadataHeader,
} from "./metadata-section.ts";
import { applyPatches, patchedSource, readUndoRecord } from "./undo-record.ts";
import { parseObjectMetadata } from "./varlen/object-metadata.ts";

export interface FileMetadata {
  readonly document: JsonDocument;
  /** The header of their section; files of objects have none. */
  readonly section: MetadataHeader | undefined;
  /** The stored bytes. */
  readonly stored: Uint8Array;
}

export interface FileLayout {
  readonly header: BloscpackHeader;
  readonly metadata: FileMetadata | undefined;
  /** Why the metadata of a damaged file could not be read, if `lenient` is set. */
  readonly lostMetadata: string | undefined;
  readonly table: ChunkTable;
  /** The first bytes of the file. */
  readonly prefix: Uint8Array;
  /** Offsets of the first chunks, as many as were read; empty without offsets, or if they were never filled in. */
  readonly offsets: Float64Array;
  /** Of the first chunk, if it was read. */
  readonly firstChunk: FrameHead | undefined;
}

export interface LayoutOptions extends ReadOptions {
  /** Recover what is possible from a damaged file: metadata, counts and offsets are not checked. */
  readonly lenient?: boolean | undefined;
  /** The file most likely holds objects, so less is read at once. */
  readonly objects?: boolean | undefined;
}

/** Reads the layout; `undefined` if there is no file. */
export async function readLayout(source: ByteSource, options: LayoutOptions = {}): Promise<FileLayout | undefined> {
  const limit = options.objects === true ? formatLimits.objectPrefixBytes : formatLimits.prefixBytes;
  const prefix = await source.read({ offset: 0, length: limit.value }, options);
  if (prefix === undefined) return undefined;
  const fileSize = limit.isReachedBy(prefix.byteLength) ? undefined : prefix.byteLength;
  try {
    return await parseLayout(source, prefix, fileSize, options);
  } catch (error) {
    // An append may have been interrupted while it rewrote the metadata.
    const isOdd = isHyperslabError(error, "invalid-data") && hasMagic(prefix) && !hasVariableLength(prefix);
    const record = isOdd && (await readUndoRecord(source, options));
    if (!record) throw error;
    const before = patchedSource(source, record.patches);
    return parseLayout(before, applyPatches(prefix, 0, record.patches), fileSize, options);
  }
}

/** The layout of a file that must exist and hold bytes, not objects. */
export async function readBytesLayout(source: ByteSource, options: LayoutOptions = {}): Promise<FileLayout> {
  const layout = await readLayout(source, options);
  if (layout === undefined) throw new HyperslabError("not-found", "there is no such file");
  if (!layout.header.variableLength) return layout;
  throw new HyperslabError("unsupported", "this Bloscpack file holds variable-length objects, not plain bytes", {
    hint: "Pack, unpack and append objects with --objects. The command info shows what they are.",
  });
}

async function parseLayout(
  source: ByteSource,
  prefix: Uint8Array,
  fileSize: number | undefined,
  options: LayoutOptions,
): Promise<FileLayout> {
  const variableLength = hasVariableLength(prefix);
  const header = variableLength ? parseObjectHeader(prefix) : parseHeader(prefix);
  const lenient = options.lenient === true && !variableLength;
  const { metadata, bytes, lostMetadata } = header.metadata
    ? await readMetadata(source, prefix, header, lenient, options)
    : NO_METADATA;
  const table = chunkTable(header, headerBytes(header) + bytes, fileSize);
  const start = { header, metadata, lostMetadata, table, prefix };
  const held = await firstOffsets(source, start, options);
  if (lenient) return { ...start, offsets: anyOffsets(start, held), firstChunk: undefined };
  if (variableLength) return { ...start, offsets: knownOffsets(start, held), firstChunk: undefined };
  checkCounts(header, table);
  const offsets = knownOffsets(start, held);
  checkOffsets(table, offsets);
  const first = offsets[0] ?? table.dataStart;
  const head = heldBytes(held, first, first + HEADER_BYTES);
  const hasFirst = head.byteLength === HEADER_BYTES && header.chunkCount !== 0;
  return { ...start, offsets, firstChunk: hasFirst ? parseFrameHead(head, first) : undefined };
}

type LayoutStart = Pick<FileLayout, "header" | "prefix" | "table">;

/** Bytes of the file from `at` on. */
interface Stretch {
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** The bytes that hold the first offsets: the prefix, or the same number of bytes after long metadata. */
async function firstOffsets(source: ByteSource, start: LayoutStart, options: LayoutOptions): Promise<Stretch> {
  const { header, prefix, table } = start;
  const isHeld = table.tableAt + OFFSET_BYTES <= prefix.byteLength;
  if (isHeld || table.fileSize !== undefined || !header.offsets) return { at: 0, bytes: prefix };
  const { objectPrefixBytes, prefixBytes } = formatLimits;
  const length = (header.variableLength ? objectPrefixBytes : prefixBytes).value;
  const bytes = await source.read({ offset: table.tableAt, length }, options);
  return { at: table.tableAt, bytes: bytes ?? new Uint8Array(0) };
}

function heldBytes({ at, bytes }: Stretch, start: number, end: number): Uint8Array {
  return start < at ? new Uint8Array(0) : bytes.subarray(start - at, end - at);
}

/** The known offsets (of objects, only the first); none if they were never filled in. */
function knownOffsets({ header, table: { tableAt, chunkCount } }: LayoutStart, held: Stretch): Float64Array {
  if (!header.offsets) return new Float64Array(0);
  const most = header.variableLength ? Math.min(1, chunkCount) : chunkCount;
  const count = Math.max(0, Math.floor((held.at + held.bytes.byteLength - tableAt) / OFFSET_BYTES));
  const end = tableAt + OFFSET_BYTES * Math.min(most, count);
  const offsets = parseOffsets(heldBytes(held, tableAt, end), tableAt);
  return offsets[0] === UNKNOWN_OFFSET ? new Float64Array(0) : offsets;
}

/** The same for a damaged file; none if they cannot be offsets. */
function anyOffsets(start: LayoutStart, held: Stretch): Float64Array {
  try {
    return knownOffsets(start, held);
  } catch (error) {
    if (isHyperslabError(error, "invalid-data")) return new Float64Array(0);
    throw error;
  }
}

interface ReadMetadata {
  readonly metadata: FileMetadata | undefined;
  /** Their length in the file, in bytes. */
  readonly bytes: number;
  readonly lostMetadata: string | undefined;
}

const NO_METADATA: ReadMetadata = { metadata: undefined, bytes: 0, lostMetadata: undefined };

async function readMetadata(
  source: ByteSource,
  prefix: Uint8Array,
  header: BloscpackHeader,
  lenient: boolean,
  options: ReadOptions,
): Promise<ReadMetadata> {
  const at = FILE_HEADER_BYTES;
  const take = async (length: number): Promise<Uint8Array> => {
    if (at + length <= prefix.byteLength) return prefix.subarray(at, at + length);
    return (await source.read({ offset: at, length }, options)) ?? new Uint8Array(0);
  };
  if (header.variableLength) {
    const { metadataSize = 0 } = header;
    const stored = await readObjectText(take, metadataSize);
    const metadata = { document: parseObjectMetadata(stored, at), section: undefined, stored };
    return { ...NO_METADATA, metadata, bytes: metadataSize };
  }
  const head = prefix.subarray(at, at + METADATA_HEADER_BYTES);
  try {
    const section = parseMetadataHeader(head, at);
    const bytes = metadataSectionBytes(section);
    const stored = await take(bytes);
    const document = await parseMetadata(section, stored, at);
    return { ...NO_METADATA, metadata: { document, section, stored }, bytes };
  } catch (error) {
    if (!lenient || !isHyperslabError(error)) throw error;
    return { ...NO_METADATA, bytes: claimedSectionBytes(head, at), lostMetadata: error.what };
  }
}

/** The text of the metadata of a file of objects. */
export async function readObjectText(
  take: (length: number) => Promise<Uint8Array>,
  length: number,
): Promise<Uint8Array> {
  const { metadataBytes } = formatLimits;
  if (metadataBytes.isExceededBy(length)) {
    const what = `metadata of ${length} bytes, according to byte 24; at most ${metadataBytes.value} are read`;
    throw new HyperslabError("unsupported", what);
  }
  const text = await take(length);
  if (text.byteLength >= length) return text;
  const what = `the file is truncated: it ends at byte ${FILE_HEADER_BYTES + text.byteLength}, in its metadata`;
  throw new HyperslabError("invalid-data", what);
}

/** Each chunk takes some bytes, so a count that does not fit into the file is wrong. */
function checkCounts({ chunkCount = 0, checksum }: BloscpackHeader, { dataStart, fileSize }: ChunkTable): void {
  if (fileSize === undefined) return;
  const needed = dataStart + chunkCount * (HEADER_BYTES + checksumSize(checksum));
  if (needed <= fileSize) return;
  const what = `the file of ${fileSize} bytes is truncated, or its header is wrong: ${chunkCount} chunks (at byte 16) need ${needed} bytes`;
  throw new HyperslabError("invalid-data", what);
}

/** Decoded bytes of all chunks, if the header gives them. */
export function decodedSize({ chunkCount, chunkSize, lastChunk }: BloscpackHeader): number | undefined {
  if (chunkCount === 0) return 0;
  if (chunkCount === 1) return lastChunk;
  if (chunkCount === undefined || chunkSize === undefined || lastChunk === undefined) return undefined;
  return (chunkCount - 1) * chunkSize + lastChunk;
}
