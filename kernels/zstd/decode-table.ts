/**
 * Finite state entropy (RFC 8878, 4.1): a distribution says how many of a table's states belong to each symbol; the
 * table says for each state which value it stands for and which states may follow.
 */
import { COUNTS, NEXT_STATES, READ_LOG, READ_SYMBOLS, SPREAD } from "./workspace";

/** 32 bits from bit position `at` on; zeros stand for what lies behind the end. */
function forwardBits(source: usize, end: usize, at: u32): u32 {
  const from = source + (at >> 3);
  const shift = at & 7;
  if (end - from >= 5 && from < end) return <u32>((load<u32>(from) | ((<u64>load<u8>(from, 4)) << 32)) >> shift);
  let bits: u64 = 0;
  for (let i: usize = 0; i < 5; i++) if (from + i < end) bits |= (<u64>load<u8>(from + i)) << ((<u64>i) << 3);
  return <u32>(bits >> shift);
}

/**
 * Reads a distribution of at most `maxSymbols` symbols over at most 1 << `maxLog` states to COUNTS (-1: less than one
 * state, which still gets one), READ_LOG and READ_SYMBOLS. Returns the bytes it took, or 0 if it is broken.
 */
export function readDistribution(workspace: usize, source: usize, end: usize, maxSymbols: u32, maxLog: u32): usize {
  const counts = workspace + COUNTS;
  const log = (forwardBits(source, end, 0) & 15) + 5;
  if (log > maxLog) return 0;
  let at: u32 = 4;
  let remaining: i32 = 1 << log;
  let symbol: u32 = 0;
  while (remaining > 0) {
    if (symbol >= maxSymbols) return 0;
    // Values 0 .. remaining + 1 are possible. The smaller ones take a bit less.
    const width: u32 = 32 - clz(<u32>remaining + 1);
    const short: u32 = ((<u32>1) << width) - 2 - <u32>remaining;
    const bits = forwardBits(source, end, at);
    let value = bits & (((<u32>1) << (width - 1)) - 1);
    if (value < short) {
      at += width - 1;
    } else {
      value = bits & (((<u32>1) << width) - 1);
      if (value >= (<u32>1) << (width - 1)) value -= short;
      at += width;
    }
    const count = <i32>value - 1;
    store<i16>(counts + (symbol++ << 1), <i16>count);
    remaining -= count < 0 ? 1 : count;
    if (count != 0) continue;
    // Two bits say how many zeros follow; 3 means that two more bits follow.
    let more: u32;
    do {
      more = forwardBits(source, end, at) & 3;
      at += 2;
      if (symbol + more > maxSymbols) return 0;
      for (let i: u32 = 0; i < more; i++) store<i16>(counts + (symbol++ << 1), 0);
    } while (more == 3);
  }
  const used: usize = (at + 7) >> 3;
  if (remaining < 0 || used > end - source) return 0;
  store<u32>(workspace + READ_LOG, log);
  store<u32>(workspace + READ_SYMBOLS, symbol);
  return used;
}

/** Spreads the symbols of COUNTS over 1 << `log` states, at SPREAD, and prepares NEXT_STATES. */
export function spreadSymbols(workspace: usize, symbols: u32, log: u32): void {
  const counts = workspace + COUNTS;
  const next = workspace + NEXT_STATES;
  const spread = workspace + SPREAD;
  const size: u32 = 1 << log;
  const mask = size - 1;
  const step = (size >> 1) + (size >> 3) + 3;
  // Symbols of less than one state have the last ones.
  let last = mask;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const count = load<i16>(counts + (symbol << 1));
    if (count < 0) store<u8>(spread + last--, <u8>symbol);
    store<u16>(next + (symbol << 1), count < 0 ? 1 : <u16>count);
  }
  let at: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    for (let i = <i32>load<i16>(counts + (symbol << 1)); i > 0; i--) {
      store<u8>(spread + at, <u8>symbol);
      do {
        at = (at + step) & mask;
      } while (at > last);
    }
  }
}

/** Builds a sequence table for the distribution in COUNTS. */
export function buildTable(workspace: usize, table: usize, codes: usize, symbols: u32, log: u32): void {
  spreadSymbols(workspace, symbols, log);
  const next = workspace + NEXT_STATES;
  const spread = workspace + SPREAD;
  const size: u32 = 1 << log;
  let entry = workspace + table;
  for (let at: u32 = 0; at < size; at++) {
    const symbol = <u32>load<u8>(spread + at);
    const state = <u32>load<u16>(next + (symbol << 1));
    store<u16>(next + (symbol << 1), <u16>(state + 1));
    const bits = log + clz(state) - 31;
    const code = workspace + codes + (symbol << 3);
    store<u32>(entry, bits | (load<u32>(code, 4) << 8) | (((state << bits) - size) << 19));
    store<u32>(entry, load<u32>(code), 4);
    entry += 8;
  }
}

/** A table of one state: every value has this code. */
export function buildConstantTable(workspace: usize, table: usize, codes: usize, symbol: u32): void {
  const code = workspace + codes + (symbol << 3);
  store<u32>(workspace + table, load<u32>(code, 4) << 8);
  store<u32>(workspace + table, load<u32>(code), 4);
}
