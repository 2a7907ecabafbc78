/**
 * The sequences of a block (RFC 8878, 3.1.1.3.2): each copies some literals and then a match from what was decoded
 * before. They are read from the bit stream in batches and executed then: two small loops without calls, whose state
 * stays in registers, and branches of the one that were foretold wrongly do not undo work of the other.
 */
import { bitsBeforeMark, peekBits, topBits } from "./backward-bits";
import { BAD_SEQUENCES, BLOCK_TOO_LONG, OUTPUT_TOO_LONG } from "./error-codes";
import { executeSequences } from "./execute-sequences";
import {
  BATCH,
  BITS_LEFT,
  FAST_END,
  LITERALS_AT,
  LITERALS_END,
  LITERALS_LENGTH,
  LITERALS_TABLE,
  MASKS,
  MATCH_TABLE,
  NEXT_LITERAL,
  OFFSET_TABLE,
  OUTPUT,
  SEQUENCE_SIZE,
  SEQUENCES,
  STATE_LITERALS,
  STATE_MATCH,
  STATE_OFFSET,
  STREAM,
  TABLE_LOGS,
  WILD,
} from "./workspace";

/**
 * Decodes `count` sequences and the literals behind them. `blockEnd` is where the block must end at the latest,
 * `outputEnd` where the output ends. Returns the decoded length or an error.
 */
export function decodeSequences(
  workspace: usize,
  stream: usize,
  streamEnd: usize,
  count: u32,
  target: usize,
  blockEnd: usize,
  outputEnd: usize,
): i32 {
  if (!beginStream(workspace, stream, streamEnd)) return BAD_SEQUENCES;
  const literals = <usize>load<u32>(workspace + LITERALS_AT);
  const end = min(blockEnd, outputEnd);
  const tooLong = blockEnd <= outputEnd ? BLOCK_TOO_LONG : OUTPUT_TOO_LONG;
  store<u32>(workspace + OUTPUT, <u32>target);
  store<u32>(workspace + NEXT_LITERAL, <u32>literals);
  store<u32>(workspace + LITERALS_END, <u32>literals + load<u32>(workspace + LITERALS_LENGTH));
  store<u32>(workspace + FAST_END, <u32>(outputEnd - target < WILD ? target : min(blockEnd, outputEnd - WILD)));
  let rest = count - 1;
  do {
    // The last sequence has no states behind it.
    const batch = min(rest, BATCH - 1);
    if (!readSequences(workspace, batch)) return BAD_SEQUENCES;
    rest -= batch;
    if (rest == 0 && !readLastSequence(workspace, batch)) return BAD_SEQUENCES;
    const error = executeSequences(workspace, rest == 0 ? batch + 1 : batch, end, tooLong);
    if (error != 0) return error;
  } while (rest != 0);
  const output = <usize>load<u32>(workspace + OUTPUT);
  const literalsLeft = <usize>load<u32>(workspace + NEXT_LITERAL);
  const length = <usize>load<u32>(workspace + LITERALS_END) - literalsLeft;
  if (length > end - output) return tooLong;
  memory.copy(output, literalsLeft, length);
  return <i32>(output + length - target);
}

/** Reads the first states. A state is kept as workspace + 8 * state: the tables lie at constant distances from it. */
function beginStream(workspace: usize, stream: usize, end: usize): bool {
  const left = bitsBeforeMark(stream, end - stream);
  const logLiterals = load<u32>(workspace + TABLE_LOGS);
  const logOffset = load<u32>(workspace + TABLE_LOGS, 4);
  const logMatch = load<u32>(workspace + TABLE_LOGS, 8);
  const total = <i32>(logLiterals + logOffset + logMatch);
  if (left < total) return false;
  const bits = peekBits(stream, left);
  store<u32>(workspace + STATE_LITERALS, <u32>workspace + (topBits(bits, logLiterals) << 3));
  store<u32>(workspace + STATE_OFFSET, <u32>workspace + (topBits(bits << (<u64>logLiterals), logOffset) << 3));
  const behind = bits << (<u64>(logLiterals + logOffset));
  store<u32>(workspace + STATE_MATCH, <u32>workspace + (topBits(behind, logMatch) << 3));
  store<u32>(workspace + STREAM, <u32>stream);
  store<i32>(workspace + BITS_LEFT, left - total);
  return true;
}

@inline
function mask(workspace: usize, bits: u32): u32 {
  return load<u32>(workspace + (bits << 2), MASKS);
}

/** Added to the number of bits left, so that shifting it rounds up. */
const ROUND_UP: i32 = 7;

/** The word that ends with the byte of the next bit: its lowest 57 + (raised & 7) bits are to be read. */
@inline
function wordAt(stream: usize, raised: i32): u64 {
  return load<u64>(stream + (raised >> 3) - 8);
}

/** How many bits of that word are to be read: at least 57, which an offset and the next states may take. */
@inline
function bitsAt(raised: i32): u32 {
  return <u32>57 + (raised & 7);
}

/**
 * Reads `count` sequences to SEQUENCES. Returns false if the stream is too short. Positions are computed beside the
 * word, not by shifting it step by step: so the way from one state to the next is short.
 */
