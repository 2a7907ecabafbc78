/** Elements in memory to the caller's values: typed arrays over the same memory if that is exact, otherwise converted. */
import { toPlain } from "../../bytes/json/make.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, type FixedDataType, type FloatName, isFixedSize } from "../data-types/data-type.ts";
import { readFixedBytes, readFixedUtf32 } from "../data-types/fixed-text.ts";
import { isSmallFloat, widenFloats } from "../data-types/small-float.ts";
import { elementReader } from "./element-reader.ts";
import { elementMemory } from "./element-writer.ts";
import { type Item, isMissing } from "./fill-value.ts";
import { type NumericArray, type NumericDataType, numbersFromBytes, numericNameFor } from "./numeric-array.ts";
import type { AnyTypedData, FixedScalar, FixedTypedData } from "./typed-data.ts";

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
        typeof item === "string" || item instanceof Uint8Array ? fail(index) : toPlain(item),
      );
    case "optional":
      return items.map((item, index) => (isMissing(item) ? null : (optionalValue(dataType.item, item) ?? fail(index))));
    default:
      throw new HyperslabError("invalid-request", `elements of ${dataType.name} are bytes, not items`);
  }
}

function optionalValue(dataType: DataType, item: Item): FixedScalar | undefined {
  if (typeof item === "string") return dataType.kind === "string" ? item : undefined;
  if (!(item instanceof Uint8Array)) return undefined;
  if (dataType.kind === "bytes") return item;
  return item.byteLength === dataType.itemSize ? elementReader(dataType)(elementMemory(item), 0) : undefined;
}
