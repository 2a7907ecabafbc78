/** Bitmaps: one bit per point, the highest of each byte first, 1 if a value is stored. */
import { needBytes } from "../../../bytes/grib/message.ts";
import type { Floats } from "../../kernels/packed/packed.ts";

/** The number of points of a field that are stored. */
export function presentCount(bitmap: Uint8Array, count: number): number {
  needBytes(bitmap, Math.ceil(count / 8), "the bitmap");
  let total = 0;
  for (let index = 0; index < count; index++) total += bitAt(bitmap, index);
  return total;
}

export function presentByRow(lengths: readonly number[], bitmap: Uint8Array | undefined): number[] {
  if (bitmap === undefined) return [...lengths];
  let index = 0;
  return lengths.map((length) => {
    let total = 0;
    for (const end = index + length; index < end; index++) total += bitAt(bitmap, index);
    return total;
  });
}

/** Puts values where the bitmap has ones. With row lengths, every second row runs backwards. */
export function spread(
  values: Floats,
  bitmap: Uint8Array | undefined,
  count: number,
  rows: readonly number[] = [count],
): Floats {
  if (bitmap === undefined && rows.length === 1) return values;
  const all = values instanceof Float32Array ? new Float32Array(count) : new Float64Array(count);
  all.fill(Number.NaN);
  let [next, start] = [0, 0];
  for (const [row, length] of rows.entries()) {
    const backwards = row % 2 === 1;
    for (let step = 0; step < length; step++) {
      const index = backwards ? start + length - 1 - step : start + step;
      if (bitmap === undefined || bitAt(bitmap, index) === 1) all[index] = values[next++]!;
    }
    start += length;
  }
  return all;
}

function bitAt(bitmap: Uint8Array, index: number): number {
  return (bitmap[index >> 3]! >> (7 - (index & 7))) & 1;
}
