/**
 * The edge between bytes and callers. Inside the library an element is bytes or an item; callers see typed arrays, lists
 * and single values. A data type always has the same container, whatever the runtime offers.
 */
import type { PlainJson } from "../../bytes/json/node.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, type DataTypeName, describeDataType, isFixedSize } from "../data-types/data-type.ts";
import { withoutPadding } from "../data-types/fixed-text.ts";
import {
  type BigintArray,
  isBigintArray,
  isNumericArray,
  isNumericType,
  NUMERIC_NAMES,
  type NumberArray,
  type NumericArray,
  type NumericName,
} from "./numeric-array.ts";
import { formatTime } from "./time-value.ts";
import { bigintsToDoubles, convertNumbers, typedToBytes } from "./typed-to-bytes.ts";
import { countElements, viewAsTyped } from "./typed-view.ts";

/** The container of each data type without a number or unit in its name. */
export interface DataOf {
  /** 0 and 1. */
  bool: Uint8Array;
  int2: Int8Array;
  int4: Int8Array;
  int8: Int8Array;
  int16: Int16Array;
  int32: Int32Array;
  int64: BigInt64Array;
  uint2: Uint8Array;
  uint4: Uint8Array;
  uint8: Uint8Array;
  uint16: Uint16Array;
  uint32: Uint32Array;
  uint64: BigUint64Array;
  float16: Float32Array;
  bfloat16: Float32Array;
  float8_e3m4: Float32Array;
  float8_e4m3: Float32Array;
  float8_e4m3b11fnuz: Float32Array;
  float8_e4m3fn: Float32Array;
  float8_e4m3fnuz: Float32Array;
  float8_e5m2: Float32Array;
  float8_e5m2fnuz: Float32Array;
  float8_e8m0fnu: Float32Array;
  float6_e2m3fn: Float32Array;
  float6_e3m2fn: Float32Array;
  float4_e2m1fn: Float32Array;
  float32: Float32Array;
  float64: Float64Array;
  /** Real and imaginary parts in turn, as in every complex type. */
  complex64: Float32Array;
  complex128: Float64Array;
  string: string[];
  bytes: Uint8Array[];
  /** The bytes of all elements, padding included. */
  struct: Uint8Array;
  /** One container of the item's type per row. */
  ragged: FixedTypedData[];
  /** JSON values; bytes only where msgpack2 stored them. */
  object: (PlainJson | Uint8Array)[];
  /** One value per element, null if it is missing. */
  optional: (FixedScalar | Missing)[];
}

/** The containers of fixed-size types. */
export type FixedTypedData = NumericArray | string[];

export type AnyTypedData =
  | FixedTypedData
  | Uint8Array[]
  | FixedTypedData[]
  | (PlainJson | Uint8Array)[]
  | (FixedScalar | Missing)[];

/** The container of a data type, by its name: `TypedDataOf<"int64">` is a BigInt64Array. */
export type TypedDataOf<D extends DataTypeName> = D extends keyof DataOf
  ? DataOf[D]
  : D extends `complex_${string}`
    ? Float32Array
    : D extends `datetime64[${string}` | `timedelta64[${string}`
      ? BigInt64Array
      : D extends `S${number}` | `U${number}`
        ? string[]
        : D extends `r${number}`
          ? Uint8Array
          : never;

/** A complex value: real part, imaginary part. */
export type ComplexScalar = readonly [number, number];

/** The value of a struct by field; sub-arrays are nested lists. */
export interface StructScalar {
  readonly [field: string]: NestedScalar;
}
export type NestedScalar = FixedScalar | readonly NestedScalar[];

export type FixedScalar = boolean | number | bigint | string | ComplexScalar | Uint8Array | StructScalar;

/** A missing element is null. One of optional elements that are optional again is `[null]` if only the inner one is missing. */
export type Missing = null | readonly [Missing];

/** One value of any type. */
export type Scalar = FixedScalar | FixedTypedData | PlainJson;

/** One value of a data type, by its name: `ScalarOf<"int64">` is a bigint. */
export type ScalarOf<D extends DataTypeName> = D extends "bool"
  ? boolean
  : D extends "int64" | "uint64" | `datetime64[${string}` | `timedelta64[${string}`
    ? bigint
    : D extends `complex${string}`
      ? ComplexScalar
      : D extends `int${string}` | `uint${string}` | `float${string}` | "bfloat16"
        ? number
        : D extends "string" | `S${number}` | `U${number}`
          ? string
          : D extends "bytes" | `r${number}`
            ? Uint8Array
            : D extends "struct"
              ? StructScalar
              : D extends "ragged"
                ? FixedTypedData
                : D extends "optional"
                  ? FixedScalar | Missing
                  : PlainJson | Uint8Array;

export { dataToItems, elementToScalar, scalarToElement } from "./element.ts";
export { formatTime, NOT_A_TIME } from "./time-value.ts";
export { typedToBytes } from "./typed-to-bytes.ts";
export { itemsToData, viewAsTyped } from "./typed-view.ts";

