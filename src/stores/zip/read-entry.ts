/**
 * Reads an entry. Where its bytes start is only known from the header before them, whose length may differ from that in
 * the directory; so the first read includes the header, and requests slightly more than is needed. The length is
 * remembered, and later reads of the entry request exactly their bytes.
 */

import { crc32 } from "../../bytes/checksum/crc32.ts";
import { type ByteRange, resolveRange } from "../../bytes/source/byte-range.ts";
import type { ByteSource, ReadOptions } from "../../bytes/source/byte-source.ts";
import { HyperslabError } from "../../errors.ts";
import { storeLimits } from "../limits.ts";
import { checkMethod, type DecompressOptions, decompress } from "./decompress.ts";
import {
  DESCRIPTOR_FOLLOWS,
  ENCRYPTED,
  HEADER_IS_MASKED,
  LOCAL_LENGTH,
  LOCAL_SIGNATURE,
  STORED,
  STRONGLY_ENCRYPTED,
  type ZipEntry,
} from "./entry-header.ts";
import { sameBytes } from "./name-table.ts";

/** An entry to be read, wherever it comes from. */
export interface EntryPlace {
  readonly entry: ZipEntry;
  /** The name in the header before the data. */
  readonly rawName: Uint8Array;
  /** Length of that header; 0 if not known yet. */
  readonly headerLength: number;
  /** Remembers it. */
  learn(headerLength: number): void;
}

/** What an entry is read from. */
export interface EntryReader {
  readonly source: ByteSource;
  readonly decompress: DecompressOptions;
  /** Added to offsets, as far as known; see `Archive.shift`. */
  shift: number;
  /** Called if the header is not at its expected position. */
  findShift(options?: ReadOptions): Promise<number>;
  /** The compressed entry that was last read in part, because the next part is often of the same entry. */
  recent: { readonly offset: number; readonly bytes: Promise<Uint8Array> } | undefined;
}

/**
 * How much longer the header before the data may be than the one in the directory: 20 bytes for zip64 fields, 4 for
 * Info-ZIP's times, 4 for Java's mark. Programs that align data add more; the first access to their entries takes a
 * second read.
 */
const HEADER_SLACK = 64;

/** The bytes of the entry, or of a range of it. Whole entries are checked against their checksum. */
export async function readEntry(
  reader: EntryReader,
  place: EntryPlace,
  range: ByteRange | undefined,
  options: ReadOptions | undefined,
): Promise<Uint8Array> {
  const { entry } = place;
  checkReadable(entry, reader.decompress);
  const { start, end } = resolveRange(range, entry.size);
  if (entry.method === STORED) {
    const bytes = await readRaw(reader, place, start, end, options);
    if (end - start === entry.size) checkCrc(crc32(bytes), entry);
    return bytes;
  }
  if (range === undefined) return readDecompressed(reader, place, options);
  if (reader.recent?.offset !== entry.offset) {
    // Several readers may wait for it, so none of them can abort it.
    const bytes = readDecompressed(reader, place, undefined);
    const recent = { offset: entry.offset, bytes };
    reader.recent = recent;
    bytes.catch(() => {
      if (reader.recent === recent) reader.recent = undefined;
    });
    if (storeLimits.recentEntryBytes.isExceededBy(entry.size))
      void bytes.finally(() => (reader.recent = undefined)).catch(() => {});
  }
  const bytes = await reader.recent.bytes;
  options?.signal?.throwIfAborted();
  return bytes.slice(start, end);
}

async function readDecompressed(
  reader: EntryReader,
  place: EntryPlace,
  options: ReadOptions | undefined,
): Promise<Uint8Array> {
  const { entry } = place;
  const raw = await readRaw(reader, place, 0, entry.compressedSize, options);
  const bytes = await decompress(entry.method, raw, entry.size, reader.decompress);
  checkCrc(crc32(bytes), entry);
  return bytes;
}

export function checkNotEncrypted({ flags }: ZipEntry): void {
  if ((flags & (ENCRYPTED | STRONGLY_ENCRYPTED | HEADER_IS_MASKED)) === 0) return;
  throw new HyperslabError("unsupported", "the entry is encrypted", { hint: "Decrypt the archive first." });
}

function checkReadable(entry: ZipEntry, options: DecompressOptions): void {
  checkNotEncrypted(entry);
  if (entry.method !== STORED) {
    checkMethod(entry.method, options);
    return;
  }
  if (entry.size === entry.compressedSize) return;
  const sizes = `${entry.compressedSize} and ${entry.size}`;
  throw new HyperslabError("invalid-data", `the entry is stored, but its two sizes are ${sizes}`);
}

