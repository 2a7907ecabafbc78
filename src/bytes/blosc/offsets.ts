/**
 * The offsets of a Bloscpack file: one i64, little-endian, for each chunk and each chunk that may be appended, the
 * position of its Blosc frame in the file. -1 is unknown: a chunk not there yet, or a writer that was interrupted.
 */

import { type ErrorPlace, HyperslabError } from "../../errors.ts";
import { checksumSize } from "../checksum/named-checksum.ts";
import { ByteCursor } from "../source/byte-cursor.ts";
import { ByteWriter } from "../source/byte-writer.ts";
import { type BloscpackHeader, LEAST_FRAME_BYTES } from "./file-header.ts";

export const OFFSET_BYTES = 8;
export const UNKNOWN_OFFSET = -1;

/** How many offsets the file has; 0 without offsets. */
export function offsetCount({ offsets, chunkCount, spareChunks }: BloscpackHeader): number {
  return offsets ? (chunkCount ?? 0) + spareChunks : 0;
}

/** Reads all offsets in `bytes`, which begin at byte `base` of the file; -1 where unknown. */
export function parseOffsets(bytes: Uint8Array, base: number, place: ErrorPlace = {}): Float64Array {
  const cursor = new ByteCursor(bytes, { base, place });
  return Float64Array.from({ length: Math.floor(bytes.byteLength / OFFSET_BYTES) }, () => {
    const offset = cursor.i64Number();
    if (offset < UNKNOWN_OFFSET) cursor.fail(`an offset of ${offset}`, OFFSET_BYTES);
    return offset;
  });
}

/** The bytes of offsets, and of `spare` unknown ones behind them. */
export function printOffsets(offsets: Iterable<number>, spare = 0): Uint8Array {
  const writer = new ByteWriter();
  for (const offset of offsets) writer.i64(offset);
  for (let i = 0; i < spare; i++) writer.i64(UNKNOWN_OFFSET);
  return writer.finish();
}

export interface OffsetLimits {
  readonly header: BloscpackHeader;
  /** Where the offsets begin, for messages. */
  readonly base: number;
  /** The index of the first of these offsets. */
  readonly first?: number;
  /** Where the first chunk may begin. */
  readonly dataStart: number;
  /** Where the chunk before the first of these offsets ends at the earliest; absent: `dataStart`. */
  readonly after?: number;
  /** Length of the file; undefined: not known. */
  readonly fileSize: number | undefined;
}

/** Fails with `invalid-data` unless known offsets lie in the file, in order, far enough apart for a frame each. */
export function checkOffsets(offsets: Float64Array, limits: OffsetLimits, place: ErrorPlace = {}): void {
  const { header, base, first = 0, dataStart, after = dataStart, fileSize = Number.POSITIVE_INFINITY } = limits;
  const least = LEAST_FRAME_BYTES + checksumSize(header.checksum);
  let end = after;
  for (const [index, offset] of offsets.entries()) {
    if (offset === UNKNOWN_OFFSET) continue;
    const fail = (why: string): never => {
      const at = base + OFFSET_BYTES * (first + index);
      const what = `the offset ${offset} of chunk ${first + index} ${why}, at byte ${at}`;
      throw new HyperslabError("invalid-data", what, { ...place, chunk: [first + index] });
    };
    if (offset < dataStart) fail(`lies before the chunks, which begin at ${dataStart}`);
    if (offset + least > fileSize) fail(`lies beyond the end of the file of ${fileSize} bytes`);
    if (offset < end) fail("is out of order or overlaps the chunk before it");
    end = offset + least;
  }
}
