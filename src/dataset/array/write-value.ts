/**
 * What a caller may write: one value for all elements, a flat typed array in C order, nested lists, or anything with
 * `{data, shape, stride?}`. Only single values are broadcast; any other value must have the selection's shape.
 */

import { ownMember } from "../../bytes/own-member.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, type DataTypeInput, type DataTypeName, isFixedSize } from "../../model/data-types/data-type.ts";
import type { Chunk } from "../../model/grid/chunk.ts";
import { type Axis, contiguous, isContiguous, type Lattice } from "../../model/lattice/lattice.ts";
import {
  dataToItems,
  type ScalarOf,
  scalarToElement,
  type TypedDataOf,
  typedToBytes,
} from "../../model/values/typed-data.ts";

/** Values with a shape: a slab, or another library's chunk. */
export interface ShapedData {
  /** The values, laid out by `stride`, or in C order without it. */
  readonly data: ArrayLike<unknown>;
  /** The length of each dimension. */
  readonly shape: readonly number[];
  /** Elements to step for one index along each dimension. */
  readonly stride?: readonly number[];
}

/** One value for all elements (a time may be a date), a flat typed array in C order, nested lists, or values with a shape. */
export type WriteValue<D extends DataTypeName> =
  | ScalarOf<D>
  | (D extends `datetime64[${string}` ? string | Date : never)
  | TypedDataOf<D>
  | ShapedData
  | ArrayBufferView<ArrayBufferLike>
  | readonly unknown[];

/**
 * The caller's value as a chunk of `shape`; `resultShape` is the same without dimensions selected by a single index.
 */
export function writeChunk(
  dataType: DataType,
  value: unknown,
  shape: readonly number[],
  resultShape: readonly number[],
): Chunk {
  if (isShapedData(value)) return shapedChunk(dataType, value, shape, resultShape);
  if (ArrayBuffer.isView(value) && dataType.kind !== "bytes" && isElements(value)) {
    return isSingleElement(dataType, value, shape)
      ? broadcastChunk(dataType, value, shape)
      : flatChunk(dataType, value, shape);
  }
  if (Array.isArray(value) && !isComplexPair(dataType, value)) {
    return flatChunk(dataType, flatten(dataType, value, resultShape), shape);
  }
  return broadcastChunk(dataType, value, shape);
}

function isShapedData(value: unknown): value is ShapedData {
  return (
    typeof value === "object" &&
    value !== null &&
    "data" in value &&
    "shape" in value &&
    Array.isArray(value.shape) &&
    (Array.isArray(value.data) || ArrayBuffer.isView(value.data))
  );
}

function isElements(value: ArrayBufferView): value is ArrayBufferView & ArrayLike<number | bigint> {
  return !(value instanceof DataView);
}

/** Opaque elements are given as bytes, so bytes of exactly one element's size mean one value. */
function isSingleElement(dataType: DataType, value: ArrayBufferView, shape: readonly number[]): boolean {
  if (dataType.kind !== "raw" && dataType.kind !== "struct") return false;
  return value.byteLength === dataType.itemSize && countOf(shape) !== 1;
}

function isComplexPair(dataType: DataType, value: readonly unknown[]): boolean {
  return dataType.kind === "complex" && value.length === 2 && value.every((part) => typeof part === "number");
}

function countOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}

function broadcastChunk(dataType: DataType, value: unknown, shape: readonly number[]): Chunk {
  const element = scalarToElement(dataType, value);
  const layout: Lattice = { base: 0, axes: shape.map((count) => ({ count, stride: 0 })) };
  if (!isFixedSize(dataType)) return { dataType, shape, layout, items: [element] };
  if (element instanceof Uint8Array) return { dataType, shape, layout, bytes: element };
  throw new HyperslabError("invalid-request", `a value of ${dataType.name} cannot be made from ${typeof value}`);
}

function shapedChunk(
  dataType: DataType,
  value: ShapedData,
  shape: readonly number[],
  resultShape: readonly number[],
): Chunk {
  const fits = (wanted: readonly number[]): boolean =>
    wanted.length === value.shape.length && wanted.every((length, axis) => length === value.shape[axis]);
  if (!fits(resultShape) && !fits(shape)) throw wrongShape(value.shape, resultShape);
  return flatChunk(dataType, inOrder(dataType, value), shape);
}

/** The values in C order; a container with other strides is rearranged. */
function inOrder(dataType: DataType, value: ShapedData): ArrayLike<unknown> {
  const { data, shape, stride } = value;
  if (stride === undefined || isContiguous({ base: 0, axes: axesOf(shape, stride) })) return data;
  const parts = partsAnElement(dataType, data);
  const gathered: unknown[] = [];
  const visit = (axis: number, offset: number): void => {
    if (axis < shape.length) {
      for (let index = 0; index < shape[axis]!; index++) visit(axis + 1, offset + index * stride[axis]!);
      return;
    }
    for (let part = 0; part < parts; part++) gathered.push(data[offset * parts + part]);
  };
  visit(0, 0);
  return gathered;
}

