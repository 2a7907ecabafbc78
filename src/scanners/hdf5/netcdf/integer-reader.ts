/** Stored integers: in any byte order, possibly with fewer bits than their bytes have. */
import type { Hdf5Type } from "../messages/datatype.ts";

export type IntegerReader = (view: DataView, at: number) => number | bigint;

/** Returns undefined if the type is not an integer type. Integers of more than four bytes are bigints. */
export function integerReader(type: Hdf5Type): IntegerReader | undefined {
  if (type.class !== "integer") return undefined;
  const { size, signed, offset, precision } = type;
  const little = type.order === "little";
  if (precision > 64) return undefined;
  if (offset !== 0 || precision !== 8 * size || ![1, 2, 4, 8].includes(size)) return bitsReader(type);
  switch (size) {
    case 1:
      return signed ? (view, at) => view.getInt8(at) : (view, at) => view.getUint8(at);
    case 2:
      return signed ? (view, at) => view.getInt16(at, little) : (view, at) => view.getUint16(at, little);
    case 4:
      return signed ? (view, at) => view.getInt32(at, little) : (view, at) => view.getUint32(at, little);
    default:
      return signed ? (view, at) => view.getBigInt64(at, little) : (view, at) => view.getBigUint64(at, little);
  }
}

function bitsReader(type: Extract<Hdf5Type, { readonly class: "integer" | "bitfield" }>): IntegerReader {
  const { size, order, signed, offset, precision } = type;
  return (view, at) => {
    let stored = 0n;
    for (let index = 0; index < size; index++) {
      stored = (stored << 8n) | BigInt(view.getUint8(order === "big" ? at + index : at + size - 1 - index));
    }
    const bits = stored >> BigInt(offset);
    const value = signed ? BigInt.asIntN(precision, bits) : BigInt.asUintN(precision, bits);
    return size > 4 ? value : Number(value);
  };
}
