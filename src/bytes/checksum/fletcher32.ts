/**
 * Fletcher-32 as the HDF5 library computes it: over big-endian 16-bit words, an odd last byte being the high half of a
 * word, with sums folded (not reduced), so that 0xffff and 0 are two different results.
 */

/** Words between folds. HDF5's number: with it the second sum stays below 2^32. Another could give another zero. */
const BLOCK_WORDS = 360;

/** The checksum of a whole object. */
export function fletcher32(bytes: Uint8Array): number {
  const [first, second] = addFletcher32(bytes, 0, 0);
  return ((fold(second) << 16) | fold(first)) >>> 0;
}

/** The two sums, continued: every piece of an object but the last is whole blocks of 720 bytes. */
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
