/** The attribute `_Unsigned`: integers whose stored type has the wrong sign. */
import type { DataType } from "../../model/data-types/data-type.ts";
import { dataTypeNamed } from "../../model/data-types/data-type.ts";
import type { Attributes } from "../../model/node.ts";
import { isBigintArray, type NumericArray } from "../../model/values/numeric-array.ts";
import { textOf, wrongAttribute } from "./attributes.ts";

/** The effect of `_Unsigned` on a data type, or a note why it has none. */
export interface Resigned {
  readonly dataType: DataType;
  readonly note?: string;
}

/** The data type with the sign that `_Unsigned` specifies. */
export function resigned(dataType: DataType, attributes: Attributes): Resigned {
  if (!attributes.has("_Unsigned")) return { dataType };
  const text = textOf(attributes, "_Unsigned");
  if (text !== "true" && text !== "false")
    return { dataType, note: '_Unsigned is neither "true" nor "false"; ignored' };
  if (dataType.kind !== "integer" || dataType.bits < 8) {
    return { dataType, note: `_Unsigned is for integers, not for ${dataType.name}; ignored` };
  }
  if (dataType.signed === (text === "false")) return { dataType };
  return { dataType: dataTypeNamed(`${dataType.signed ? "uint" : "int"}${dataType.bits}`) ?? dataType };
}

/** A missing value of the stored type, reinterpreted with the other sign. A value that already has it is unchanged. */
export function resignedValue(name: string, value: number | bigint, from: DataType, to: DataType): number | bigint {
  if (from.kind !== "integer" || to.kind !== "integer" || from === to) return value;
  const integer = typeof value === "bigint" ? value : Number.isInteger(value) ? BigInt(value) : undefined;
  const wrapped = integer === undefined ? undefined : wrap(integer, to);
  if (integer === undefined || wrapped === undefined || (integer !== wrapped && wrap(integer, from) !== integer)) {
    throw wrongAttribute(name, `${value} is not a value of ${from.name}, as _Unsigned needs it`);
  }
  return wrapped;
}

function wrap(value: bigint, type: Extract<DataType, { readonly kind: "integer" }>): bigint {
  return type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value);
}

/** The same bytes as integers of the other sign. */
export function withOtherSign(data: NumericArray): NumericArray {
  const { buffer, byteOffset, length } = data;
  if (data instanceof Int8Array) return new Uint8Array(buffer, byteOffset, length);
  if (data instanceof Int16Array) return new Uint16Array(buffer, byteOffset, length);
  if (data instanceof Int32Array) return new Uint32Array(buffer, byteOffset, length);
  if (data instanceof Uint8Array) return new Int8Array(buffer, byteOffset, length);
  if (data instanceof Uint16Array) return new Int16Array(buffer, byteOffset, length);
  if (data instanceof Uint32Array) return new Int32Array(buffer, byteOffset, length);
  if (!isBigintArray(data)) return data;
  return data instanceof BigInt64Array
    ? new BigUint64Array(buffer, byteOffset, length)
    : new BigInt64Array(buffer, byteOffset, length);
}
