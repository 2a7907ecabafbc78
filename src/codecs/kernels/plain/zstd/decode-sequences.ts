/**
 * The sequences of a block (RFC 8878, 3.1.1.3.2.1.2): each copies some literals and then a match from what was decoded
 * before. They are read from the bit stream first, and executed then.
 */
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";
import { backwardBits, bitsFrom, readBits } from "./backward-bits.ts";
import type { SequenceTable } from "./sequence-tables.ts";

/** Numbers of each sequence: value of the offset, length of the match, length of the literals. */
export const SEQUENCE_NUMBERS = 3;

/** Offsets have up to 31 bits, which are read in two parts. */
const PART = 16;

/** Reads `count` sequences from the stream, which must end with them. */
export function readSequences(
  bytes: Uint8Array,
  at: number,
  end: number,
  count: number,
  tables: readonly [SequenceTable, SequenceTable, SequenceTable],
): Uint32Array {
  const stream = backwardBits(bytes, at, end);
  const [lengths, offsets, matches] = tables;
  let length = readBits(stream, lengths.log);
  let offset = readBits(stream, offsets.log);
  let match = readBits(stream, matches.log);
  const { view } = stream;
  let left = stream.left;
  const sequences = new Uint32Array(count * SEQUENCE_NUMBERS);
  const last = sequences.length - SEQUENCE_NUMBERS;
  for (let i = 0; left >= 0; i += SEQUENCE_NUMBERS) {
    const offsetBits = offsets.extra[offset]!;
    const matchBits = matches.extra[match]!;
    const lengthBits = lengths.extra[length]!;
    left -= offsetBits + matchBits + lengthBits;
    if (left < 0) break;
    sequences[i] = offsets.smallest[offset]! + longBits(view, left + lengthBits + matchBits, offsetBits);
    sequences[i + 1] = matches.smallest[match]! + bitsFrom(view, left + lengthBits, matchBits);
    sequences[i + 2] = lengths.smallest[length]! + bitsFrom(view, left, lengthBits);
    // The last sequence has no states behind it.
    if (i === last) break;
    const nextOffset = offsets.bits[offset]!;
    const nextMatch = matches.bits[match]!;
    const nextLength = lengths.bits[length]!;
    left -= nextOffset + nextMatch + nextLength;
    if (left < 0) break;
    length = lengths.next[length]! + bitsFrom(view, left + nextOffset + nextMatch, nextLength);
    match = matches.next[match]! + bitsFrom(view, left + nextOffset, nextMatch);
    offset = offsets.next[offset]! + bitsFrom(view, left, nextOffset);
  }
  if (left !== 0) throw zstdError(ZSTD_ERRORS.badSequences);
  return sequences;
}

function longBits(view: DataView, position: number, count: number): number {
  if (count <= PART) return bitsFrom(view, position, count);
  return bitsFrom(view, position + PART, count - PART) * 65536 + bitsFrom(view, position, PART);
}
