/**
 * The sequences of a block (RFC 8878, 3.1.1.3.2.1.2): each copies some literals and then a match from the bytes decoded
 * before. They are first read from the bit stream, then executed.
 */
import { ZSTD_ERRORS, zstdError } from "../../zstd/errors.ts";
import { backwardBits, bitsFrom, readBits } from "./backward-bits.ts";
import type { BlockState } from "./decode-block.ts";
import type { Output } from "./frame-decoder.ts";
import type { SequenceTable } from "./sequence-tables.ts";

/** Numbers per sequence: value of the offset, length of the match, length of the literals. */
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
    // No states follow the last sequence.
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

/** Appends to `output`, which has room for the block. */
export function executeSequences(
  sequences: Uint32Array,
  literals: Uint8Array,
  state: BlockState,
  output: Output,
  blockLimit: number,
): void {
  const { bytes, limit } = output;
  const { reach } = state;
  const stop = Math.min(output.length + blockLimit, limit);
  const tooLong = output.length + blockLimit <= limit ? ZSTD_ERRORS.blockTooLong : ZSTD_ERRORS.outputTooLong;
  let [first, second, third] = state.repeats;
  let target = output.length;
  let literal = 0;
  for (let i = 0; i < sequences.length; i += SEQUENCE_NUMBERS) {
    const value = sequences[i]!;
    const matchLength = sequences[i + 1]!;
    const literalsLength = sequences[i + 2]!;
    // Values 1 to 3 repeat one of the last offsets. Without literals the first of them would continue the previous match, so
    // the numbers are shifted by one. In blocks of zstd 0.7 it may: 0.
    const which = value > 3 ? 4 : literalsLength === 0 ? value : value - 1;
    if (which !== 0) {
      const distance = value > 3 ? value - 3 : which === 1 ? second : which === 2 ? third : first - 1;
      if (which !== 1) third = second;
      second = first;
      first = distance;
    }
    if (literalsLength > literals.byteLength - literal) throw zstdError(ZSTD_ERRORS.badSequences);
    if (literalsLength + matchLength > stop - target) throw zstdError(tooLong, limit);
    for (let k = 0; k < literalsLength; k++) bytes[target + k] = literals[literal + k]!;
    target += literalsLength;
    literal += literalsLength;
    if (first === 0 || first > target - reach) throw zstdError(ZSTD_ERRORS.badOffset);
    copyMatch(bytes, target, first, matchLength);
    target += matchLength;
  }
  state.repeats = [first, second, third];
  const rest = literals.byteLength - literal;
  if (rest > stop - target) throw zstdError(tooLong, limit);
  bytes.set(literals.subarray(literal), target);
  output.length = target + rest;
}

/** From this length on the engine's own copy is worth its call. */
const BULK = 64;

function copyMatch(bytes: Uint8Array, target: number, distance: number, length: number): void {
  if (length < BULK) {
    const end = target + length;
    for (let at = target; at < end; at++) bytes[at] = bytes[at - distance]!;
    return;
  }
  // One period first, then the output so far is appended to itself, doubling each time.
  let done = Math.min(distance, length);
  bytes.copyWithin(target, target - distance, target - distance + done);
  while (done < length) {
    const count = Math.min(done, length - done);
    bytes.copyWithin(target + done, target, target + count);
    done += count;
  }
}
