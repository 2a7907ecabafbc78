/**
 * The end of an archive (APPNOTE 4.3.14 to 4.3.16), little-endian. A plain end record, found by searching backwards for
 * its signature, since a comment of up to 65535 bytes may follow; before it, where a count or size does not fit, two
 * zip64 records:
 *
 *   zip64 record   06064b50, u64 length of the rest (44), u16 made by, u16 needed, u32 disk, u32 disk of the directory,
 *                  u64 entries here, u64 entries, u64 directory size, u64 directory offset
 *   zip64 locator  07064b50, u32 disk, u64 offset of the zip64 record, u32 disks
 *   end record     06054b50, u16 disk, u16 disk of the directory, u16 entries here, u16 entries,
 *                  u32 directory size, u32 directory offset, u16 comment length, comment
 */
import { ByteWriter } from "../../bytes/source/byte-writer.ts";
import { HyperslabError } from "../../errors.ts";

const END_LENGTH = 22;
export const LOCATOR_LENGTH = 20;
export const ZIP64_END_LENGTH = 56;
/** The longest end: this many bytes must be read to be sure to see all of its records. */
export const LONGEST_END: number = ZIP64_END_LENGTH + LOCATOR_LENGTH + END_LENGTH + 0xffff;

const END_SIGNATURE = 0x06054b50;
const LOCATOR_SIGNATURE = 0x07064b50;
const ZIP64_END_SIGNATURE = 0x06064b50;
/** Version 4.5 of the format has zip64; the upper byte of "made by" is Unix. */
const ZIP64_VERSION = 45;
const MADE_BY = (3 << 8) | ZIP64_VERSION;

const FULL_16 = 0xffff;
const FULL_32 = 0xffff_ffff;

/** What the end of an archive says about its directory. */
export interface DirectoryPlace {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

export interface EndRecord extends DirectoryPlace {
  readonly comment: Uint8Array;
  /** The count has 16 bits, which some writers let overflow. */
  readonly shortCount: boolean;
}

/**
 * Where the end record starts in the last bytes of an archive. The last one whose comment ends exactly with the archive
 * is preferred to one followed by other bytes, so that a comment that quotes an end record is not mistaken for one.
 */
export function findEnd(tail: Uint8Array): number | undefined {
  const view = viewOf(tail);
  let loose: number | undefined;
  for (let at = tail.byteLength - END_LENGTH; at >= 0; at--) {
    if (tail[at] !== 0x50 || view.getUint32(at, true) !== END_SIGNATURE) continue;
    const end = at + END_LENGTH + view.getUint16(at + 20, true);
    if (end === tail.byteLength) return at;
    if (end < tail.byteLength) loose ??= at;
  }
  return loose;
}

export function parseEnd(tail: Uint8Array, at: number): EndRecord {
  const view = viewOf(tail);
  const u16 = (offset: number): number => view.getUint16(at + offset, true);
  const [disk, directoryDisk, here, count] = [u16(4), u16(6), u16(8), u16(10)];
  const spans = (disk !== 0 && disk !== FULL_16) || (directoryDisk !== 0 && directoryDisk !== FULL_16);
  if (spans || here !== count) throw severalDisks();
  const comment = tail.slice(at + END_LENGTH, at + END_LENGTH + u16(20));
  const [size, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
  return { count, size, offset, comment, shortCount: true };
}

/** The offset in the zip64 locator before the end record; `undefined` if there is no locator. */
export function locatedZip64(tail: Uint8Array, endAt: number): number | undefined {
  const at = endAt - LOCATOR_LENGTH;
  const view = viewOf(tail);
  if (at < 0 || view.getUint32(at, true) !== LOCATOR_SIGNATURE) return undefined;
  if (view.getUint32(at + 4, true) !== 0 || view.getUint32(at + 16, true) > 1) throw severalDisks();
  return wholeNumber(view, at + 8);
}

/** Returns whether a plain zip64 record starts here. */
export function isZip64End(bytes: Uint8Array, at: number): boolean {
  if (at < 0 || at + ZIP64_END_LENGTH > bytes.byteLength) return false;
  return viewOf(bytes).getUint32(at, true) === ZIP64_END_SIGNATURE;
}

/** The numbers of the zip64 record. Fields of the plain record that are not saturated must agree. */
export function withZip64(plain: EndRecord, bytes: Uint8Array, at: number): EndRecord {
  const view = viewOf(bytes);
  const [disk, directoryDisk] = [view.getUint32(at + 16, true), view.getUint32(at + 20, true)];
  const [here, count] = [wholeNumber(view, at + 24), wholeNumber(view, at + 32)];
  if (disk !== 0 || directoryDisk !== 0 || here !== count) throw severalDisks();
  const size = wholeNumber(view, at + 40);
  const offset = wholeNumber(view, at + 48);
  const agree = (short: number, full: number, long: number): boolean => short === full || short === long;
  if (
    !agree(plain.count, FULL_16, count) ||
    !agree(plain.size, FULL_32, size) ||
    !agree(plain.offset, FULL_32, offset)
  ) {
    throw new HyperslabError("invalid-data", "the two end records of the archive contradict each other");
  }
  return { count, size, offset, comment: plain.comment, shortCount: false };
}

export function needsZip64({ count, size, offset }: DirectoryPlace): boolean {
  return count >= FULL_16 || size >= FULL_32 || offset >= FULL_32;
}

export function endLength(zip64: boolean, comment: Uint8Array): number {
  return END_LENGTH + comment.byteLength + (zip64 ? ZIP64_END_LENGTH + LOCATOR_LENGTH : 0);
}

/** The end records as they are written at `position`. */
export function encodeEnd(
  { count, size, offset }: DirectoryPlace,
  position: number,
  comment: Uint8Array,
  zip64: boolean,
): Uint8Array {
  const writer = new ByteWriter({ capacity: endLength(zip64, comment) });
  if (zip64) {
    writer.u32(ZIP64_END_SIGNATURE);
    writer.u64(ZIP64_END_LENGTH - 12);
    writer.u16(MADE_BY);
    writer.u16(ZIP64_VERSION);
    writer.u32(0);
    writer.u32(0);
    writer.u64(count);
    writer.u64(count);
    writer.u64(size);
    writer.u64(offset);
    writer.u32(LOCATOR_SIGNATURE);
    writer.u32(0);
    writer.u64(position);
    writer.u32(1);
  }
  writer.u32(END_SIGNATURE);
  writer.u16(0);
  writer.u16(0);
  writer.u16(Math.min(count, FULL_16));
  writer.u16(Math.min(count, FULL_16));
  writer.u32(Math.min(size, FULL_32));
  writer.u32(Math.min(offset, FULL_32));
  writer.u16(comment.byteLength);
  writer.bytes(comment);
  return writer.finish();
}

function severalDisks(): HyperslabError {
  return new HyperslabError("unsupported", "the archive is split over several disks", {
    hint: "Join its parts first: zip -s 0 split.zip --out whole.zip",
  });
}

/** A 64-bit field that fits into a number exactly. */
function wholeNumber(view: DataView, at: number): number {
  const value = Number(view.getBigUint64(at, true));
  if (Number.isSafeInteger(value)) return value;
  throw new HyperslabError("invalid-data", "a 64-bit number of the archive's end is beyond 2^53");
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
