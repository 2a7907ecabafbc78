/** Checks the header of encoded differences, whose counts the decoder trusts. */
import { varint } from "./varint.ts";

/**
 * Checks the header of differences, packed in blocks: varints of the values per block, its parts, all values. Returns
 * false for any that no writer produces: blocks have multiples of 128 values.
 */
export function areDifferences(bytes: Uint8Array, from: number, to: number): boolean {
  const block = varint(bytes, from, to);
  const parts = block && varint(bytes, block.end, to);
  if (block === undefined || parts === undefined) return false;
  const isBlock = block.value > 0 && block.value <= 2 ** 16 && block.value % 128 === 0;
  return isBlock && parts.value > 0 && block.value % parts.value === 0 && (block.value / parts.value) % 32 === 0;
}
