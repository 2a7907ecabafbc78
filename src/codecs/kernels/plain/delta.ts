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

/** The running sums: what `deltaEncode` was given. */
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
