/** Byte shuffle and unshuffle: row j of the shuffled side holds byte j of each element. */
export function shuffle(
  m: Uint8Array,
  size: number,
  source: number,
  target: number,
  stride: number,
  count: number,
): void {
  for (let j = 0; j < size; j++) {
    const row = target + j * stride;
    let from = source + j;
    for (let i = 0; i < count; i++) {
      m[row + i] = m[from]!;
      from += size;
    }
  }
}

export function unshuffle(
  m: Uint8Array,
  size: number,
  source: number,
  stride: number,
  target: number,
  count: number,
): void {
  if (size % 4 === 0 && target % 4 === 0) {
    unshuffleWords(m, size, source, stride, target, count);
    return;
  }
  for (let j = 0; j < size; j++) {
    const row = source + j * stride;
    let to = target + j;
    for (let i = 0; i < count; i++) {
      m[to] = m[row + i]!;
      to += size;
    }
  }
}

/** Four rows at a time, written as words: half the work of bytes. */
function unshuffleWords(
  m: Uint8Array,
  size: number,
  source: number,
  stride: number,
  target: number,
  count: number,
): void {
  const words = new Int32Array(m.buffer, m.byteOffset, m.byteLength >> 2);
  const step = size >> 2;
  for (let j = 0; j < step; j++) {
    const a = source + 4 * j * stride;
    const b = a + stride;
    const c = b + stride;
    const d = c + stride;
    let to = (target >> 2) + j;
    for (let i = 0; i < count; i++) {
      words[to] = m[a + i]! | (m[b + i]! << 8) | (m[c + i]! << 16) | (m[d + i]! << 24);
      to += step;
    }
  }
}

/** Bit shuffle both ways; kernels/bitshuffle.ts explains the layout. Eight elements, one byte of each, at a time. */
export function bitshuffle(
  m: Uint8Array,
  size: number,
  source: number,
  target: number,
  stride: number,
  count: number,
): void {
  for (let j = 0; j < size; j++) {
    const rows = target + 8 * j * stride;
    let from = source + j;
    for (let i = 0; i < count; i += 8) {
      const low = m[from]! | (m[from + size]! << 8) | (m[from + 2 * size]! << 16) | (m[from + 3 * size]! << 24);
      from += 4 * size;
      const high = m[from]! | (m[from + size]! << 8) | (m[from + 2 * size]! << 16) | (m[from + 3 * size]! << 24);
      from += 4 * size;
      transpose(low, high);
      const row = rows + (i >> 3);
      m[row] = first;
      m[row + stride] = first >>> 8;
      m[row + 2 * stride] = first >>> 16;
      m[row + 3 * stride] = first >>> 24;
      m[row + 4 * stride] = second;
      m[row + 5 * stride] = second >>> 8;
      m[row + 6 * stride] = second >>> 16;
      m[row + 7 * stride] = second >>> 24;
    }
  }
}

export function bitunshuffle(
  m: Uint8Array,
  size: number,
  source: number,
  stride: number,
  target: number,
  count: number,
): void {
  for (let j = 0; j < size; j++) {
    const rows = source + 8 * j * stride;
    let to = target + j;
    for (let i = 0; i < count; i += 8) {
      const a = rows + (i >> 3);
      const b = a + 4 * stride;
      transpose(
        m[a]! | (m[a + stride]! << 8) | (m[a + 2 * stride]! << 16) | (m[a + 3 * stride]! << 24),
        m[b]! | (m[b + stride]! << 8) | (m[b + 2 * stride]! << 16) | (m[b + 3 * stride]! << 24),
      );
      m[to] = first;
      m[to + size] = first >>> 8;
      m[to + 2 * size] = first >>> 16;
      m[to + 3 * size] = first >>> 24;
      to += 4 * size;
      m[to] = second;
      m[to + size] = second >>> 8;
      m[to + 2 * size] = second >>> 16;
      m[to + 3 * size] = second >>> 24;
      to += 4 * size;
    }
  }
}

// The result of `transpose`: an object per eight bytes would cost more than the rest.
let first = 0;
let second = 0;

/** Transposes 8 x 8 bits, a byte a row, the first four rows in `low`: bit i of byte k goes to bit k of byte i. */
function transpose(low: number, high: number): void {
  let t = (low ^ (low >>> 7)) & 0x00aa00aa;
  low ^= t ^ (t << 7);
  t = (high ^ (high >>> 7)) & 0x00aa00aa;
  high ^= t ^ (t << 7);
  t = (low ^ (low >>> 14)) & 0x0000cccc;
  low ^= t ^ (t << 14);
  t = (high ^ (high >>> 14)) & 0x0000cccc;
  high ^= t ^ (t << 14);
  first = (low & 0x0f0f0f0f) | ((high & 0x0f0f0f0f) << 4);
  second = ((low >>> 4) & 0x0f0f0f0f) | (high & 0xf0f0f0f0);
}
