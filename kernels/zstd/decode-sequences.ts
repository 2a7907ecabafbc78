/** The sequences of a block: their three tables, the bit stream that the tables decode, and the copies they ask for. */
import { bitsBeforeMark, peekBits, topBits } from "./backward-bits";
import { copyLiterals, copyMatch } from "./copy";
import {
  buildConstantTable,
  buildTable,
  LENGTH_CODE_COUNT,
  LENGTH_CODES,
  LENGTH_DEFAULT,
  MATCH_CODE_COUNT,
  MATCH_CODES,
  MATCH_DEFAULT,
  OFFSET_CODE_COUNT,
  OFFSET_DEFAULT,
  OFFSET_DEFAULT_COUNT,
  readDistribution,
} from "./finite-state";
import { COUNTS, LENGTH_TABLE, LOGS, MATCH_TABLE, OFFSET_TABLE, REPEATED, VALID } from "./memory-layout";

const CORRUPT: i32 = -1;
const TOO_LONG: i32 = -2;

/** Decodes what follows the literals. `limit` is what the block may give, `room` what there is place for. */
export function decodeSequences(
  state: usize,
  source: usize,
  end: usize,
  literals: usize,
  literalCount: usize,
  frameStart: usize,
  target: usize,
  limit: usize,
  room: usize,
): i32 {
  if (source >= end) return CORRUPT;
  let count = <u32>load<u8>(source++);
  if (count >= 128) {
    const bytes: usize = count == 255 ? 2 : 1;
    if (source + bytes > end) return CORRUPT;
    count = count == 255 ? <u32>load<u16>(source) + 0x7f00 : ((count - 128) << 8) + load<u8>(source);
    source += bytes;
  }
  if (literalCount > limit) return tooMuch(limit, room);
  if (count == 0) {
    if (source != end) return CORRUPT;
    memory.copy(target, literals, literalCount);
    return <i32>literalCount;
  }
  source = readTables(state, source, end);
  if (source == 0) return CORRUPT;
  return runSequences(state, source, end, count, literals, literalCount, frameStart, target, limit, room);
}

@inline
function tooMuch(limit: usize, room: usize): i32 {
  return limit == room ? TOO_LONG : CORRUPT;
}

/** Reads or repeats the three tables. Returns where the bit stream starts, or 0. */
function readTables(state: usize, source: usize, end: usize): usize {
  if (source >= end) return 0;
  const modes = <u32>load<u8>(source++);
  if ((modes & 3) != 0) return 0;
  source = readTable(
    state, 0, modes >> 6, source, end,
    LENGTH_CODE_COUNT, 9, LENGTH_CODES, LENGTH_DEFAULT, LENGTH_CODE_COUNT, 6, LENGTH_TABLE,
  );
  if (source == 0) return 0;
  source = readTable(
    state, 1, (modes >> 4) & 3, source, end,
    OFFSET_CODE_COUNT, 8, 0, OFFSET_DEFAULT, OFFSET_DEFAULT_COUNT, 5, OFFSET_TABLE,
  );
  if (source == 0) return 0;
  return readTable(
    state, 2, (modes >> 2) & 3, source, end,
    MATCH_CODE_COUNT, 9, MATCH_CODES, MATCH_DEFAULT, MATCH_CODE_COUNT, 6, MATCH_TABLE,
  );
}

const DEFAULT: u32 = 0;
const CONSTANT: u32 = 1;
const STORED: u32 = 2;

function readTable(
  state: usize,
  kind: usize,
  mode: u32,
  source: usize,
  end: usize,
  symbolCount: u32,
  maxLog: u32,
  codes: usize,
  fallback: usize,
  fallbackCount: u32,
  fallbackLog: u32,
  offset: usize,
): usize {
  const table = state + offset;
  let log: u32 = 0;
  if (mode == DEFAULT) {
    log = fallbackLog;
    buildTable(state, fallback, fallbackCount, log, codes, table);
  } else if (mode == CONSTANT) {
    if (source >= end) return 0;
    const symbol = <u32>load<u8>(source++);
    if (symbol >= symbolCount) return 0;
    buildConstantTable(symbol, codes, table);
  } else if (mode == STORED) {
    const header = readDistribution(state, source, end - source, symbolCount, maxLog);
    if (header < 0) return 0;
    log = header & 255;
    source += header >> 8;
    buildTable(state, state + COUNTS, symbolCount, log, codes, table);
  } else {
    return load<u8>(state + VALID + kind) == 0 ? 0 : source;
  }
  store<u8>(state + LOGS + kind, <u8>log);
  store<u8>(state + VALID + kind, 1);
  return source;
}

