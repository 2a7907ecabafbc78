/**
 * Huffman trees (RFC 8878, 4.2.1). A symbol of weight w > 0 has a code of depth + 1 - w bits. Codes are given by
 * ascending weight, then ascending symbol; the last symbol's weight follows from the others.
 */
import { bitsBeforeMark, peekBits, topBits } from "./backward-bits";
import { readDistribution, spreadSymbols } from "./decode-table";
import {
  HAS_PAIRS,
  HAS_TREE,
  LENGTH_TABLE,
  NEXT_STATES,
  PAIR_TABLE,
  READ_LOG,
  READ_SYMBOLS,
  SPREAD,
  SYMBOL_TABLE,
  WEIGHTS,
} from "./workspace";

/** Codes are at most so long, and tables are indexed by so many bits. */
export const MAX_DEPTH: u32 = 11;
const MAX_WEIGHT_LOG: u32 = 6;

/** Reads a tree and builds its table. Returns the bytes it took, or 0 if it is broken. */
export function readTree(workspace: usize, source: usize, length: usize): usize {
  if (length == 0) return 0;
  const header = <usize>load<u8>(source);
  const weights = workspace + WEIGHTS;
  let used: usize;
  let count: u32;
  if (header >= 128) {
    count = <u32>header - 127;
    used = 1 + ((count + 1) >> 1);
    if (used > length) return 0;
    for (let i: u32 = 0; i < count; i++) {
      const pair = <u32>load<u8>(source + 1 + (i >> 1));
      store<u8>(weights + i, <u8>((i & 1) == 0 ? pair >> 4 : pair & 15));
    }
  } else {
    used = 1 + header;
    if (used > length) return 0;
    count = readPackedWeights(workspace, source + 1, source + used);
    if (count == 0) return 0;
  }
  return completeTree(workspace, count) ? used : 0;
}

/** Weights coded by two states in turn. Returns how many there are, 0 if they are broken. */
function readPackedWeights(workspace: usize, source: usize, end: usize): u32 {
  const described = readDistribution(workspace, source, end, 16, MAX_WEIGHT_LOG);
  if (described == 0) return 0;
  const stream = source + described;
  let left = bitsBeforeMark(stream, end - stream);
  const log = load<u32>(workspace + READ_LOG);
  if (left < <i32>(log << 1)) return 0;
  spreadSymbols(workspace, load<u32>(workspace + READ_SYMBOLS), log);
  numberStates(workspace, log);
  const weights = workspace + WEIGHTS;
  const spread = workspace + SPREAD;
  // What NEXT_STATES now holds for each state: bits of the next one and its smallest number.
  const next = workspace + NEXT_STATES;
  let bits = peekBits(stream, left);
  let state = topBits(bits, log);
  let other = topBits(bits << (<u64>log), log);
  left -= <i32>(log << 1);
  for (let count: u32 = 0; count < 254; ) {
    store<u8>(weights + count++, load<u8>(spread + state));
    const entry = <u32>load<u16>(next + (state << 1));
    const width = entry & 255;
    if (<i32>width > left) {
      store<u8>(weights + count++, load<u8>(spread + other));
      return count;
    }
    const following = (entry >> 8) + topBits(peekBits(stream, left), width);
    left -= <i32>width;
    state = other;
    other = following;
  }
  return 0;
}

/** Replaces the symbols' next states by what follows each of the 64 states or fewer. */
function numberStates(workspace: usize, log: u32): void {
  const next = workspace + NEXT_STATES;
  // Up to 16 symbols lie at the start of NEXT_STATES: they move behind the states first.
  const symbols = next + 256;
  memory.copy(symbols, next, 32);
  const size: u32 = 1 << log;
  for (let at: u32 = 0; at < size; at++) {
    const slot = symbols + ((<u32>load<u8>(workspace + SPREAD + at)) << 1);
    const state = <u32>load<u16>(slot);
    store<u16>(slot, <u16>(state + 1));
    const bits = log + clz(state) - 31;
    store<u16>(next + (at << 1), <u16>(bits | (((state << bits) - size) << 8)));
  }
}

