/** Reading as a type other than the array's: `{ as: "float64" }`. Exact, except that narrower floats are rounded. */
import { HyperslabError } from "../../errors.ts";
import { type DataType, describeDataType, isFixedSize } from "../data-types/data-type.ts";
import { withoutPadding } from "../data-types/fixed-text.ts";
import { bigintsToDoubles, convertNumbers } from "./checked-numbers.ts";
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
import type { AnyTypedData } from "./typed-data.ts";
import { typedToBytes } from "./typed-to-bytes.ts";
import { countElements, viewAsTyped } from "./typed-view.ts";

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

/** Elements in memory in the form the caller asks for; without `as`, in their own container. */
export function viewAs<A extends ConvertTarget>(dataType: DataType, bytes: Uint8Array, as: A): ConvertedOf[A];
export function viewAs(dataType: DataType, bytes: Uint8Array, as?: ConvertTarget): AnyTypedData;
export function viewAs(dataType: DataType, bytes: Uint8Array, as?: ConvertTarget): AnyTypedData {
  // Text is not decoded first: malformed text can still be read as bytes.
  if (as === "bytes") return elementBytes(dataType, bytes);
  const data = viewAsTyped(dataType, bytes);
  return as === undefined ? data : convertData(dataType, data, as);
}

/** Values in the form the caller asks for, from their own container. A value without exact form is an `invalid-request`. */
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
