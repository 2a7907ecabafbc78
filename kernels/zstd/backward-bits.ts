/**
 * Bit streams that are read from their end: the last byte's highest set bit marks the end, the bits below it come first.
 * `left` counts the bits from the start of the stream that are still to be read; when it is 0 all are read, below 0 the
 * stream was too short. Bits before the start are whatever lies there, and are counted as missing.
 */
import { highBit } from "./finite-state";

/** Bits before the end mark, or -1 if there is none. */
export function bitsBeforeMark(source: usize, length: usize): i32 {
  if (length == 0) return -1;
  const last = <u32>load<u8>(source + length - 1);
  if (last == 0) return -1;
  return ((<i32>length - 1) << 3) + <i32>highBit(last);
}

/** The next bits, the first of them in the highest place; 57 of them at least are there. */
@inline
export function peekBits(source: usize, left: i32): u64 {
  const bytes = (left + 7) >> 3;
  return load<u64>(source + bytes - 8) << <u64>((bytes << 3) - left);
}

/** The first `count` (0 .. 63) of the bits that `peekBits` gave. */
@inline
export function topBits(bits: u64, count: u32): u32 {
  return <u32>((bits >> 1) >> <u64>(63 - count));
}