/** Finds the last weight, checks that the codes are complete, and builds the table. */
function completeTree(workspace: usize, count: u32): bool {
  const weights = workspace + WEIGHTS;
  let total: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const weight = <u32>load<u8>(weights + i);
    if (weight > MAX_DEPTH) return false;
    total += ((<u32>1) << weight) >> 1;
  }
  if (total == 0) return false;
  const depth: u32 = 32 - clz(total);
  const rest = ((<u32>1) << depth) - total;
  if (depth > MAX_DEPTH || popcnt(rest) != 1) return false;
  store<u8>(weights + count, <u8>(ctz(rest) + 1));
  store<u32>(workspace + HAS_TREE, 1);
  store<u32>(workspace + HAS_PAIRS, 0);
  return buildSymbolTable(workspace, count + 1, depth);
}

function buildSymbolTable(workspace: usize, count: u32, depth: u32): bool {
  const weights = workspace + WEIGHTS;
  // Where the codes of each weight begin in the table, u32 each.
  const begins = workspace + NEXT_STATES;
  memory.fill(begins, 0, 64);
  for (let symbol: u32 = 0; symbol < count; symbol++) {
    const slot = begins + ((<u32>load<u8>(weights + symbol)) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  // Codes of the greatest length come in pairs, else they could be shorter.
  const longest = load<u32>(begins, 4);
  if (longest < 2 || (longest & 1) != 0) return false;
  const scale = MAX_DEPTH - depth;
  let begin: u32 = 0;
  for (let weight: u32 = 1; weight <= depth; weight++) {
    const slot = begins + (weight << 2);
    const symbols = load<u32>(slot);
    store<u32>(slot, begin);
    begin += symbols << (weight - 1 + scale);
  }
  for (let symbol: u32 = 0; symbol < count; symbol++) {
    const weight = <u32>load<u8>(weights + symbol);
    if (weight == 0) continue;
    const slot = begins + (weight << 2);
    const from = load<u32>(slot);
    const states: u32 = 1 << (weight - 1 + scale);
    store<u32>(slot, from + states);
    fillBytes(workspace + LENGTH_TABLE + from, states, <u8>(depth + 1 - weight));
    fillBytes(workspace + SYMBOL_TABLE + from, states, <u8>symbol);
  }
  return true;
}

@inline
function fillBytes(target: usize, count: u32, byte: u8): void {
  const end = target + count;
  if (count >= 16) {
    const vector = i8x16.splat(byte);
    for (; target < end; target += 16) v128.store(target, vector);
  } else {
    for (; target < end; target++) store<u8>(target, byte);
  }
}

/** Makes the table of pairs from that of single symbols. */
export function buildPairTable(workspace: usize): void {
  if (load<u32>(workspace + HAS_PAIRS) != 0) return;
  store<u32>(workspace + HAS_PAIRS, 1);
  const lengths = workspace + LENGTH_TABLE;
  const symbols = workspace + SYMBOL_TABLE;
  const pairs = workspace + PAIR_TABLE;
  const size: u32 = 1 << MAX_DEPTH;
  for (let at: u32 = 0; at < size; ) {
    const first = <u32>load<u8>(symbols + at);
    const length = <u32>load<u8>(lengths + at);
    const end = at + ((<u32>1) << (MAX_DEPTH - length));
    // All that share the first code: the bits behind it are the leading bits of the second.
    for (let behind: u32 = 0; at < end; at++) {
      const second = <u32>load<u8>(symbols + behind);
      const both = length + <u32>load<u8>(lengths + behind);
      behind += (<u32>1) << length;
      const entry = both > MAX_DEPTH ? length | (1 << 8) : both | (2 << 8) | (second << 24);
      store<u32>(pairs + (at << 2), entry | (first << 16));
    }
  }
}
