/**
 * The sequences of a block (RFC 8878, 3.1.1.3.2): their codes, a table for each of the three kinds of codes, and the
 * bit stream, which is written from the last sequence to the first.
 */
import { DEFAULT_OFFSET_COUNT, LITERALS_CODE_COUNT, MATCH_CODE_COUNT, OFFSET_CODE_COUNT } from "./constants";
import {
  buildEncodingTable,
  distributeStates,
  firstState,
  nextState,
  stateBits,
  tableCost,
  tableLog,
  writeConstantTable,
  writeDistribution,
} from "./encode-table";
import {
  E_CHANGES,
  E_CODE_COUNTS,
  E_CODES,
  E_DEFAULT_TABLES,
  E_LITERALS_BITS,
  E_LITERALS_CODE,
  E_LONG_IS_MATCH,
  E_LONG_SEQUENCE,
  E_MATCH_BITS,
  E_MATCH_CODE,
  E_SEQUENCES,
  E_SEQUENCES_END,
  E_SLOTS,
  TABLE_SLOT,
} from "./encode-workspace";
import { closeBits } from "./forward-bits";

// Modes of tables.
const PREDEFINED: u32 = 0;
const CONSTANT: u32 = 1;
const DESCRIBED: u32 = 2;
const REPEATED: u32 = 3;

/** From so many sequences on, rare codes get less than a state. */
const MANY: u32 = 2048;

/**
 * Writes the sequences. Returns where they end, or 0 if that is not below `limit`. What lies up to 256 bytes
 * behind the limit may be overwritten.
 */
export function encodeSequences(workspace: usize, target: usize, limit: usize): usize {
  const count = (load<u32>(workspace + E_SEQUENCES_END) - <u32>(workspace + E_SEQUENCES)) >> 3;
  if (target >= limit) return 0;
  let at = writeCount(target, count);
  if (count == 0) return at < limit ? at : 0;
  findCodes(workspace, count);
  const modesAt = at++;
  const counts = workspace + E_CODE_COUNTS;
  const literalsMode = chooseTable(workspace, 1, counts, LITERALS_CODE_COUNT, LITERALS_CODE_COUNT, 9, count, at);
  at = tableEnd;
  const offsetMode = chooseTable(workspace, 2, counts + 256, OFFSET_CODE_COUNT, DEFAULT_OFFSET_COUNT, 8, count, at);
  at = tableEnd;
  const matchMode = chooseTable(workspace, 3, counts + 512, MATCH_CODE_COUNT, MATCH_CODE_COUNT, 9, count, at);
  at = tableEnd;
  store<u8>(modesAt, <u8>((literalsMode << 6) | (offsetMode << 4) | (matchMode << 2)));
  return writeStream(workspace, count, at, limit);
}

function writeCount(target: usize, count: u32): usize {
  if (count < 128) {
    store<u8>(target, <u8>count);
    return target + 1;
  }
  if (count < 0x7f00) {
    store<u8>(target, <u8>((count >> 8) + 128));
    store<u8>(target, <u8>count, 1);
    return target + 2;
  }
  store<u8>(target, 255);
  store<u16>(target, <u16>(count - 0x7f00), 1);
  return target + 3;
}

/** Finds the codes of all sequences and counts them. */
function findCodes(workspace: usize, count: u32): void {
  const counts = workspace + E_CODE_COUNTS;
  memory.fill(counts, 0, 3 * 256);
  let sequence = workspace + E_SEQUENCES;
  let codes = workspace + E_CODES;
  for (const end = sequence + (count << 3); sequence != end; sequence += 8) {
    const literalsLength = <u32>load<u16>(sequence, 4);
    const matchLength = <u32>load<u16>(sequence, 6);
    const literals =
      literalsLength < 64 ? <u32>load<u8>(workspace + literalsLength, E_LITERALS_CODE) : 50 - clz(literalsLength);
    const match = matchLength < 128 ? <u32>load<u8>(workspace + matchLength, E_MATCH_CODE) : 67 - clz(matchLength);
    const offset = 31 - clz(load<u32>(sequence));
    store<u32>(codes, literals | (offset << 8) | (match << 16));
    codes += 4;
    addOne(counts + (literals << 2));
    addOne(counts + 256 + (offset << 2));
    addOne(counts + 512 + (match << 2));
  }
  const long = <usize>load<u32>(workspace + E_LONG_SEQUENCE);
  if (long == 0) return;
  // Lengths of 65536 and more have the last code of their kind.
  const place = workspace + E_CODES + ((long - workspace - E_SEQUENCES) >> 1);
  const found = load<u32>(place);
  if (load<u32>(workspace + E_LONG_IS_MATCH) != 0) {
    moveCount(counts + 512, found >> 16, MATCH_CODE_COUNT - 1);
    store<u8>(place, <u8>(MATCH_CODE_COUNT - 1), 2);
  } else {
    moveCount(counts, found & 255, LITERALS_CODE_COUNT - 1);
    store<u8>(place, <u8>(LITERALS_CODE_COUNT - 1));
  }
}

@inline
function addOne(place: usize): void {
  store<u32>(place, load<u32>(place) + 1);
}

function moveCount(counts: usize, from: u32, to: u32): void {
  store<u32>(counts + (from << 2), load<u32>(counts + (from << 2)) - 1);
  store<u32>(counts + (to << 2), load<u32>(counts + (to << 2)) + 1);
}

/** Where the description of the table that was chosen last ends. */
let tableEnd: usize = 0;

