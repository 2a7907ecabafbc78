/**
 * Floats that FITS stores as integers: integer * scale + zero. A reproducible dither may have been added before
 * rounding: 10 000 numbers of Park and Miller's generator, starting at a position given by the number of the tile.
 */

const RANDOMS = 10000;
/** Integers that stand for NaN and, with the second kind of dither, for zero. */
const ZERO_VALUE = -2147483646;

let table: Float32Array | undefined;

/** As defined by the standard: x = 16807 x mod (2^31 - 1), from 1 on. */
function randoms(): Float32Array {
  if (table !== undefined) return table;
  const made = new Float32Array(RANDOMS);
  let seed = 1;
  for (let index = 0; index < RANDOMS; index++) {
    seed = (16807 * seed) % 2147483647;
    made[index] = seed / 2147483647;
  }
  table = made;
  return made;
}

export interface Quantization {
  readonly scale: number;
  readonly zero: number;
  readonly blank: number;
  readonly dither: "NO_DITHER" | "SUBTRACTIVE_DITHER_1" | "SUBTRACTIVE_DITHER_2";
  /** ZDITHER0, plus the number of the tile from 0 on. */
  readonly row: number;
}

export function dequantize(integers: Int32Array, values: Float32Array | Float64Array, given: Quantization): void {
  const { scale, zero, blank, dither, row } = given;
  const numbers = randoms();
  let seed = (((row - 1) % RANDOMS) + RANDOMS) % RANDOMS;
  let next = Math.trunc(numbers[seed]! * 500);
  for (let index = 0; index < integers.length; index++) {
    const integer = integers[index]!;
    if (integer === blank) values[index] = Number.NaN;
    else if (dither === "NO_DITHER") values[index] = integer * scale + zero;
    else if (dither === "SUBTRACTIVE_DITHER_2" && integer === ZERO_VALUE) values[index] = 0;
    else values[index] = (integer - numbers[next]! + 0.5) * scale + zero;
    if (dither === "NO_DITHER") continue;
    next += 1;
    if (next < RANDOMS) continue;
    seed = (seed + 1) % RANDOMS;
    next = Math.trunc(numbers[seed]! * 500);
  }
}
