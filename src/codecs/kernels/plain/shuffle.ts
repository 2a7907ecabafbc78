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
