/**
 * Bit streams that are written from their start and read from their end: the highest set bit of the last byte marks the
 * end.
 */

/** Sets the end mark behind the bits, stores them and returns where the stream ends. At most 63 bits. */
@inline
export function closeBits(target: usize, bits: u64, count: u32): usize {
  store<u64>(target, bits | ((<u64>1) << (<u64>count)));
  return target + ((count + 8) >> 3);
}
