/** Integers of one width, one after another. */
import { integerAt } from "./peek";
import { divisor, factor, isWide, put, reference, target } from "./put";

export const BROKEN: i32 = -1;

@inline
function fits(source: usize, end: usize, bits: u32, count: u32): bool {
  return bits <= 32 && <u64>bits * <u64>count <= <u64>(end - source) * 8;
}

/** `count` integers of 0 to 32 bits to u32. */
export function unpack(source: usize, end: usize, bits: u32, count: u32, out: usize): i32 {
  if (!fits(source, end, bits, count)) return BROKEN;
  const mask: u64 = (1 << <u64>bits) - 1;
  let at: u64 = 0;
  for (let i: u32 = 0; i < count; i++, at += <u64>bits) {
    store<u32>(out + (<usize>i << 2), <u32>integerAt(source, at, <u64>bits, mask));
  }
  return 0;
}

/** The same, scaled. */
export function unpackScaled(source: usize, end: usize, bits: u32, count: u32): i32 {
  if (!fits(source, end, bits, count)) return BROKEN;
  const to = target;
  const wide = isWide;
  const r = reference;
  const f = factor;
  const d = divisor;
  const mask: u64 = (1 << <u64>bits) - 1;
  let at: u64 = 0;
  for (let i: u32 = 0; i < count; i++, at += <u64>bits) {
    put(to, wide, i, (<f64>(<u32>integerAt(source, at, <u64>bits, mask)) * f + r) * d);
  }
  return 0;
}

/** u32 that are there already, scaled. */
export function scale(source: usize, count: u32): void {
  const to = target;
  const wide = isWide;
  const r = reference;
  const f = factor;
  const d = divisor;
  for (let i: u32 = 0; i < count; i++) put(to, wide, i, (<f64>load<u32>(source + (<usize>i << 2)) * f + r) * d);
}
