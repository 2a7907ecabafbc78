/** The typed arrays that callers see, and which of them each data type uses. */
import type { DataType, DataTypeKind, FloatName, IntegerName } from "../data-types/data-type.ts";

export type NumberArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array;
export type BigintArray = BigInt64Array | BigUint64Array;
export type NumericArray = NumberArray | BigintArray;

/** A typed array, named for its numbers. */
export type NumericName =
  | "int8"
  | "uint8"
  | "int16"
  | "uint16"
  | "int32"
  | "uint32"
  | "float32"
  | "float64"
  | "int64"
  | "uint64";

type View = (buffer: ArrayBufferLike, byteOffset: number, length: number) => NumericArray;

interface NumericContainer {
  readonly bytes: number;
  readonly tag: string;
  readonly view: View;
}

const CONTAINERS: Readonly<Record<NumericName, NumericContainer>> = {
  int8: { bytes: 1, tag: "Int8Array", view: (buffer, offset, length) => new Int8Array(buffer, offset, length) },
  uint8: { bytes: 1, tag: "Uint8Array", view: (buffer, offset, length) => new Uint8Array(buffer, offset, length) },
  int16: { bytes: 2, tag: "Int16Array", view: (buffer, offset, length) => new Int16Array(buffer, offset, length) },
  uint16: { bytes: 2, tag: "Uint16Array", view: (buffer, offset, length) => new Uint16Array(buffer, offset, length) },
  int32: { bytes: 4, tag: "Int32Array", view: (buffer, offset, length) => new Int32Array(buffer, offset, length) },
  uint32: { bytes: 4, tag: "Uint32Array", view: (buffer, offset, length) => new Uint32Array(buffer, offset, length) },
  float32: {
    bytes: 4,
    tag: "Float32Array",
    view: (buffer, offset, length) => new Float32Array(buffer, offset, length),
  },
  float64: {
    bytes: 8,
    tag: "Float64Array",
    view: (buffer, offset, length) => new Float64Array(buffer, offset, length),
  },
  int64: {
    bytes: 8,
    tag: "BigInt64Array",
    view: (buffer, offset, length) => new BigInt64Array(buffer, offset, length),
  },
  uint64: {
    bytes: 8,
    tag: "BigUint64Array",
    view: (buffer, offset, length) => new BigUint64Array(buffer, offset, length),
  },
};

export const NUMERIC_NAMES: readonly NumericName[] = [
  "int8",
  "uint8",
  "int16",
  "uint16",
  "int32",
  "uint32",
  "float32",
  "float64",
  "int64",
  "uint64",
];

/** The kind of a typed array, even from another realm; undefined for anything else (clamped arrays, DataViews). */
export function numericNameOf(value: unknown): NumericName | undefined {
  if (!ArrayBuffer.isView(value)) return undefined;
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return NUMERIC_NAMES.find((name) => CONTAINERS[name].tag === tag);
}

export function isNumericArray(value: unknown): value is NumericArray {
  return numericNameOf(value) !== undefined;
}

/** A Uint8Array (also a Node Buffer, or one of another realm) as a plain one over the same memory. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array && value.constructor === Uint8Array) return value;
  if (!ArrayBuffer.isView(value) || numericNameOf(value) !== "uint8") return undefined;
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

/** The value if it is a list: an array, or a typed array of numbers. */
export function listOf(value: unknown): ArrayLike<unknown> | undefined {
  return Array.isArray(value) || isNumericArray(value) ? value : undefined;
}

export function isBigintArray(array: NumericArray): array is BigintArray {
  return array.BYTES_PER_ELEMENT === 8 && numericNameOf(array) !== "float64";
}

/** Types whose elements are numbers, or pairs of them. */
export type NumericDataType = Extract<
  DataType,
  { readonly kind: "bool" | "integer" | "float" | "complex" | "datetime" | "timedelta" }
>;

const NUMERIC_KINDS: ReadonlySet<DataTypeKind> = new Set<NumericDataType["kind"]>([
  "bool",
  "integer",
  "float",
  "complex",
  "datetime",
  "timedelta",
]);

export function isNumericType(dataType: DataType): dataType is NumericDataType {
  return NUMERIC_KINDS.has(dataType.kind);
}

/** The typed array of a data type. Floats narrower than float32 are widened to it, exactly. */
export function numericNameFor(dataType: NumericDataType): NumericName {
  switch (dataType.kind) {
    case "bool":
      return "uint8";
    case "integer":
      return integerContainer(dataType.name);
    case "float":
      return floatContainer(dataType.name);
    case "complex":
      return floatContainer(dataType.component);
    case "datetime":
    case "timedelta":
      return "int64";
  }
}

function integerContainer(name: IntegerName): NumericName {
  if (name === "int2" || name === "int4") return "int8";
  return name === "uint2" || name === "uint4" ? "uint8" : name;
}

function floatContainer(name: FloatName): NumericName {
  return name === "float64" ? "float64" : "float32";
}

/** Returns whether this machine stores the lowest byte of a number first, as our elements do. */
export function isLittleEndianHost(): boolean {
  return new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
}

/** Little-endian bytes as numbers: the same memory if it is aligned and the machine little-endian, otherwise a copy. */
export function numbersFromBytes(name: NumericName, bytes: Uint8Array): NumericArray {
  const { bytes: size, view } = CONTAINERS[name];
  const native = size === 1 || isLittleEndianHost();
  const kept = native && bytes.byteOffset % size === 0 ? bytes : bytes.slice();
  if (!native) reverseGroups(kept, size);
  return view(kept.buffer, kept.byteOffset, kept.byteLength / size);
}

/** The little-endian bytes of numbers: the same memory on a little-endian machine. */
export function bytesFromNumbers(numbers: NumericArray): Uint8Array {
  const bytes = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  if (numbers.BYTES_PER_ELEMENT === 1 || isLittleEndianHost()) return bytes;
  const copy = bytes.slice();
  reverseGroups(copy, numbers.BYTES_PER_ELEMENT);
  return copy;
}

/** A zeroed typed array. */
export function makeNumbers(name: NumericName, length: number): NumericArray {
  const { bytes, view } = CONTAINERS[name];
  return view(new ArrayBuffer(length * bytes), 0, length);
}

/** Reverses each group of `size` bytes in place. */
export function reverseGroups(bytes: Uint8Array, size: number): void {
  for (let start = 0; start + size <= bytes.byteLength; start += size) bytes.subarray(start, start + size).reverse();
}
