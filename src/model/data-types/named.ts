/**
 * Data types by their canonical names: `int16`, `complex128`, `r24`, `S5`, `datetime64[ns]`, `string`. Sizes in names come
 * from untrusted documents, so they are bounded before anything is allocated.
 */

import { type ErrorCode, HyperslabError } from "../../errors.ts";
import type { ComplexName, DataType, FloatName, IntegerName, TimeDataType, TimeUnit } from "./data-type.ts";

export const INTEGER_BITS: Readonly<Record<IntegerName, number>> = {
  int2: 2,
  int4: 4,
  int8: 8,
  int16: 16,
  int32: 32,
  int64: 64,
  uint2: 2,
  uint4: 4,
  uint8: 8,
  uint16: 16,
  uint32: 32,
  uint64: 64,
};

export const FLOAT_SIZES: Readonly<Record<FloatName, number>> = {
  float16: 2,
  float32: 4,
  float64: 8,
  bfloat16: 2,
  float8_e3m4: 1,
  float8_e4m3: 1,
  float8_e4m3b11fnuz: 1,
  float8_e4m3fn: 1,
  float8_e4m3fnuz: 1,
  float8_e5m2: 1,
  float8_e5m2fnuz: 1,
  float8_e8m0fnu: 1,
  float6_e2m3fn: 1,
  float6_e3m2fn: 1,
  float4_e2m1fn: 1,
};

/** Names without a number or unit chosen by the user. */
export const PLAIN_NAMES: readonly string[] = [
  "bool",
  ...Object.keys(INTEGER_BITS),
  ...Object.keys(FLOAT_SIZES),
  "complex64",
  "complex128",
  "string",
  "bytes",
  "object",
];

/** The type with this name, or undefined if there is none. Structs and ragged types have no names. */
export function dataTypeNamed(name: string): DataType | undefined {
  return (
    simpleType(name) ??
    integerType(name) ??
    floatType(name) ??
    complexType(name) ??
    sizedType(name) ??
    timeTypeNamed(name)
  );
}

function simpleType(name: string): DataType | undefined {
  if (name === "bool") return { kind: "bool", name, itemSize: 1 };
  if (name === "string") return { kind: "string", name, itemSize: undefined };
  if (name === "bytes") return { kind: "bytes", name, itemSize: undefined };
  if (name === "object") return { kind: "object", name, itemSize: undefined };
  return undefined;
}

function integerType(name: string): DataType | undefined {
  if (!isIntegerName(name)) return undefined;
  const bits = INTEGER_BITS[name];
  return { kind: "integer", name, itemSize: Math.ceil(bits / 8), bits, signed: name.startsWith("int") };
}

function floatType(name: string): DataType | undefined {
  return isFloatName(name) ? { kind: "float", name, itemSize: FLOAT_SIZES[name] } : undefined;
}

function complexType(name: string): DataType | undefined {
  const component = complexComponent(name);
  if (component === undefined) return undefined;
  return { kind: "complex", name: complexName(component), component, itemSize: 2 * FLOAT_SIZES[component] };
}

/** `complex_float32` and `complex_float64` are synonyms of the common names. */
function complexComponent(name: string): FloatName | undefined {
  if (name === "complex64") return "float32";
  if (name === "complex128") return "float64";
  const component = name.startsWith("complex_") ? name.slice("complex_".length) : "";
  return isFloatName(component) ? component : undefined;
}

function complexName(component: FloatName): ComplexName {
  if (component === "float32") return "complex64";
  return component === "float64" ? "complex128" : `complex_${component}`;
}

/** `r16` counts bits, `S5` bytes, `U5` code points. */
function sizedType(name: string): DataType | undefined {
  const count = countInName(name.slice(1));
  if (count === undefined) return undefined;
  const letter = name[0];
  const itemSize = boundedItemSize(letter === "r" ? count / 8 : letter === "U" ? count * 4 : count);
  if (itemSize === undefined) return undefined;
  if (letter === "r") return { kind: "raw", name: `r${count}`, itemSize };
  if (letter === "S") return { kind: "fixed-bytes", name: `S${count}`, itemSize };
  if (letter === "U") return { kind: "fixed-utf32", name: `U${count}`, length: count, itemSize };
  return undefined;
}

function isIntegerName(name: string): name is IntegerName {
  return Object.hasOwn(INTEGER_BITS, name);
}

function isFloatName(name: string): name is FloatName {
  return Object.hasOwn(FLOAT_SIZES, name);
}

export const TIME_UNITS: readonly TimeUnit[] = [
  "Y",
  "M",
  "W",
  "D",
  "h",
  "m",
  "s",
  "ms",
  "us",
  "ns",
  "ps",
  "fs",
  "as",
  "generic",
];

/** NumPy stores the multiplier in a C int. */
const MAX_MULTIPLIER = 2 ** 31 - 1;

export function isTimeUnit(text: string): text is TimeUnit {
  return TIME_UNITS.some((unit) => unit === text);
}

/**
 * NumPy's times: a 64-bit count of steps of `multiplier` units. `datetime64[25s]` counts steps of 25 seconds since 1970. A
 * bad multiplier is an error with this `code`.
 */
export function timeType(
  kind: "datetime" | "timedelta",
  unit: TimeUnit,
  multiplier = 1,
  code: ErrorCode = "invalid-request",
): TimeDataType {
  if (!Number.isInteger(multiplier) || multiplier < 1 || multiplier > MAX_MULTIPLIER) {
    throw new HyperslabError(code, `a time step of ${multiplier} units is not an integer from 1 to ${MAX_MULTIPLIER}`);
  }
  const step = `${multiplier === 1 ? "" : multiplier}${unit}`;
  if (kind === "datetime") return { kind, name: `datetime64[${step}]`, unit, multiplier, itemSize: 8 };
  return { kind, name: `timedelta64[${step}]`, unit, multiplier, itemSize: 8 };
}

/** `datetime64[25s]`, `timedelta64[ns]`; microseconds may be spelled with either Greek mu. */
function timeTypeNamed(name: string): TimeDataType | undefined {
  const match = /^(datetime|timedelta)64\[([0-9]*)([A-Za-z\u00b5\u03bc]+)\]$/.exec(name);
  if (match === null) return undefined;
  const unit = match[3]!.replace(/[\u00b5\u03bc]/, "u");
  const multiplier = match[2] === "" ? 1 : countInName(match[2]!);
  if (!isTimeUnit(unit) || multiplier === undefined || multiplier > MAX_MULTIPLIER) return undefined;
  return timeType(match[1] === "datetime" ? "datetime" : "timedelta", unit, multiplier);
}

/** The largest element in bytes: the largest signed 32-bit length, as in NumPy. */
export const MAX_ITEM_SIZE: number = 2 ** 31 - 1;

/** `size` if it is a whole number of bytes from 1 to the maximum. */
function boundedItemSize(size: number): number | undefined {
  return Number.isInteger(size) && size >= 1 && size <= MAX_ITEM_SIZE ? size : undefined;
}

/** The count in a name such as `S5`: decimal, without sign or leading zero. */
function countInName(digits: string): number | undefined {
  return /^[1-9][0-9]{0,15}$/.test(digits) ? Number(digits) : undefined;
}
