/** The common part of the plain encoders and decoders: unaligned words, matches, and the hash of the fast encoders. */

/** The farthest copy that the formats can express in two bytes. */
export const FARTHEST = 65535;
/** Entries of the fast encoders' table. */
const TABLE_SIZE = 4096;

let table: Int32Array | undefined;

/** The fast encoders' table, cleared. */
export function clearedTable(): Int32Array {
  if (table === undefined) return (table = new Int32Array(TABLE_SIZE));
  return table.fill(0);
}

export function word(m: Uint8Array, at: number): number {
  return m[at]! | (m[at + 1]! << 8) | (m[at + 2]! << 16) | (m[at + 3]! << 24);
}

/** The factor of kernels/find-match.ts, 0xcf1bbcdcbb, as its upper 8 bits and twice 16. */
const FACTOR_HIGH = 0xcf;
const FACTOR_MIDDLE = 0x1bbc;
const FACTOR_LOW = 0xdcbb;

/**
 * The slot of the five bytes at a position: as in kernels/find-match.ts, so that both produce the same bytes. It is
 * bits 28 to 39 of the product of two 40-bit numbers, which is computed from parts that doubles hold.
 */
export function slotOf(m: Uint8Array, at: number): number {
  const low = m[at]! | (m[at + 1]! << 8);
  const middle = m[at + 2]! | (m[at + 3]! << 8);
  const sum = low * FACTOR_LOW + ((low * FACTOR_MIDDLE + middle * FACTOR_LOW) % 2 ** 24) * 2 ** 16;
  const upper = middle * FACTOR_MIDDLE + low * FACTOR_HIGH + m[at + 4]! * FACTOR_LOW;
  return (Math.floor(sum / 2 ** 28) + (upper << 4)) & (TABLE_SIZE - 1);
}

/** The first position at or after `at` where it differs from `match`, at most `limit`. */
export function matchEnd(m: Uint8Array, at: number, match: number, limit: number): number {
  while (at < limit && m[at] === m[match]) {
    at++;
    match++;
  }
  return at;
}

/** How far a match extends back: the first position at or after `anchor` from which on both agree. */
export function earlierBegin(m: Uint8Array, at: number, match: number, anchor: number, source: number): number {
  while (at > anchor && match > source && m[at - 1] === m[match - 1]) {
    at--;
    match--;
  }
  return at;
}

/** From here on a bulk copy is worth its call. */
const BULK = 48;

/** Copies bytes that do not overlap. */
export function copyBytes(m: Uint8Array, target: number, source: number, length: number): void {
  if (length >= BULK) {
    m.copyWithin(target, source, source + length);
    return;
  }
  for (let i = 0; i < length; i++) m[target + i] = m[source + i]!;
}

/** Copies `length` bytes from `distance` bytes back, repeating them if the distance is shorter. */
export function copyMatch(m: Uint8Array, target: number, distance: number, length: number): void {
  const end = target + length;
  if (length < BULK) {
    for (let at = target; at < end; at++) m[at] = m[at - distance]!;
  } else if (distance === 1) {
    m.fill(m[target - 1]!, target, end);
  } else {
    // One period first, then the output so far is appended to itself, doubling each time.
    let done = Math.min(distance, length);
    m.copyWithin(target, target - distance, target - distance + done);
    while (done < length) {
      const count = Math.min(done, length - done);
      m.copyWithin(target + done, target, target + count);
      done += count;
    }
  }
}
