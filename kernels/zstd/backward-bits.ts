/**
 * Bit streams that are read from their end: the highest set bit of the last byte marks the end, the bits below it come
 * first. `left` counts the bits that are still to be read.
 *
 * Words are loaded that end with the byte of the next bit, and so may begin up to 7 bytes before the stream. These
 * belong to the frame: no stream begins before byte 10 of one.
 */

/** Bits before the end mark, or -1 if there is none. */
export function bitsBeforeMark(source: usize, length: usize): i32 {
  if (length == 0) return -1;
  const last = <u32>load<u8>(source + length - 1);
  if (last == 0) return -1;
  return ((<i32>length) << 3) - 1 - (<i32>clz(last) - 24);
}

/** The next bits, the first of them in the highest place. At least 56 are valid. */
@inline
export function peekBits(source: usize, left: i32): u64 {
  return load<u64>(source + (left >> 3) - 7) << (<u64>(8 - (left & 7)));
}

/** The first `count` (0 .. 56) of the bits that `peekBits` gave. */
@inline
export function topBits(bits: u64, count: u32): u32 {
  return <u32>((bits >> 1) >> <u64>(63 - count));
}
