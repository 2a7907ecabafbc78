/** Adaptive entropy coding: see src/codecs/bytes-to-bytes/aec/decode.ts, its twin, which explains the format. */
import { integerAt, peek } from "./peek";
import { BROKEN } from "./simple";

const SEGMENT_BLOCKS: u32 = 64;
const REST_OF_SEGMENT: u32 = 5;
const LARGEST_PAIR: u32 = 90;

// Input: bits from `at` to `stop`, counted from `from` on. Whoever needs more than there are moves `at` past `stop`.
let from: usize = 0;
let at: u64 = 0;
let stop: u64 = 0;

/** 0 to 32 bits. */
@inline
function read(bits: u32): u32 {
  const bit = at;
  at = bit + <u64>bits;
  return at > stop ? 0 : <u32>integerAt(from, bit, <u64>bits, (1 << <u64>bits) - 1);
}

/** Zeros before each next one, for every sample from `first` on. */
function readUnary(block: usize, first: u32, blockSize: u32): void {
  let bit = at;
  if (bit >= stop) {
    at = stop + 1;
    return;
  }
  let word = peek(from, bit) << (bit & 7);
  // The bits of `word` end here; below them it has zeros.
  let known = (bit & ~7) + 64;
  for (let i = first; i < blockSize; i++) {
    const begin = bit;
    while (word == 0) {
      bit = known;
      if (bit >= stop) {
        at = stop + 1;
        return;
      }
      word = peek(from, bit);
      known = bit + 64;
    }
    const leading = clz<u64>(word);
    word = (word << leading) << 1;
    bit += leading;
    store<u32>(block + (<usize>i << 2), <u32>(bit - begin));
    bit++;
  }
  at = bit;
}

/** Zeros before the next one. */
function unary(scratch: usize): u32 {
  readUnary(scratch, 0, 1);
  return load<u32>(scratch);
}

@inline
function identifierBits(bits: u32, restricted: bool): u32 {
  if (bits > 16) return 5;
  if (bits > 8) return 4;
  if (restricted && bits <= 4) return bits <= 2 ? 1 : 2;
  return 3;
}

/** `count` samples to u32 at `target`, which has room for one more block, and then for one more sample. */
export function aec(
  source: usize,
  end: usize,
  bits: u32,
  blockSize: u32,
  interval: u32,
  isSigned: bool,
  preprocess: bool,
  restricted: bool,
  padded: bool,
  count: u32,
  target: usize,
): i32 {
  from = source;
  at = 0;
  stop = <u64>(end - source) * 8;
  const spare = target + ((<usize>count + <usize>blockSize) << 2);
  const idBits = identifierBits(bits, restricted);
  const uncoded: u32 = (1 << idBits) - 1;
  const perInterval = <u64>blockSize * <u64>interval;
  for (let start: u64 = 0; start < <u64>count; start += perInterval) {
    const last = <u32>min<u64>(start + perInterval, <u64>count);
    let sample = <u32>start;
    for (let index: u32 = 0; sample < last; index++) {
      const first: u32 = preprocess && index == 0 ? 1 : 0;
      const block = target + (<usize>sample << 2);
      const id = read(idBits);
      let blocks: u32 = 1;
      if (id == 0) {
        const isPairs = read(1) == 1;
        if (first == 1) store<u32>(block, read(bits));
        if (isPairs) {
          if (!readPairs(block, first, blockSize, spare)) return BROKEN;
        } else {
          blocks = zeroBlocks(unary(spare) + 1, index, interval);
          if (blocks == 0) return BROKEN;
          const reach = <u32>min<u64>(<u64>sample + <u64>blocks * <u64>blockSize, <u64>last);
          // A last block that is cut off has room, too.
          const size = max<u32>(reach - sample, blockSize) - first;
          memory.fill(block + (<usize>first << 2), 0, <usize>size << 2);
        }
      } else if (id == uncoded) {
        for (let i: u32 = 0; i < blockSize; i++) store<u32>(block + (<usize>i << 2), read(bits));
      } else {
        if (first == 1) store<u32>(block, read(bits));
        readSplit(block, first, blockSize, id - 1);
      }
      if (at > stop) return BROKEN;
      sample = <u32>min<u64>(<u64>sample + <u64>blocks * <u64>blockSize, <u64>last);
      index += blocks - 1;
    }
    if (preprocess) undoDifferences(target + (<usize>start << 2), last - <u32>start, bits, isSigned);
    if (padded) at = (at + 7) & ~7;
  }
  return 0;
}

/** Highest parts as unary codes, then the `low` lowest bits of each. */
function readSplit(block: usize, first: u32, blockSize: u32, low: u32): void {
  readUnary(block, first, blockSize);
  let bit = at;
  at = bit + <u64>low * <u64>(blockSize - first);
  if (low == 0 || at > stop) return;
  const mask: u64 = (1 << <u64>low) - 1;
  for (let i = first; i < blockSize; i++, bit += <u64>low) {
    const p = block + (<usize>i << 2);
    store<u32>(p, (load<u32>(p) << low) + <u32>integerAt(from, bit, <u64>low, mask));
  }
}

function readPairs(block: usize, first: u32, blockSize: u32, spare: usize): bool {
  for (let i = first; i < blockSize; ) {
    const code = unary(spare);
    if (at > stop || code > LARGEST_PAIR) return false;
    const sum = <u32>((Math.sqrt(<f64>(8 * code + 1)) - 1) / 2);
    const second = code - (sum * (sum + 1)) / 2;
    // Pairs count from the start of the block: the partner of the first sample stands alone.
    if ((i & 1) == 0) store<u32>(block + ((<usize>i) << 2), sum - second);
    i |= 1;
    if (i < blockSize) store<u32>(block + ((<usize>i) << 2), second);
    i++;
  }
  return true;
}

/** 0: more than the interval has. */
function zeroBlocks(code: u32, index: u32, interval: u32): u32 {
  const left = interval - index;
  if (code < REST_OF_SEGMENT) return min<u32>(code, left);
  const rest = min<u32>(left, SEGMENT_BLOCKS - (index % SEGMENT_BLOCKS));
  const blocks = code == REST_OF_SEGMENT ? rest : code - 1;
  return blocks <= left ? blocks : 0;
}

function undoDifferences(p: usize, count: u32, bits: u32, isSigned: bool): void {
  const range: i64 = 1 << <i64>bits;
  const least: i64 = isSigned ? -range / 2 : 0;
  const most: i64 = least + range - 1;
  let value = <i64>load<u32>(p);
  if (isSigned && value >= range / 2) value -= range;
  for (let i: u32 = 1; i < count; i++) {
    const place = p + (<usize>i << 2);
    const mapped = <i64>load<u32>(place);
    const below = value - least;
    const above = most - value;
    if (mapped <= 2 * min<i64>(below, above)) value += (mapped & 1) == 0 ? mapped >> 1 : -((mapped + 1) >> 1);
    else value = below <= above ? least + mapped : most - mapped;
    store<u32>(place, <u32>value);
  }
}
