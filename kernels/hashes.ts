/**
 * Fletcher-32 as HDF5 computes it (big-endian words, sums folded and not reduced) and the rounds of Jenkins' lookup3.
 * Both keep their state in memory, so that a caller may bring the bytes piece by piece.
 */

/** Words between folds: the number decides about the result where a sum is a multiple of 65535. */
const BLOCK_BYTES: usize = 720;

@inline
function fold(sum: u32): u32 {
  return (sum & 0xffff) + (sum >> 16);
}

/** Continues the two sums at `state`. Every piece but the last is whole blocks; an odd last byte is half a word. */
export function fletcher32(source: usize, length: usize, state: usize): void {
  let first = load<u32>(state);
  let second = load<u32>(state, 4);
  const even = length & ~1;
  for (let done: usize = 0; done < even; done += BLOCK_BYTES) {
    const bytes = min(BLOCK_BYTES, even - done);
    const from = source + done;
    const whole = bytes & ~15;
    // Per vector: the second sum grows by eight times the first before it, plus each word times its place from the end.
    let before = i32x4.splat(0);
    let sum = i32x4.splat(0);
    let weighted = i32x4.splat(0);
    for (let at: usize = 0; at < whole; at += 16) {
      const v = v128.load(from + at);
      const words = i8x16.shuffle(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
      before = i32x4.add(before, sum);
      sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_u(words));
      weighted = i32x4.add(weighted, i32x4.extmul_low_i16x8_u(words, i16x8(8, 7, 6, 5, 4, 3, 2, 1)));
      weighted = i32x4.add(weighted, i32x4.extmul_high_i16x8_u(words, i16x8(8, 7, 6, 5, 4, 3, 2, 1)));
    }
    second += first * <u32>(whole >> 1) + (horizontal(before) << 3) + horizontal(weighted);
    first += horizontal(sum);
    for (let at = whole; at < bytes; at += 2) {
      first += <u32>bswap<u16>(load<u16>(from + at));
      second += first;
    }
    first = fold(first);
    second = fold(second);
  }
  if (even < length) {
    first += <u32>load<u8>(source + even) << 8;
    second = fold(second + first);
    first = fold(first);
  }
  store<u32>(state, first);
  store<u32>(state, second, 4);
}

@inline
function horizontal(v: v128): u32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}

/** Mixes `length` bytes, a multiple of 12, into the three words at `state`. */
export function lookup3(source: usize, length: usize, state: usize): void {
  let a = load<u32>(state);
  let b = load<u32>(state, 4);
  let c = load<u32>(state, 8);
  const end = source + length;
  for (; source < end; source += 12) {
    a += load<u32>(source);
    b += load<u32>(source, 4);
    c += load<u32>(source, 8);
    a = (a - c) ^ rotl<u32>(c, 4);
    c += b;
    b = (b - a) ^ rotl<u32>(a, 6);
    a += c;
    c = (c - b) ^ rotl<u32>(b, 8);
    b += a;
    a = (a - c) ^ rotl<u32>(c, 16);
    c += b;
    b = (b - a) ^ rotl<u32>(a, 19);
    a += c;
    c = (c - b) ^ rotl<u32>(b, 4);
    b += a;
  }
  store<u32>(state, a);
  store<u32>(state, b, 4);
  store<u32>(state, c, 8);
}