export function checkCrc(found: number, { crc }: ZipEntry): void {
  if (found === crc) return;
  throw new HyperslabError("invalid-data", "the entry is corrupt: its checksum differs from the directory's");
}

/** Where the bytes of an entry lie in the archive's file, if they are stored uncompressed. */
export async function storedPart(
  reader: EntryReader,
  place: EntryPlace,
  options: ReadOptions | undefined,
): Promise<{ readonly offset: number; readonly length: number } | undefined> {
  const { entry } = place;
  checkReadable(entry, reader.decompress);
  if (entry.method !== STORED) return undefined;
  let { headerLength } = place;
  if (headerLength === 0 && entry.size > 0) {
    // Reading a byte also reads the header before it, which may be longer than the directory says.
    const learn = (length: number): void => {
      headerLength = length;
      place.learn(length);
    };
    await readRaw(reader, { ...place, learn }, 0, 1, options);
  }
  return { offset: entry.offset + reader.shift + headerLength, length: entry.size };
}

/** Bytes `[start, end)` of an entry as stored in the archive, in newly allocated memory. */
export async function readRaw(
  reader: EntryReader,
  place: EntryPlace,
  start: number,
  end: number,
  options: ReadOptions | undefined,
): Promise<Uint8Array> {
  if (start >= end) return new Uint8Array(0);
  return place.headerLength > 0
    ? readExactly(reader, place.entry.offset + place.headerLength + start, end - start, options)
    : readWithHeader(reader, place, start, end, options);
}

async function readExactly(
  { source, shift }: EntryReader,
  offset: number,
  length: number,
  options: ReadOptions | undefined,
): Promise<Uint8Array> {
  const bytes = await source.read({ offset: offset + shift, length }, options);
  if (bytes?.byteLength === length) return source.fresh ? bytes : bytes.slice();
  throw new HyperslabError("invalid-data", "the archive ends in the middle of the entry");
}

async function readWithHeader(
  reader: EntryReader,
  place: EntryPlace,
  start: number,
  end: number,
  options: ReadOptions | undefined,
): Promise<Uint8Array> {
  const { entry } = place;
  const tried = reader.shift;
  const read = (offset: number, length: number): Promise<Uint8Array | undefined> =>
    reader.source.read({ offset: entry.offset + tried + offset, length }, options);
  const shortest = LOCAL_LENGTH + entry.nameLength;
  const slack = entry.extraLength + HEADER_SLACK;
  const lead = storeLimits.leadBytes.isExceededBy(start) ? shortest + start : 0;
  const [head, apart] =
    lead === 0
      ? [await read(0, shortest + slack + end)]
      : await Promise.all([read(0, shortest + slack), read(lead, end - start + slack)]);
  const headerLength = headerLengthIn(head, place);
  if (headerLength === undefined) {
    reader.shift = await reader.findShift(options);
    if (reader.shift === tried) throw noHeader();
    return readWithHeader(reader, place, start, end, options);
  }
  place.learn(headerLength);
  const got = lead === 0 ? head : apart;
  const [first, last] = [headerLength + start - lead, headerLength + end - lead];
  if (got === undefined || got.byteLength < last) {
    return readExactly(reader, entry.offset + headerLength + start, end - start, options);
  }
  return reader.source.fresh ? got.subarray(first, last) : got.slice(first, last);
}

/**
 * The length of the header that `bytes` begin with; `undefined` if they do not begin with a header that agrees with the
 * directory.
 */
function headerLengthIn(bytes: Uint8Array | undefined, { entry, rawName }: EntryPlace): number | undefined {
  if (bytes === undefined || bytes.byteLength < LOCAL_LENGTH + rawName.byteLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== LOCAL_SIGNATURE) return undefined;
  const nameEnd = LOCAL_LENGTH + view.getUint16(26, true);
  const sameName = sameBytes(bytes, LOCAL_LENGTH, nameEnd, rawName, 0, rawName.byteLength);
  const later = (view.getUint16(6, true) & DESCRIPTOR_FOLLOWS) !== 0;
  const agrees = (at: number, value: number): boolean => {
    const found = view.getUint32(at, true);
    return later || found === value || (at > 14 && found === 0xffff_ffff);
  };
  const same =
    sameName &&
    view.getUint16(8, true) === entry.method &&
    agrees(14, entry.crc) &&
    agrees(18, entry.compressedSize) &&
    agrees(22, entry.size);
  return same ? nameEnd + view.getUint16(28, true) : undefined;
}

function noHeader(): HyperslabError {
  return new HyperslabError("invalid-data", "the entry's own header is missing or contradicts the directory", {
    hint: "The archive is damaged, or was changed while it was open.",
  });
}
