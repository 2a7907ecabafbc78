/** One float between its value and its little-endian bytes, for every float type. The NaN is the canonical quiet one. */
import type { FloatName } from "../../model/data-types/data-type.ts";
import { decodeFloat, encodeFloat, isSmallFloat } from "../../model/data-types/small-float.ts";
import { elementBits, elementFromBits } from "../../model/values/fill-value.ts";

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
