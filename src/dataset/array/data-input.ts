/** Shape and data type of values that an array is made from. */
import { ownMember } from "../../bytes/own-member.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataTypeInput, DataTypeName } from "../../model/data-types/data-type.ts";
import type { ShapedData } from "./write-value.ts";

/** A typed array (1-D), nested lists, or values with a shape. */
export type DataInput = ArrayBufferView<ArrayBufferLike> | readonly unknown[] | ShapedData;

/** Data types by the name of their container. */
interface ContainerTypes {
  readonly Int8Array: "int8";
  readonly Uint8Array: "uint8";
  readonly Uint8ClampedArray: "uint8";
  readonly Int16Array: "int16";
  readonly Uint16Array: "uint16";
  readonly Int32Array: "int32";
  readonly Uint32Array: "uint32";
  readonly BigInt64Array: "int64";
  readonly BigUint64Array: "uint64";
  readonly Float16Array: "float16";
  readonly Float32Array: "float32";
  readonly Float64Array: "float64";
}

/** The data type that an array made from values of this type gets. */
export type DataTypeOf<T> = T extends { readonly [Symbol.toStringTag]: infer Name extends keyof ContainerTypes }
  ? ContainerTypes[Name]
  : T extends { readonly shape: readonly number[]; readonly data: infer Data }
    ? DataTypeOf<Data>
    : DataTypeName;

export interface DataDescription {
  readonly shape: readonly number[];
  readonly dtype: DataTypeInput;
}

export function describeData(data: DataInput, dtype: DataTypeInput | undefined): DataDescription {
  if (!Array.isArray(data) && !ArrayBuffer.isView(data) && "shape" in data) {
    return { shape: data.shape, dtype: dtype ?? containerType(data.data) };
  }
  if (ArrayBuffer.isView(data)) {
    const shape = "length" in data && typeof data.length === "number" ? [data.length] : [data.byteLength];
    return { shape, dtype: dtype ?? containerType(data) };
  }
  const list: readonly unknown[] = Array.isArray(data) ? data : [];
  return { shape: nestedShape(list), dtype: dtype ?? leafType(list) };
}

const CONTAINER_TYPES: ContainerTypes = {
  Int8Array: "int8",
  Uint8Array: "uint8",
  Uint8ClampedArray: "uint8",
  Int16Array: "int16",
  Uint16Array: "uint16",
  Int32Array: "int32",
  Uint32Array: "uint32",
  BigInt64Array: "int64",
  BigUint64Array: "uint64",
  Float16Array: "float16",
  Float32Array: "float32",
  Float64Array: "float64",
};

function containerType(data: unknown): DataTypeInput {
  if (Array.isArray(data)) return leafType(data);
  const name = Object.prototype.toString.call(data).slice(8, -1);
  const found = ownMember<DataTypeInput>({ ...CONTAINER_TYPES }, name);
  if (found !== undefined) return found;
  throw new HyperslabError("invalid-request", `cannot tell the data type of a ${name}`, { hint: "Give dtype." });
}

function nestedShape(list: unknown): number[] {
  return Array.isArray(list) ? [list.length, ...(list.length === 0 ? [] : nestedShape(list[0]))] : [];
}

function leafType(list: unknown): DataTypeInput {
  const leaf: unknown = Array.isArray(list) ? firstLeaf(list) : list;
  switch (typeof leaf) {
    case "number":
      return "float64";
    case "bigint":
      return "int64";
    case "boolean":
      return "bool";
    case "string":
      return "string";
    default:
      throw new HyperslabError("invalid-request", "cannot tell the data type of these values", { hint: "Give dtype." });
  }
}

function firstLeaf(value: unknown): unknown {
  return Array.isArray(value) ? firstLeaf(value[0]) : value;
}
