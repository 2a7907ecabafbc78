/**
 * HCOMPRESS_1 of FITS: an H-transform (sums and differences of 2 x 2 pixels, level by level) whose quadrants are coded
 * bit plane by bit plane as quadtrees. Layout, big-endian: DD 99, i32 rows, i32 columns, i32 scale, i64 sum of all
 * pixels, three bytes with the bit planes of the quadrants, the planes, and the signs of nonzero values.
 *
 * Coefficients are doubles, which hold all of them exactly.
 */
import { ByteCursor } from "../../../bytes/source/byte-cursor.ts";
import { HyperslabError } from "../../../errors.ts";
import { allocate } from "../../pipeline/allocate.ts";
import { smoothLevel } from "./hcompress-smooth.ts";

/** More bit planes than 32-bit numbers can give. */
const MOST_PLANES = 48;

export function decodeHcompress(bytes: Uint8Array, shape: readonly number[], smooth: boolean): Int32Array {
  const cursor = new ByteCursor(bytes, { endian: "big" });
  if (cursor.u16() !== 0xdd99) cursor.fail("an H-compressed tile does not begin with DD 99,", 2);
  const [rows, columns] = [cursor.i32(), cursor.i32()];
  const scale = cursor.i32();
  const sum = cursor.i64Number();
  const planes = [cursor.u8(), cursor.u8(), cursor.u8()] as const;
  const count = shape.reduce((product, length) => product * length, 1);
  if (rows < 1 || columns < 1 || rows * columns !== count) {
    cursor.fail(`an H-compressed tile of ${rows} x ${columns} values, which should have ${count},`);
  }
  if (planes.some((plane) => plane > MOST_PLANES)) cursor.fail(`bit planes of ${planes.join(", ")}`);
  const values = new Float64Array(allocate(8 * count).buffer);
  readPlanes(new Bits(bytes, cursor.offset), values, rows, columns, planes);
  values[0] = sum;
  if (scale > 1) for (let index = 0; index < count; index++) values[index]! *= scale;
  // Coefficients were rounded to multiples of the scale, so that each is known to half of it.
  invert(values, rows, columns, smooth ? Math.floor(scale / 2) : 0);
  const integers = new Int32Array(allocate(4 * count).buffer);
  integers.set(values);
  return integers;
}

class Bits {
  readonly #bytes: Uint8Array;
  #at: number;
  #left = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  bit(): number {
    if (this.#left === 0) {
      if (this.#at >= this.#bytes.byteLength) {
        throw new HyperslabError("invalid-data", `an H-compressed tile ends after ${this.#at} bytes`);
      }
      this.#at += 1;
      this.#left = 8;
    }
    this.#left -= 1;
    return (this.#bytes[this.#at - 1]! >> this.#left) & 1;
  }

  bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++) value = (value << 1) | this.bit();
    return value;
  }

  /** Moves to the next byte. */
  align(): void {
    this.#left = 0;
  }

  /** Four bits of a quadtree; frequent ones have short codes. */
  quad(): number {
    const three = this.bits(3);
    if (three < 4) return 1 << three;
    const four = (three << 1) | this.bit();
    if (four < 13) return [3, 5, 10, 12, 15][four - 8]!;
    const five = (four << 1) | this.bit();
    if (five < 31) return [6, 7, 9, 11, 13][five - 26]!;
    return this.bit() === 0 ? 0 : 14;
  }
}

function readPlanes(
  bits: Bits,
  values: Float64Array,
  rows: number,
  columns: number,
  planes: readonly [number, number, number],
): void {
  const [upper, left] = [Math.ceil(rows / 2), Math.ceil(columns / 2)];
  const [lower, right] = [rows - upper, columns - left];
  readQuadrant(bits, values, { at: 0, stride: columns, rows: upper, columns: left }, planes[0]);
  readQuadrant(bits, values, { at: left, stride: columns, rows: upper, columns: right }, planes[1]);
  readQuadrant(bits, values, { at: columns * upper, stride: columns, rows: lower, columns: left }, planes[1]);
  readQuadrant(bits, values, { at: columns * upper + left, stride: columns, rows: lower, columns: right }, planes[2]);
  if (bits.bits(4) !== 0) throw new HyperslabError("invalid-data", "the planes of an H-compressed tile do not end");
  bits.align();
  for (let index = 0; index < values.length; index++) {
    if (values[index] !== 0 && bits.bit() === 1) values[index] = -values[index]!;
  }
}

interface Quadrant {
  readonly at: number;
  readonly stride: number;
  readonly rows: number;
  readonly columns: number;
}

/** Levels of halving until one pixel is left. */
function levelsOf(length: number): number {
  return length <= 1 ? 0 : Math.ceil(Math.log2(length));
}

function readQuadrant(bits: Bits, values: Float64Array, quadrant: Quadrant, planes: number): void {
  const { rows, columns } = quadrant;
  const levels = levelsOf(Math.max(rows, columns));
  const [halfRows, halfColumns] = [Math.ceil(rows / 2), Math.ceil(columns / 2)];
  const scratch = new Uint8Array(Math.max(1, halfRows * halfColumns));
  for (let plane = planes - 1; plane >= 0; plane--) {
    const kind = bits.bits(4);
    if (kind === 0) {
      for (let index = 0; index < halfRows * halfColumns; index++) scratch[index] = bits.bits(4);
    } else if (kind === 0xf) {
      scratch[0] = bits.quad();
      let [height, width, restRows, restColumns] = [1, 1, rows, columns];
      for (let level = 1, size = 2 ** levels; level < levels; level++) {
        size /= 2;
        [height, width] = [2 * height, 2 * width];
        if (restRows <= size) height -= 1;
        else restRows -= size;
        if (restColumns <= size) width -= 1;
        else restColumns -= size;
        expand(scratch, height, width);
        for (let index = height * width - 1; index >= 0; index--)
          if (scratch[index] !== 0) scratch[index] = bits.quad();
      }
    } else throw new HyperslabError("invalid-data", `a plane of an H-compressed tile begins with ${kind}, not 0 or 15`);
    insert(scratch, values, quadrant, 2 ** plane);
  }
}

