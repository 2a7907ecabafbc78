/**
 * Literals, Huffman coded (RFC 8878, 4.2): code lengths of at most 11 bits from a histogram, the tree's description, and
 * one or four streams.
 */
import { addBits, beginBits, endBits, flushBits } from "./forward-bits";
import { buildEncoder, chooseLog, encodeSymbol, firstState, normalize, writeDistribution } from "./encode-finite-state";
import { CODE_LENGTHS, CODE_WORDS, HISTOGRAM, SPREAD, TABLE_SIZE, TABLES, TREE } from "./encode-layout";

const MAX_BITS: u32 = 11;
/** Node: u32 count, u16 parent, u16 depth. */
const NODE: u32 = 8;
const ORDER: usize = 512 * 8;

/**
 * Finds the code lengths of the symbols in the state's histogram (two or more of them occur), and their codes.
 * Returns the longest code's length.
 */
export function buildCodes(state: usize, symbolCount: u32): u32 {
  const lengths = state + CODE_LENGTHS;
  const leaves = sortSymbols(state, symbolCount);
  growTree(state, leaves);
  const order = state + TREE + ORDER;
  memory.fill(lengths, 0, 256);
  let space: i32 = 0;
  for (let i: u32 = 0; i < leaves; i++) {
    const depth = min(<u32>load<u16>(state + TREE + i * NODE, 6), MAX_BITS);
    store<u8>(lengths + load<u16>(order + (i << 1)), <u8>depth);
    space += 1 << (MAX_BITS - depth);
  }
  fitLengths(lengths, order, leaves, space - (1 << MAX_BITS));
  return assignCodes(state, symbolCount);
}

/** Leaves in order of count, rarest first: nodes 0 .. n - 1 of the tree. Returns n. */
function sortSymbols(state: usize, symbolCount: u32): u32 {
  const tree = state + TREE;
  const order = tree + ORDER;
  let leaves: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    const count = load<u32>(state + HISTOGRAM + (symbol << 2));
    if (count == 0) continue;
    let at = leaves++;
    while (at > 0 && load<u32>(tree + (at - 1) * NODE) > count) {
      store<u32>(tree + at * NODE, load<u32>(tree + (at - 1) * NODE));
      store<u16>(order + (at << 1), load<u16>(order + ((at - 1) << 1)));
      at--;
    }
    store<u32>(tree + at * NODE, count);
    store<u16>(order + (at << 1), <u16>symbol);
  }
  return leaves;
}

/** Joins the two rarest nodes until one is left, then counts how deep each lies. */
function growTree(state: usize, leaves: u32): void {
  const tree = state + TREE;
  let leaf: u32 = 0;
  let inner = leaves;
  const root = leaves * 2 - 2;
  for (let node = leaves; node <= root; node++) {
    let sum: u32 = 0;
    for (let i = 0; i < 2; i++) {
      const takeLeaf =
        leaf < leaves && (inner >= node || load<u32>(tree + leaf * NODE) <= load<u32>(tree + inner * NODE));
      const child = takeLeaf ? leaf++ : inner++;
      sum += load<u32>(tree + child * NODE);
      store<u16>(tree + child * NODE, <u16>node, 4);
    }
    store<u32>(tree + node * NODE, sum);
  }
  store<u16>(tree + root * NODE, 0, 6);
  for (let node: i32 = root - 1; node >= 0; node--) {
    const parent = <usize>load<u16>(tree + node * NODE, 4);
    store<u16>(tree + node * NODE, load<u16>(tree + parent * NODE, 6) + 1, 6);
  }
}

/** Codes that were cut to the longest length take too much space: others are made longer until all just fit. */
function fitLengths(lengths: usize, order: usize, leaves: u32, excess: i32): void {
  while (excess > 0) {
    let longest: u32 = 0;
    let chosen: usize = 0;
    for (let i: u32 = 0; i < leaves; i++) {
      const slot = lengths + load<u16>(order + (i << 1));
      const length = <u32>load<u8>(slot);
      if (length < MAX_BITS && length > longest) {
        longest = length;
        chosen = slot;
      }
    }
    store<u8>(chosen, <u8>(longest + 1));
    excess -= 1 << (MAX_BITS - longest - 1);
  }
  // What is left over goes to the most frequent symbols that it suffices for.
  for (let i: i32 = leaves - 1; i >= 0 && excess < 0; i--) {
    const slot = lengths + load<u16>(order + (i << 1));
    const gain = 1 << (MAX_BITS - load<u8>(slot));
    if (gain <= -excess) {
      store<u8>(slot, load<u8>(slot) - 1);
      excess += gain;
    }
  }
}

/** Codes in the order that the decoder's table has them: longest first, then by symbol. Returns the longest length. */
function assignCodes(state: usize, symbolCount: u32): u32 {
  const lengths = state + CODE_LENGTHS;
  const words = state + CODE_WORDS;
  let longest: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) longest = max(longest, <u32>load<u8>(lengths + symbol));
  let code: u32 = 0;
  for (let length = longest; length > 0; length--) {
    for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
      if (<u32>load<u8>(lengths + symbol) != length) continue;
      store<u16>(words + (symbol << 1), <u16>code);
      code++;
    }
    code >>= 1;
  }
  return longest;
}

