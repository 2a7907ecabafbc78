/** The sequences section of a block: counts, the three tables and how each is given, and the bit stream. */
import { addBits, beginBits, endBits, flushBits } from "./forward-bits";
import {
  buildEncoder,
  chooseLog,
  costOf,
  encodeSymbol,
  firstState,
  normalize,
  writeDistribution,
} from "./encode-finite-state";
import {
  CODES,
  HISTOGRAM,
  SEQUENCE_COUNT,
  SEQUENCE_SIZE,
  SEQUENCES,
  SHORT_LENGTHS,
  SHORT_MATCHES,
  SPREAD,
  TABLE_SIZE,
  TABLES,
} from "./encode-layout";
import {
  highBit,
  LENGTH_CODE_COUNT,
  LENGTH_CODES,
  LENGTH_DEFAULT,
  MATCH_CODE_COUNT,
  MATCH_CODES,
  MATCH_DEFAULT,
  OFFSET_CODE_COUNT,
  OFFSET_DEFAULT,
  OFFSET_DEFAULT_COUNT,
} from "./finite-state";

const DEFAULT: u32 = 0;
const CONSTANT: u32 = 1;
const STORED: u32 = 2;

/** Chosen by `writeTable`. */
let chosenMode: u32 = 0;
let chosenLog: u32 = 0;

/** Fills the codes of short lengths from the tables of codes. */
export function prepareCodes(state: usize): void {
  for (let code: u32 = 0, at: u32 = 0; at < 64; at++) {
    while (code + 1 < LENGTH_CODE_COUNT && load<u32>(LENGTH_CODES + ((code + 1) << 3)) <= at) code++;
    store<u8>(state + SHORT_LENGTHS + at, <u8>code);
  }
  for (let code: u32 = 0, at: u32 = 0; at < 128; at++) {
    while (code + 1 < MATCH_CODE_COUNT && load<u32>(MATCH_CODES + ((code + 1) << 3)) <= at + 3) code++;
    store<u8>(state + SHORT_MATCHES + at, <u8>code);
  }
}

/** Codes of every sequence: four bytes each, the last unused. */
function findCodes(state: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) {
    const sequence = state + SEQUENCES + i * SEQUENCE_SIZE;
    const slot = state + CODES + (i << 2);
    const length = load<u32>(sequence);
    const match = load<u32>(sequence, 8) - 3;
    store<u8>(slot, length < 64 ? load<u8>(state + SHORT_LENGTHS + length) : <u8>(highBit(length) + 19));
    store<u8>(slot, <u8>highBit(load<u32>(sequence, 4)), 1);
    store<u8>(slot, match < 128 ? load<u8>(state + SHORT_MATCHES + match) : <u8>(highBit(match) + 36), 2);
  }
}

/** Writes the section; returns its end. */
export function writeSequences(state: usize, target: usize): usize {
  const count = load<u32>(state + SEQUENCE_COUNT);
  if (count < 128) {
    store<u8>(target++, <u8>count);
  } else if (count < 0x7f00) {
    store<u8>(target, <u8>((count >> 8) + 128));
    store<u8>(target, <u8>count, 1);
    target += 2;
  } else {
    store<u8>(target, 255);
    store<u16>(target, <u16>(count - 0x7f00), 1);
    target += 3;
  }
  if (count == 0) return target;
  findCodes(state, count);
  const modes = target++;
  target = writeTable(state, 0, count, LENGTH_CODE_COUNT, 9, LENGTH_DEFAULT, LENGTH_CODE_COUNT, 6, target);
  let mode = chosenMode << 6;
  const lengthLog = chosenLog;
  target = writeTable(state, 1, count, OFFSET_CODE_COUNT, 8, OFFSET_DEFAULT, OFFSET_DEFAULT_COUNT, 5, target);
  mode |= chosenMode << 4;
  const offsetLog = chosenLog;
  target = writeTable(state, 2, count, MATCH_CODE_COUNT, 9, MATCH_DEFAULT, MATCH_CODE_COUNT, 6, target);
  mode |= chosenMode << 2;
  store<u8>(modes, <u8>mode);
  return writeStream(state, count, lengthLog, offsetLog, chosenLog, target);
}

