/**
 * CRC-32C (Castagnoli, reflected polynomial 0x82f63b78), which continues from an earlier value.
 *
 * There is no instruction for it, so long inputs are made shorter first. A polynomial of few terms that the CRC's own
 * divides lets a vector be removed if it is added, exclusively, to the few that lie as far behind it as the terms say:
 * the checksum stays the same. y^209 + y^144 + y^54 + y^39 + y^14 + 1 is the shortest of six terms, and where it holds
 * for y = x it holds for y = x^128, a whole vector, too: squaring keeps the terms of a polynomial over two elements
 * apart. What is left are 209 vectors, which go through the tables.
 *
 * The 16 KiB that it needs: twelve tables of 256 words, then the ring of the last 209 vectors.
 */
const TABLES: usize = 12;
const RING_AT: usize = TABLES << 10;

const RING: usize = 209 << 4;
/** How far behind it a vector is added: the differences of the highest exponent to the others. */
const TAP1: usize = 65 << 4;
const TAP2: usize = 155 << 4;
const TAP3: usize = 170 << 4;
const TAP4: usize = 195 << 4;
/** Below this, what is left is too much of the whole. */
const LEAST_FOLDED: usize = 4 * RING;

/** Fills the tables: entry [k][b] is the effect of byte b with k zero bytes behind it. */
export function crc32cTable(table: usize): void {
  for (let byte: u32 = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >> 1) ^ (0x82f63b78 & (0 - (crc & 1)));
    store<u32>(table + (byte << 2), crc);
  }
  for (let i: usize = 256; i < TABLES << 8; i++) {
    const crc = load<u32>(table + ((i - 256) << 2));
    store<u32>(table + (i << 2), (crc >> 8) ^ load<u32>(table + ((crc & 255) << 2)));
  }
}

/** `initial` is 0, or the value for the bytes before these. */
export function crc32c(source: usize, length: usize, initial: u32, table: usize): u32 {
  let crc = ~initial;
  if (length >= LEAST_FOLDED) {
    const ring = table + RING_AT;
    const folded = fold(source, length, crc, ring);
    crc = byTables(ring, RING, 0, table);
    source += folded;
    length -= folded;
  }
  return ~byTables(source, length, crc, table);
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

function byTables(source: usize, length: usize, crc: u32, table: usize): u32 {
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

/** Leaves in the ring what has, begun with 0, the checksum of the first bytes begun with `crc`; gives how many those are. */
function fold(source: usize, length: usize, crc: u32, ring: usize): usize {
  const begin = source;
  const laps = length / RING - 1;
  memory.fill(ring, 0, RING);
  // What came before is added to the first four bytes.
  v128.store(ring, i32x4.replace_lane(i32x4.splat(0), 0, crc));
  for (let lap: usize = 0; lap < laps; lap++) {
    foldPart(source, ring, 0, TAP1, RING - TAP1, RING - TAP2, RING - TAP3, RING - TAP4);
    foldPart(source, ring, TAP1, TAP2, 0 - TAP1, RING - TAP2, RING - TAP3, RING - TAP4);
    foldPart(source, ring, TAP2, TAP3, 0 - TAP1, 0 - TAP2, RING - TAP3, RING - TAP4);
    foldPart(source, ring, TAP3, TAP4, 0 - TAP1, 0 - TAP2, 0 - TAP3, RING - TAP4);
    foldPart(source, ring, TAP4, RING, 0 - TAP1, 0 - TAP2, 0 - TAP3, 0 - TAP4);
    source += RING;
  }
  // The last lap stays: it takes in what lies before it and gives nothing on.
  for (let at: usize = 0; at < RING; at += 16) {
    let v = v128.xor(v128.load(source + at), v128.load(ring + at));
    if (at < TAP1) v = v128.xor(v, v128.load(ring + at + (RING - TAP1)));
    if (at < TAP2) v = v128.xor(v, v128.load(ring + at + (RING - TAP2)));
    if (at < TAP3) v = v128.xor(v, v128.load(ring + at + (RING - TAP3)));
    if (at < TAP4) v = v128.xor(v, v128.load(ring + at + (RING - TAP4)));
    v128.store(ring + at, v);
  }
  return source + RING - begin;
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
