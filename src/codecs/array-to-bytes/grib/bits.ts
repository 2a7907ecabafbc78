/** Unsigned integers of 0 to 32 bits, packed from the highest bit on. */
import { HyperslabError } from "../../../errors.ts";

/** The integers from byte `at` on; too few bytes are `invalid-data`. */
export function unpackIntegers(bytes: Uint8Array, at: number, bits: number, count: number): Float64Array<ArrayBuffer> {
  const values = new Float64Array(count);
  unpackTo(bytes, at * 8, bits, values, 0, count);
  return values;
}

/** Writes `count` integers that start at a bit to `values` from `from` on; returns the bit after the last. */
export function unpackTo(
  bytes: Uint8Array,
  bit: number,
  bits: number,
  values: Float64Array,
  from: number,
  count: number,
): number {
  const end = bit + bits * count;
  if (end > bytes.byteLength * 8) {
    throw new HyperslabError(
      "invalid-data",
      `${count} values of ${bits} bits end at byte ${Math.ceil(end / 8)}, there are ${bytes.byteLength}`,
    );
  }
  if (bits === 0) {
    values.fill(0, from, from + count);
    return end;
  }
  let at = Math.floor(bit / 8);
  if (bit % 8 === 0 && bits === 16) {
    for (let index = from; index < from + count; index++, at += 2) values[index] = (bytes[at]! << 8) | bytes[at + 1]!;
    return end;
  }
  if (bit % 8 === 0 && bits === 8) {
    for (let index = from; index < from + count; index++) values[index] = bytes[at++]!;
    return end;
  }
  let shift = bit % 8;
  if (bits <= 24) {
    const low = 32 - bits;
    for (let index = from; index < from + count; index++) {
      // Bytes past the end read as undefined, which counts as 0: their bits are not used.
      const word = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
      values[index] = (word << shift) >>> low;
      shift += bits;
      at += shift >> 3;
      shift &= 7;
    }
    return end;
  }
  for (let index = from; index < from + count; index++) {
    let value = bytes[at]! & (255 >> shift);
    let left = bits - (8 - shift);
    while (left >= 8) {
      value = value * 256 + bytes[++at]!;
      left -= 8;
    }
    if (left > 0) value = value * 2 ** left + (bytes[++at]! >> (8 - left));
    else if (left === 0) at += 1;
    shift = left;
    values[index] = value;
  }
  return end;
}