/** Chooses how one of the three tables is given, writes what that takes and builds the encoder. Returns the end. */
function writeTable(
  state: usize,
  kind: usize,
  count: u32,
  symbolCount: u32,
  maxLog: u32,
  fallback: usize,
  fallbackCount: u32,
  fallbackLog: u32,
  target: usize,
): usize {
  const histogram = state + HISTOGRAM;
  memory.fill(histogram, 0, symbolCount << 2);
  for (let i: u32 = 0; i < count; i++) {
    const slot = histogram + (<usize>load<u8>(state + CODES + kind + (i << 2)) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let most: u32 = 0;
  let last: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    const occurs = load<u32>(histogram + (symbol << 2));
    if (occurs > 0) last = symbol;
    most = max(most, occurs);
  }
  const table = state + TABLES + TABLE_SIZE * kind;
  const usual = costOf(histogram, symbolCount, fallback, fallbackCount, fallbackLog);
  if (most == count && (count > 2 || usual < 0)) {
    chosenMode = CONSTANT;
    chosenLog = 0;
    store<u8>(target, <u8>last);
    return target + 1;
  }
  const counts = state + SPREAD;
  const log = chooseLog(count, last, maxLog);
  if (most != count) {
    normalize(histogram, last + 1, count, log, counts);
    const end = writeDistribution(counts, last + 1, log, target);
    const own = costOf(histogram, last + 1, counts, last + 1, log) + <i64>((end - target) << 11);
    if (usual < 0 || own < usual) {
      chosenMode = STORED;
      chosenLog = log;
      buildEncoder(state, counts, last + 1, log, table);
      return end;
    }
  }
  chosenMode = DEFAULT;
  chosenLog = fallbackLog;
  buildEncoder(state, fallback, fallbackCount, fallbackLog, table);
  return target;
}

/** The stream, last sequence first, since it is read from its end. A log of 0 is a constant: it has no states. */
function writeStream(
  state: usize,
  count: u32,
  lengthLog: u32,
  offsetLog: u32,
  matchLog: u32,
  target: usize,
): usize {
  const lengthTable = state + TABLES;
  const offsetTable = lengthTable + TABLE_SIZE;
  const matchTable = offsetTable + TABLE_SIZE;
  const final = state + CODES + ((count - 1) << 2);
  let lengthState = lengthLog == 0 ? 0 : firstState(lengthTable, load<u8>(final));
  let offsetState = offsetLog == 0 ? 0 : firstState(offsetTable, load<u8>(final, 1));
  let matchState = matchLog == 0 ? 0 : firstState(matchTable, load<u8>(final, 2));
  beginBits(target);
  for (let i: i32 = count - 1; i >= 0; i--) {
    const codes = state + CODES + (i << 2);
    const sequence = state + SEQUENCES + i * SEQUENCE_SIZE;
    const lengthCode = <u32>load<u8>(codes);
    const offsetCode = <u32>load<u8>(codes, 1);
    const matchCode = <u32>load<u8>(codes, 2);
    if (<u32>i < count - 1) {
      if (offsetLog != 0) offsetState = encodeSymbol(offsetTable, offsetState, offsetCode);
      if (matchLog != 0) matchState = encodeSymbol(matchTable, matchState, matchCode);
      if (lengthLog != 0) lengthState = encodeSymbol(lengthTable, lengthState, lengthCode);
      flushBits();
    }
    const lengthEntry = LENGTH_CODES + (lengthCode << 3);
    const matchEntry = MATCH_CODES + (matchCode << 3);
    addBits(load<u32>(sequence) - load<u32>(lengthEntry), load<u32>(lengthEntry, 4));
    addBits(load<u32>(sequence, 8) - load<u32>(matchEntry), load<u32>(matchEntry, 4));
    flushBits();
    addBits(load<u32>(sequence, 4) - (1 << offsetCode), offsetCode);
    flushBits();
  }
  addBits(matchState & ((1 << matchLog) - 1), matchLog);
  addBits(offsetState & ((1 << offsetLog) - 1), offsetLog);
  addBits(lengthState & ((1 << lengthLog) - 1), lengthLog);
  flushBits();
  return endBits();
}
