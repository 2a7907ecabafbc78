/** How the encoders look for earlier copies of what comes next: a table from a hash of bytes to their last position. */

/** Entries of the table; 16 KiB of u32 positions stay in the nearest cache. */
const TABLE_BITS: u32 = 12;
export const TABLE_BYTES: usize = 4 << TABLE_BITS;

/** The farthest copy that all three formats can name in two bytes. */
export const FARTHEST: usize = 65535;

/** liblz4's multiplier for five bytes: with the same hash LZ4 blocks become the same as its own. */
const FACTOR: u64 = 889523592379;

/**
 * Where the slot for the five bytes at `pointer` lies, of which eight are read. Five, because four-byte matches gain
 * next to nothing.
 */
@inline
export function slotOf(table: usize, pointer: usize): usize {
  const hash = (load<u64>(pointer) << 24) * FACTOR;
  return table + (<usize>(hash >> (64 - TABLE_BITS)) << 2);
}

/** The first place at or after `ip` where it differs from `match`, at most `limit`. */
@inline
export function matchEnd(ip: usize, match: usize, limit: usize): usize {
  while (limit - ip >= 8) {
    const difference = load<u64>(ip) ^ load<u64>(match);
    if (difference != 0) return ip + (<usize>ctz(difference) >> 3);
    ip += 8;
    match += 8;
  }
  while (ip < limit) {
    if (load<u8>(ip) != load<u8>(match)) break;
    ip++;
    match++;
  }
  return ip;
}

/** How far a match reaches back: the first place at or after `anchor` from which on both agree. */
@inline
export function earlierBegin(ip: usize, match: usize, anchor: usize, source: usize): usize {
  while (ip > anchor) {
    if (match <= source) break;
    if (load<u8>(ip - 1) != load<u8>(match - 1)) break;
    ip--;
    match--;
  }
  return ip;
}