function axesOf(shape: readonly number[], stride: readonly number[]): readonly Axis[] {
  return shape.map((count, axis) => ({ count, stride: stride[axis] ?? 0 }));
}

function flatChunk(dataType: DataType, data: ArrayLike<unknown>, shape: readonly number[]): Chunk {
  if (data.length !== countOf(shape) * partsAnElement(dataType, data)) {
    throw new HyperslabError(
      "invalid-request",
      `${data.length} values given for a selection of ${countOf(shape)} elements (shape [${shape.join(", ")}])`,
      { hint: "Give exactly one value per element in C order, or a single value for all of them." },
    );
  }
  const layout = contiguous(shape);
  if (!isFixedSize(dataType)) return { dataType, shape, layout, items: dataToItems(dataType, data) };
  return { dataType, shape, layout, bytes: typedToBytes(dataType, data) };
}

/** Entries of a flat container per element: two for complex types, the item size in bytes for opaque ones. */
function partsAnElement(dataType: DataType, data: ArrayLike<unknown>): number {
  if (dataType.kind === "complex") return 2;
  const opaque = dataType.kind === "raw" || dataType.kind === "struct";
  return opaque && ArrayBuffer.isView(data) ? dataType.itemSize : 1;
}

/** Nested lists as one flat list, with every length checked. */
function flatten(dataType: DataType, value: readonly unknown[], shape: readonly number[]): unknown[] {
  const flat: unknown[] = [];
  const visit = (part: unknown, axis: number): void => {
    if (axis === shape.length) {
      const parts = dataType.kind === "complex" && Array.isArray(part) ? part : [part];
      for (const entry of parts) flat.push(entry);
      return;
    }
    const length = shape[axis]!;
    const isList = Array.isArray(part) || ArrayBuffer.isView(part);
    if (!isList || lengthOf(part) !== length) throw wrongShape(measure(value), shape);
    for (const entry of listOf(part)) visit(entry, axis + 1);
  };
  visit(value, 0);
  return flat;
}

function lengthOf(part: object): number {
  return "length" in part && typeof part.length === "number" ? part.length : -1;
}

function listOf(part: unknown): Iterable<unknown> {
  return typeof part === "object" && part !== null && Symbol.iterator in part ? (part as Iterable<unknown>) : [];
}

function measure(value: unknown): number[] {
  return Array.isArray(value) ? [value.length, ...(value.length === 0 ? [] : measure(value[0]))] : [];
}

function wrongShape(given: readonly number[], wanted: readonly number[]): HyperslabError {
  return new HyperslabError(
    "invalid-request",
    `values of shape [${given.join(", ")}] do not fit the selection's shape [${wanted.join(", ")}]`,
    { hint: "Give values of exactly the selection's shape, or a single value for all of it." },
  );
}

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

/** The data type of an array created from values of this type. */
export type DataTypeOf<T> = T extends { readonly [Symbol.toStringTag]: infer Name extends keyof ContainerTypes }
  ? ContainerTypes[Name]
  : T extends { readonly shape: readonly number[]; readonly data: infer Data }
    ? DataTypeOf<Data>
    : DataTypeName;

export interface DataDescription {
  readonly shape: readonly number[];
  readonly dtype: DataTypeInput;
}

/** The shape and data type of values; `shape` is the caller's shape for lists. */
export function describeData(
  data: DataInput,
  dtype: DataTypeInput | undefined,
  shape?: readonly number[],
): DataDescription {
  if (!Array.isArray(data) && !ArrayBuffer.isView(data) && "shape" in data) {
    return { shape: data.shape, dtype: dtype ?? containerType(data.data) };
  }
  if (ArrayBuffer.isView(data)) {
    const length = "length" in data && typeof data.length === "number" ? data.length : data.byteLength;
    return { shape: [length], dtype: dtype ?? containerType(data) };
  }
  const list: readonly unknown[] = Array.isArray(data) ? data : [];
  if (shape === undefined && isNestedOptional(dtype)) {
    throw new HyperslabError(
      "invalid-request",
      "cannot determine the shape of optional elements of optional elements",
      {
        hint: "Give the shape too: [[null], [null]] may be two elements, or two rows of one.",
      },
    );
  }
  return { shape: shape ?? nestedShape(list), dtype: dtype ?? leafType(list) };
}

function isNestedOptional(dtype: DataTypeInput | undefined): boolean {
  if (typeof dtype !== "object" || !("item" in dtype) || typeof dtype.item !== "object") return false;
  return dtype.name === "optional" && "name" in dtype.item && dtype.item.name === "optional";
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
  throw new HyperslabError("invalid-request", `cannot determine the data type of a ${name}`, { hint: "Give dtype." });
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
      throw new HyperslabError("invalid-request", "cannot determine the data type of these values", {
        hint: "Give dtype.",
      });
  }
}

function firstLeaf(value: unknown): unknown {
  return Array.isArray(value) ? firstLeaf(value[0]) : value;
}
