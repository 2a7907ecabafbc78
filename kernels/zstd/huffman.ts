/**
 * Huffman coded literals (RFC 8878, 4.2). A tree is given by weights: a symbol of weight w has a code of
 * `longest + 1 - w` bits; the last symbol's weight is what completes the tree. Codes are at most 11 bits, so one table
 * of 2^11 entries (symbol, bits) decodes a symbol at a look.
 */
import { bitsBeforeMark, peekBits, topBits } from "./backward-bits";
import { buildTable, highBit, readDistribution } from "./finite-state";
import { COUNTS, HUFFMAN_BITS, HUFFMAN_TABLE, NEXT, WEIGHTS, WEIGHT_TABLE } from "./memory-layout";

const MAX_BITS: u32 = 11;
/** Weights are small numbers, so their own table is small. */
const MAX_WEIGHT_LOG: u32 = 6;
const MAX_SYMBOLS: u32 = 255;

/** Reads a tree and builds its table. Returns bytes used, or -1. */
export function readHuffmanTree(state: usize, source: usize, length: usize): i32 {
  if (length < 1) return -1;
  const header = <u32>load<u8>(source);
  const weights = state + WEIGHTS;
  let count: i32;
  let used: u32;
  if (header >= 128) {
    count = header - 127;
    used = 1 + ((count + 1) >> 1);
    if (used > <u32>length) return -1;
    for (let i = 0; i < count; i++) {
      const pair = load<u8>(source + 1 + (i >> 1));
      store<u8>(weights + i, (i & 1) == 0 ? pair >> 4 : pair & 15);
    }
  } else {
    used = 1 + header;
    if (used > <u32>length) return -1;
    count = decodeWeights(state, source + 1, header);
    if (count < 0) return -1;
  }
  return buildHuffmanTable(state, count) ? <i32>used : -1;
}

/** Weights that are themselves entropy coded, by two states in turn. Returns their count, or -1. */
function decodeWeights(state: usize, source: usize, length: usize): i32 {
  const header = readDistribution(state, source, length, MAX_BITS + 1, MAX_WEIGHT_LOG);
  if (header < 0) return -1;
  const log = <u32>header & 255;
  const used = <usize>(header >> 8);
  const table = state + WEIGHT_TABLE;
  buildTable(state, state + COUNTS, MAX_BITS + 1, log, 0, table);
  const stream = source + used;
  let left = bitsBeforeMark(stream, length - used);
  if (left < <i32>(log << 1)) return -1;
  const start = peekBits(stream, left);
  let first = topBits(start, log);
  let second = topBits(start << <u64>log, log);
  left -= log << 1;
  const weights = state + WEIGHTS;
  let count: u32 = 0;
  while (true) {
    // The stream ends when a state cannot be continued; the other state's symbol is then the last.
    const entry = load<u64>(table + (first << 3));
    if (count >= MAX_SYMBOLS) return -1;
    store<u8>(weights + count++, <u8>(entry >> 24));
    const bits = <u32>(entry >> 16) & 255;
    const next = topBits(peekBits(stream, left), bits) + (<u32>entry & 0xffff);
    left -= bits;
    if (left < 0) {
      if (count >= MAX_SYMBOLS) return -1;
      store<u8>(weights + count++, <u8>(load<u64>(table + (second << 3)) >> 24));
      return count;
    }
    first = second;
    second = next;
  }
}

/** Fills the table from the weights. False if they make no tree. */
function buildHuffmanTable(state: usize, given: i32): bool {
  const weights = state + WEIGHTS;
  const ranks = state + NEXT;
  memory.fill(ranks, 0, (MAX_BITS + 2) << 1);
  let sum: u32 = 0;
  for (let i = 0; i < given; i++) {
    const weight = <u32>load<u8>(weights + i);
    if (weight > MAX_BITS) return false;
    if (weight > 0) sum += 1 << (weight - 1);
    store<u16>(ranks + (weight << 1), load<u16>(ranks + (weight << 1)) + 1);
  }
  if (sum == 0) return false;
  const bits = highBit(sum) + 1;
  const rest: u32 = (1 << bits) - sum;
  if (bits > MAX_BITS || (rest & (rest - 1)) != 0) return false;
  const last = highBit(rest) + 1;
  store<u8>(weights + given, <u8>last);
  store<u16>(ranks + (last << 1), load<u16>(ranks + (last << 1)) + 1);
  // At least two codes are as long as the longest, or a bit of each would say nothing.
  if (load<u16>(ranks + 2) < 2 || (load<u16>(ranks + 2) & 1) != 0) return false;
  let position: u32 = 0;
  for (let weight: u32 = 1; weight <= MAX_BITS; weight++) {
    const count = <u32>load<u16>(ranks + (weight << 1));
    store<u16>(ranks + (weight << 1), <u16>position);
    position += count << (weight - 1);
  }
  const table = state + HUFFMAN_TABLE;
  for (let symbol = 0; symbol <= given; symbol++) {
    const weight = <u32>load<u8>(weights + symbol);
    if (weight == 0) continue;
    const span: u32 = 1 << (weight - 1);
    const from = <u32>load<u16>(ranks + (weight << 1));
    const entry = <u16>(symbol | ((bits + 1 - weight) << 8));
    for (let i = from; i < from + span; i++) store<u16>(table + (i << 1), entry);
    store<u16>(ranks + (weight << 1), <u16>(from + span));
  }
  store<u8>(state + HUFFMAN_BITS, <u8>bits);
  return true;
}