/** Each group of four bits becomes 2 x 2 values of one bit, in place. */
function expand(scratch: Uint8Array, height: number, width: number): void {
  const halfWidth = Math.ceil(width / 2);
  const quads = scratch.slice(0, Math.ceil(height / 2) * halfWidth);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      const quad = quads[(row >> 1) * halfWidth + (column >> 1)]!;
      scratch[row * width + column] = (quad >> (3 - 2 * (row & 1) - (column & 1))) & 1;
    }
  }
}

function insert(
  scratch: Uint8Array,
  values: Float64Array,
  { at, stride, rows, columns }: Quadrant,
  weight: number,
): void {
  const halfColumns = Math.ceil(columns / 2);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const quad = scratch[(row >> 1) * halfColumns + (column >> 1)]!;
      if (((quad >> (3 - 2 * (row & 1) - (column & 1))) & 1) === 1) values[at + row * stride + column]! += weight;
    }
  }
}

/** To the nearest multiple, as by adding half and masking: negative ones with one less. */
function rounded(value: number, unit: number): number {
  const half = Math.floor(unit / 2);
  return Math.floor((value + (value >= 0 ? half : half - 1)) / unit) * unit;
}

/** The bit of this weight, in two's complement. */
function bitOf(value: number, weight: number): number {
  const bit = Math.floor(value / weight) % 2;
  return bit === 0 ? 0 : weight;
}

/** Level by level from the coarsest: coefficients are interleaved, smoothed, rounded to the bits that were kept, and added up. */
function invert(values: Float64Array, rows: number, columns: number, most: number): void {
  const levels = levelsOf(Math.max(rows, columns));
  if (levels === 0) {
    return;
  }
  values[0] = rounded(values[0]!, 2 ** (levels + 1));
  let [height, width, restRows, restColumns] = [1, 1, rows, columns];
  const spare = new Float64Array(Math.max(rows, columns));
  for (let level = levels - 1, size = 2 ** levels; level >= 0; level--) {
    size /= 2;
    [height, width] = [2 * height, 2 * width];
    if (restRows <= size) height -= 1;
    else restRows -= size;
    if (restColumns <= size) width -= 1;
    else restColumns -= size;
    for (let row = 0; row < height; row++) interleave(values, columns * row, width, 1, spare);
    for (let column = 0; column < width; column++) interleave(values, column, height, columns, spare);
    if (most > 0) smoothLevel(values, { columns, height, width, most });
    addUp(values, { columns, height, width, bit0: 2 ** level, divisor: level === 0 ? 4 : 2 });
  }
}

/** The first half to even positions, the second to odd ones. */
function interleave(values: Float64Array, at: number, count: number, step: number, spare: Float64Array): void {
  const half = Math.ceil(count / 2);
  for (let index = 0; index < count; index++) spare[index] = values[at + index * step]!;
  for (let index = 0; index < count; index++) {
    values[at + index * step] = spare[(index & 1) === 0 ? index >> 1 : half + (index >> 1)]!;
  }
}

interface Level {
  readonly columns: number;
  readonly height: number;
  readonly width: number;
  readonly bit0: number;
  readonly divisor: number;
}

function addUp(values: Float64Array, { columns, height, width, bit0, divisor }: Level): void {
  const bit1 = 2 * bit0;
  const divided = (value: number): number => Math.floor(value / divisor);
  for (let row = 0; row < height; row += 2) {
    const isLastRow = row + 1 === height;
    for (let column = 0; column < width; column += 2) {
      const isLastColumn = column + 1 === width;
      const at = columns * row + column;
      let h0 = values[at]!;
      if (isLastRow && isLastColumn) values[at] = divided(h0);
      else if (isLastRow || isLastColumn) {
        const other = at + (isLastRow ? 1 : columns);
        const h1 = rounded(values[other]!, bit1);
        const low = bitOf(h1, bit1);
        h0 = h0 >= 0 ? h0 - low : h0 + low;
        values[other] = divided(h0 + h1);
        values[at] = divided(h0 - h1);
      } else {
        const hc = bit0 === 1 ? values[at + columns + 1]! : rounded(values[at + columns + 1]!, bit0);
        const low0 = bitOf(hc, bit0);
        const lowered = (value: number): number => (value >= 0 ? value - low0 : value + low0);
        const hx = lowered(rounded(values[at + columns]!, bit1));
        const hy = lowered(rounded(values[at + 1]!, bit1));
        const low1 = (bitOf(hc, bit1) + bitOf(hx, bit1) + bitOf(hy, bit1)) % (2 * bit1) === 0 ? 0 : bit1;
        if (h0 >= 0) h0 += low0 - low1;
        else h0 += low0 === 0 ? low1 : low0 - low1;
        values[at + columns + 1] = divided(h0 + hx + hy + hc);
        values[at + columns] = divided(h0 + hx - hy - hc);
        values[at + 1] = divided(h0 - hx + hy - hc);
        values[at] = divided(h0 - hx - hy + hc);
      }
    }
  }
}
