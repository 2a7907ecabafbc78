/**
 * Cyclic redundancy checks of 32 bits, reflected, without an instruction for them: long inputs are made shorter first. A
 * polynomial of few terms that the CRC's own divides lets a vector be removed if it is added, exclusively, to the few
 * that lie as far behind it as the terms say: the checksum stays the same. Where that holds for y = x it holds for
 * y = x^128, a whole vector, too: squaring keeps the terms of a polynomial over two elements apart. What is left is a
 * ring of as many vectors as the highest exponent says, which go through the tables.
 *
 * The tables are twelve of 256 words; the ring lies behind them.
 */
const TABLES: usize = 12;
/** Bytes of the tables without the ring, and with it. */
export const CRC_TABLES_BYTES: usize = TABLES << 10;
export const CRC_TABLE_BYTES: usize = 16 * 1024;

/** Fills the tables: entry [k][b] is the effect of byte b with k zero bytes behind it. */
@inline
export function makeTables(table: usize, polynomial: u32): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (polynomial & (0 - (crc & 1)));
    store<u32>(table + (byte << 2), crc);
  }
  for (let i: usize = 256; i < TABLES << 8; i++) {
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

export function byTables(source: usize, length: usize, crc: u32, table: usize): u32 {
  const end = source + length;
  for (; end - source >= TABLES; source += TABLES) {
    crc =
      word(table, 11, load<u32>(source) ^ crc) ^
      word(table, 7, load<u32>(source, 4)) ^
      word(table, 3, load<u32>(source, 8));
  }
  for (; source < end; source++) crc = (crc >> 8) ^ lookup(table, 0, (crc ^ load<u8>(source)) & 255);
  return crc;
}

/**
 * Leaves in the ring, of `size` bytes, what has, begun with 0, the checksum of the first bytes begun with `crc`; gives
 * how many those are. `tap1` ..: how far behind it a vector is added, the differences of the highest exponent to others.
 */
@inline
export function fold(
  source: usize, length: usize, crc: u32, ring: usize, size: usize, tap1: usize, tap2: usize, tap3: usize, tap4: usize,
): usize {
  const begin = source;
  const laps = length / size - 1;
  memory.fill(ring, 0, size);
  // What came before is added to the first four bytes.
  v128.store(ring, i32x4.replace_lane(i32x4.splat(0), 0, crc));
  for (let lap: usize = 0; lap < laps; lap++) {
    foldPart(source, ring, 0, tap1, size - tap1, size - tap2, size - tap3, size - tap4);
    foldPart(source, ring, tap1, tap2, 0 - tap1, size - tap2, size - tap3, size - tap4);
    foldPart(source, ring, tap2, tap3, 0 - tap1, 0 - tap2, size - tap3, size - tap4);
    foldPart(source, ring, tap3, tap4, 0 - tap1, 0 - tap2, 0 - tap3, size - tap4);
    foldPart(source, ring, tap4, size, 0 - tap1, 0 - tap2, 0 - tap3, 0 - tap4);
    source += size;
  }
  // The last lap stays: it takes in what lies before it and gives nothing on.
  for (let at: usize = 0; at < size; at += 16) {
    let v = v128.xor(v128.load(source + at), v128.load(ring + at));
    if (at < tap1) v = v128.xor(v, v128.load(ring + at + (size - tap1)));
    if (at < tap2) v = v128.xor(v, v128.load(ring + at + (size - tap2)));
    if (at < tap3) v = v128.xor(v, v128.load(ring + at + (size - tap3)));
    if (at < tap4) v = v128.xor(v, v128.load(ring + at + (size - tap4)));
    v128.store(ring + at, v);
  }
  return source + size - begin;
}

/** Vectors `from` .. `to` of a lap: each takes in the one in its place, of the lap before, and those at four offsets. */
@inline
function foldPart(
  source: usize, ring: usize, from: usize, to: usize, tap1: usize, tap2: usize, tap3: usize, tap4: usize,
): void {
  for (let at = from; at < to; at += 16) {
    const here = ring + at;
    const near = v128.xor(v128.load(here), v128.load(here + tap1));
    const far = v128.xor(v128.load(here + tap2), v128.xor(v128.load(here + tap3), v128.load(here + tap4)));
    v128.store(here, v128.xor(v128.load(source + at), v128.xor(near, far)));
  }
}
