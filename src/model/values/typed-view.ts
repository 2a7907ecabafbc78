/** Elements in memory to the caller's values: typed arrays over the same memory if that is exact, otherwise converted. */
import { toPlain } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { HyperslabError } from "../../errors.ts";
import {
  type DataType,
  type FixedDataType,
  type FloatName,
  type IntegerName,
  isFixedSize,
  type StructDataType,
  type StructField,
} from "../data-types/data-type.ts";
import { readFixedBytes, readFixedUtf32 } from "../data-types/fixed-text.ts";
import { decodeFloat, isSmallFloat, widenFloats } from "../data-types/small-float.ts";
import { type ElementMemory, elementMemory } from "./element-writer.ts";
import type { Item } from "./fill-value.ts";
import { type NumericArray, type NumericDataType, numbersFromBytes, numericNameFor } from "./numeric-array.ts";
import type { AnyTypedData, FixedScalar, FixedTypedData, Missing, StructScalar } from "./typed-data.ts";

/** The elements of a fixed-size type, in the container that `DataOf` names. Malformed text is `invalid-data`. */
export function viewAsTyped(dataType: DataType, bytes: Uint8Array): FixedTypedData {
  if (!isFixedSize(dataType)) {
    throw new HyperslabError("invalid-request", `elements of ${dataType.name} are items, not bytes`);
  }
  const { itemSize } = dataType;
  const count = countElements(dataType, bytes);
  switch (dataType.kind) {
    case "raw":
    case "struct":
      return bytes;
    case "fixed-bytes":
      return Array.from({ length: count }, (_, index) => readFixedBytes(bytes, index * itemSize, itemSize, index));
    case "fixed-utf32":
      return Array.from({ length: count }, (_, index) => readFixedUtf32(bytes, index * itemSize, itemSize, index));
    case "float":
      return viewFloats(dataType.name, bytes, count);
    case "complex":
      return viewFloats(dataType.component, bytes, 2 * count);
    default:
      return viewNumbers(dataType, bytes);
  }
}

/** Number of elements in the bytes; an incomplete one is `invalid-data`. */
export function countElements({ itemSize }: FixedDataType, bytes: Uint8Array): number {
  if (bytes.byteLength % itemSize === 0) return bytes.byteLength / itemSize;
  const what = `${bytes.byteLength} bytes are not a whole number of ${itemSize}-byte elements`;
  throw new HyperslabError("invalid-data", what);
}

function viewFloats(name: FloatName, bytes: Uint8Array, count: number): NumericArray {
  if (!isSmallFloat(name)) return numbersFromBytes(name, bytes);
  const wide = new Float32Array(count);
  widenFloats(name, bytes, wide);
  return wide;
}

function viewNumbers(dataType: NumericDataType, bytes: Uint8Array): NumericArray {
  const clean = dataType.kind === "bool" ? cleanBooleans(bytes) : cleanNarrowIntegers(dataType, bytes);
  return numbersFromBytes(numericNameFor(dataType), clean);
}

/** Any byte except zero is true, as in C and NumPy; the caller sees 0 and 1. */
function cleanBooleans(bytes: Uint8Array): Uint8Array {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 1) return bytes.map((byte) => (byte === 0 ? 0 : 1));
  return bytes;
}

/** Integers narrower than a byte: the upper bits are arbitrary in files; the caller sees the sign or zero in them. */
function cleanNarrowIntegers(dataType: NumericDataType, bytes: Uint8Array): Uint8Array {
  if (dataType.kind !== "integer" || dataType.bits >= 8) return bytes;
  const shift = 32 - dataType.bits;
  const extend = dataType.signed
    ? (byte: number): number => ((byte << shift) >> shift) & 0xff
    : (byte: number): number => (byte << shift) >>> shift;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] !== extend(bytes[i]!)) return bytes.map(extend);
  return bytes;
}

/** The items of a variable-length type, in the container that `DataOf` names. */
export function itemsToData(dataType: DataType, items: readonly Item[]): AnyTypedData {
  const fail = (index: number): never => {
    throw new HyperslabError("invalid-data", `item ${index} is not an element of ${dataType.name}`);
  };
  switch (dataType.kind) {
    case "string":
      return items.map((item, index) => (typeof item === "string" ? item : fail(index)));
    case "bytes":
      return items.map((item, index) => (item instanceof Uint8Array ? item : fail(index)));
    case "ragged":
      return items.map((item, index) => (item instanceof Uint8Array ? viewAsTyped(dataType.item, item) : fail(index)));
    case "object":
      return items.map((item, index) =>
        typeof item === "string" ? fail(index) : item instanceof Uint8Array ? item : toPlain(item),
      );
    case "optional":
      return items.map((item, index) => {
        const value = optionalValue(dataType.item, item);
        return value === undefined ? fail(index) : value;
      });
    default:
      throw new HyperslabError("invalid-request", `elements of ${dataType.name} are bytes, not items`);
  }
}

