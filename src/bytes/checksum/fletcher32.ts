/**
 * Fletcher-32 as the HDF5 library computes it, over big-endian 16-bit words. An odd last byte is the high half of a word.
 * Sums are folded, not reduced, so 0xffff and 0 are different results.
 */

/** Words between folds, as in HDF5: the second sum stays below 2^32. Another number could give the other zero. */
const BLOCK_WORDS = 360;

/** The checksum of a whole object. */
export function fletcher32(bytes: Uint8Array): number {
  const [first, second] = addFletcher32(bytes, 0, 0);
  return ((fold(second) << 16) | fold(first)) >>> 0;
}

/** Continues the two sums. Every piece of an object except the last must be a multiple of 720 bytes. */
export function addFletcher32(bytes: Uint8Array, sum: number, sumOfSums: number): readonly [number, number] {
  const even = bytes.byteLength & ~1;
  let first = sum;
  let second = sumOfSums;
  for (let start = 0; start < even; start += 2 * BLOCK_WORDS) {
    const end = Math.min(start + 2 * BLOCK_WORDS, even);
    for (let at = start; at < end; at += 2) {
      first += (bytes[at]! << 8) | bytes[at + 1]!;
      second = (second + first) >>> 0;
    }
    first = fold(first);
    second = fold(second);
  }
  if (even < bytes.byteLength) {
    first += bytes[even]! << 8;
    second = fold(second + first);
    first = fold(first);
  }
  return [first, second];
}

function fold(sum: number): number {
  return (sum & 0xffff) + (sum >>> 16);
}
