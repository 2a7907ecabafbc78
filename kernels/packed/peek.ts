/** Byte 0 last: bits in the order of the file. */
const REVERSED: v128 = i8x16(7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0);

/** The 64 bits from the byte on that holds bit `at`. Up to 8 bytes after the input are loaded, and none of them counts. */
@inline
export function peek(source: usize, at: u64): u64 {
  return <u64>i64x2.extract_lane(i8x16.swizzle(v128.load64_zero(source + <usize>(at >> 3)), REVERSED), 0);
}

/** An integer of 0 to 32 bits at bit `at`. `mask` has that many ones. */
@inline
export function integerAt(source: usize, at: u64, bits: u64, mask: u64): u64 {
  return (peek(source, at) >> (64 - bits - (at & 7))) & mask;
}
