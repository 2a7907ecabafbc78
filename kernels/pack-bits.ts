/** Booleans, a byte each, to eight a byte and back. `reversed`: the first goes to the highest bit, not to the lowest. */

/** Packs `count` booleans, a multiple of 8; whatever is not 0 is true. */
export function packBits(source: usize, target: usize, count: usize, reversed: bool): void {
  const zero = i64x2.splat(0);
  let i: usize = 0;
  for (; i + 16 <= count; i += 16) {
    let v = v128.load(source + i);
    if (reversed) v = i8x16.shuffle(v, v, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    store<u16>(target + (i >> 3), <u16>i8x16.bitmask(i8x16.ne(v, zero)));
  }
  if (i < count) {
    let v = v128.load64_zero(source + i);
    if (reversed) v = i8x16.shuffle(v, v, 7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
    store<u8>(target + (i >> 3), <u8>i8x16.bitmask(i8x16.ne(v, zero)));
  }
}

/** Unpacks `count` booleans, a multiple of 8, as 0 and 1. */
export function unpackBits(source: usize, target: usize, count: usize, reversed: bool): void {
  const bits = reversed ? i64x2.splat(0x0102040810204080) : i64x2.splat(0x8040201008040201);
  const ones = i8x16.splat(1);
  let i: usize = 0;
  for (; i + 16 <= count; i += 16) {
    const pair = i16x8.splat(load<u16>(source + (i >> 3)));
    const v = v128.and(i8x16.shuffle(pair, pair, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1), bits);
    v128.store(target + i, v128.and(i8x16.eq(v, bits), ones));
  }
  if (i < count) {
    const v = v128.and(i8x16.splat(load<u8>(source + (i >> 3))), bits);
    v128.store64_lane(target + i, v128.and(i8x16.eq(v, bits), ones), 0);
  }
}
