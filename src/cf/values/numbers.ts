/** The loops over numbers: missing values to NaN, packed values to floats, with the rounding of the result's own type. */
import { decodeFloat, encodeFloat } from "../../model/data-types/small-float.ts";
import { isBigintArray, type NumberArray, type NumericArray } from "../../model/values/numeric-array.ts";
import { NOT_A_TIME } from "../../model/values/time-value.ts";
import type { ValidRange } from "./missing.ts";

/** What is applied to each number, in this order. */
export interface NumberSteps {
  readonly fills: readonly (number | bigint)[];
  readonly valid: ValidRange | undefined;
  readonly scale: number | bigint | undefined;
  readonly offset: number | bigint | undefined;
}

export type FloatResult = "float16" | "float32" | "float64";

/** Floats of a type. */
export interface Floats {
  readonly data: Float32Array | Float64Array;
  /** Whether the type holds every stored value exactly. */
  readonly isExact: boolean;
  /** The number of missing elements. They are NaN, and there may be other NaN. */
  readonly missing: number;
}

const ROUND: Readonly<Record<FloatResult, (value: number) => number>> = {
  float16: (value) => decodeFloat("float16", encodeFloat("float16", Math.fround(value))),
  float32: Math.fround,
  float64: (value) => value,
};

/** Numbers as floats. A factor of 1 and an offset of 0 change no value, so they count as none. */
export function toFloats(raw: NumericArray, steps: NumberSteps, result: FloatResult): Floats {
  const data = result === "float64" ? new Float64Array(raw.length) : new Float32Array(raw.length);
  const round = ROUND[result];
  const [first = Number.NaN, second = Number.NaN, ...others] = steps.fills.map(Number);
  const least = Number(steps.valid?.least ?? Number.NEGATIVE_INFINITY);
  const most = Number(steps.valid?.most ?? Number.POSITIVE_INFINITY);
  const scale = steps.scale === undefined ? undefined : round(Number(steps.scale));
  const offset = steps.offset === undefined ? undefined : round(Number(steps.offset));
  if (!isBigintArray(raw) && others.length === 0) {
    const quick = { fills: [first, second], least, most, scale: scale ?? 1, offset: offset ?? -0 } as const;
    if (result === "float64") return toDoubles(raw, quick);
    if (result === "float32") return toSingles(raw, quick);
  }
  const isBig = isBigintArray(raw);
  let isExact = true;
  let missing = 0;
  for (let index = 0; index < raw.length; index++) {
    const stored = raw[index]!;
    const number = Number(stored);
    const value = round(number);
    if (value === first || value === second || number < least || number > most || others.includes(value)) {
      data[index] = Number.NaN;
      missing += 1;
      continue;
    }
    if (isBig ? BigInt(value) !== stored : value !== number && !Number.isNaN(number)) isExact = false;
    const scaled = scale === undefined ? value : round(value * scale);
    data[index] = offset === undefined ? scaled : round(scaled + offset);
  }
  return { data, isExact, missing };
}

/** The usual steps: at most two masks. A factor of 1 and an offset of -0 change nothing, not even the sign of zero. */
interface QuickSteps {
  readonly fills: readonly [number, number];
  readonly least: number;
  readonly most: number;
  readonly scale: number;
  readonly offset: number;
}

/** A loop without calls and without rounding: a double holds all numbers of other types. */
function toDoubles(raw: NumberArray, { fills: [first, second], least, most, scale, offset }: QuickSteps): Floats {
  const { length } = raw;
  const data = new Float64Array(length);
  let missing = 0;
  for (let index = 0; index < length; index++) {
    const value = raw[index]!;
    if (value === first || value === second || value < least || value > most) {
      data[index] = Number.NaN;
      missing += 1;
    } else data[index] = value * scale + offset;
  }
  return { data, isExact: true, missing };
}

/** The same with the rounding of float32 after each step. */
function toSingles(raw: NumberArray, { fills: [first, second], least, most, scale, offset }: QuickSteps): Floats {
  const { length } = raw;
  const data = new Float32Array(length);
  let missing = 0;
  let isExact = true;
  for (let index = 0; index < length; index++) {
    const number = raw[index]!;
    const value = Math.fround(number);
    if (value === first || value === second || number < least || number > most) {
      data[index] = Number.NaN;
      missing += 1;
      continue;
    }
    if (value !== number && !Number.isNaN(number)) isExact = false;
    data[index] = Math.fround(Math.fround(value * scale) + offset);
  }
  return { data, isExact, missing };
}

/** Integers as 64-bit ones, with missing ones as the lowest: the form in which times are counted. */
export function toIntegers(raw: NumericArray, { fills, valid }: NumberSteps): BigInt64Array<ArrayBuffer> {
  const data = new BigInt64Array(raw.length);
  for (let index = 0; index < raw.length; index++) {
    const stored = raw[index]!;
    // Mixed comparisons of numbers and bigints are exact.
    const isMissing = fills.some((fill) => equal(stored, fill)) || isOutside(stored, valid);
    data[index] = isMissing ? NOT_A_TIME : BigInt(stored);
  }
  return data;
}

function equal(a: number | bigint, b: number | bigint): boolean {
  return a >= b && a <= b;
}

function isOutside(value: number | bigint, valid: ValidRange | undefined): boolean {
  return valid !== undefined && (value < valid.least || value > valid.most);
}

/** Integers times an integer, in 64 bits; undefined if a product does not fit. */
export function scaledIntegers(raw: NumericArray, scale: bigint): BigInt64Array<ArrayBuffer> | undefined {
  const data = new BigInt64Array(raw.length);
  for (let index = 0; index < raw.length; index++) {
    const product = BigInt(raw[index]!) * scale;
    if (BigInt.asIntN(64, product) !== product) return undefined;
    data[index] = product;
  }
  return data;
}

/** Anything but zero is true. */
export function toBooleans(data: NumericArray): Uint8Array {
  const out = new Uint8Array(data.length);
  for (let index = 0; index < data.length; index++) out[index] = Number(data[index]) === 0 ? 0 : 1;
  return out;
}
