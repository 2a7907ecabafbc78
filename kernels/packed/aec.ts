/** Adaptive entropy coding: see src/codecs/bytes-to-bytes/aec/decode.ts, its twin, which explains the format. */
import { BROKEN } from "./simple";

const SEGMENT_BLOCKS: u32 = 64;
const REST_OF_SEGMENT: u32 = 5;
const LARGEST_PAIR: u32 = 90;

// Input. The highest `have` bits of `word` come next; after the end of the input come zeros, which `overrun` finds.
let word: u64 = 0;
let have: u32 = 0;
let next: usize = 0;
let stop: usize = 0;

/** At least 33 bits. */
@inline
function refill(): void {
  while (have <= 32) {
    if (next + 4 <= stop) {
      word |= <u64>bswap<u32>(load<u32>(next)) << <u64>(32 - have);
      next += 4;
      have += 32;
    } else {
      if (next < stop) word |= <u64>load<u8>(next) << <u64>(56 - have);
      next++;
      have += 8;
    }
  }
}

/** 0 to 32 bits. */
@inline
function read(bits: u32): u32 {
  refill();
  const value = <u32>((word >> 1) >> <u64>(63 - bits));
  word <<= <u64>bits;
  have -= bits;
  return value;
}

/** Zeros before the next one. After the end there is none, and `overrun` is true from then on. */
@inline
function unary(): u32 {
  let zeros: u32 = 0;
  refill();
  while (word == 0) {
    if (next >= stop) {
      next += 16;
      return 0;
    }
    zeros += have;
    have = 0;
    refill();
  }
  const leading = <u32>clz<u64>(word);
  word = (word << <u64>leading) << 1;
  have -= leading + 1;
  return zeros + leading;
}

/** Were more bits taken than there are? */
@inline
function overrun(): bool {
  return next - <usize>(have >> 3) > stop;
}

@inline
function identifierBits(bits: u32, restricted: bool): u32 {
  if (bits > 16) return 5;
  if (bits > 8) return 4;
  if (restricted && bits <= 4) return bits <= 2 ? 1 : 2;
  return 3;
}

/** `count` samples to u32 at `target`, which has room for one more block. */
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
  word = 0;
  have = 0;
  next = source;
  stop = end;
  const idBits = identifierBits(bits, restricted);
  const uncoded: u32 = (1 << idBits) - 1;
  const perInterval = <u64>blockSize * <u64>interval;
  for (let start: u64 = 0; start < <u64>count; start += perInterval) {
    const last = <u32>min<u64>(start + perInterval, <u64>count);
    let at = <u32>start;
    for (let index: u32 = 0; at < last; index++) {
      const first: u32 = preprocess && index == 0 ? 1 : 0;
      const block = target + (<usize>at << 2);
      const id = read(idBits);
      let blocks: u32 = 1;
      if (id == 0) {
        const isPairs = read(1) == 1;
        if (first == 1) store<u32>(block, read(bits));
        if (isPairs) {
          if (!readPairs(block, first, blockSize)) return BROKEN;
        } else {
          blocks = zeroBlocks(unary() + 1, index, interval);
          if (blocks == 0) return BROKEN;
          const reach = <u32>min<u64>(<u64>at + <u64>blocks * <u64>blockSize, <u64>last);
          // A last block that is cut off has room, too.
          const size = max<u32>(reach - at, blockSize) - first;
          memory.fill(block + (<usize>first << 2), 0, <usize>size << 2);
        }
      } else if (id == uncoded) {
        for (let i: u32 = 0; i < blockSize; i++) store<u32>(block + (<usize>i << 2), read(bits));
      } else {
        if (first == 1) store<u32>(block, read(bits));
        readSplit(block, first, blockSize, id - 1);
      }
      if (overrun()) return BROKEN;
      at = <u32>min<u64>(<u64>at + <u64>blocks * <u64>blockSize, <u64>last);
      index += blocks - 1;
    }
    if (preprocess) undoDifferences(target + (<usize>start << 2), last - <u32>start, bits, isSigned);
    if (padded) {
      const rest = have & 7;
      word <<= <u64>rest;
      have -= rest;
    }
  }
  return 0;
}

/** Highest parts as unary codes, then the `low` lowest bits of each. */
function readSplit(block: usize, first: u32, blockSize: u32, low: u32): void {
  for (let i = first; i < blockSize; i++) store<u32>(block + (<usize>i << 2), unary());
  if (low == 0) return;
  for (let i = first; i < blockSize; i++) {
    const p = block + (<usize>i << 2);
    store<u32>(p, (load<u32>(p) << low) + read(low));
  }
}

function readPairs(block: usize, first: u32, blockSize: u32): bool {
  for (let i = first; i < blockSize; ) {
    const code = unary();
    if (code > LARGEST_PAIR) return false;
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
