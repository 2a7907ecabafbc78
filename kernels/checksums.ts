/** CRC-32C (Castagnoli, reflected polynomial 0x82f63b78) and Adler-32. Both continue from an earlier value. */

/** Fills the 16 KiB table that `crc32c` needs: entry [k][b] is the effect of byte b with k zero bytes behind it. */
export function crc32cTable(table: usize): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0x82f63b78 & (0 - (crc & 1)));
    store<u32>(table + (byte << 2), crc);
  }
  for (let i: usize = 256; i < 4096; i++) {
    const crc = load<u32>(table + ((i - 256) << 2));
    store<u32>(table + (i << 2), (crc >> 8) ^ load<u32>(table + ((crc & 255) << 2)));
  }
}

@inline
function lookup(table: usize, k: usize, byte: u32): u32 {
  return load<u32>(table + (k << 10) + (<usize>byte << 2));
}

/** The effect of four bytes, the first of which has `k` bytes of the same step behind it. */
@inline
function word(table: usize, k: usize, bytes: u32): u32 {
  return (
    lookup(table, k, bytes & 255) ^
    lookup(table, k - 1, (bytes >> 8) & 255) ^
    lookup(table, k - 2, (bytes >> 16) & 255) ^
    lookup(table, k - 3, bytes >> 24)
  );
}

/** `initial` is 0, or the value for the bytes before these. */
export function crc32c(source: usize, length: usize, initial: u32, table: usize): u32 {
  let crc = ~initial;
  const end = source + length;
  const whole = source + (length & ~15);
  for (; source < whole; source += 16) {
    crc =
      word(table, 15, load<u32>(source) ^ crc) ^
      word(table, 11, load<u32>(source, 4)) ^
      word(table, 7, load<u32>(source, 8)) ^
      word(table, 3, load<u32>(source, 12));
  }
  for (; source < end; source++) crc = (crc >> 8) ^ lookup(table, 0, (crc ^ load<u8>(source)) & 255);
  return ~crc;
}

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
