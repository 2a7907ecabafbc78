/**
 * Finite state entropy, the encoding side: from counts to a distribution of 2^log states, to its stored form, to tables.
 *
 * A table is: u16 states[512], then for each symbol an i32 that gives the bits to emit ((state + it) >> 16) and an i32
 * to add to the rest of the state for its place in `states`.
 */
import { addBits } from "./forward-bits";
import { highBit, spreadSymbols } from "./finite-state";
import { COUNTS, NEXT, SYMBOLS } from "./memory-layout";
import { SPREAD } from "./encode-layout";

const TRANSFORMS: usize = 512 * 2;

/** log2 in 1/256, near enough to compare costs. */
@inline
export function logarithm(value: u32): u32 {
  const whole = highBit(value);
  const fraction = whole >= 8 ? (value >> (whole - 8)) & 255 : (value << (8 - whole)) & 255;
  return (whole << 8) + fraction;
}

/** How many bits of state are worth their table for so many symbols, and enough to give each symbol one. */
export function chooseLog(total: u32, lastSymbol: u32, maxLog: u32): u32 {
  const enough = <i32>highBit(lastSymbol | 1) + 2;
  const useful = <i32>highBit(total) - 2;
  return <u32>max(5, min(<i32>maxLog, max(useful, enough)));
}

/** Shares out 2^log states in proportion to the counts, at least one to each symbol that occurs. */
export function normalize(histogram: usize, symbolCount: u32, total: u32, log: u32, counts: usize): void {
  let left: i32 = 1 << log;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    const count = load<u32>(histogram + (symbol << 2));
    const share = <u32>(((<u64>count << (log + 1)) / total + 1) >> 1);
    const given = count == 0 ? 0 : max(share, 1);
    store<i16>(counts + (symbol << 1), <i16>given);
    left -= given;
  }
  while (left != 0) {
    const symbol = left > 0 ? mostWanting(histogram, counts, symbolCount) : leastWanting(histogram, counts, symbolCount);
    const slot = counts + (symbol << 1);
    store<i16>(slot, load<i16>(slot) + <i16>(left > 0 ? 1 : -1));
    left += left > 0 ? -1 : 1;
  }
}

/** The symbol with the most occurrences a state. */
function mostWanting(histogram: usize, counts: usize, symbolCount: u32): u32 {
  let best: u32 = 0;
  let bestCount: u64 = 0;
  let bestShare: u64 = 1;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    const count = <u64>load<u32>(histogram + (symbol << 2));
    const share = <u64>load<i16>(counts + (symbol << 1));
    if (share > 0 && count * bestShare > bestCount * share) {
      best = symbol;
      bestCount = count;
      bestShare = share;
    }
  }
  return best;
}

/** The symbol that can best do with a state less. */
function leastWanting(histogram: usize, counts: usize, symbolCount: u32): u32 {
  let best: u32 = 0;
  let bestCount: u64 = 1;
  let bestShare: u64 = 0;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    const count = <u64>load<u32>(histogram + (symbol << 2));
    const share = <u64>load<i16>(counts + (symbol << 1));
    if (share > 1 && bestCount * (share - 1) > count * bestShare) {
      best = symbol;
      bestCount = count;
      bestShare = share - 1;
    }
  }
  return best;
}