function runSequences(
  state: usize,
  stream: usize,
  end: usize,
  count: u32,
  literals: usize,
  literalCount: usize,
  frameStart: usize,
  target: usize,
  limit: usize,
  room: usize,
): i32 {
  let left = bitsBeforeMark(stream, end - stream);
  if (left < 0) return CORRUPT;
  const lengthTable = state + LENGTH_TABLE;
  const offsetTable = state + OFFSET_TABLE;
  const matchTable = state + MATCH_TABLE;
  let bits = peekBits(stream, left);
  let log = <u32>load<u8>(state + LOGS);
  let lengthState = topBits(bits, log);
  bits <<= <u64>log;
  left -= log;
  log = <u32>load<u8>(state + LOGS + 1);
  let offsetState = topBits(bits, log);
  bits <<= <u64>log;
  left -= log;
  log = <u32>load<u8>(state + LOGS + 2);
  let matchState = topBits(bits, log);
  left -= log;
  let repeated1 = load<u32>(state + REPEATED);
  let repeated2 = load<u32>(state + REPEATED, 4);
  let repeated3 = load<u32>(state + REPEATED, 8);
  const targetEnd = target + limit;
  const literalEnd = literals + literalCount;
  let at = target;
  while (true) {
    if (left < 0) return CORRUPT;
    const offsetEntry = load<u64>(offsetTable + (offsetState << 3));
    const matchEntry = load<u64>(matchTable + (matchState << 3));
    const lengthEntry = load<u64>(lengthTable + (lengthState << 3));
    // 57 bits are there: 31 for an offset and 16 for a match at most; then anew 16 for a length, 26 for the states.
    bits = peekBits(stream, left);
    let extra = <u32>(offsetEntry >> 24) & 255;
    let offset = <u32>(offsetEntry >> 32) + topBits(bits, extra);
    bits <<= <u64>extra;
    left -= extra;
    extra = <u32>(matchEntry >> 24) & 255;
    const matchLength = <usize>(matchEntry >> 32) + topBits(bits, extra);
    left -= extra;
    if (left < 0) return CORRUPT;
    bits = peekBits(stream, left);
    extra = <u32>(lengthEntry >> 24) & 255;
    const literalLength = <usize>(lengthEntry >> 32) + topBits(bits, extra);
    bits <<= <u64>extra;
    left -= extra;
    if (offset > 3) {
      offset -= 3;
      repeated3 = repeated2;
      repeated2 = repeated1;
      repeated1 = offset;
    } else {
      // Without literals the first of the three would repeat the match before, so the numbers mean one further on.
      const which = offset + (literalLength == 0 ? 1 : 0);
      if (which == 1) {
        offset = repeated1;
      } else {
        offset = which == 2 ? repeated2 : which == 3 ? repeated3 : repeated1 - 1;
        if (which != 2) repeated3 = repeated2;
        repeated2 = repeated1;
        repeated1 = offset;
      }
    }
    if (literalLength + matchLength > <usize>(targetEnd - at)) return tooMuch(limit, room);
    if (literalLength > literalEnd - literals) return CORRUPT;
    copyLiterals(at, literals, literalLength);
    at += literalLength;
    literals += literalLength;
    // One comparison also finds offset 0.
    if (<usize>offset - 1 >= at - frameStart) return CORRUPT;
    copyMatch(at, offset, matchLength);
    at += matchLength;
    if (--count == 0) break;
    let width = <u32>(lengthEntry >> 16) & 255;
    lengthState = (<u32>lengthEntry & 0xffff) + topBits(bits, width);
    bits <<= <u64>width;
    left -= width;
    width = <u32>(matchEntry >> 16) & 255;
    matchState = (<u32>matchEntry & 0xffff) + topBits(bits, width);
    bits <<= <u64>width;
    left -= width;
    width = <u32>(offsetEntry >> 16) & 255;
    offsetState = (<u32>offsetEntry & 0xffff) + topBits(bits, width);
    left -= width;
  }
  if (left != 0) return CORRUPT;
  const rest = literalEnd - literals;
  if (rest > targetEnd - at) return tooMuch(limit, room);
  memory.copy(at, literals, rest);
  store<u32>(state + REPEATED, repeated1);
  store<u32>(state + REPEATED, repeated2, 4);
  store<u32>(state + REPEATED, repeated3, 8);
  return <i32>(at + rest - target);
}
