/**
 * Finite state entropy for encoders (RFC 8878, 4.1). A symbol of `count` states has, seen from a state, either b or b-1
 * bits: (state + delta) >> 16 tells how many. The rest of the state selects the next one among those of the symbol.
 */
import { E_LOGARITHMS, E_SCRATCH, TABLE_COUNTS, TABLE_STATES, TABLE_SYMBOLS } from "./encode-workspace";

const LEAST_LOG: u32 = 5;

/** A size for the table of `total` symbols below `symbols`: large enough to tell them apart, not larger than useful. */
export function tableLog(most: u32, total: u32, symbols: u32): u32 {
  const useful: u32 = max(LEAST_LOG + 2, 31 - clz(total - 1)) - 2;
  const needed: u32 = min(32 - clz(total), 33 - clz(symbols - 1));
  return min(max(max(min(most, useful), needed), LEAST_LOG), most);
}

/**
 * Distributes 1 << log states to symbols by their counts (u32 each, two symbols at least) and writes the distribution
 * to the slot. `rare`: symbols that deserve less than a state get one marked as such (-1).
 */
export function distributeStates(slot: usize, counts: usize, symbols: u32, total: u32, log: u32, rare: bool): void {
  memory.fill(slot + TABLE_COUNTS, 0, TABLE_SYMBOLS - TABLE_COUNTS);
  const size = (<i32>1) << log;
  const scale = <f64>size / <f64>total;
  let left = size;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const count = load<u32>(counts + (symbol << 2));
    let states: i32 = 0;
    if (count != 0) {
      const share = <f64>count * scale;
      // Rounding up pays for small shares, as costs are logarithms.
      states = share < 1 ? 1 : <i32>(share + (share < 8 ? 0.4 : 0.5));
      left -= states;
      if (share < 1 && rare) states = -1;
    }
    store<i16>(slot + TABLE_COUNTS + (symbol << 1), <i16>states);
  }
  while (left != 0) {
    const change = left > 0 ? 1 : -1;
    const symbol = cheapestChange(slot, counts, symbols, change);
    const place = slot + TABLE_COUNTS + (symbol << 1);
    store<i16>(place, load<i16>(place) + <i16>change);
    left -= change;
  }
  store<u32>(slot, log);
}

/** The symbol that gains most by a state more, or loses least by one less. */
function cheapestChange(slot: usize, counts: usize, symbols: u32, change: i32): u32 {
  let found: u32 = 0;
  let best: f64 = -Infinity;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const states = <i32>load<i16>(slot + TABLE_COUNTS + (symbol << 1));
    if (states < 1 || states + change < 1) continue;
    const worth = (<f64>load<u32>(counts + (symbol << 2)) * <f64>change) / (<f64>states + 0.5 * <f64>change);
    if (worth > best) {
      best = worth;
      found = symbol;
    }
  }
  return found;
}

/** Writes a distribution as decode-table.ts reads it. Returns the bytes it took; up to 8 behind are overwritten. */
export function writeDistribution(slot: usize, symbols: u32, target: usize): usize {
  const log = load<u32>(slot);
  let bits: u64 = log - 5;
  let count: u32 = 4;
  let at = target;
  let remaining = (<i32>1) << log;
  for (let symbol: u32 = 0; remaining > 0; ) {
    const states = <i32>load<i16>(slot + TABLE_COUNTS + (symbol++ << 1));
    const value = <u32>(states + 1);
    const width: u32 = 32 - clz(<u32>remaining + 1);
    const short: u32 = ((<u32>1) << width) - 2 - <u32>remaining;
    if (value < short) {
      bits |= (<u64>value) << (<u64>count);
      count += width - 1;
    } else {
      bits |= (<u64>(value < (<u32>1) << (width - 1) ? value : value + short)) << (<u64>count);
      count += width;
    }
    remaining -= states < 0 ? 1 : states;
    if (states == 0) {
      let zeros: u32 = 0;
      while (symbol < symbols && load<i16>(slot + TABLE_COUNTS + (symbol << 1)) == 0) {
        zeros++;
        symbol++;
        if (zeros % 3 == 0) {
          bits |= (<u64>3) << (<u64>count);
          count += 2;
          store<u64>(at, bits);
          at += count >> 3;
          bits >>= <u64>(count & ~7);
          count &= 7;
        }
      }
      bits |= (<u64>(zeros % 3)) << (<u64>count);
      count += 2;
    }
    store<u64>(at, bits);
    at += count >> 3;
    bits >>= <u64>(count & ~7);
    count &= 7;
  }
  return at + ((count + 7) >> 3) - target;
}

