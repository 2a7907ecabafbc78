/**
 * The edge between bytes and callers. Inside the library an element is bytes or an item; callers see typed arrays, lists
 * and single values. A data type always has the same container, whatever the runtime offers.
 */
import type { PlainJson } from "../../bytes/json/node.ts";
import type { DataTypeName } from "../data-types/data-type.ts";
import type { NumericArray } from "./numeric-array.ts";

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
  object: PlainJson[];
  /** One value per element, null if it is missing. */
  optional: (FixedScalar | null)[];
}

/** The containers of fixed-size types. */
export type FixedTypedData = NumericArray | string[];

export type AnyTypedData = FixedTypedData | Uint8Array[] | FixedTypedData[] | PlainJson[] | (FixedScalar | null)[];

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
                  ? FixedScalar | null
                  : PlainJson;

export { type ConvertedOf, type ConvertTarget, convertData, isConvertTarget, viewAs } from "./convert-data.ts";
export { dataToItems, elementToScalar, scalarToElement } from "./element.ts";
export { formatTime, NOT_A_TIME } from "./time-value.ts";
export { typedToBytes } from "./typed-to-bytes.ts";
export { itemsToData, viewAsTyped } from "./typed-view.ts";