/** Writes the tree's description; returns its end, or 0 if it has none worth while. */
export function writeTree(state: usize, symbolCount: u32, longest: u32, target: usize): usize {
  const lengths = state + CODE_LENGTHS;
  const weights = state + TREE;
  // The last symbol's weight is not stored.
  const count = symbolCount - 1;
  const histogram = weights + 256;
  memory.fill(histogram, 0, (MAX_BITS + 1) << 2);
  for (let symbol: u32 = 0; symbol < count; symbol++) {
    const length = <u32>load<u8>(lengths + symbol);
    const weight = length == 0 ? 0 : longest + 1 - length;
    store<u8>(weights + symbol, <u8>weight);
    store<u32>(histogram + (weight << 2), load<u32>(histogram + (weight << 2)) + 1);
  }
  const end = writeWeights(state, weights, count, histogram, target + 1);
  const size = end - target - 1;
  const plain = (count + 1) >> 1;
  if (end != 0 && size < 128 && (size < plain || count > 128)) {
    store<u8>(target, <u8>size);
    return end;
  }
  if (count > 128) return 0;
  store<u8>(target, <u8>(127 + count));
  store<u8>(weights + count, 0);
  for (let i: u32 = 0; i < count; i += 2) {
    store<u8>(target + 1 + (i >> 1), (load<u8>(weights + i) << 4) | load<u8>(weights + i + 1));
  }
  return target + 1 + plain;
}

/** Entropy codes the weights by two states in turn; returns the end, or 0 if that cannot be done. */
function writeWeights(state: usize, weights: usize, count: u32, histogram: usize, target: usize): usize {
  let symbols: u32 = 0;
  let most: u32 = 0;
  for (let weight: u32 = 0; weight <= MAX_BITS; weight++) {
    const occurs = load<u32>(histogram + (weight << 2));
    if (occurs > 0) symbols = weight + 1;
    most = max(most, occurs);
  }
  if (count < 2 || most == count || most == 1) return 0;
  const log = chooseLog(count, symbols - 1, 6);
  const counts = state + SPREAD;
  normalize(histogram, symbols, count, log, counts);
  const table = state + TABLES + TABLE_SIZE * 3;
  buildEncoder(state, counts, symbols, log, table);
  beginBits(writeDistribution(counts, symbols, log, target));
  // Even places belong to the first state. The last two symbols are what the states start from.
  const last = firstState(table, load<u8>(weights + count - 1));
  const before = firstState(table, load<u8>(weights + count - 2));
  let even = (count & 1) == 1 ? last : before;
  let odd = (count & 1) == 1 ? before : last;
  for (let i: i32 = count - 3; i >= 0; i--) {
    const weight = <u32>load<u8>(weights + i);
    if ((i & 1) == 0) even = encodeSymbol(table, even, weight);
    else odd = encodeSymbol(table, odd, weight);
    flushBits();
  }
  addBits(odd & ((1 << log) - 1), log);
  addBits(even & ((1 << log) - 1), log);
  return endBits();
}

/** Bytes that the streams will take, but for padding. */
export function codedSize(state: usize, symbolCount: u32): u32 {
  let bits: u32 = 0;
  for (let symbol: u32 = 0; symbol < symbolCount; symbol++) {
    bits += load<u32>(state + HISTOGRAM + (symbol << 2)) * load<u8>(state + CODE_LENGTHS + symbol);
  }
  return (bits + 7) >> 3;
}

/** Writes one stream, last literal first; returns its end. */
function writeStream(state: usize, source: usize, length: usize, target: usize): usize {
  const lengths = state + CODE_LENGTHS;
  const words = state + CODE_WORDS;
  beginBits(target);
  let at = source + length;
  while (at >= source + 4) {
    at -= 4;
    for (let i: i32 = 3; i >= 0; i--) {
      const symbol = <usize>load<u8>(at + i);
      addBits(load<u16>(words + (symbol << 1)), load<u8>(lengths + symbol));
    }
    flushBits();
  }
  while (at > source) {
    const symbol = <usize>load<u8>(--at);
    addBits(load<u16>(words + (symbol << 1)), load<u8>(lengths + symbol));
    flushBits();
  }
  return endBits();
}

/** Writes the literals as one stream or, from 256 on, as four; returns the end, or 0 if a length does not fit. */
export function writeStreams(state: usize, source: usize, length: usize, target: usize): usize {
  if (length < 256) return writeStream(state, source, length, target);
  const part = (length + 3) >> 2;
  let at = target + 6;
  for (let i: usize = 0; i < 4; i++) {
    const start = source + part * i;
    const end = writeStream(state, start, i < 3 ? part : length - part * 3, at);
    if (i < 3) {
      if (end - at > 0xffff) return 0;
      store<u16>(target + (i << 1), <u16>(end - at));
    }
    at = end;
  }
  return at;
}
