/** Integers of one width, one after another. */
import { put } from "./put";

export const BROKEN: i32 = -1;

@inline
function fits(source: usize, end: usize, bits: u32, count: u32): bool {
  return bits <= 32 && <u64>bits * <u64>count <= <u64>(end - source) * 8;
}

/** `count` integers of 0 to 32 bits to u32. */
export function unpack(source: usize, end: usize, bits: u32, count: u32, target: usize): i32 {
  if (!fits(source, end, bits, count)) return BROKEN;
  const mask: u64 = (1 << <u64>bits) - 1;
  let word: u64 = 0;
  let have: u32 = 0;
  let p = source;
  for (let i: u32 = 0; i < count; i++) {
    while (have < bits) {
      if (p + 4 <= end) {
        word = (word << 32) | <u64>bswap<u32>(load<u32>(p));
        p += 4;
        have += 32;
      } else {
        word = (word << 8) | <u64>load<u8>(p++);
        have += 8;
      }
    }
    have -= bits;
    store<u32>(target + (<usize>i << 2), <u32>((word >> <u64>have) & mask));
  }
  return 0;
}

/** The same, scaled. */
export function unpackScaled(source: usize, end: usize, bits: u32, count: u32): i32 {
  if (!fits(source, end, bits, count)) return BROKEN;
  const mask: u64 = (1 << <u64>bits) - 1;
  let word: u64 = 0;
  let have: u32 = 0;
  let p = source;
  for (let i: u32 = 0; i < count; i++) {
    while (have < bits) {
      if (p + 4 <= end) {
        word = (word << 32) | <u64>bswap<u32>(load<u32>(p));
        p += 4;
        have += 32;
      } else {
        word = (word << 8) | <u64>load<u8>(p++);
        have += 8;
      }
    }
    have -= bits;
    put(i, <f64>(<u32>((word >> <u64>have) & mask)));
  }
  return 0;
}

/** u32 that are there already, scaled. */
export function scale(source: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) put(i, <f64>load<u32>(source + (<usize>i << 2)));
}
