/**
 * Finite state entropy (RFC 8878, 4.1). A distribution gives each symbol a share of 2^log states; a decoding table tells
 * for each state its symbol, how many bits lead to the next state, and the least of those states.
 *
 * An entry of a table is a u64: next state (16 bits), bits to read for it (8), extra bits of the value (8), value (32).
 */
import { COUNTS, NEXT, SYMBOLS } from "./memory-layout";

/** Position of the highest bit; `value` is not 0. */
@inline
export function highBit(value: u32): u32 {
  return 31 - <u32>clz(value);
}

/** Least value and extra bits of each code of literal lengths, offsets and match lengths: u32 value, u32 bits. */
export const LENGTH_CODES: usize = memory.data<u32>([
  0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9, 0, 10, 0, 11, 0, 12, 0, 13, 0, 14, 0, 15, 0, 16, 1, 18, 1,
  20, 1, 22, 1, 24, 2, 28, 2, 32, 3, 40, 3, 48, 4, 64, 6, 128, 7, 256, 8, 512, 9, 1024, 10, 2048, 11, 4096, 12, 8192,
  13, 16384, 14, 32768, 15, 65536, 16,
]);
export const MATCH_CODES: usize = memory.data<u32>([
  3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 8, 0, 9, 0, 10, 0, 11, 0, 12, 0, 13, 0, 14, 0, 15, 0, 16, 0, 17, 0, 18, 0, 19, 0, 20, 0,
  21, 0, 22, 0, 23, 0, 24, 0, 25, 0, 26, 0, 27, 0, 28, 0, 29, 0, 30, 0, 31, 0, 32, 0, 33, 0, 34, 0, 35, 1, 37, 1, 39, 1,
  41, 1, 43, 2, 47, 2, 51, 3, 59, 3, 67, 4, 83, 4, 99, 5, 131, 7, 259, 8, 515, 9, 1027, 10, 2051, 11, 4099, 12, 8195,
  13, 16387, 14, 32771, 15, 65539, 16,
]);
export const LENGTH_CODE_COUNT: u32 = 36;
export const MATCH_CODE_COUNT: u32 = 53;
export const OFFSET_CODE_COUNT: u32 = 32;

/** Distributions that blocks may use without storing them. */
export const LENGTH_DEFAULT: usize = memory.data<i16>([
  4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1, -1, -1,
]);
export const OFFSET_DEFAULT: usize = memory.data<i16>([
  1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1,
]);
export const MATCH_DEFAULT: usize = memory.data<i16>([
  1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
]);
export const OFFSET_DEFAULT_COUNT: u32 = 29;

/**
 * Reads a distribution into the state's counts, the rest of `symbolCount` zeroed. Returns bytes used << 8 | log, or -1.
 * The 4 bytes behind `length` must be readable.
 */
export function readDistribution(state: usize, source: usize, length: usize, symbolCount: u32, maxLog: u32): i32 {
  if (length < 1) return -1;
  const counts = state + COUNTS;
  memory.fill(counts, 0, symbolCount << 1);
  const log = <u32>(load<u8>(source) & 15) + 5;
  if (log > maxLog) return -1;
  const total = <u32>length << 3;
  let position: u32 = 4;
  let remaining: i32 = 1 << log;
  let symbol: u32 = 0;
  while (remaining > 0) {
    if (symbol >= symbolCount || position >= total) return -1;
    // A value of 0 .. remaining + 1 takes one bit less where its low bits alone decide.
    const bits = highBit(remaining + 1) + 1;
    const mask: u32 = (1 << (bits - 1)) - 1;
    const threshold: u32 = (1 << bits) - 2 - <u32>remaining;
    let value = (load<u32>(source + (position >> 3)) >> (position & 7)) & ((1 << bits) - 1);
    if ((value & mask) < threshold) {
      value &= mask;
      position += bits - 1;
    } else {
      if (value > mask) value -= threshold;
      position += bits;
    }
    const count = <i32>value - 1;
    store<i16>(counts + (symbol++ << 1), <i16>count);
    remaining -= count < 0 ? 1 : count;
    if (remaining < 0) return -1;
    if (count != 0) continue;
    // Zeros come in runs: two bits say how many more, 3 goes on.
    let more: u32;
    do {
      if (position >= total) return -1;
      more = (load<u32>(source + (position >> 3)) >> (position & 7)) & 3;
      position += 2;
      symbol += more;
    } while (more == 3 && symbol < symbolCount);
  }
  const used = (position + 7) >> 3;
  if (used > <u32>length || symbol > symbolCount) return -1;
  return (used << 8) | log;
}

/** Spreads the symbols of a distribution over the states, and counts the state's own `next` for each symbol. */
export function spreadSymbols(state: usize, counts: usize, symbolCount: u32, log: u32): void {
  const symbols = state + SYMBOLS;
  const next = state + NEXT;
  const size: u32 = 1 << log;
  const step = (size >> 1) + (size >> 3) + 3;
  let high = size - 1;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    const count = load<i16>(counts + (symbol << 1));
    store<u16>(next + (symbol << 1), count < 0 ? 1 : <u16>count);
    if (count < 0) store<u8>(symbols + high--, <u8>symbol);
  }
  let position: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    const count = <i32>load<i16>(counts + (symbol << 1));
    for (let i = 0; i < count; i++) {
      store<u8>(symbols + position, <u8>symbol);
      do position = (position + step) & (size - 1);
      while (position > high);
    }
  }
}

/** Builds a decoding table. `codes`: value and extra bits of each symbol; 0: those of offsets, 2^symbol. */
export function buildTable(state: usize, counts: usize, symbolCount: u32, log: u32, codes: usize, table: usize): void {
  spreadSymbols(state, counts, symbolCount, log);
  const symbols = state + SYMBOLS;
  const next = state + NEXT;
  const size: u32 = 1 << log;
  for (let i: u32 = 0; i < size; i++) {
    const symbol = <u32>load<u8>(symbols + i);
    const slot = next + (symbol << 1);
    const reached = <u32>load<u16>(slot);
    store<u16>(slot, <u16>(reached + 1));
    const bits = log - highBit(reached);
    store<u64>(table + (i << 3), entryOf(symbol, codes, (reached << bits) - size, bits));
  }
}

@inline
function entryOf(symbol: u32, codes: usize, next: u32, bits: u32): u64 {
  const value: u32 = codes == 0 ? 1 << symbol : load<u32>(codes + (symbol << 3));
  const extra: u32 = codes == 0 ? symbol : load<u32>(codes + (symbol << 3), 4);
  return <u64>next | (<u64>bits << 16) | (<u64>extra << 24) | (<u64>value << 32);
}

/** A table of one state that always means the same symbol. */
export function buildConstantTable(symbol: u32, codes: usize, table: usize): void {
  store<u64>(table, entryOf(symbol, codes, 0, 0));
}
