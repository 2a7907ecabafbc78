/**
 * How hard each level looks for matches. Level 0 is level 3, as in libzstd, and sizes come near those of libzstd at the
 * same level up to 12. Levels beyond that search like 12; negative ones trade size for speed.
 */
import {
  E_ATTEMPTS,
  E_DEPTH,
  E_FINDER_TABLES,
  E_HASH_LOG,
  E_HASH_SHIFT,
  E_HASH_TABLE,
  E_RAW_LITERALS,
  E_ROW_HEADS,
  E_ROW_LOG,
  E_ROW_POSITIONS,
  E_ROW_SHIFT,
  E_ROW_TAGS,
  E_SHORT_LOG,
  E_SHORT_TABLE,
  E_STEP,
  E_STRATEGY,
  E_WINDOW,
} from "./encode-workspace";

// Strategies.
export const FAST: u32 = 0;
export const DOUBLE: u32 = 1;
export const ROWS: u32 = 2;

const DEFAULT_LEVEL: i32 = 3;
const LEAST_LOG: u32 = 10;

// Short sources are searched harder, as shorter matches pay: their offsets are smaller.
const SMALL: usize = 16 * 1024;
const MEDIUM: usize = 128 * 1024;
const LARGE: usize = 256 * 1024;

@inline
function effectiveLevel(level: i32): i32 {
  return level == 0 ? DEFAULT_LEVEL : level;
}

/** A table need not have more than twice as many places as the source has bytes. */
function tableLog(most: u32, length: usize): u32 {
  const log: u32 = length < 2 ? 1 : 33 - clz(<u32>length - 1);
  return max(LEAST_LOG, min(most, log));
}

/** Window of a level, as a power of two. */
export function windowLog(level: i32): u32 {
  const effective = effectiveLevel(level);
  return effective <= 1 ? 19 : effective == 2 ? 20 : effective <= 8 ? 21 : 22;
}

// Tables of the three strategies.
@inline
function fastLog(level: i32, length: usize): u32 {
  return tableLog(level < 0 ? 13 : level == 1 ? (length <= SMALL ? 15 : 14) : 16, length);
}

@inline
function longLog(level: i32, length: usize): u32 {
  return tableLog(level == 3 ? 17 : 18, length);
}

@inline
function shortLog(level: i32, length: usize): u32 {
  return tableLog(level == 3 ? 16 : 18, length);
}

/** Half as large: they have a place for every position, and twice as large a table would miss the caches. */
@inline
function rowsLog(level: i32, length: usize): u32 {
  return tableLog(level <= 6 ? 19 : level <= 8 ? 20 : 22, (length + 1) >> 1);
}

/** Places of a row, as a power of two. */
function rowLog(level: i32, length: usize): u32 {
  if (level <= 9) return level == 5 && length <= LARGE && length > MEDIUM ? 5 : 4;
  return level == 10 ? 5 : 6;
}

/** Where two tables are not enough. */
@inline
function usesRows(level: i32, length: usize): bool {
  return level > 4 || (level == 4 && (length <= SMALL || (length > MEDIUM && length <= LARGE)));
}

/** Bytes of an encoder's workspace for a source of this length at this level. */
export function encoderSize(level: i32, length: usize): usize {
  const effective = effectiveLevel(level);
  if (effective <= 2) return E_FINDER_TABLES + ((<usize>4) << fastLog(effective, length));
  if (!usesRows(effective, length)) {
    return E_FINDER_TABLES + ((<usize>4) << longLog(effective, length)) + ((<usize>4) << shortLog(effective, length));
  }
  const log = rowsLog(effective, length);
  return E_FINDER_TABLES + rowHeads(log, rowLog(effective, length)) + ((<usize>5) << log);
}

/** Bytes that say where the newest place of each row is. */
@inline
function rowHeads(log: u32, row: u32): usize {
  return (((<usize>1) << (log - row)) + 63) & ~63;
}

/** Writes the parameters of a level for a source of this length. */
export function setLevel(workspace: usize, level: i32, length: usize): void {
  const effective = effectiveLevel(level);
  store<u32>(workspace + E_WINDOW, (<u32>1) << windowLog(level));
  store<u32>(workspace + E_RAW_LITERALS, effective < 0 ? 1 : 0);
  store<u32>(workspace + E_HASH_TABLE, <u32>(workspace + E_FINDER_TABLES));
  if (effective <= 2) setFast(workspace, effective, length);
  else if (!usesRows(effective, length)) setDouble(workspace, effective, length);
  else setRows(workspace, effective, length);
}

/** So many bytes are hashed: so far a word is shifted. */
@inline
function hashShift(bytes: u32): u32 {
  return 64 - (bytes << 3);
}

function setFast(workspace: usize, level: i32, length: usize): void {
  store<u32>(workspace + E_STRATEGY, FAST);
  store<u32>(workspace + E_HASH_LOG, fastLog(level, length));
  store<u32>(workspace + E_STEP, level < 0 ? <u32>min(1 - level, 1 << 17) : 2);
  const bytes: u32 = length <= SMALL ? (level == 2 ? 4 : 5) : length <= LARGE && level != 1 ? 5 : 6;
  store<u32>(workspace + E_HASH_SHIFT, hashShift(bytes));
}

function setDouble(workspace: usize, level: i32, length: usize): void {
  const log = longLog(level, length);
  store<u32>(workspace + E_STRATEGY, DOUBLE);
  store<u32>(workspace + E_HASH_LOG, log);
  store<u32>(workspace + E_SHORT_TABLE, <u32>(workspace + E_FINDER_TABLES) + ((<u32>4) << log));
  store<u32>(workspace + E_SHORT_LOG, shortLog(level, length));
  const bytes: u32 = length <= SMALL || (length <= LARGE && (level == 4 || length > MEDIUM)) ? 4 : 5;
  store<u32>(workspace + E_HASH_SHIFT, hashShift(bytes));
}

function setRows(workspace: usize, level: i32, length: usize): void {
  const row = rowLog(level, length);
  const log = rowsLog(level, length);
  store<u32>(workspace + E_STRATEGY, ROWS);
  // How far a match may be put off.
  const putOff = length <= SMALL ? level + 2 : length <= MEDIUM ? level + 1 : level;
  store<u32>(workspace + E_DEPTH, putOff <= (length <= MEDIUM ? 6 : 5) ? 0 : putOff <= 7 ? 1 : 2);
  const few = level <= 6 && row == 4 && !(level == 4 && length <= SMALL);
  store<u32>(workspace + E_ATTEMPTS, few ? 8 : (<u32>1) << row);
  store<u32>(workspace + E_HASH_SHIFT, hashShift(length <= MEDIUM || (length <= LARGE && level > 6) ? 4 : 5));
  store<u32>(workspace + E_ROW_LOG, row);
  // Rows are numbered by the highest bits of a hash, the 8 below are the tag.
  store<u32>(workspace + E_ROW_SHIFT, 64 - (log - row + 8));
  const heads = <u32>(workspace + E_FINDER_TABLES);
  const tags = heads + <u32>rowHeads(log, row);
  store<u32>(workspace + E_ROW_HEADS, heads);
  store<u32>(workspace + E_ROW_TAGS, tags);
  store<u32>(workspace + E_ROW_POSITIONS, tags + ((<u32>1) << log));
}
