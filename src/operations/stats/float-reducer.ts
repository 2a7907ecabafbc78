/** Floats: stored ones, and decoded packed numbers. */
import type { DataType } from "../../model/data-types/data-type.ts";
import type { NumericArray } from "../../model/values/numeric-array.ts";
import { FloatSum, MomentSum } from "./moments.ts";
import { type NumberSummary, numbersOf, type Reducer, type ValueSink } from "./summary.ts";

export type FloatArray = Float32Array | Float64Array;

export function isFloats(values: NumericArray): values is FloatArray {
  return values instanceof Float32Array || values instanceof Float64Array;
}

/** Decoded floats, and how many of them are missing; those are NaN. */
export interface DecodedFloats {
  readonly data: FloatArray;
  readonly missing: number;
}

/** Decodes stored numbers. */
export type DecodeFloats = (stored: NumericArray) => DecodedFloats;

/** Stored floats. */
export const plainFloats: DecodeFloats = (stored) => ({
  data: isFloats(stored) ? stored : Float64Array.from(stored, Number),
  missing: 0,
});

/** As many values as stay in a processor's fastest cache, in case they are visited twice. */
const PART = 2048;

export class FloatReducer implements Reducer {
  readonly #dataType: DataType;
  readonly #decode: DecodeFloats;
  readonly #masksNaN: boolean;
  readonly #sink: ValueSink | undefined;
  readonly #sum = new FloatSum();
  readonly #moments = new MomentSum();
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #missing = 0;
  #nan = 0;
  /** About the mean: that of the previous part. */
  #base = 0;

  constructor(
    dataType: DataType,
    decode: DecodeFloats,
    options: { readonly masksNaN: boolean; readonly sink?: ValueSink | undefined },
  ) {
    this.#dataType = dataType;
    this.#decode = decode;
    this.#masksNaN = options.masksNaN;
    this.#sink = options.sink;
  }

  add(bytes: Uint8Array): void {
    const size = PART * (this.#dataType.itemSize ?? 1);
    for (let from = 0; from < bytes.byteLength; from += size) this.#addPart(bytes.subarray(from, from + size));
  }

  #addPart(bytes: Uint8Array): void {
    const { data, missing } = this.#decode(numbersOf(this.#dataType, bytes));
    this.#sink?.add(data);
    let part = partOf(data, this.#base, missing > 0);
    const { count, sum, min, max } = part;
    const others = data.length - count - missing;
    this.#missing += missing + (this.#masksNaN ? others : 0);
    this.#nan += this.#masksNaN ? 0 : others;
    if (count === 0) return;
    if (min < this.#min) this.#min = min;
    if (max > this.#max) this.#max = max;
    this.#sum.add(sum);
    if (isFar(part)) {
      this.#base = middleOf(part, data);
      part = partOf(data, this.#base, count < data.length);
    }
    const offset = part.distances / count;
    const correction = offset * part.distances;
    const spread = part.squares - (Number.isFinite(correction) ? correction : 0);
    this.#moments.add({ count, base: this.#base, offset, spread });
    this.#base += Number.isFinite(offset) ? offset : 0;
  }

  repeat(element: Uint8Array, count: number): void {
    const { data, missing } = this.#decode(numbersOf(this.#dataType, element));
    const value = data[0]!;
    this.#sink?.repeat(value, count);
    if (missing > 0 || (Number.isNaN(value) && this.#masksNaN)) this.#missing += count;
    else if (Number.isNaN(value)) this.#nan += count;
    else {
      this.#min = Math.min(this.#min, value);
      this.#max = Math.max(this.#max, value);
      this.#sum.add(value * count);
      // Infinite values are infinitely far from themselves.
      this.#moments.add({ count, base: value, offset: 0, spread: value - value });
    }
  }

  summary(): NumberSummary {
    const { count, base, offset, spread } = this.#moments.total;
    const sum = this.#sum.total;
    const ends = count === 0 ? { min: undefined, max: undefined } : { min: this.#min, max: this.#max };
    const hasInfinity = this.#min === Number.NEGATIVE_INFINITY || this.#max === Number.POSITIVE_INFINITY;
    // A sum may be too large for a double even if the mean is not.
    const isOver = count > 0 && !hasInfinity && !Number.isFinite(sum);
    return {
      missing: this.#missing,
      nan: this.#nan,
      count,
      ...ends,
      sum,
      mean: isOver ? Number(base) + offset : sum / count,
      spread,
    };
  }
}

interface FloatPart {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** The sums of the distances from the base, and of their squares. */
  readonly distances: number;
  readonly squares: number;
}

/** Returns whether the base is so far from the mean that squares would lose digits. False for NaN, because nothing is nearer. */
function isFar({ count, distances, squares }: FloatPart): boolean {
  return !Number.isFinite(squares) || (distances / count) * distances > squares / 2;
}

/** The mean of a part. A sum may be too large for a double even if the mean is not. */
function middleOf({ count, sum, min, max }: FloatPart, values: FloatArray): number {
  if (Number.isFinite(sum) || !Number.isFinite(min) || !Number.isFinite(max)) return sum / count;
  let mean = 0;
  for (const value of values) if (!Number.isNaN(value)) mean += value / count;
  return mean;
}

/**
 * Two at a time, which a processor adds in parallel. A sum of NaN means that some value is NaN, or that there are
 * opposite infinities.
 */
function partOf(values: FloatArray, base: number, hasNaN: boolean): FloatPart {
  if (hasNaN) return partOfNumbers(values, base);
  let [a, b, c, d, e, f] = [0, 0, 0, 0, 0, 0];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const { length } = values;
  let at = 0;
  for (; at + 1 < length; at += 2) {
    const p = values[at]!;
    const q = values[at + 1]!;
    const x = p - base;
    const y = q - base;
    a += p;
    b += q;
    c += x;
    d += y;
    e += x * x;
    f += y * y;
    if (p < min) min = p;
    if (p > max) max = p;
    if (q < min) min = q;
    if (q > max) max = q;
  }
  if (at < length) {
    const p = values[at]!;
    a += p;
    c += p - base;
    e += (p - base) * (p - base);
    if (p < min) min = p;
    if (p > max) max = p;
  }
  const sum = a + b;
  if (Number.isNaN(sum)) return partOfNumbers(values, base);
  return { count: length, sum, min, max, distances: c + d, squares: e + f };
}

/** The same without NaN. */
function partOfNumbers(values: FloatArray, base: number): FloatPart {
  let [count, sum, distances, squares] = [0, 0, 0, 0];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const { length } = values;
  for (let at = 0; at < length; at++) {
    const value = values[at]!;
    if (Number.isNaN(value)) continue;
    const distance = value - base;
    count += 1;
    sum += value;
    distances += distance;
    squares += distance * distance;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { count, sum, min, max, distances, squares };
}