/** Writes a distribution; returns its end. Inverse of `readDistribution`. */
export function writeDistribution(counts: usize, symbolCount: u32, log: u32, target: usize): usize {
  let bits: u64 = log - 5;
  let held: u32 = 4;
  let remaining: u32 = 1 << log;
  let symbol: u32 = 0;
  while (remaining > 0) {
    const count = <i32>load<i16>(counts + (symbol++ << 1));
    const width = highBit(remaining + 1) + 1;
    const threshold: u32 = (1 << width) - 2 - remaining;
    const mask: u32 = (1 << (width - 1)) - 1;
    let value = <u32>(count + 1);
    if (value < threshold) {
      bits |= <u64>value << <u64>held;
      held += width - 1;
    } else {
      if (value > mask) value += threshold;
      bits |= <u64>value << <u64>held;
      held += width;
    }
    remaining -= count < 0 ? 1 : count;
    if (count == 0) {
      let zeros: u32 = 0;
      while (load<i16>(counts + ((symbol + zeros) << 1)) == 0) zeros++;
      symbol += zeros;
      for (; zeros >= 3; zeros -= 3) {
        bits |= <u64>3 << <u64>held;
        held += 2;
        if (held >= 32) {
          store<u32>(target, <u32>bits);
          target += 4;
          bits >>= 32;
          held -= 32;
        }
      }
      bits |= <u64>zeros << <u64>held;
      held += 2;
    }
    if (held >= 32) {
      store<u32>(target, <u32>bits);
      target += 4;
      bits >>= 32;
      held -= 32;
    }
  }
  store<u32>(target, <u32>bits);
  return target + ((held + 7) >> 3);
}

/** Builds the encoding table of a distribution. */
export function buildEncoder(state: usize, counts: usize, symbolCount: u32, log: u32, table: usize): void {
  // The regions lie as in the decoder's state, so that both sides spread alike.
  const spread = state + SPREAD - COUNTS;
  spreadSymbols(spread, counts, symbolCount, log);
  const size: u32 = 1 << log;
  const transforms = table + TRANSFORMS;
  let total: i32 = 0;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    const share = <i32>load<u16>(spread + NEXT + (symbol << 1));
    if (share == 0) continue;
    const most: i32 = share == 1 ? log : log - highBit(share - 1);
    store<i32>(transforms + (symbol << 3), (most << 16) - (share << most));
    store<i32>(transforms + (symbol << 3), total - share, 4);
    total += share;
  }
  // States of one symbol stand behind one another; `next` runs from the symbol's share to twice that.
  for (let i: u32 = 0; i < size; i++) {
    const symbol = <u32>load<u8>(spread + SYMBOLS + i);
    const slot = spread + NEXT + (symbol << 1);
    const reached = <i32>load<u16>(slot);
    store<u16>(slot, <u16>(reached + 1));
    store<u16>(table + ((load<i32>(transforms + (symbol << 3), 4) + reached) << 1), <u16>(size + i));
  }
}

/** A state that stands for the symbol and takes no bits: that of the last symbol, which is encoded first. */
@inline
export function firstState(table: usize, symbol: u32): u32 {
  const transform = table + TRANSFORMS + (symbol << 3);
  const delta = load<i32>(transform);
  const bits = (delta + (1 << 15)) >> 16;
  const value = (bits << 16) - delta;
  return <u32>load<u16>(table + (((value >> bits) + load<i32>(transform, 4)) << 1));
}

/** Emits the bits that lead from the symbol's state to this one; returns the symbol's state. */
@inline
export function encodeSymbol(table: usize, current: u32, symbol: u32): u32 {
  const transform = table + TRANSFORMS + (symbol << 3);
  const bits = <u32>(<i32>current + load<i32>(transform)) >> 16;
  addBits(current & ((1 << bits) - 1), bits);
  return <u32>load<u16>(table + ((<i32>(current >> bits) + load<i32>(transform, 4)) << 1));
}

/** Bits, in 1/256, that all the symbols take under a distribution; -1 if it lacks one of them. */
export function costOf(histogram: usize, symbolCount: u32, counts: usize, countsLength: u32, log: u32): i64 {
  let cost: i64 = 0;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    const count = load<u32>(histogram + (symbol << 2));
    if (count == 0) continue;
    const share: i32 = symbol < countsLength ? load<i16>(counts + (symbol << 1)) : 0;
    if (share == 0) return -1;
    cost += <i64>count * <i64>((log << 8) - logarithm(share < 0 ? 1 : share));
  }
  return cost;
}
