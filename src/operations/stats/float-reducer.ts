/** Floats: stored ones, and what decoding makes of packed numbers. */
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

/** What is done to stored numbers. */
export type DecodeFloats = (stored: NumericArray) => DecodedFloats;

/** Floats as they are stored. */
export const plainFloats: DecodeFloats = (stored) => ({
  data: isFloats(stored) ? stored : Float64Array.from(stored, Number),
  missing: 0,
});

/** As many values as stay in a processor's nearest memory while they are gone through twice. */
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
    const { count, sum, min, max } = sumOf(data);
    const others = data.length - count - missing;
    this.#missing += missing + (this.#masksNaN ? others : 0);
    this.#nan += this.#masksNaN ? 0 : others;
    if (count === 0) return;
    if (min < this.#min) this.#min = min;
    if (max > this.#max) this.#max = max;
    this.#sum.add(sum);
    const mean =
      Number.isFinite(sum) || !Number.isFinite(min) || !Number.isFinite(max) ? sum / count : meanOfLarge(data, count);
    this.#moments.add({ count, mean, spread: spreadOf(data, count, mean) });
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
      this.#moments.add({ count, mean: value, spread: value - value });
    }
  }

  summary(): NumberSummary {
    const { count, mean, spread } = this.#moments.total;
    const sum = this.#sum.total;
    const ends = count === 0 ? { min: undefined, max: undefined } : { min: this.#min, max: this.#max };
    const hasInfinity = this.#min === Number.NEGATIVE_INFINITY || this.#max === Number.POSITIVE_INFINITY;
    // A sum may be too large for a double where the mean is not.
    const isOver = count > 0 && !hasInfinity && !Number.isFinite(sum);
    return { missing: this.#missing, nan: this.#nan, count, ...ends, sum, mean: isOver ? mean : sum / count, spread };
  }
}

interface FloatPart {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
}

/** Four sums at a time, which a processor adds in parallel. A sum of NaN says that some value is NaN, or of infinities. */
function sumOf(values: FloatArray): FloatPart {
  let [a, b, c, d] = [0, 0, 0, 0];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const { length } = values;
  let at = 0;
  for (; at + 3 < length; at += 4) {
    const p = values[at]!;
    const q = values[at + 1]!;
    const r = values[at + 2]!;
    const s = values[at + 3]!;
    a += p;
    b += q;
    c += r;
    d += s;
    if (p < min) min = p;
    if (p > max) max = p;
    if (q < min) min = q;
    if (q > max) max = q;
    if (r < min) min = r;
    if (r > max) max = r;
    if (s < min) min = s;
    if (s > max) max = s;
  }
  for (; at < length; at++) {
    const value = values[at]!;
    a += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const sum = a + b + (c + d);
  return Number.isNaN(sum) ? sumOfNumbers(values) : { count: length, sum, min, max };
}

/** The same without NaN. */
function sumOfNumbers(values: FloatArray): FloatPart {
  let [count, sum] = [0, 0];
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (Number.isNaN(value)) continue;
    count += 1;
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { count, sum, min, max };
}

/** The mean of values whose sum is too large for a double. */
function meanOfLarge(values: FloatArray, count: number): number {
  let mean = 0;
  for (const value of values) if (!Number.isNaN(value)) mean += value / count;
  return mean;
}

/** The sum of the squared distances from the mean, corrected by what the mean was rounded. NaN is left out. */
function spreadOf(values: FloatArray, count: number, mean: number): number {
  let [squares, others, distances, rest] = [0, 0, 0, 0];
  const isWhole = count === values.length;
  const { length } = values;
  let at = 0;
  for (; isWhole && at + 1 < length; at += 2) {
    const p = values[at]! - mean;
    const q = values[at + 1]! - mean;
    squares += p * p;
    others += q * q;
    distances += p;
    rest += q;
  }
  for (; at < length; at++) {
    const distance = values[at]! - mean;
    if (!isWhole && Number.isNaN(values[at]!)) continue;
    squares += distance * distance;
    distances += distance;
  }
  const correction = (distances + rest) ** 2 / count;
  return squares + others - (Number.isFinite(correction) ? correction : 0);
}
