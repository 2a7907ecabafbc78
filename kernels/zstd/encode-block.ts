/** One block, compressed: literals, then sequences. */
import { buildCodes, codedSize, writeStreams, writeTree } from "./encode-huffman";
import {
  CHAIN_LOG,
  CHAIN_TABLE,
  DEPTH,
  FRAME_START,
  HASH_LOG,
  HASH_TABLE,
  HISTOGRAM,
  LAZY,
  LITERAL_COUNT,
  LITERALS,
  NEXT_INSERT,
  REPEATED,
  STATE_SIZE,
  STEP,
  WINDOW,
} from "./encode-layout";
import { prepareCodes, writeSequences } from "./encode-sequences";
import { searchMatches } from "./search-matches";

const RAW: u32 = 0;
const CONSTANT: u32 = 1;
const COMPRESSED: u32 = 2;

/** Bytes of state that an encoder needs. */
export function encodeStateSize(): usize {
  return STATE_SIZE;
}

/**
 * Prepares the state for a frame whose content starts at `frameStart`. `tables` has room for 2^hashLog and, where
 * chains are used (chainLog is not 0), 2^chainLog words.
 */
export function beginEncoding(
  state: usize,
  frameStart: usize,
  tables: usize,
  hashLog: u32,
  chainLog: u32,
  depth: u32,
  lazy: u32,
  window: u32,
  step: u32,
): void {
  store<u32>(state + REPEATED, 1);
  store<u32>(state + REPEATED, 4, 4);
  store<u32>(state + REPEATED, 8, 8);
  store<u32>(state + HASH_LOG, hashLog);
  store<u32>(state + CHAIN_LOG, chainLog);
  store<u32>(state + DEPTH, depth);
  store<u32>(state + LAZY, lazy);
  store<u32>(state + WINDOW, window);
  store<u32>(state + STEP, step);
  store<u32>(state + FRAME_START, <u32>frameStart);
  store<u32>(state + NEXT_INSERT, <u32>frameStart);
  store<u32>(state + HASH_TABLE, <u32>tables);
  store<u32>(state + CHAIN_TABLE, <u32>(tables + (<usize>4 << hashLog)));
  memory.fill(tables, 0, (<usize>4 << hashLog) + (chainLog == 0 ? 0 : <usize>4 << chainLog));
  prepareCodes(state);
}

/**
 * Compresses a block (128 KiB at most) of the frame to `target`, which has room for 16 bytes of each byte and 1 KiB.
 * Returns the compressed length, or 0 if it is not worth while: the block is then stored as it is. 64 bytes behind the
 * block must be readable.
 */
export function encodeBlock(state: usize, block: usize, length: usize, target: usize): usize {
  const repeated1 = load<u32>(state + REPEATED);
  const repeated2 = load<u32>(state + REPEATED, 4);
  const repeated3 = load<u32>(state + REPEATED, 8);
  searchMatches(state, block, block + length);
  const literals = state + LITERALS;
  const count = <usize>load<u32>(state + LITERAL_COUNT);
  const size = writeSequences(state, writeLiterals(state, literals, count, target)) - target;
  // A little is not worth the decoder's time.
  if (size + (length >> 7) < length) return size;
  store<u32>(state + REPEATED, repeated1);
  store<u32>(state + REPEATED, repeated2, 4);
  store<u32>(state + REPEATED, repeated3, 8);
  return 0;
}

/** The literals section, in whichever form is shortest; returns its end. */
function writeLiterals(state: usize, literals: usize, count: usize, target: usize): usize {
  const histogram = state + HISTOGRAM;
  memory.fill(histogram, 0, 256 * 4);
  for (let i: usize = 0; i < count; i++) {
    const slot = histogram + (<usize>load<u8>(literals + i) << 2);
    store<u32>(slot, load<u32>(slot) + 1);
  }
  let most: u32 = 0;
  let symbolCount: u32 = 0;
  for (let symbol: u32 = 0; symbol < 256; symbol++) {
    const occurs = load<u32>(histogram + (symbol << 2));
    if (occurs > 0) symbolCount = symbol + 1;
    most = max(most, occurs);
  }
  if (count > 0 && most == <u32>count) {
    const end = writeSmallHeader(target, CONSTANT, <u32>count);
    store<u8>(end, <u8>(symbolCount - 1));
    return end + 1;
  }
  // Below this no tree pays for itself; and nor does one whose symbols are all about as frequent.
  if (count >= 48 && most > (<u32>count >> 7) + 4) {
    const end = writeCoded(state, literals, count, symbolCount, target);
    if (end != 0) return end;
  }
  const end = writeSmallHeader(target, RAW, <u32>count);
  memory.copy(end, literals, count);
  return end + count;
}

/** Header of literals that are stored, or all the same; returns its end. */
function writeSmallHeader(target: usize, type: u32, count: u32): usize {
  if (count < 32) {
    store<u8>(target, <u8>(type | (count << 3)));
    return target + 1;
  }
  if (count < 4096) {
    store<u16>(target, <u16>(type | 4 | (count << 4)));
    return target + 2;
  }
  store<u32>(target, type | 12 | (count << 4));
  return target + 3;
}

/** Huffman coded literals; returns the end, or 0 if they do not get shorter. */
function writeCoded(state: usize, literals: usize, count: usize, symbolCount: u32, target: usize): usize {
  const longest = buildCodes(state, symbolCount);
  if (codedSize(state, symbolCount) + (<u32>count >> 6) >= <u32>count) return 0;
  const header: usize = count < 1024 ? 3 : count < 16384 ? 4 : 5;
  const tree = writeTree(state, symbolCount, longest, target + header);
  if (tree == 0) return 0;
  const end = writeStreams(state, literals, count, tree);
  if (end == 0 || end - target >= count) return 0;
  const bits: u64 = header == 3 ? 10 : header == 4 ? 14 : 18;
  const format: u64 = header == 3 ? (count < 256 ? 0 : 1) : header == 4 ? 2 : 3;
  const coded = <u64>(end - target - header);
  const value = <u64>COMPRESSED | (format << 2) | (<u64>count << 4) | (coded << (4 + bits));
  for (let i: usize = 0; i < header; i++) store<u8>(target + i, <u8>(value >> <u64>(i << 3)));
  return end;
}
