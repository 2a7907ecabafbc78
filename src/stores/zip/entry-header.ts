/**
 * The two headers of an entry (APPNOTE 4.3.7 and 4.3.12), little-endian; saturated sizes and offsets (0xffffffff) are
 * stored in the extra field 0x0001 as u64, in this order: size, compressed size, offset.
 *
 *   before the data   04034b50, u16 needed, flags, method, time, date, u32 crc, compressed size, size,
 *                     u16 name length, extra length, name, extra
 *   in the directory  02014b50, u16 made by, needed, flags, method, time, date, u32 crc, compressed size, size,
 *                     u16 name length, extra length, comment length, disk, internal attributes, u32 external
 *                     attributes,
 *                     u32 offset of the local header, name, extra, comment
 */
import { HyperslabError } from "../../errors.ts";

export const LOCAL_LENGTH = 30;
export const CENTRAL_LENGTH = 46;
export const LOCAL_SIGNATURE = 0x04034b50;
export const CENTRAL_SIGNATURE = 0x02014b50;

export const STORED = 0;

/** General purpose flags. */
export const ENCRYPTED: number = 1 << 0;
export const DESCRIPTOR_FOLLOWS: number = 1 << 3;
export const STRONGLY_ENCRYPTED: number = 1 << 6;
export const NAME_IS_UTF8: number = 1 << 11;
export const HEADER_IS_MASKED: number = 1 << 13;

const ZIP64_EXTRA = 0x0001;
const FULL_32 = 0xffff_ffff;
/** 1980-01-01, the first day that the format supports: output does not depend on the clock. */
const FIRST_DAY = (1 << 5) | 1;
/** Unix, and version 4.5 or 2.0 of the format. */
const UNIX = 3 << 8;
/** A regular file that its owner may write and all may read. */
const FILE_MODE = 0o100644;

/** What the directory says about an entry. */
export interface ZipEntry {
  readonly flags: number;
  readonly method: number;
  /** DOS time in the lower, date in the upper 16 bits. */
  readonly modified: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** Of the local header, from the start of the archive. */
  readonly offset: number;
  /** Lengths of name and extra field in the directory. */
  readonly nameLength: number;
  readonly extraLength: number;
}

/** The entry whose directory header starts at `at`; the caller has ensured that it lies within the bytes. */
export function parseCentral(view: DataView, at: number): ZipEntry {
  const nameLength = view.getUint16(at + 28, true);
  const extraLength = view.getUint16(at + 30, true);
  let compressedSize = view.getUint32(at + 20, true);
  let size = view.getUint32(at + 24, true);
  let offset = view.getUint32(at + 42, true);
  if (compressedSize === FULL_32 || size === FULL_32 || offset === FULL_32) {
    const extra = at + CENTRAL_LENGTH + nameLength;
    const next = zip64Fields(view, extra, extra + extraLength);
    if (size === FULL_32) size = next();
    if (compressedSize === FULL_32) compressedSize = next();
    if (offset === FULL_32) offset = next();
  }
  const disk = view.getUint16(at + 34, true);
  if (disk !== 0 && disk !== 0xffff) {
    throw new HyperslabError("unsupported", "an entry of the archive is on another disk");
  }
  return {
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    modified: view.getUint32(at + 12, true),
    crc: view.getUint32(at + 16, true),
    compressedSize,
    size,
    offset,
    nameLength,
    extraLength,
  };
}

/** Returns the 64-bit numbers of the zip64 extra field one by one. */
function zip64Fields(view: DataView, start: number, end: number): () => number {
  const found = findExtra(view, start, end, ZIP64_EXTRA);
  let at = found?.start ?? 0;
  return () => {
    if (found === undefined || at + 8 > found.end) {
      throw new HyperslabError("invalid-data", "an entry of the archive lacks a size that its header refers to");
    }
    const value = Number(view.getBigUint64(at, true));
    at += 8;
    if (Number.isSafeInteger(value)) return value;
    throw new HyperslabError("invalid-data", "an entry of the archive has a size beyond 2^53");
  };
}

