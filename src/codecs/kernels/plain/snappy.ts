/**
 * Snappy blocks. kernels/snappy-decode.ts explains the format; the encoder follows kernels/snappy-encode.ts step by
 * step, so that both produce the same bytes.
 */
import { clearedTable, copyBytes, copyMatch, FARTHEST, matchEnd, slotOf, word } from "./match.ts";

/** Returns the decoded length, which is `targetLength`, or -1. */
export function snappyDecode(
  m: Uint8Array,
  source: number,
  sourceLength: number,
  target: number,
  targetLength: number,
): number {
  const sourceEnd = source + sourceLength;
  const targetEnd = target + targetLength;
  let ip = source;
  let announced = 0;
  for (let factor = 1; ; factor *= 128) {
    if (ip >= sourceEnd || factor > 2 ** 28) return -1;
    const byte = m[ip++]!;
    announced += (byte & 127) * factor;
    if (byte < 128) break;
  }
  if (announced !== targetLength) return -1;

  let op = target;
  while (ip < sourceEnd) {
    const tag = m[ip++]!;
    const kind = tag & 3;
    // Bytes of the number of literals beyond the tag, or of the distance.
    const bytes = kind === 0 ? Math.max(0, (tag >> 2) - 59) : kind === 3 ? 4 : kind;
    if (bytes > sourceEnd - ip) return -1;
    let value = 0;
    for (let i = bytes - 1; i >= 0; i--) value = value * 256 + m[ip + i]!;
    ip += bytes;
    let length: number;
    if (kind === 0) {
      length = (bytes === 0 ? tag >> 2 : value) + 1;
      if (length > sourceEnd - ip || length > targetEnd - op) return -1;
      copyBytes(m, op, ip, length);
      ip += length;
    } else {
      length = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
      const distance = kind === 1 ? ((tag >> 5) << 8) | value : value;
      if (distance === 0 || distance > op - target || length > targetEnd - op) return -1;
      copyMatch(m, op, distance, length);
    }
    op += length;
  }
  return op === targetEnd ? targetLength : -1;
}

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
