/** Writing a bit stream that is read from its end: bits are appended upwards, a one bit marks the end. */

let buffer: u64 = 0;
let count: u32 = 0;
let position: usize = 0;

export function beginBits(target: usize): void {
  buffer = 0;
  count = 0;
  position = target;
}

/** Appends the low `width` bits (0 .. 32) of a value whose other bits are zero. */
@inline
export function addBits(value: u32, width: u32): void {
  buffer |= <u64>value << <u64>count;
  count += width;
}

/** Writes whole bytes; needed before more than 64 bits are pending. */
@inline
export function flushBits(): void {
  store<u64>(position, buffer);
  position += count >> 3;
  buffer >>= <u64>(count & 0x38);
  count &= 7;
}

/** Adds the end mark; returns the end of the stream. */
export function endBits(): usize {
  addBits(1, 1);
  flushBits();
  return position + (count > 0 ? 1 : 0);
}
