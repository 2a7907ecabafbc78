/** Booleans, a byte each, to eight a byte and back. `reversed`: the first goes to the highest bit, not to the lowest. */

/** Packs `count` booleans, a multiple of 8; whatever is not 0 is true. */
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
