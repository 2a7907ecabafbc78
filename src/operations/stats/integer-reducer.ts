/** Integers of 32 and 64 bits: minimum, maximum and sums are exact. */
import type { DataType } from "../../model/data-types/data-type.ts";
import { isBigintArray, type NumericArray } from "../../model/values/numeric-array.ts";
import { NOT_A_TIME } from "../../model/values/time-value.ts";
import { MomentSum } from "./moments.ts";
import { integerSummary, type NumberSummary, numbersOf, type Reducer, type ValueSink } from "./summary.ts";

/** As many values as stay in a processor's fastest cache, and whose halves add up to less than 2^53. */
const PART = 2048;
const HALF = 2 ** 32;
/** Which half of 64 bits comes first on this machine. */
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1 ? 1 : 0;
const LOW = 1 - HIGH;
/** The high half of the lowest 64-bit integer, whose low half is 0. */
const LOWEST_HIGH = -(2 ** 31);

export interface IntegerOptions {
  /** Whether the lowest 64-bit integer means missing, as in times. */
  readonly lowestIsMissing: boolean;
  /** Applied to stored numbers first. */
  readonly prepare?: ((stored: NumericArray) => NumericArray) | undefined;
  readonly sink?: ValueSink | undefined;
}

export class IntegerReducer implements Reducer {
  readonly #dataType: DataType;
  readonly #options: IntegerOptions;
  readonly #moments = new MomentSum();
  #sum = 0n;
  #min: number | bigint = Number.POSITIVE_INFINITY;
  #max: number | bigint = Number.NEGATIVE_INFINITY;
  #missing = 0;

  constructor(dataType: DataType, options: IntegerOptions) {
    this.#dataType = dataType;
    this.#options = options;
  }

  add(bytes: Uint8Array): void {
    const size = PART * (this.#dataType.itemSize ?? 1);
    for (let from = 0; from < bytes.byteLength; from += size) {
      const values = this.#values(bytes.subarray(from, from + size));
      this.#options.sink?.add(values);
      if (isBigintArray(values)) this.#addLong(values);
      else this.#addShort(values);
    }
  }

  #values(bytes: Uint8Array): NumericArray {
    const stored = numbersOf(this.#dataType, bytes);
    return this.#options.prepare?.(stored) ?? stored;
  }

  repeat(element: Uint8Array, count: number): void {
    const value = this.#values(element)[0]!;
    this.#options.sink?.repeat(value, count);
    if (value === NOT_A_TIME && this.#options.lowestIsMissing) {
      this.#missing += count;
      return;
    }
    this.#extend(value, value);
    this.#sum += BigInt(value) * BigInt(count);
    this.#moments.add({ count, base: value, offset: 0, spread: 0 });
  }

  #extend(min: number | bigint, max: number | bigint): void {
    // Mixed comparisons of numbers and bigints are exact.
    if (min < this.#min) this.#min = min;
    if (max > this.#max) this.#max = max;
  }

  #addShort(values: ArrayLike<number>): void {
    const { length } = values;
    let sum = 0;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < length; at++) {
      const value = values[at]!;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
    }
    const mean = sum / length;
    let spread = 0;
    for (let at = 0; at < length; at++) {
      const distance = values[at]! - mean;
      spread += distance * distance;
    }
    this.#extend(min, max);
    this.#sum += BigInt(sum);
    this.#moments.add({ count: length, base: mean, offset: 0, spread });
  }

  /** By halves, because bigint arithmetic takes many times as long. */
  #addLong(values: BigInt64Array | BigUint64Array): void {
    const { buffer, byteOffset, length } = values;
    const lows = new Uint32Array(buffer, byteOffset, 2 * length);
    const highs = values instanceof BigInt64Array ? new Int32Array(buffer, byteOffset, 2 * length) : lows;
    const { lowestIsMissing } = this.#options;
    let [sumHigh, sumLow, count, first, last] = [0, 0, 0, -1, -1];
    for (let at = 0; at < length; at++) {
      const high = highs[2 * at + HIGH]!;
      const low = lows[2 * at + LOW]!;
      if (high === LOWEST_HIGH && low === 0 && lowestIsMissing) continue;
      sumHigh += high;
      sumLow += low;
      count += 1;
      if (first < 0 || isLess(high, low, highs[2 * first + HIGH]!, lows[2 * first + LOW]!)) first = at;
      if (last < 0 || isLess(highs[2 * last + HIGH]!, lows[2 * last + LOW]!, high, low)) last = at;
    }
    this.#missing += length - count;
    if (count === 0) return;
    // Distances from the minimum are exact as long as they are below 2^53.
    const baseHigh = highs[2 * first + HIGH]!;
    const baseLow = lows[2 * first + LOW]!;
    const offset = ((sumHigh - count * baseHigh) * HALF + (sumLow - count * baseLow)) / count;
    let spread = 0;
    for (let at = 0; at < length; at++) {
      const high = highs[2 * at + HIGH]!;
      const low = lows[2 * at + LOW]!;
      if (high === LOWEST_HIGH && low === 0 && lowestIsMissing) continue;
      const distance = (high - baseHigh) * HALF + (low - baseLow) - offset;
      spread += distance * distance;
    }
    this.#extend(values[first]!, values[last]!);
    this.#sum += BigInt(sumHigh) * BigInt(HALF) + BigInt(sumLow);
    this.#moments.add({ count, base: values[first]!, offset, spread });
  }

  summary(): NumberSummary {
    const { total } = this.#moments;
    return integerSummary({
      missing: this.#missing,
      min: this.#min,
      max: this.#max,
      sum: this.#sum,
      moments: total,
    });
  }
}

function isLess(high: number, low: number, otherHigh: number, otherLow: number): boolean {
  return high < otherHigh || (high === otherHigh && low < otherLow);
}