function readSequences(workspace: usize, count: u32): bool {
  const stream = <usize>load<u32>(workspace + STREAM);
  let raised = load<i32>(workspace + BITS_LEFT) + ROUND_UP;
  let literals = <usize>load<u32>(workspace + STATE_LITERALS);
  let offset = <usize>load<u32>(workspace + STATE_OFFSET);
  let match = <usize>load<u32>(workspace + STATE_MATCH);
  let sequence = workspace + SEQUENCES;
  const end = sequence + count * SEQUENCE_SIZE;
  for (; sequence != end; sequence += SEQUENCE_SIZE) {
    let word = wordAt(stream, raised);
    const offsetExtra = <u32>load<u8>(offset, OFFSET_TABLE + 1);
    let at = bitsAt(raised) - offsetExtra;
    raised -= <i32>offsetExtra;
    const offsetMask = mask(workspace, offsetExtra);
    store<u32>(sequence, (<u32>(word >> <u64>at) & offsetMask) + offsetMask + 1);
    const matchExtra = <u32>load<u8>(match, MATCH_TABLE + 1);
    const literalsExtra = <u32>load<u8>(literals, LITERALS_TABLE + 1);
    if (matchExtra + literalsExtra != 0) {
      if (raised < ROUND_UP) return false;
      word = wordAt(stream, raised);
      at = bitsAt(raised) - matchExtra;
      const matchMore = <u32>(word >> <u64>at) & mask(workspace, matchExtra);
      store<u32>(sequence, load<u32>(match, MATCH_TABLE + 4) + matchMore, 4);
      at -= literalsExtra;
      const literalsMore = <u32>(word >> <u64>at) & mask(workspace, literalsExtra);
      store<u32>(sequence, load<u32>(literals, LITERALS_TABLE + 4) + literalsMore, 8);
      raised -= <i32>(matchExtra + literalsExtra);
      if (raised < ROUND_UP) return false;
      word = wordAt(stream, raised);
      at = bitsAt(raised);
    } else {
      store<u32>(sequence, load<u32>(match, MATCH_TABLE + 4), 4);
      store<u32>(sequence, load<u32>(literals, LITERALS_TABLE + 4), 8);
    }
    const offsetBits = <u32>load<u8>(offset, OFFSET_TABLE);
    const matchBits = <u32>load<u8>(match, MATCH_TABLE);
    const literalsBits = <u32>load<u8>(literals, LITERALS_TABLE);
    const bits = literalsBits + matchBits + offsetBits;
    raised -= <i32>bits;
    if (raised < ROUND_UP) return false;
    at -= bits;
    const offsetNext = <u32>(word >> <u64>at) & mask(workspace, offsetBits);
    offset = workspace + <usize>load<u16>(offset, OFFSET_TABLE + 2) + (offsetNext << 3);
    at += offsetBits;
    const matchNext = <u32>(word >> <u64>at) & mask(workspace, matchBits);
    match = workspace + <usize>load<u16>(match, MATCH_TABLE + 2) + (matchNext << 3);
    at += matchBits;
    const literalsNext = <u32>(word >> <u64>at) & mask(workspace, literalsBits);
    literals = workspace + <usize>load<u16>(literals, LITERALS_TABLE + 2) + (literalsNext << 3);
  }
  store<i32>(workspace + BITS_LEFT, raised - ROUND_UP);
  store<u32>(workspace + STATE_LITERALS, <u32>literals);
  store<u32>(workspace + STATE_OFFSET, <u32>offset);
  store<u32>(workspace + STATE_MATCH, <u32>match);
  return true;
}

/** Reads the last sequence of a block to place `index`, and checks that the stream ends with it. */
function readLastSequence(workspace: usize, index: u32): bool {
  const stream = <usize>load<u32>(workspace + STREAM);
  let left = load<i32>(workspace + BITS_LEFT);
  const literals = <usize>load<u32>(workspace + STATE_LITERALS);
  const offset = <usize>load<u32>(workspace + STATE_OFFSET);
  const match = <usize>load<u32>(workspace + STATE_MATCH);
  const offsetExtra = <u32>load<u8>(offset, OFFSET_TABLE + 1);
  const matchExtra = <u32>load<u8>(match, MATCH_TABLE + 1);
  const literalsExtra = <u32>load<u8>(literals, LITERALS_TABLE + 1);
  if (left != <i32>(offsetExtra + matchExtra + literalsExtra)) return false;
  const sequence = workspace + SEQUENCES + index * SEQUENCE_SIZE;
  store<u32>(sequence, ((<u32>1) << offsetExtra) + topBits(peekBits(stream, left), offsetExtra));
  left -= <i32>offsetExtra;
  const bits = peekBits(stream, left);
  store<u32>(sequence, load<u32>(match, MATCH_TABLE + 4) + topBits(bits, matchExtra), 4);
  store<u32>(sequence, load<u32>(literals, LITERALS_TABLE + 4) + topBits(bits << (<u64>matchExtra), literalsExtra), 8);
  return true;
}
