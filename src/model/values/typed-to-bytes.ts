/** The caller's values to elements in memory: the same memory if types agree, otherwise each value is checked. */
import { HyperslabError } from "../../errors.ts";
import { type DataType, type FixedDataType, isFixedSize } from "../data-types/data-type.ts";
import { FLOAT_SIZES } from "../data-types/named.ts";
import {
  canHoldFloat,
  decodeFloat,
  encodeFloat,
  isSmallFloat,
  narrowFloats,
  type SmallFloatName,
} from "../data-types/small-float.ts";
import {
  type ElementWriter,
  elementMemory,
  elementWriter,
  floatWriter,
  showValue,
  writeByte,
} from "./element-writer.ts";
import {
  type BigintArray,
  bytesFromNumbers,
  bytesOf,
  isBigintArray,
  isLittleEndianHost,
  isNumericArray,
  isNumericType,
  makeNumbers,
  type NumberArray,
  type NumericArray,
  type NumericDataType,
  type NumericName,
  numericNameFor,
  numericNameOf,
} from "./numeric-array.ts";

/**
 * The elements of a list: a container of `DataOf`, or any other typed array or list of values. A value without an exact
 * element (floats are rounded) is an `invalid-request` with its index. Complex values may be pairs, or alternating parts;
 * opaque types and structs may be given as bytes.
 */
export function typedToBytes(dataType: DataType, data: ArrayLike<unknown>): Uint8Array {
  if (!isFixedSize(dataType)) {
    throw new HyperslabError("invalid-request", `elements of ${dataType.name} are items, not bytes`);
  }
  return wholeElements(dataType, elementsOf(dataType, data));
}

function elementsOf(dataType: FixedDataType, data: ArrayLike<unknown>): Uint8Array {
  if (!isNumericType(dataType)) return bytesOf(data) ?? listBytes(dataType, data);
  return isNumericArray(data) ? numericBytes(dataType, data) : listBytes(dataType, data);
}

function wholeElements(dataType: FixedDataType, bytes: Uint8Array): Uint8Array {
  const size = dataType.itemSize;
  if (bytes.byteLength % size === 0) return bytes;
  const what = `${bytes.byteLength} bytes are not a whole number of ${size}-byte elements of ${dataType.name}`;
  throw new HyperslabError("invalid-request", what);
}

function numericBytes(dataType: NumericDataType, data: NumericArray): Uint8Array {
  const float =
    dataType.kind === "float" ? dataType.name : dataType.kind === "complex" ? dataType.component : undefined;
  if (float !== undefined && isSmallFloat(float)) return narrowBytes(float, data);
  const target = numericNameFor(dataType);
  const range = narrowRange(dataType);
  const exact = numericNameOf(data) === target && range === undefined;
  return bytesFromNumbers(exact ? data : convertNumbers(data, target, range));
}

/** The range of types that accept fewer values than their container. */
function narrowRange(dataType: NumericDataType): NumberRange | undefined {
  if (dataType.kind === "bool") return { label: "bool", min: 0, max: 1 };
  if (dataType.kind !== "integer" || dataType.bits >= 8) return undefined;
  const { name: label, bits, signed } = dataType;
  return signed ? { label, min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 } : { label, min: 0, max: 2 ** bits - 1 };
}

function narrowBytes(name: SmallFloatName, data: NumericArray): Uint8Array {
  const numbers = isBigintArray(data) ? bigintsToDoubles(data, name) : data;
  const from = numericNameOf(data);
  const bad = firstUnheld(name, numbers, from === "float32" || from === "float64");
  if (bad !== undefined) throw unfit(data[bad]!, bad, name);
  const bytes = new Uint8Array(numbers.length * FLOAT_SIZES[name]);
  narrowFloats(name, numbers, bytes);
  return bytes;
}

/** First value that a narrow float cannot hold. Floats may be rounded, integers must stay exact. */
function firstUnheld(name: SmallFloatName, numbers: NumberArray, mayRound: boolean): number | undefined {
  for (let i = 0; i < numbers.length; i++) {
    const value = numbers[i]!;
    if (!canHoldFloat(name, value)) return i;
    if (!mayRound && decodeFloat(name, encodeFloat(name, value)) !== value) return i;
  }
  return undefined;
}

function listBytes(dataType: FixedDataType, data: ArrayLike<unknown>): Uint8Array {
  const { size, write } = listWriter(dataType, data);
  const bytes = allocate(data.length * size);
  const memory = elementMemory(bytes);
  for (let index = 0; index < data.length; index++) {
    const problem = write(data[index], memory, index * size);
    if (problem !== undefined) {
      throw new HyperslabError("invalid-request", `the value ${showValue(data[index])} at index ${index} ${problem}`);
    }
  }
  return bytes;
}

/** How to write each entry of a list: as an element, a part of a complex one, or a byte of an opaque one. */
function listWriter(
  dataType: FixedDataType,
  data: ArrayLike<unknown>,
): { readonly size: number; readonly write: ElementWriter } {
  const inParts = data.length > 0 && typeof data[0] !== "object";
  const size = dataType.itemSize;
  if (inParts && dataType.kind === "complex") return { size: size / 2, write: floatWriter(dataType.component) };
  if (inParts && (dataType.kind === "raw" || dataType.kind === "struct")) return { size: 1, write: writeByte };
  return { size, write: elementWriter(dataType) };
}

function allocate(length: number): Uint8Array {
  try {
    return new Uint8Array(length);
  } catch (cause) {
    throw new HyperslabError("unsupported", `${length} bytes are more than this machine can allocate at once`, {
      cause,
    });
  }
}

// Numbers from one typed array to another, exactly or not at all, with one exception: a narrower float means rounding
// to fewer digits. A finite number never becomes an infinity.

/** The numbers that a target accepts, and its name in messages. */
interface NumberRange {
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

function unfit(value: number | bigint, index: number, label: string, hint?: string): HyperslabError {
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
