/** What is counted for numbers, however they are stored. */
import type { DataType } from "../../model/data-types/data-type.ts";
import { isNumericArray, type NumericArray } from "../../model/values/numeric-array.ts";
import { viewAsTyped } from "../../model/values/typed-data.ts";
import type { Moments } from "./moments.ts";

export interface NumberSummary {
  /** The number of missing elements: those marked by a mask, and NaT. */
  readonly missing: number;
  /** NaN that no mask names. */
  readonly nan: number;
  /** The number of all others. */
  readonly count: number;
  /** Undefined if there are no others. */
  readonly min: number | bigint | undefined;
  readonly max: number | bigint | undefined;
  /** Exact, if it is a bigint. */
  readonly sum: number | bigint;
  readonly mean: number;
  /** The sum of the squared distances from the mean. */
  readonly spread: number;
}

/** Receives the stored elements of an array, block by block, and returns their summary. */
export interface Reducer {
  /** Packed elements, little-endian. They may change after the call. */
  add(bytes: Uint8Array): void;
  /** An element that occurs `count` times. */
  repeat(element: Uint8Array, count: number): void;
  summary(): NumberSummary;
}

/** Packed elements as numbers. */
export function numbersOf(dataType: DataType, bytes: Uint8Array): NumericArray {
  const values = viewAsTyped(dataType, bytes);
  if (isNumericArray(values)) return values;
  throw new TypeError(`${dataType.name} is not a type of numbers`);
}

/** Receives all decoded values, including missing ones. */
export interface ValueSink {
  add(values: NumericArray): void;
  repeat(value: number | bigint, count: number): void;
}

/** The mean of integers whose sum is exact, to the last digit of a double. */
export function meanOf(sum: bigint, count: number): number {
  if (count === 0) return Number.NaN;
  const whole = sum / BigInt(count);
  return Number(whole) + Number(sum - whole * BigInt(count)) / count;
}

/** The summary of integers. */
export function integerSummary(parts: {
  readonly missing: number;
  readonly min: number | bigint;
  readonly max: number | bigint;
  readonly sum: bigint;
  readonly moments: Moments;
}): NumberSummary {
  const { missing, min, max, sum, moments } = parts;
  const { count, spread } = moments;
  const ends = count === 0 ? { min: undefined, max: undefined } : { min, max };
  return { missing, nan: 0, count, ...ends, sum, mean: meanOf(sum, count), spread };
}
