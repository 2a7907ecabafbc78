/**
 * Numbers from one typed array to another, exactly or not at all, with one exception: a narrower float means rounding to
 * fewer digits. A finite number never becomes an infinity.
 */
import { HyperslabError } from "../../errors.ts";
import {
  type BigintArray,
  isBigintArray,
  isLittleEndianHost,
  makeNumbers,
  type NumberArray,
  type NumericArray,
  type NumericName,
  numericNameOf,
} from "./numeric-array.ts";

/** The numbers that a target accepts, and its name in messages. */
export interface NumberRange {
  readonly label: string;
  readonly min: number;
  readonly max: number;
}

/** The range of each integer type in doubles; for 64-bit types, the outermost doubles that fit. */
const INTEGER_RANGES: Readonly<Record<Exclude<NumericName, "float32" | "float64">, readonly [number, number]>> = {
  int8: [-128, 127],
  uint8: [0, 255],
  int16: [-32_768, 32_767],
  uint16: [0, 65_535],
  int32: [-2_147_483_648, 2_147_483_647],
  uint32: [0, 4_294_967_295],
  int64: [-(2 ** 63), 2 ** 63 - 1024],
  uint64: [0, 2 ** 64 - 2048],
};

/** The numbers in a typed array of kind `target`. One that does not fit is an `invalid-request` with its index. */
export function convertNumbers(
  source: NumericArray,
  target: NumericName,
  range: NumberRange = rangeOf(target),
  hint?: string,
): NumericArray {
  const from = numericNameOf(source) ?? "float64";
  if (isBigintArray(source) && !isNumberName(target)) return bigintsToBigints(source, target, range, hint);
  const numbers = isBigintArray(source) ? bigintsToDoubles(source, range.label, hint) : source;
  const index = firstUnfit(numbers, from, target, range);
  if (index !== undefined) throw unfit(source[index]!, index, range.label, hint);
  if (from === target) return source;
  const out = makeNumbers(target, source.length);
  if (isBigintArray(out)) for (let i = 0; i < out.length; i++) out[i] = BigInt(numbers[i]!);
  else out.set(numbers);
  return out;
}

function isNumberName(name: NumericName): name is Exclude<NumericName, "int64" | "uint64"> {
  return name !== "int64" && name !== "uint64";
}

function rangeOf(target: NumericName): NumberRange {
  const [min, max] = isFloat(target) ? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] : INTEGER_RANGES[target];
  return { label: target, min, max };
}

function isFloat(name: NumericName): name is "float32" | "float64" {
  return name === "float32" || name === "float64";
}

/** `from` is the original type: 64-bit integers arrive here as doubles. */
function firstUnfit(
  source: NumberArray,
  from: NumericName,
  target: NumericName,
  range: NumberRange,
): number | undefined {
  if (!isFloat(target)) return firstOutside(source, from, range);
  if (target === "float64" || from === "float32") return undefined;
  return from === "float64" ? firstOverflow(source) : firstInexact(source);
}

/** First value that is not an integer within the range. Skipped if the source's own range lies within it. */
function firstOutside(source: NumberArray, from: NumericName, { min, max }: NumberRange): number | undefined {
  if (!isFloat(from) && INTEGER_RANGES[from][0] >= min && INTEGER_RANGES[from][1] <= max) return undefined;
  for (let i = 0; i < source.length; i++) {
    const value = source[i]!;
    if (!(value >= min && value <= max) || value !== Math.trunc(value)) return i;
  }
  return undefined;
}

function firstOverflow(source: NumberArray): number | undefined {
  for (let i = 0; i < source.length; i++) {
    const value = source[i]!;
    if (!Number.isFinite(Math.fround(value)) && Number.isFinite(value)) return i;
  }
  return undefined;
}

function firstInexact(source: NumberArray): number | undefined {
  for (let i = 0; i < source.length; i++) if (Math.fround(source[i]!) !== source[i]) return i;
  return undefined;
}

export function unfit(value: number | bigint, index: number, label: string, hint?: string): HyperslabError {
  const what = `the value ${value} at index ${index} does not fit ${label} exactly`;
  return new HyperslabError("invalid-request", what, hint === undefined ? {} : { hint });
}

function bigintsToBigints(
  source: BigintArray,
  target: "int64" | "uint64",
  { label }: NumberRange,
  hint?: string,
): BigintArray {
  if (numericNameOf(source) === target) return source;
  // Values with the top bit set are negative in one type and too large for the other.
  const words = wordsOf(source);
  for (let i = 0, top = highWord(); i < source.length; i++, top += 2) {
    if (words[top]! >>> 31 === 1) throw unfit(source[i]!, i, label, hint);
  }
  return target === "int64" ? new BigInt64Array(source) : new BigUint64Array(source);
}

function wordsOf(source: BigintArray): Uint32Array {
  return new Uint32Array(source.buffer, source.byteOffset, 2 * source.length);
}

/** Index of the upper half of a 64-bit integer in memory. */
function highWord(): 0 | 1 {
  return isLittleEndianHost() ? 1 : 0;
}

/**
 * 64-bit integers as doubles, made from their 32-bit halves: one bigint per element would take twenty times as long.
 * `safeOnly` refuses values beyond 2^53 even if they happen to be exact doubles.
 */
export function bigintsToDoubles(source: BigintArray, label: string, hint?: string, safeOnly = false): Float64Array {
  const words = wordsOf(source);
  const high = highWord();
  const signed = numericNameOf(source) === "int64";
  const out = new Float64Array(source.length);
  for (let i = 0; i < out.length; i++) {
    const upper = words[2 * i + high]!;
    const value = (signed ? upper | 0 : upper) * 2 ** 32 + words[2 * i + 1 - high]!;
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER && (safeOnly || BigInt(value) !== source[i])) {
      throw unfit(source[i]!, i, label, hint);
    }
    out[i] = value;
  }
  return out;
}
