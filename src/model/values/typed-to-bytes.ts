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
import { bigintsToDoubles, convertNumbers, type NumberRange, unfit } from "./checked-numbers.ts";
import { type ElementWriter, elementMemory, elementWriter, floatWriter, writeByte } from "./element-writer.ts";
import {
  bytesFromNumbers,
  bytesOf,
  isBigintArray,
  isNumericArray,
  isNumericType,
  type NumberArray,
  type NumericArray,
  type NumericDataType,
  numericNameFor,
  numericNameOf,
} from "./numeric-array.ts";
import { showValue } from "./show-value.ts";

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
