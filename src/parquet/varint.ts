/** Integers in as many bytes as they need, seven bits each, the lowest first. */

const LONGEST = 5;

/** Returns undefined if it does not end before `to`, or is larger than 31 bits, which no count of rows is. */
export function varint(
  bytes: Uint8Array,
  from: number,
  to: number,
): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  for (let index = 0; index < LONGEST && from + index < to; index++) {
    const byte = bytes[from + index]!;
    value += (byte & 127) * 128 ** index;
    if (byte < 128) return value < 2 ** 31 ? { value, end: from + index + 1 } : undefined;
  }
  return undefined;
}
