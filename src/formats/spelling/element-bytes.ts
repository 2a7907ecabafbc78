/** Bytes of one element: in the byte order of a document's type, and of a float's value. */

import { type DataType, type FixedDataType, type FloatName, swapUnits } from "../../model/data-types/data-type.ts";
import { decodeFloat, encodeFloat, isSmallFloat } from "../../model/data-types/small-float.ts";
import { elementBits, elementFromBits } from "../../model/values/fill-value.ts";
import type { EndianOf } from "./numpy-type.ts";

/** The element with the numbers that are stored big-endian reversed; the same in both directions. */
export function reorderElement(bytes: Uint8Array, dataType: FixedDataType, endian: EndianOf): Uint8Array {
  const target = new Uint8Array(dataType.itemSize);
  copyElement(bytes, target, 0, dataType, endian);
  return target;
}

function copyElement(from: Uint8Array, to: Uint8Array, offset: number, dataType: DataType, endian: EndianOf): void {
  if (dataType.kind === "struct") {
    for (const [index, field] of dataType.fields.entries()) {
      const count = (field.shape ?? []).reduce((product, length) => product * length, 1);
      const size = field.dataType.itemSize ?? 0;
      const order = typeof endian === "string" || endian === undefined ? endian : endian[index];
      for (let i = 0; i < count; i++) copyElement(from, to, offset + field.offset + i * size, field.dataType, order);
    }
    return;
  }
  const size = dataType.itemSize ?? 0;
  const units = swapUnits(dataType);
  const unit = endian === "big" && typeof units === "number" ? units : 1;
  for (let at = 0; at < size; at++) {
    const inUnit = at % unit;
    to[offset + at] = from[offset + at - inUnit + (unit - 1 - inUnit)]!;
  }
}

/** Bytes of the nearest value of the type, as arithmetic would give it. */
export function floatToBytes(name: FloatName, value: number, size: number): Uint8Array {
  if (isSmallFloat(name)) return elementFromBits(BigInt(encodeFloat(name, value)), size)!;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  if (name === "float32") {
    if (Number.isNaN(value)) view.setUint32(0, 0x7fc00000, true);
    else view.setFloat32(0, value, true);
  } else if (Number.isNaN(value)) view.setUint32(4, 0x7ff80000, true);
  else view.setFloat64(0, value, true);
  return bytes;
}

export function floatFromBytes(name: FloatName, bytes: Uint8Array): number {
  if (isSmallFloat(name)) return decodeFloat(name, Number(elementBits(bytes)));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return name === "float32" ? view.getFloat32(0, true) : view.getFloat64(0, true);
}