/** Chooses the cheapest table for a kind of codes (1 to 3), puts it into the kind's other slot and describes it. */
function chooseTable(
  workspace: usize,
  kind: u32,
  counts: usize,
  codeCount: u32,
  defaultCount: u32,
  maxLog: u32,
  total: u32,
  target: usize,
): u32 {
  const slots = workspace + E_SLOTS + (kind << 4);
  const fresh = <usize>load<u32>(slots, 4);
  const fallback = workspace + E_DEFAULT_TABLES + <usize>(kind - 1) * TABLE_SLOT;
  const change = workspace + E_CHANGES + kind;
  let symbols: u32 = 0;
  let most: u32 = 0;
  for (let code: u32 = 0; code < codeCount; code++) {
    const count = load<u32>(counts + (code << 2));
    if (count != 0) symbols = code + 1;
    most = max(most, count);
  }
  tableEnd = target;
  const fallbackCost = symbols <= defaultCount ? tableCost(workspace, fallback, counts, symbols) : u32.MAX_VALUE;
  if (most == total && (total > 2 || fallbackCost == u32.MAX_VALUE)) {
    store<u8>(target, <u8>(symbols - 1));
    tableEnd = target + 1;
    writeConstantTable(fresh, symbols - 1);
    store<u8>(change, 2);
    return CONSTANT;
  }
  const repeated =
    load<u32>(slots, 8) != 0 ? tableCost(workspace, <usize>load<u32>(slots), counts, symbols) : u32.MAX_VALUE;
  let described = u32.MAX_VALUE;
  if (most != total) {
    distributeStates(fresh, counts, symbols, total, tableLog(maxLog, total, symbols), total >= MANY);
    const bytes = writeDistribution(fresh, symbols, target);
    described = tableCost(workspace, fresh, counts, symbols) + ((<u32>bytes) << 3);
    tableEnd = target + bytes;
  }
  if (repeated <= described && repeated <= fallbackCost) {
    tableEnd = target;
    store<u8>(change, 0);
    return REPEATED;
  }
  store<u8>(change, 1);
  if (described < fallbackCost) {
    buildEncodingTable(workspace, fresh, symbols);
    return DESCRIBED;
  }
  tableEnd = target;
  memory.copy(fresh, fallback, TABLE_SLOT);
  return PREDEFINED;
}

@inline
function lowBits(value: u32, count: u32): u64 {
  return <u64>(value & (((<u32>1) << count) - 1));
}

/** Writes the bit stream. Smallest values of codes are multiples of their range: the extra bits are the lowest ones. */
function writeStream(workspace: usize, count: u32, target: usize, limit: usize): usize {
  const literalsTable = tableInUse(workspace, 1);
  const offsetTable = tableInUse(workspace, 2);
  const matchTable = tableInUse(workspace, 3);
  const first = workspace + E_SEQUENCES;
  let sequence = first + ((count - 1) << 3);
  let codes = workspace + E_CODES + ((count - 1) << 2);
  let code = load<u32>(codes);
  let literalsState = firstState(literalsTable, code & 255);
  let offsetState = firstState(offsetTable, (code >> 8) & 255);
  let matchState = firstState(matchTable, code >> 16);
  let word: u64 = 0;
  let filled: u32 = 0;
  let at = target;
  while (true) {
    const offset = (code >> 8) & 255;
    const literalsExtra = <u32>load<u8>(workspace + (code & 255), E_LITERALS_BITS);
    const matchExtra = <u32>load<u8>(workspace + (code >> 16), E_MATCH_BITS);
    if (literalsExtra + matchExtra != 0) {
      word |= lowBits(<u32>load<u16>(sequence, 4), literalsExtra) << (<u64>filled);
      filled += literalsExtra;
      store<u64>(at, word);
      at += filled >> 3;
      word >>= <u64>(filled & ~7);
      filled &= 7;
      word |= lowBits(<u32>load<u16>(sequence, 6), matchExtra) << (<u64>filled);
      filled += matchExtra;
    }
    word |= lowBits(load<u32>(sequence), offset) << (<u64>filled);
    filled += offset;
    store<u64>(at, word);
    at += filled >> 3;
    word >>= <u64>(filled & ~7);
    filled &= 7;
    if (sequence == first) break;
    if (at > limit) return 0;
    sequence -= 8;
    codes -= 4;
    code = load<u32>(codes);
    let bits = stateBits(offsetTable, offsetState, (code >> 8) & 255);
    word |= lowBits(offsetState, bits) << (<u64>filled);
    filled += bits;
    offsetState = nextState(offsetTable, offsetState, (code >> 8) & 255, bits);
    bits = stateBits(matchTable, matchState, code >> 16);
    word |= lowBits(matchState, bits) << (<u64>filled);
    filled += bits;
    matchState = nextState(matchTable, matchState, code >> 16, bits);
    bits = stateBits(literalsTable, literalsState, code & 255);
    word |= lowBits(literalsState, bits) << (<u64>filled);
    filled += bits;
    literalsState = nextState(literalsTable, literalsState, code & 255, bits);
  }
  word |= lowBits(matchState, load<u32>(matchTable)) << (<u64>filled);
  filled += load<u32>(matchTable);
  word |= lowBits(offsetState, load<u32>(offsetTable)) << (<u64>filled);
  filled += load<u32>(offsetTable);
  word |= lowBits(literalsState, load<u32>(literalsTable)) << (<u64>filled);
  filled += load<u32>(literalsTable);
  const end = closeBits(at, word, filled);
  return end < limit ? end : 0;
}

/** The table that `chooseTable` has chosen. */
function tableInUse(workspace: usize, kind: u32): usize {
  const slots = workspace + E_SLOTS + (kind << 4);
  return <usize>(load<u8>(workspace + E_CHANGES + kind) == 0 ? load<u32>(slots) : load<u32>(slots, 4));
}
