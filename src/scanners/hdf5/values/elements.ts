/** Stored elements in the model's memory form: little-endian, integers sign-extended to all bits. */
import { type DataType, isFixedSize, swapUnits } from "../../../model/data-types/data-type.ts";
import { reverseGroups } from "../../../model/values/numeric-array.ts";
import type { ByteOrder } from "../messages/datatype.ts";
import type { ModelType, StoredBits } from "./model-type.ts";

/** A copy of whole elements in memory order. */
export function elementsInMemory(
  model: Extract<ModelType, { readonly kind: "fixed" | "mixed" }>,
  stored: Uint8Array,
): Uint8Array {
  if (model.kind === "mixed") return model.convert(stored);
  const { dataType, order, bits } = model;
  const bytes = inOrder(dataType, order, stored);
  if (bits !== undefined && dataType.kind === "integer") extractBits(bytes, dataType.itemSize, dataType.signed, bits);
  return bytes;
}

export function inOrder(dataType: DataType, order: ByteOrder, stored: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(stored);
  if (order === "little" || !isFixedSize(dataType)) return bytes;
  const units = swapUnits(dataType);
  if (typeof units === "number") {
    if (units > 1) reverseGroups(bytes, units);
    return bytes;
  }
  for (let at = 0; at + dataType.itemSize <= bytes.byteLength; at += dataType.itemSize) {
    for (const { offset, size, count } of units) {
      reverseGroups(bytes.subarray(at + offset, at + offset + size * count), size);
    }
  }
  return bytes;
}

function extractBits(bytes: Uint8Array, size: number, signed: boolean, { offset, precision }: StoredBits): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + size <= bytes.byteLength; at += size) {
    let value = 0n;
    for (let index = size - 1; index >= 0; index--) value = (value << 8n) | BigInt(view.getUint8(at + index));
    const bits = value >> BigInt(offset);
    const whole = signed ? BigInt.asIntN(precision, bits) : BigInt.asUintN(precision, bits);
    for (let index = 0, rest = BigInt.asUintN(8 * size, whole); index < size; index++, rest >>= 8n) {
      view.setUint8(at + index, Number(rest & 255n));
    }
  }
}
