/** Kernels that change elements one by one: delta, packed booleans, byte order, rounding. */

/** Differences of neighbouring integers of 1, 2, 4 or 8 bytes, modulo their range, in place; the first stays. */
export function deltaEncode(m: Uint8Array, size: number, pointer: number, count: number): void {
  if (!isIntegerSize(size)) return;
  for (let i = count - 1; i > 0; i--) {
    const at = pointer + i * size;
    let borrow = 0;
    for (let j = 0; j < size; j++) {
      const difference = m[at + j]! - m[at + j - size]! - borrow;
      m[at + j] = difference;
      borrow = difference < 0 ? 1 : 0;
    }
  }
}

/** The running sums: the inverse of `deltaEncode`. */
export function deltaDecode(m: Uint8Array, size: number, pointer: number, count: number): void {
  if (!isIntegerSize(size)) return;
  const end = pointer + count * size;
  for (let at = pointer + size; at < end; at += size) {
    let carry = 0;
    for (let j = 0; j < size; j++) {
      const sum = m[at + j]! + m[at + j - size]! + carry;
      m[at + j] = sum;
      carry = sum >> 8;
    }
  }
}

function isIntegerSize(size: number): boolean {
  return size === 1 || size === 2 || size === 4 || size === 8;
}

/** Packs `count` booleans, one per byte and a multiple of 8, into bits. If `reversed`, the first goes to the highest bit. */
export function packBits(m: Uint8Array, source: number, target: number, count: number, reversed: boolean): void {
  for (let i = 0; i < count; i += 8) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) {
      if (m[source + i + bit] !== 0) byte |= reversed ? 0x80 >> bit : 1 << bit;
    }
    m[target + (i >>> 3)] = byte;
  }
}

/** Unpacks `count` booleans, a multiple of 8, as 0 and 1. */
export function unpackBits(m: Uint8Array, source: number, target: number, count: number, reversed: boolean): void {
  const flip = reversed ? 7 : 0;
  for (let i = 0; i < count; i++) m[target + i] = (m[source + (i >>> 3)]! >>> ((i & 7) ^ flip)) & 1;
}

/** Reverses the bytes of each element; bytes after the last whole one stay. `target` may be `source`. */
export function swapBytes(m: Uint8Array, size: number, source: number, target: number, length: number): void {
  if (target !== source) m.copyWithin(target, source, source + length);
  if (size < 2) return;
  const end = target + length - (length % size);
  for (let element = target; element < end; element += size) {
    for (let low = element, high = element + size - 1; low < high; low++, high--) {
      const byte = m[low]!;
      m[low] = m[high]!;
      m[high] = byte;
    }
  }
}

/** Floats with fewer bits of mantissa; like kernels/round-bits.ts. */
export function roundBits(
  m: Uint8Array,
  size: number,
  source: number,
  target: number,
  count: number,
  mantissa: number,
  dropped: number,
): void {
  const view = new DataView(m.buffer, m.byteOffset);
  if (size === 8) {
    roundDoubles(view, source, target, count, dropped);
    return;
  }
  const magnitudes = 2 ** (8 * size - 1) - 1;
  const infinity = magnitudes - (2 ** mantissa - 1);
  for (let at = 0; at < size * count; at += size) {
    if (size === 2) {
      view.setUint16(target + at, roundWord(view.getUint16(source + at, true), magnitudes, infinity, dropped), true);
    } else {
      view.setInt32(target + at, roundWord(view.getInt32(source + at, true), magnitudes, infinity, dropped), true);
    }
  }
}

/** Half a unit less one, and one more if the kept part is odd: ties go to even, and a carry reaches the exponent. */
function roundWord(word: number, magnitudes: number, infinity: number, dropped: number): number {
  const rounded = (word + ((word >>> dropped) & 1) + 2 ** (dropped - 1) - 1) & (-1 << dropped);
  if ((word & magnitudes) <= infinity || isNanWord(rounded, word, magnitudes, infinity)) return rounded;
  // The quiet bit is the highest of the mantissa, half the step from infinity to the next exponent.
  return word | ((magnitudes + 1 - infinity) >>> 1);
}

function isNanWord(rounded: number, word: number, magnitudes: number, infinity: number): boolean {
  return (rounded & magnitudes) > infinity && (rounded ^ word) >>> 0 <= magnitudes;
}

/** Pairs of words, the lower one first. */
function roundDoubles(view: DataView, source: number, target: number, count: number, dropped: number): void {
  const bias = 2 ** (dropped - 1) - 1;
  for (let at = 0; at < 8 * count; at += 8) {
    const low = view.getUint32(source + at, true);
    const high = view.getUint32(source + at + 4, true);
    const half = bias + (dropped < 32 ? (low >>> dropped) & 1 : (high >>> (dropped - 32)) & 1);
    const sum = low + (half % 2 ** 32);
    const carried = (high + Math.floor(half / 2 ** 32) + (sum >= 2 ** 32 ? 1 : 0)) >>> 0;
    const newHigh = dropped > 32 ? carried & (-1 << (dropped - 32)) : carried;
    const newLow = dropped >= 32 ? 0 : sum & (-1 << dropped);
    const lost = isNanPair(high, low) && !(isNanPair(newHigh, newLow) && (newHigh ^ high) >= 0);
    view.setUint32(target + at, lost ? low : newLow, true);
    view.setUint32(target + at + 4, lost ? high | 0x00080000 : newHigh, true);
  }
}

function isNanPair(high: number, low: number): boolean {
  const magnitude = high & 0x7fffffff;
  return magnitude > 0x7ff00000 || (magnitude === 0x7ff00000 && low !== 0);
}
