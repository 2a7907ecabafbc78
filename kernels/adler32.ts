/** Adler-32, which continues from an earlier value. */

/** The largest prime below 2^16. */
const MODULUS: u32 = 65521;
/** How many vectors fit before a sum could exceed 32 bits: 5552 bytes, as in zlib. */
const RUN: usize = 347;

/** `initial` is 1, or the value for the bytes before these. */
export function adler32(source: usize, length: usize, initial: u32): u32 {
  let a = initial & 0xffff;
  let b = initial >> 16;
  const weightsLow = i16x8(16, 15, 14, 13, 12, 11, 10, 9);
  const weightsHigh = i16x8(8, 7, 6, 5, 4, 3, 2, 1);
  let vectors = length >> 4;
  while (vectors > 0) {
    const run = min(vectors, RUN);
    vectors -= run;
    // Per vector: b grows by 16 times the a before it, plus each byte times its distance from the vector's end.
    let before = i32x4.splat(0);
    let sum = i32x4.splat(0);
    let weighted = i32x4.splat(0);
    for (let i: usize = 0; i < run; i++) {
      const v = v128.load(source);
      before = i32x4.add(before, sum);
      sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(v)));
      weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(v), weightsLow));
      weighted = i32x4.add(weighted, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(v), weightsHigh));
      source += 16;
    }
    b = (b + a * <u32>(run << 4) + (horizontal(before) << 4) + horizontal(weighted)) % MODULUS;
    a = (a + horizontal(sum)) % MODULUS;
  }
  for (let rest = length & 15; rest > 0; rest--) {
    a += load<u8>(source++);
    b += a;
  }
  return ((b % MODULUS) << 16) | (a % MODULUS);
}

@inline
function horizontal(v: v128): u32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}
