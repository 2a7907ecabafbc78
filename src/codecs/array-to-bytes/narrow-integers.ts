/**
 * Integers of 2 and 4 bits take a byte each. Peers differ in what they put into the upper bits (TensorStore zeros, others
 * the sign), so they are ignored on reading, and memory always holds the value.
 */
import type { DataType } from "../../model/data-types/data-type.ts";
import { allocate } from "../pipeline/allocate.ts";

/** Bits of an element, if it is an integer narrower than a byte. */
export function narrowBits(dataType: DataType): number | undefined {
  return dataType.kind === "integer" && dataType.bits < 8 ? dataType.bits : undefined;
}

/** The stored bytes with the upper bits set from the lower ones: sign-extended, or zero. */
export function widenIntegers(stored: Uint8Array, bits: number, signed: boolean): Uint8Array {
  const widened = allocate(stored.byteLength);
  const shift = 32 - bits;
  for (let i = 0; i < stored.byteLength; i++) {
    const raised = stored[i]! << shift;
    widened[i] = signed ? raised >> shift : raised >>> shift;
  }
  return widened;
}