/** Where the extra field of this kind lies; `undefined` if it is missing or incomplete. */
export function findExtra(
  view: DataView,
  start: number,
  end: number,
  kind: number,
): { readonly start: number; readonly end: number } | undefined {
  for (let at = start; at + 4 <= end; ) {
    const next = at + 4 + view.getUint16(at + 2, true);
    if (next > end) return undefined;
    if (view.getUint16(at, true) === kind) return { start: at + 4, end: next };
    at = next;
  }
  return undefined;
}

/** The facts in a header to be written. */
export interface NewEntry {
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly compressedSize: number;
  readonly size: number;
  /** DOS time in the lower, date in the upper 16 bits; 1980-01-01 unless given. */
  readonly modified?: number | undefined;
}

function isLong({ compressedSize, size }: Pick<NewEntry, "compressedSize" | "size">): boolean {
  return compressedSize >= FULL_32 || size >= FULL_32;
}

export function localHeaderLength(entry: Omit<NewEntry, "flags">, nameLength: number): number {
  return LOCAL_LENGTH + nameLength + (isLong(entry) ? 20 : 0);
}

/** Writes the local header except for its name, which goes to `at + LOCAL_LENGTH`. */
export function putLocal(view: DataView, at: number, entry: NewEntry, nameLength: number): void {
  const long = isLong(entry);
  view.setUint32(at, LOCAL_SIGNATURE, true);
  view.setUint16(at + 4, long ? 45 : 20, true);
  putMiddle(view, at + 6, entry, long);
  view.setUint16(at + 26, nameLength, true);
  view.setUint16(at + 28, long ? 20 : 0, true);
  if (long) putZip64(view, at + LOCAL_LENGTH + nameLength, [entry.size, entry.compressedSize]);
}

export function centralHeaderLength(entry: NewEntry, offset: number, nameLength: number): number {
  const fields = (isLong(entry) ? 2 : 0) + (offset >= FULL_32 ? 1 : 0);
  return CENTRAL_LENGTH + nameLength + (fields === 0 ? 0 : 4 + fields * 8);
}

/** Writes the directory header except for its name, which goes to `at + CENTRAL_LENGTH`. */
export function putCentral(view: DataView, at: number, entry: NewEntry, offset: number, nameLength: number): void {
  const long = isLong(entry);
  const fields = long || offset >= FULL_32 ? zip64Of(entry, long, offset) : NO_FIELDS;
  const version = fields.length > 0 ? 45 : 20;
  view.setUint32(at, CENTRAL_SIGNATURE, true);
  view.setUint16(at + 4, UNIX | version, true);
  view.setUint16(at + 6, version, true);
  putMiddle(view, at + 8, entry, long);
  view.setUint16(at + 28, nameLength, true);
  view.setUint16(at + 30, fields.length === 0 ? 0 : 4 + fields.length * 8, true);
  view.setUint16(at + 32, 0, true);
  view.setUint16(at + 34, 0, true);
  view.setUint16(at + 36, 0, true);
  view.setUint32(at + 38, FILE_MODE * 0x10000, true);
  view.setUint32(at + 42, Math.min(offset, FULL_32), true);
  if (fields.length > 0) putZip64(view, at + CENTRAL_LENGTH + nameLength, fields);
}

const NO_FIELDS: readonly number[] = [];

/** The values that do not fit into 32 bits, in the order of the extra field. */
function zip64Of(entry: NewEntry, long: boolean, offset: number): readonly number[] {
  return [...(long ? [entry.size, entry.compressedSize] : []), ...(offset >= FULL_32 ? [offset] : [])];
}

/** The common part of both headers, from the flags to the size. */
function putMiddle(view: DataView, at: number, entry: NewEntry, long: boolean): void {
  view.setUint16(at, entry.flags, true);
  view.setUint16(at + 2, entry.method, true);
  view.setUint32(at + 4, entry.modified ?? FIRST_DAY * 0x10000, true);
  view.setUint32(at + 8, entry.crc, true);
  view.setUint32(at + 12, long ? FULL_32 : entry.compressedSize, true);
  view.setUint32(at + 16, long ? FULL_32 : entry.size, true);
}

function putZip64(view: DataView, at: number, fields: readonly number[]): void {
  view.setUint16(at, ZIP64_EXTRA, true);
  view.setUint16(at + 2, fields.length * 8, true);
  fields.forEach((field, i) => {
    view.setBigUint64(at + 4 + i * 8, BigInt(field), true);
  });
}
