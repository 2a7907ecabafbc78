/**
 * Bit planes of a block's coefficients, the highest first. In each plane the coefficients found so far contribute one
 * bit each; for the rest, a bit says whether any is set, followed by the number of zeros before the next.
 */
import { endsEarly, type ZfpReader, type ZfpWriter } from "./bit-stream.ts";

/** Coefficients in negabinary, as halves; the upper ones are only used by 64-bit types. */
export interface Coefficients {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

export function coefficients(size: number): Coefficients {
  return { low: new Uint32Array(size), high: new Uint32Array(size) };
}

/** Reads planes within a budget of bits; returns how many were used. */
export function decodePlanes(
  reader: ZfpReader,
  maxBits: number,
  maxPrecision: number,
  width: number,
  data: Coefficients,
): number {
  const size = data.low.length;
  data.low.fill(0);
  data.high.fill(0);
  const last = Math.max(width - maxPrecision, 0);
  // Bits are taken one by one, but from local variables: the reader is updated at the end.
  const { bytes } = reader;
  const end = 8 * bytes.byteLength;
  let at = reader.at;
  let budget = maxBits;
  let found = 0;
  for (let plane = width - 1; plane >= last && budget > 0; plane--) {
    const half = plane < 32 ? data.low : data.high;
    const shift = plane & 31;
    const known = Math.min(found, budget);
    budget -= known;
    if (at + known > end) throw endsEarly();
    for (let i = 0; i < known; i++, at++) half[i]! |= ((bytes[at >>> 3]! >>> (at & 7)) & 1) << shift;
    while (found < size && budget > 0) {
      budget--;
      if (at >= end) throw endsEarly();
      const any = (bytes[at >>> 3]! >>> (at & 7)) & 1;
      at++;
      if (any === 0) break;
      for (; found < size - 1 && budget > 0; found++) {
        budget--;
        if (at >= end) throw endsEarly();
        const bit = (bytes[at >>> 3]! >>> (at & 7)) & 1;
        at++;
        if (bit === 1) break;
      }
      half[found++]! |= 1 << shift;
    }
  }
  reader.at = at;
  return maxBits - budget;
}

/** Writes planes within a budget of bits; returns how many were used. */
export function encodePlanes(
  writer: ZfpWriter,
  maxBits: number,
  maxPrecision: number,
  width: number,
  data: Coefficients,
): number {
  const size = data.low.length;
  const last = Math.max(width - maxPrecision, 0);
  // In a plane, each coefficient takes a bit of its own and at most one about the others.
  writer.reserve(Math.min(maxBits, (width - last) * 2 * size + size));
  const { bytes } = writer;
  let at = writer.at;
  let budget = maxBits;
  let found = 0;
  for (let plane = width - 1; plane >= last && budget > 0; plane--) {
    const half = plane < 32 ? data.low : data.high;
    const shift = plane & 31;
    const known = Math.min(found, budget);
    budget -= known;
    for (let i = 0; i < known; i++, at++) bytes[at >>> 3]! |= ((half[i]! >>> shift) & 1) << (at & 7);
    let end = size;
    while (end > found && ((half[end - 1]! >>> shift) & 1) === 0) end--;
    while (found < size && budget > 0) {
      budget--;
      if (found >= end) {
        at++;
        break;
      }
      bytes[at >>> 3]! |= 1 << (at & 7);
      at++;
      for (; found < size - 1 && budget > 0; found++) {
        budget--;
        const bit = (half[found]! >>> shift) & 1;
        bytes[at >>> 3]! |= bit << (at & 7);
        at++;
        if (bit === 1) break;
      }
      found++;
    }
  }
  writer.at = at;
  return maxBits - budget;
}