/** Decodes one stream from `left` bits on; true if it ends exactly with the output. */
function finishStream(table: usize, shift: u64, source: usize, left: i32, target: usize, end: usize): bool {
  while (target + 5 <= end && left >= 0) {
    let bits = peekBits(source, left);
    let used: u32 = 0;
    for (let i = 0; i < 5; i++) {
      const entry = <u32>load<u16>(table + (<usize>(bits >> shift) << 1));
      store<u8>(target++, <u8>entry);
      bits <<= <u64>(entry >> 8);
      used += entry >> 8;
    }
    left -= used;
  }
  while (target < end && left >= 0) {
    const entry = <u32>load<u16>(table + (<usize>(peekBits(source, left) >> shift) << 1));
    store<u8>(target++, <u8>entry);
    left -= entry >> 8;
  }
  return left == 0 && target == end;
}

/** Decodes `size` literals from one stream. */
export function decodeOneStream(state: usize, source: usize, length: usize, target: usize, size: usize): bool {
  const left = bitsBeforeMark(source, length);
  const shift = <u64>(64 - load<u8>(state + HUFFMAN_BITS));
  return left >= 0 && finishStream(state + HUFFMAN_TABLE, shift, source, left, target, target + size);
}

/** Decodes `size` literals from four streams: three u16 lengths, then the streams. */
export function decodeFourStreams(state: usize, source: usize, length: usize, target: usize, size: usize): bool {
  if (length < 10 || size < 6) return false;
  const part = (size + 3) >> 2;
  const length1 = <usize>load<u16>(source);
  const length2 = <usize>load<u16>(source, 2);
  const length3 = <usize>load<u16>(source, 4);
  if (length1 + length2 + length3 + 6 >= length || part * 3 > size) return false;
  const source1 = source + 6;
  const source2 = source1 + length1;
  const source3 = source2 + length2;
  const source4 = source3 + length3;
  let left1 = bitsBeforeMark(source1, length1);
  let left2 = bitsBeforeMark(source2, length2);
  let left3 = bitsBeforeMark(source3, length3);
  let left4 = bitsBeforeMark(source4, source + length - source4);
  if ((left1 | left2 | left3 | left4) < 0) return false;
  const table = state + HUFFMAN_TABLE;
  const shift = <u64>(64 - load<u8>(state + HUFFMAN_BITS));
  let at: usize = 0;
  const target2 = target + part;
  const target3 = target2 + part;
  const target4 = target3 + part;
  const last = target + size - target4;
  while (at + 5 <= last && (left1 | left2 | left3 | left4) >= 0) {
    let bits1 = peekBits(source1, left1);
    let bits2 = peekBits(source2, left2);
    let bits3 = peekBits(source3, left3);
    let bits4 = peekBits(source4, left4);
    for (let i = 0; i < 5; i++) {
      const entry1 = <u32>load<u16>(table + (<usize>(bits1 >> shift) << 1));
      const entry2 = <u32>load<u16>(table + (<usize>(bits2 >> shift) << 1));
      const entry3 = <u32>load<u16>(table + (<usize>(bits3 >> shift) << 1));
      const entry4 = <u32>load<u16>(table + (<usize>(bits4 >> shift) << 1));
      store<u8>(target + at, <u8>entry1);
      store<u8>(target2 + at, <u8>entry2);
      store<u8>(target3 + at, <u8>entry3);
      store<u8>(target4 + at, <u8>entry4);
      bits1 <<= <u64>(entry1 >> 8);
      bits2 <<= <u64>(entry2 >> 8);
      bits3 <<= <u64>(entry3 >> 8);
      bits4 <<= <u64>(entry4 >> 8);
      left1 -= entry1 >> 8;
      left2 -= entry2 >> 8;
      left3 -= entry3 >> 8;
      left4 -= entry4 >> 8;
      at++;
    }
  }
  return (
    finishStream(table, shift, source1, left1, target + at, target2) &&
    finishStream(table, shift, source2, left2, target2 + at, target3) &&
    finishStream(table, shift, source3, left3, target3 + at, target4) &&
    finishStream(table, shift, source4, left4, target4 + at, target + size)
  );
}
