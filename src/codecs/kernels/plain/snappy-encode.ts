/** Snappy block; step by step as kernels/snappy-encode.ts, so that both encode to the same bytes. */
import { clearedTable, copyBytes, FARTHEST, matchEnd, slotOf, word } from "./match.ts";

const LAST_MATCH = 12;

/** Returns the encoded length, or 0 if that exceeds `capacity`. */
export function snappyEncode(
  m: Uint8Array,
  source: number,
  length: number,
  target: number,
  capacity: number,
  acceleration: number,
): number {
  const sourceEnd = source + length;
  const targetEnd = target + capacity;
  if (capacity < 5) return 0;
  let op = target;
  let announced = length;
  for (; announced >= 128; announced = Math.floor(announced / 128)) m[op++] = (announced & 127) | 128;
  m[op++] = announced;

  let anchor = source;
  if (length > LAST_MATCH + 1) {
    const searchEnd = sourceEnd - LAST_MATCH;
    const table = clearedTable();
    let searches = acceleration << 6;
    let ip = source + 1;
    while (ip <= searchEnd) {
      const slot = slotOf(m, ip);
      const match = source + table[slot]!;
      table[slot] = ip - source;
      if (ip - match > FARTHEST || word(m, match) !== word(m, ip)) {
        ip += searches++ >> 6;
        continue;
      }
      const end = matchEnd(m, ip + 4, match + 4, sourceEnd);
      op = putLiterals(m, anchor, ip - anchor, op, targetEnd);
      if (op === 0) return 0;
      op = putCopies(m, ip - match, end - ip, op, targetEnd);
      if (op === 0) return 0;
      anchor = end;
      ip = end;
      searches = acceleration << 6;
      if (end <= searchEnd) table[slotOf(m, end - 2)] = end - 2 - source;
    }
  }
  op = putLiterals(m, anchor, sourceEnd - anchor, op, targetEnd);
  return op === 0 ? 0 : op - target;
}

/** Returns the new end of the output, or 0 if it is full. */
function putLiterals(m: Uint8Array, from: number, count: number, op: number, targetEnd: number): number {
  if (count === 0) return op;
  if (targetEnd - op < count + 5) return 0;
  let rest = count - 1;
  if (rest < 60) {
    m[op++] = rest << 2;
  } else {
    const bytes = rest < 0x100 ? 1 : rest < 0x10000 ? 2 : rest < 0x1000000 ? 3 : 4;
    m[op++] = (59 + bytes) << 2;
    for (let i = 0; i < bytes; i++) {
      m[op++] = rest;
      rest >>= 8;
    }
  }
  copyBytes(m, op, from, count);
  return op + count;
}

/** A match as copies of at most 64 bytes, the last at least four. */
function putCopies(m: Uint8Array, distance: number, length: number, op: number, targetEnd: number): number {
  if (targetEnd - op < 3 * (1 + Math.floor(length / 60))) return 0;
  while (length > 0) {
    const count = length >= 68 ? 64 : length > 64 ? 60 : length;
    if (count >= 4 && count <= 11 && distance < 2048) {
      m[op++] = 1 | ((count - 4) << 2) | ((distance >> 8) << 5);
      m[op++] = distance;
    } else {
      m[op++] = 2 | ((count - 1) << 2);
      m[op++] = distance;
      m[op++] = distance >> 8;
    }
    length -= count;
  }
  return op;
}
