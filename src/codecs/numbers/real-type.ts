/** Elements that are single numbers, as doubles or, if a double cannot hold them all, as bigints. */
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { isSmallFloat, widenFloats } from "../../model/data-types/small-float.ts";
import { type BigintArray, isBigintArray, numbersFromBytes, numericNameFor } from "../../model/values/numeric-array.ts";

export type IntegerType = Extract<DataType, { readonly kind: "integer" }>;
export type FloatType = Extract<DataType, { readonly kind: "float" }>;
export type RealType = Extract<DataType, { readonly kind: "bool" | "integer" | "float" | "datetime" | "timedelta" }>;

/** The type, if its elements are single numbers; others are refused as unsupported by the codec. */
export function realType(dataType: DataType): RealType {
  switch (dataType.kind) {
    case "bool":
    case "integer":
    case "float":
    case "datetime":
    case "timedelta":
      return dataType;
    default:
      throw new HyperslabError("unsupported", `elements of ${dataType.name} are not single numbers`);
  }
}

/** True if the elements are 64-bit integers, which doubles cannot all hold. */
export function isWide(type: RealType): boolean {
  return type.kind !== "float" && type.itemSize === 8;
}

/** The smallest and the largest integer of a type that is not a float. */
export function integerRange(type: RealType): { readonly min: bigint; readonly max: bigint } {
  if (type.kind === "bool") return { min: 0n, max: 1n };
  const { bits, signed } = type.kind === "integer" ? type : { bits: 64, signed: true };
  return signed
    ? { min: -(2n ** BigInt(bits - 1)), max: 2n ** BigInt(bits - 1) - 1n }
    : { min: 0n, max: 2n ** BigInt(bits) - 1n };
}

/** The elements of a float type: small floats widened to float32, which is exact. */
export function readFloats(type: FloatType, bytes: Uint8Array): Float32Array | Float64Array {
  if (isSmallFloat(type.name)) {
    const wide = new Float32Array(bytes.byteLength / type.itemSize);
    widenFloats(type.name, bytes, wide);
    return wide;
  }
  const numbers = numbersFromBytes(type.name, bytes);
  return numbers instanceof Float32Array
    ? numbers
    : new Float64Array(numbers.buffer, numbers.byteOffset, numbers.length);
}

/** The elements as doubles, in new memory. Not for wide types. */
export function readDoubles(type: RealType, bytes: Uint8Array): Float64Array {
  if (type.kind === "float") return new Float64Array(readFloats(type, bytes));
  const numbers = numbersFromBytes(numericNameFor(type) ?? "float64", bytes);
  if (isBigintArray(numbers)) throw new HyperslabError("invalid-request", `${type.name} does not fit doubles`);
  const doubles = new Float64Array(numbers);
  if (type.kind === "integer" && type.bits < 8) extendSigns(doubles, type);
  return doubles;
}

/** The elements as doubles; those of wide types are rounded. */
export function roundedDoubles(type: RealType, bytes: Uint8Array): Float64Array {
  return isWide(type) ? Float64Array.from(readBigints(type, bytes), Number) : readDoubles(type, bytes);
}

/** Types narrower than a byte: only the low bits count. */
function extendSigns(doubles: Float64Array, { bits, signed }: IntegerType): void {
  const shift = 32 - bits;
  for (let i = 0; i < doubles.length; i++) {
    doubles[i] = signed ? (doubles[i]! << shift) >> shift : (doubles[i]! << shift) >>> shift;
  }
}

/** The elements of a wide type, possibly in the same memory. */
export function readBigints(type: RealType, bytes: Uint8Array): BigintArray {
  const numbers = numbersFromBytes(type.name === "uint64" ? "uint64" : "int64", bytes);
  if (isBigintArray(numbers)) return numbers;
  throw new HyperslabError("invalid-request", `${type.name} is not a type of 64-bit integers`);
}