/** The value of an item whose type is an optional one of `dataType`; undefined if it is missing. */
export function optionalValue(dataType: DataType, item: Item): FixedScalar | Missing | undefined {
  if (typeof item !== "string" && !(item instanceof Uint8Array)) return missingValue(dataType, item);
  if (dataType.kind === "optional") return optionalValue(dataType.item, item);
  if (typeof item === "string") return dataType.kind === "string" ? item : undefined;
  if (dataType.kind === "bytes") return item;
  return item.byteLength === dataType.itemSize ? elementReader(dataType)(elementMemory(item), 0) : undefined;
}

function missingValue(dataType: DataType, item: JsonNode): Missing | undefined {
  if (item.type === "null") return null;
  const [wrapped, ...rest] = item.type === "array" ? item.items : [];
  if (dataType.kind !== "optional" || wrapped === undefined || rest.length > 0) return undefined;
  const inner = missingValue(dataType.item, wrapped);
  return inner === undefined ? undefined : [inner];
}

/** The bytes of one element to one value: the inverse of the element writer. */
export type ElementReader = (memory: ElementMemory, offset: number) => FixedScalar;

export function elementReader(dataType: DataType): ElementReader {
  switch (dataType.kind) {
    case "bool":
      return ({ bytes }, offset) => bytes[offset] !== 0;
    case "integer":
      return integerReader(dataType.name);
    case "float":
      return floatReader(dataType.name);
    case "complex":
      return complexReader(dataType.component, dataType.itemSize / 2);
    case "datetime":
    case "timedelta":
      return integerReader("int64");
    case "fixed-bytes":
      return ({ bytes }, offset) => readFixedBytes(bytes, offset, dataType.itemSize);
    case "fixed-utf32":
      return ({ bytes }, offset) => readFixedUtf32(bytes, offset, dataType.itemSize);
    case "raw":
      return ({ bytes }, offset) => bytes.slice(offset, offset + dataType.itemSize);
    case "struct":
      return structReader(dataType);
    default:
      throw new HyperslabError("invalid-request", `elements of ${dataType.name} have no fixed size`);
  }
}

const INTEGER_READERS: Readonly<Record<IntegerName, (view: DataView, offset: number) => number | bigint>> = {
  int2: (view, offset) => (view.getInt8(offset) << 30) >> 30,
  int4: (view, offset) => (view.getInt8(offset) << 28) >> 28,
  int8: (view, offset) => view.getInt8(offset),
  int16: (view, offset) => view.getInt16(offset, true),
  int32: (view, offset) => view.getInt32(offset, true),
  int64: (view, offset) => view.getBigInt64(offset, true),
  uint2: (view, offset) => view.getUint8(offset) & 0x03,
  uint4: (view, offset) => view.getUint8(offset) & 0x0f,
  uint8: (view, offset) => view.getUint8(offset),
  uint16: (view, offset) => view.getUint16(offset, true),
  uint32: (view, offset) => view.getUint32(offset, true),
  uint64: (view, offset) => view.getBigUint64(offset, true),
};

function integerReader(name: IntegerName): ElementReader {
  const read = INTEGER_READERS[name];
  return ({ view }, offset) => read(view, offset);
}

function floatReader(name: FloatName): (memory: ElementMemory, offset: number) => number {
  if (name === "float64") return ({ view }, offset) => view.getFloat64(offset, true);
  if (name === "float32") return ({ view }, offset) => view.getFloat32(offset, true);
  if (name === "float16" || name === "bfloat16") {
    return ({ view }, offset) => decodeFloat(name, view.getUint16(offset, true));
  }
  return ({ view }, offset) => decodeFloat(name, view.getUint8(offset));
}

function complexReader(component: FloatName, size: number): ElementReader {
  const read = floatReader(component);
  return (memory, offset) => [read(memory, offset), read(memory, offset + size)];
}

function structReader(dataType: StructDataType): ElementReader {
  const readers = dataType.fields.map((field) => fieldReader(field, elementReader(field.dataType)));
  return (memory, offset): StructScalar =>
    Object.fromEntries(
      dataType.fields.map((field, index) => [field.name, readers[index]!(memory, offset + field.offset)]),
    );
}

type Nested = FixedScalar | readonly Nested[];

/** The value of a field; a sub-array becomes nested lists. */
function fieldReader(field: StructField, read: ElementReader): (memory: ElementMemory, offset: number) => Nested {
  const { shape = [], dataType } = field;
  const itemSize = dataType.itemSize ?? 0;
  const visit = (memory: ElementMemory, offset: number, axis: number): Nested => {
    const length = shape[axis];
    if (length === undefined) return read(memory, offset);
    const stride = shape.slice(axis + 1).reduce((product, next) => product * next, itemSize);
    return Array.from({ length }, (_, index) => visit(memory, offset + index * stride, axis + 1));
  };
  return (memory, offset) => visit(memory, offset, 0);
}