// Reading as a type other than the array's: `{ as: "float64" }`. Exact, except that narrower floats are rounded.

/** The container of each target. `number` is any array of JavaScript numbers; `bytes` is the bytes of each element. */
export interface ConvertedOf {
  int8: Int8Array;
  uint8: Uint8Array;
  int16: Int16Array;
  uint16: Uint16Array;
  int32: Int32Array;
  uint32: Uint32Array;
  int64: BigInt64Array;
  uint64: BigUint64Array;
  float32: Float32Array;
  float64: Float64Array;
  complex64: Float32Array;
  complex128: Float64Array;
  number: NumberArray;
  bigint: BigintArray;
  string: string[];
  bytes: Uint8Array[];
}

export type ConvertTarget = keyof ConvertedOf;

const TARGETS: readonly ConvertTarget[] = [
  ...NUMERIC_NAMES,
  "complex64",
  "complex128",
  "number",
  "bigint",
  "string",
  "bytes",
];

export function isConvertTarget(text: string): text is ConvertTarget {
  return TARGETS.some((target) => target === text);
}

/** Elements in memory in the requested form; without `as`, in their own container. */
export function viewAs<A extends ConvertTarget>(dataType: DataType, bytes: Uint8Array, as: A): ConvertedOf[A];
export function viewAs(dataType: DataType, bytes: Uint8Array, as?: ConvertTarget): AnyTypedData;
export function viewAs(dataType: DataType, bytes: Uint8Array, as?: ConvertTarget): AnyTypedData {
  // Text is not decoded first: malformed text can still be read as bytes.
  if (as === "bytes") return elementBytes(dataType, bytes);
  const data = viewAsTyped(dataType, bytes);
  return as === undefined ? data : convertData(dataType, data, as);
}

/** Values in the requested form, from their own container. A value without an exact form is an `invalid-request`. */
export function convertData<A extends ConvertTarget>(dataType: DataType, data: AnyTypedData, as: A): ConvertedOf[A];
export function convertData(dataType: DataType, data: AnyTypedData, as: ConvertTarget): AnyTypedData {
  if (as === dataType.name) return data;
  if (as === "string") return texts(dataType, data);
  if (as === "bytes" && isFixedSize(dataType)) return elementBytes(dataType, typedToBytes(dataType, data));
  if (as === "bytes" || !isNumericArray(data)) return refuse(dataType, as);
  if (as === "complex64" || as === "complex128") {
    return dataType.kind === "complex" ? convert(data, COMPONENTS[as]) : refuse(dataType, as);
  }
  // Bytes of opaque elements and parts of complex ones are not values.
  const isReal = isNumericType(dataType) && dataType.kind !== "complex" && isConvertTarget(as);
  return isReal ? convertReal(data, as) : refuse(dataType, as);
}

const COMPONENTS = { complex64: "float32", complex128: "float64" } as const;

function convertReal(data: NumericArray, as: NumericName | "number" | "bigint"): NumericArray {
  if (as === "number") return isBigintArray(data) ? bigintsToDoubles(data, "a number", BIGINT_HINT, true) : data;
  if (as === "bigint") return isBigintArray(data) ? data : convert(data, "int64");
  return convert(data, as);
}

const BIGINT_HINT = 'Read it as "bigint", which holds every integer exactly.';

function convert(data: NumericArray, target: NumericName): NumericArray {
  return convertNumbers(data, target, undefined, isBigintArray(data) ? BIGINT_HINT : undefined);
}

function refuse(dataType: DataType, as: ConvertTarget): never {
  const what = `elements of ${describeDataType(dataType)} cannot be read as ${as}`;
  throw new HyperslabError("invalid-request", what, { hint: "Read them without `as`, in their own type." });
}

/** Text stays text; times become ISO dates. */
function texts(dataType: DataType, data: AnyTypedData): string[] {
  if (dataType.kind === "datetime" && isNumericArray(data) && isBigintArray(data)) {
    return Array.from(data, (steps) => formatTime(steps, dataType));
  }
  const isText = dataType.kind === "fixed-bytes" || dataType.kind === "fixed-utf32";
  return isText && isTextList(data) ? data : refuse(dataType, "string");
}

function isTextList(data: AnyTypedData): data is string[] {
  return Array.isArray(data) && data.every((value: unknown) => typeof value === "string");
}

/** The little-endian bytes of each element, views of the memory; byte strings without their padding. */
function elementBytes(dataType: DataType, bytes: Uint8Array): Uint8Array[] {
  if (!isFixedSize(dataType)) return refuse(dataType, "bytes");
  const { itemSize, kind } = dataType;
  return Array.from({ length: countElements(dataType, bytes) }, (_, index) => {
    const offset = index * itemSize;
    return kind === "fixed-bytes" ? withoutPadding(bytes, offset, itemSize) : bytes.subarray(offset, offset + itemSize);
  });
}
