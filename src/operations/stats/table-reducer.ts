/**
 * Elements of one or two bytes: how often each of the at most 65,536 values occurs determines everything else, exactly.
 * Each is decoded once, at the end.
 */
import type { NumericArray } from "../../model/values/numeric-array.ts";
import { FloatSum, type Moments } from "./moments.ts";
import { integerSummary, type NumberSummary, type Reducer } from "./summary.ts";

/** The decoded elements. */
export interface DecodedTable {
  /** NaN where an element is missing or NaN. */
  readonly values: NumericArray;
  /** Returns whether the element with this number is missing. */
  isMissing(index: number): boolean;
}

/** Decodes packed elements. */
export type DecodeTable = (bytes: Uint8Array) => DecodedTable;

/** Values with their counts, in ascending order; without those that are missing or NaN. */
export interface CountedValues {
  readonly values: readonly (number | bigint)[];
  readonly counts: readonly number[];
}

export class TableReducer implements Reducer {
  readonly #itemSize: 1 | 2;
  readonly #decode: DecodeTable;
  readonly #counts: Float64Array;

  constructor(itemSize: 1 | 2, decode: DecodeTable) {
    this.#itemSize = itemSize;
    this.#decode = decode;
    this.#counts = new Float64Array(2 ** (8 * itemSize));
  }

  add(bytes: Uint8Array): void {
    const counts = this.#counts;
    const { length } = bytes;
    if (this.#itemSize === 1) {
      for (let at = 0; at < length; at++) counts[bytes[at]!]! += 1;
      return;
    }
    for (let at = 0; at < length; at += 2) counts[bytes[at]! | (bytes[at + 1]! << 8)]! += 1;
  }

  repeat(element: Uint8Array, count: number): void {
    this.#counts[element[0]! | ((element[1] ?? 0) << 8)]! += count;
  }

  summary(): NumberSummary {
    const { found, counts } = this.#found();
    const missing = sumWhere(counts, found.isMissing);
    const { values, counts: times } = ordered(found, counts);
    const nan = counts.reduce((sum, count) => sum + count, 0) - missing - times.reduce((sum, count) => sum + count, 0);
    return weighted({ values, counts: times }, isIntegers(found.values), { missing, nan });
  }

  /** All values in order. */
  values(): CountedValues {
    const { found, counts } = this.#found();
    return ordered(found, counts);
  }

  #found(): { readonly found: DecodedTable; readonly counts: readonly number[] } {
    const patterns: number[] = [];
    this.#counts.forEach((count, pattern) => {
      if (count > 0) patterns.push(pattern);
    });
    const bytes = new Uint8Array(patterns.length * this.#itemSize);
    patterns.forEach((pattern, index) => {
      bytes[index * this.#itemSize] = pattern & 0xff;
      if (this.#itemSize === 2) bytes[index * 2 + 1] = pattern >> 8;
    });
    return { found: this.#decode(bytes), counts: patterns.map((pattern) => this.#counts[pattern]!) };
  }
}

function isIntegers(values: NumericArray): boolean {
  return !(values instanceof Float32Array) && !(values instanceof Float64Array);
}

function sumWhere(counts: readonly number[], isWanted: (index: number) => boolean): number {
  return counts.reduce((sum, count, index) => (isWanted(index) ? sum + count : sum), 0);
}

function ordered({ values, isMissing }: DecodedTable, counts: readonly number[]): CountedValues {
  const kept = counts
    .map((_, index) => index)
    .filter((index) => !isMissing(index) && !Number.isNaN(values[index]))
    .sort((a, b) => (values[a]! < values[b]! ? -1 : values[a]! > values[b]! ? 1 : 0));
  return { values: kept.map((index) => values[index]!), counts: kept.map((index) => counts[index]!) };
}

function weighted(
  { values, counts }: CountedValues,
  integers: boolean,
  left: { readonly missing: number; readonly nan: number },
): NumberSummary {
  const count = counts.reduce((sum, times) => sum + times, 0);
  const min = values[0];
  const max = values.at(-1);
  if (integers || isBigintArrayLike(values)) {
    const sum = values.reduce<bigint>((total, value, index) => total + BigInt(value) * BigInt(counts[index]!), 0n);
    const moments = momentsOf(values, counts, count, Number(sum) / Math.max(1, count));
    return { ...integerSummary({ missing: left.missing, min: min ?? 0, max: max ?? 0, sum, moments }), nan: left.nan };
  }
  const sum = new FloatSum();
  values.forEach((value, index) => void sum.add(Number(value) * counts[index]!));
  const mean = sum.total / count;
  const { spread } = momentsOf(values, counts, count, mean);
  return { ...left, count, min, max, sum: sum.total, mean, spread };
}

function isBigintArrayLike(values: readonly (number | bigint)[]): boolean {
  return typeof values[0] === "bigint";
}

function momentsOf(
  values: readonly (number | bigint)[],
  counts: readonly number[],
  count: number,
  mean: number,
): Moments {
  const squares = new FloatSum();
  const distances = new FloatSum();
  values.forEach((value, index) => {
    const distance = Number(value) - mean;
    squares.add(distance * distance * counts[index]!);
    distances.add(distance * counts[index]!);
  });
  const rest = distances.total;
  return { count, base: mean, offset: 0, spread: squares.total - (rest * rest) / Math.max(1, count) };
}