/** Builds the encoding table of the distribution in the slot. */
export function buildEncodingTable(workspace: usize, slot: usize, symbols: u32): void {
  const log = load<u32>(slot);
  const size: u32 = 1 << log;
  const mask = size - 1;
  const step = (size >> 1) + (size >> 3) + 3;
  const counts = slot + TABLE_COUNTS;
  // For each symbol where its next state goes, u32 each; then the symbols as they are spread.
  const places = workspace + E_SCRATCH;
  const spread = places + 256 * 4;
  let begin: u32 = 0;
  let last = mask;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const states = <i32>load<i16>(counts + (symbol << 1));
    store<u32>(places + (symbol << 2), begin);
    writeSymbol(slot + TABLE_SYMBOLS + (symbol << 3), states < 0 ? 1 : <u32>states, begin, log);
    if (states < 0) store<u8>(spread + last--, <u8>symbol);
    begin += states < 0 ? 1 : <u32>states;
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
  for (let state: u32 = 0; state < size; state++) {
    const place = places + ((<u32>load<u8>(spread + state)) << 2);
    const to = load<u32>(place);
    store<u32>(place, to + 1);
    store<u16>(slot + TABLE_STATES + (to << 1), <u16>(size + state));
  }
}

function writeSymbol(target: usize, states: u32, begin: u32, log: u32): void {
  if (states == 0) return;
  const most = log - (states > 1 ? 31 - clz(states - 1) : 0);
  store<u32>(target, (most << 16) - (states << most));
  store<i32>(target, <i32>(begin - states), 4);
}

/** Costs of `counts` (u32 each) in bits, or `u32.MAX_VALUE` if the table lacks a symbol. */
export function tableCost(workspace: usize, slot: usize, counts: usize, symbols: u32): u32 {
  const log = load<u32>(slot) << 8;
  let cost: u64 = 0;
  for (let symbol: u32 = 0; symbol < symbols; symbol++) {
    const count = load<u32>(counts + (symbol << 2));
    if (count == 0) continue;
    const states = <i32>load<i16>(slot + TABLE_COUNTS + (symbol << 1));
    if (states == 0) return u32.MAX_VALUE;
    const known = states < 0 ? 1 : <u32>states;
    cost += <u64>count * <u64>(log - <u32>load<u16>(workspace + E_LOGARITHMS + (known << 1)));
  }
  return <u32>(cost >> 8);
}

/** The first state, for the symbol that is decoded last. */
@inline
export function firstState(slot: usize, symbol: u32): u32 {
  const entry = slot + TABLE_SYMBOLS + (symbol << 3);
  const delta = load<u32>(entry);
  const bits = (delta + (1 << 15)) >> 16;
  const value = ((bits << 16) - delta) >> bits;
  return <u32>load<u16>(slot + TABLE_STATES + ((value + load<u32>(entry, 4)) << 1));
}

/** How many bits of the state are written before a symbol. */
@inline
export function stateBits(slot: usize, state: u32, symbol: u32): u32 {
  return (state + load<u32>(slot + TABLE_SYMBOLS + (symbol << 3))) >> 16;
}

@inline
export function nextState(slot: usize, state: u32, symbol: u32, bits: u32): u32 {
  const entry = slot + TABLE_SYMBOLS + (symbol << 3);
  return <u32>load<u16>(slot + TABLE_STATES + (((state >> bits) + load<u32>(entry, 4)) << 1));
}

/** A table for one symbol, which takes no bits. */
export function writeConstantTable(slot: usize, symbol: u32): void {
  store<u32>(slot, 0);
  store<u64>(slot + TABLE_SYMBOLS + (symbol << 3), 0);
  store<u16>(slot + TABLE_STATES, 0);
}
