/** Fletcher-32 as HDF5 computes it and the rounds of Jenkins' lookup3, piece by piece, with their state in memory. */

/** Words between folds: the number decides about the result where a sum is a multiple of 65535. */
const BLOCK_BYTES = 720;

/** Continues the two sums at `state`. Every piece but the last is whole blocks; an odd last byte is half a word. */
export function fletcher32(m: Uint8Array, source: number, length: number, state: number): void {
  const even = source + length - (length & 1);
  let first = wordAt(m, state);
  let second = wordAt(m, state + 4);
  for (let start = source; start < even; start += BLOCK_BYTES) {
    const end = Math.min(start + BLOCK_BYTES, even);
    for (let at = start; at < end; at += 2) {
      first += (m[at]! << 8) | m[at + 1]!;
      second = (second + first) >>> 0;
    }
    first = fold(first);
    second = fold(second);
  }
  if (even < source + length) {
    first += m[even]! << 8;
    second = fold(second + first);
    first = fold(first);
  }
  putWord(m, state, first);
  putWord(m, state + 4, second);
}

function fold(sum: number): number {
  return (sum & 0xffff) + (sum >>> 16);
}

/** Mixes `length` bytes, a multiple of 12, into the three words at `state`. */
export function lookup3(m: Uint8Array, source: number, length: number, state: number): void {
  let a = wordAt(m, state);
  let b = wordAt(m, state + 4);
  let c = wordAt(m, state + 8);
  for (let at = source; at < source + length; at += 12) {
    a = (a + wordAt(m, at)) | 0;
    b = (b + wordAt(m, at + 4)) | 0;
    c = (c + wordAt(m, at + 8)) | 0;
    a = (a - c) ^ rotate(c, 4);
    c = (c + b) | 0;
    b = (b - a) ^ rotate(a, 6);
    a = (a + c) | 0;
    c = (c - b) ^ rotate(b, 8);
    b = (b + a) | 0;
    a = (a - c) ^ rotate(c, 16);
    c = (c + b) | 0;
    b = (b - a) ^ rotate(a, 19);
    a = (a + c) | 0;
    c = (c - b) ^ rotate(b, 4);
    b = (b + a) | 0;
  }
  putWord(m, state, a);
  putWord(m, state + 4, b);
  putWord(m, state + 8, c);
}

function wordAt(m: Uint8Array, at: number): number {
  return m[at]! | (m[at + 1]! << 8) | (m[at + 2]! << 16) | (m[at + 3]! << 24);
}

function putWord(m: Uint8Array, at: number, word: number): void {
  m[at] = word;
  m[at + 1] = word >>> 8;
  m[at + 2] = word >>> 16;
  m[at + 3] = word >>> 24;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
