/**
 * The offsets of a Bloscpack file: one i64, little-endian, per chunk and per chunk that may be appended: the position
 * of its Blosc frame in the file. -1 means unknown: a chunk that does not exist yet, or a writer that was interrupted.
 */
import { HyperslabError } from "../../errors.ts";
import { type ChecksumName, checksumSize } from "../checksum/named-checksum.ts";
import { ByteCursor } from "../source/byte-cursor.ts";
import type { BloscpackHeader } from "./file-header.ts";
import { HEADER_BYTES } from "./frame-header.ts";

export const OFFSET_BYTES = 8;
export const UNKNOWN_OFFSET = -1;

/** Where a file has its offsets, and what they must agree with. */
export interface ChunkTable {
  readonly tableAt: number;
  readonly chunkCount: number;
  /** Where the first chunk may begin. */
  readonly dataStart: number;
  readonly checksum: ChecksumName;
  /** Undefined if unknown. */
  readonly fileSize?: number | undefined;
  /** What a chunk is called; default "chunk". */
  readonly unit?: "chunk" | "object";
}

/** The table of a file whose offsets begin at `tableAt`. */
export function chunkTable(header: BloscpackHeader, tableAt: number, fileSize?: number): ChunkTable {
  const { chunkCount = 0, checksum, variableLength } = header;
  const dataStart = tableAt + OFFSET_BYTES * offsetCount(header);
  return { tableAt, chunkCount, dataStart, checksum, fileSize, ...(variableLength && { unit: "object" }) };
}

/** The number of offsets in the file; 0 without offsets. */
export function offsetCount({ offsets, chunkCount, spareChunks }: BloscpackHeader): number {
  return offsets ? (chunkCount ?? 0) + spareChunks : 0;
}

/** Reads all offsets in `bytes`, which begin at byte `base` of the file; -1 where unknown. */
export function parseOffsets(bytes: Uint8Array, base: number): Float64Array {
  const cursor = new ByteCursor(bytes, { base });
  return Float64Array.from({ length: Math.floor(bytes.byteLength / OFFSET_BYTES) }, () => {
    const offset = cursor.i64Number();
    if (offset < UNKNOWN_OFFSET) cursor.fail(`an offset of ${offset}`, OFFSET_BYTES);
    return offset;
  });
}

/** The bytes of offsets, followed by `spare` unknown ones. */
export function printOffsets(offsets: ArrayLike<number>, spare = 0): Uint8Array {
  // Unknown offsets, -1, are bytes of 255.
  const bytes = new Uint8Array(OFFSET_BYTES * (offsets.length + spare)).fill(255);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < offsets.length; i++) view.setBigInt64(OFFSET_BYTES * i, BigInt(offsets[i]!), true);
  return bytes;
}

/** Where a chunk lies. */
export interface ChunkPlace {
  readonly index: number;
  /** Where its frame begins; -1 if unknown. */
  readonly offset: number;
  /** The most bytes that frame and checksum can take; undefined means up to the end of the file. */
  readonly room: number | undefined;
}

/**
 * The part of the file that gives the places of `count` chunks. The offset after them shows how much room the last one
 * has; the offset before them is used to check the order.
 */
export function offsetsRange(
  { tableAt, chunkCount }: ChunkTable,
  first: number,
  count: number,
): { readonly offset: number; readonly length: number } {
  const from = Math.max(0, first - 1);
  const end = Math.min(first + count + 1, chunkCount);
  return { offset: tableAt + OFFSET_BYTES * from, length: OFFSET_BYTES * (end - from) };
}

/** The places of chunks whose `offsetsRange` was read; `invalid-data` if it is truncated or its offsets are impossible. */
export function chunkPlaces(
  table: ChunkTable,
  first: number,
  count: number,
  bytes: Uint8Array = new Uint8Array(0),
): readonly ChunkPlace[] {
  const { offset: at, length } = offsetsRange(table, first, count);
  if (bytes.byteLength < length) {
    const what = `it ends at byte ${at + bytes.byteLength}, in the offsets of its ${table.chunkCount} ${table.unit ?? "chunk"}s`;
    throw new HyperslabError("invalid-data", `the file is truncated: ${what}`);
  }
  const offsets = parseOffsets(bytes.subarray(0, length), at);
  const skipped = Math.min(1, first);
  checkOffsets(table, offsets, first - skipped, skipped, skipped + count);
  return Array.from({ length: count }, (_, i) => {
    const offset = offsets[skipped + i]!;
    const next = offsets[skipped + i + 1] ?? UNKNOWN_OFFSET;
    return { index: first + i, offset, room: next > offset ? next - offset : undefined };
  });
}

/**
 * Fails with `invalid-data` unless the known offsets from `from` up to `to` lie in the file, in order, far enough apart
 * for one frame each. The first of all `offsets` is that of chunk `first`.
 */
export function checkOffsets(
  { tableAt, dataStart, checksum, fileSize = Number.POSITIVE_INFINITY, unit = "chunk" }: ChunkTable,
  offsets: Float64Array,
  first = 0,
  from = 0,
  to: number = offsets.length,
): void {
  const least = HEADER_BYTES + checksumSize(checksum);
  let before = offsets[from - 1] ?? UNKNOWN_OFFSET;
  for (let i = from; i < to; i++) {
    const offset = offsets[i]!;
    if (offset === UNKNOWN_OFFSET) continue;
    const fail = (why: string): never => {
      const index = first + i;
      const what = `the offset ${offset} of ${unit} ${index} ${why}, at byte ${tableAt + OFFSET_BYTES * index}`;
      throw new HyperslabError("invalid-data", what, unit === "chunk" ? { chunk: [index] } : {});
    };
    if (offset < dataStart) fail(`lies before the ${unit}s, which begin at ${dataStart}`);
    if (offset + least > fileSize) fail(`lies beyond the end of the file of ${fileSize} bytes`);
    if (before !== UNKNOWN_OFFSET && offset < before + least)
      fail(`is out of order or overlaps the one before it, ${before}`);
    // A problem of the next offset is reported for that one, if it is among these.
    const next = (i + 1 < to ? undefined : offsets[i + 1]) ?? UNKNOWN_OFFSET;
    if (next !== UNKNOWN_OFFSET && next < offset + least) fail(`is out of order or overlaps the next one, ${next}`);
    before = offset;
  }
}

/** The place of a chunk whose offset must be known. */
export function knownPlace(table: ChunkTable, place: ChunkPlace): ChunkPlace {
  if (place.offset !== UNKNOWN_OFFSET) return place;
  const { index } = place;
  const where = `at byte ${table.tableAt + OFFSET_BYTES * index}`;
  const what = `the offset of ${table.unit ?? "chunk"} ${index}, ${where}, is unknown: the file was not finished`;
  throw new HyperslabError("invalid-data", what);
}
