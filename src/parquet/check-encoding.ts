/**
 * Checks encoded values before they are decoded: runs add up to no more values than there are, and their bytes are there. A
 * decoder trusts the counts in them.
 *
 *     run of one value    varint (count << 1), the value in as many bytes as its bits take
 *     run of packed ones  varint (groups << 1 | 1), groups of 8 values, `width` bytes each
 */

/** Indices of dictionaries have at most this many bits, so that shifts by them are exact. */
const WIDEST = 30;
const LONGEST_VARINT = 5;

/** Are there `count` values of `width` bits in runs? */
export function areRuns(bytes: Uint8Array, from: number, to: number, width: number, count: number): boolean {
  if (width > WIDEST || to > bytes.byteLength) return false;
  let at = from;
  for (let seen = 0; seen < count; ) {
    const header = varint(bytes, at, to);
    if (header === undefined) return false;
    at = header.end;
    const isPacked = (header.value & 1) === 1;
    const number = Math.floor(header.value / 2);
    const values = isPacked ? number * 8 : number;
    if (number === 0 || (!isPacked && values > count - seen) || (isPacked && values - 7 > count - seen)) return false;
    at += isPacked ? number * width : Math.ceil(width / 8);
    if (at > to) return false;
    seen += values;
  }
  return true;
}

/** The value of a bit, if all `count` values are one run of it. */
export function onlyRun(bytes: Uint8Array, from: number, count: number): number | undefined {
  const header = varint(bytes, from, bytes.byteLength);
  return header !== undefined && header.value === 2 * count ? bytes[header.end]! & 1 : undefined;
}

/**
 * The header of differences, packed in blocks: varints of the values per block, its parts, all values. False: none that a
 * writer makes, whose blocks have multiples of 128 values.
 */
export function areDifferences(bytes: Uint8Array, from: number, to: number): boolean {
  const block = varint(bytes, from, to);
  const parts = block && varint(bytes, block.end, to);
  if (block === undefined || parts === undefined) return false;
  const isBlock = block.value > 0 && block.value <= 2 ** 16 && block.value % 128 === 0;
  return isBlock && parts.value > 0 && block.value % parts.value === 0 && (block.value / parts.value) % 32 === 0;
}

function varint(
  bytes: Uint8Array,
  from: number,
  to: number,
): { readonly value: number; readonly end: number } | undefined {
  let value = 0;
  for (let index = 0; index < LONGEST_VARINT && from + index < to; index++) {
    const byte = bytes[from + index]!;
    value += (byte & 127) * 128 ** index;
    // The decoder computes with 32 bits and a sign.
    if (byte < 128) return value < 2 ** 31 ? { value, end: from + index + 1 } : undefined;
  }
  return undefined;
}
