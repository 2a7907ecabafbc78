/**
 * LZ4 blocks. kernels/lz4-decode.ts explains the format; the encoder follows kernels/lz4-encode.ts step by step, so
 * that both produce the same bytes.
 */
import { clearedTable, copyBytes, copyMatch, earlierBegin, FARTHEST, matchEnd, slotOf, word } from "./match.ts";

/**
 * Returns the decoded length, which never exceeds `targetLength`, or -1. Matches may begin in the `history` bytes before
 * the target.
 */
export function lz4Decode(
  m: Uint8Array,
  source: number,
  sourceLength: number,
  target: number,
  targetLength: number,
  history: number,
): number {
  const window = target - history;
  const sourceEnd = source + sourceLength;
  const targetEnd = target + targetLength;
  let ip = source;
  let op = target;
  while (ip < sourceEnd) {
    const token = m[ip++]!;
    let literals = token >> 4;
    if (literals === 15) {
      let more: number;
      do {
        if (ip >= sourceEnd) return -1;
        more = m[ip++]!;
        literals += more;
      } while (more === 255);
    }
    if (literals > sourceEnd - ip || literals > targetEnd - op) return -1;
    copyBytes(m, op, ip, literals);
    ip += literals;
    op += literals;
    if (ip === sourceEnd) return op - target;
    if (sourceEnd - ip < 2) return -1;
    const distance = m[ip]! | (m[ip + 1]! << 8);
    ip += 2;
    if (distance === 0 || distance > op - window) return -1;
    let length = (token & 15) + 4;
    if (length === 19) {
      let more: number;
      do {
        if (ip >= sourceEnd) return -1;
        more = m[ip++]!;
        length += more;
      } while (more === 255);
    }
    if (length > targetEnd - op) return -1;
    copyMatch(m, op, distance, length);
    op += length;
  }
  return -1;
}

/** The format's rule: the last five bytes are literals, and no match begins in the last twelve. */
export const LAST_LITERALS = 5;
export const LAST_MATCH = 12;

/** Returns the encoded length, or 0 if that exceeds `capacity`. */
export function lz4Encode(
  m: Uint8Array,
  source: number,
  length: number,
  target: number,
  capacity: number,
  acceleration: number,
): number {
  const sourceEnd = source + length;
  const targetEnd = target + capacity;
  if (length <= LAST_MATCH) return lastLiterals(m, source, sourceEnd, target, target, targetEnd);
  const searchEnd = sourceEnd - LAST_MATCH;
  const matchLimit = sourceEnd - LAST_LITERALS;
  const table = clearedTable();
  let anchor = source;
  let op = target;
  let ip = source + 1;
  while (ip <= searchEnd) {
    let searches = acceleration << 6;
    let step = 1;
    let next = ip;
    let slot = slotOf(m, next);
    let match: number;
    do {
      ip = next;
      next += step;
      step = searches++ >> 6;
      if (next > searchEnd) return lastLiterals(m, anchor, sourceEnd, target, op, targetEnd);
      match = source + table[slot]!;
      table[slot] = ip - source;
      slot = slotOf(m, next);
    } while (ip - match > FARTHEST || word(m, match) !== word(m, ip));
    const earlier = earlierBegin(m, ip, match, anchor, source);
    match -= ip - earlier;
    ip = earlier;
    let token = op;
    op = putLiterals(m, anchor, ip - anchor, op, targetEnd);
    if (op === 0) return 0;
    while (true) {
      anchor = matchEnd(m, ip + 4, match + 4, matchLimit);
      op = putMatch(m, token, ip - match, anchor - ip, op, targetEnd);
      if (op === 0) return 0;
      ip = anchor;
      if (ip > searchEnd) return lastLiterals(m, anchor, sourceEnd, target, op, targetEnd);
      table[slotOf(m, ip - 2)] = ip - 2 - source;
      slot = slotOf(m, ip);
      match = source + table[slot]!;
      table[slot] = ip - source;
      if (word(m, match) !== word(m, ip) || ip - match > FARTHEST || op >= targetEnd) break;
      token = op;
      m[op++] = 0;
    }
    ip++;
  }
  return lastLiterals(m, anchor, sourceEnd, target, op, targetEnd);
}

/** Writes a token with the number of literals, and the literals. Returns the new end of the output, or 0 if it is full. */
export function putLiterals(m: Uint8Array, from: number, count: number, op: number, targetEnd: number): number {
  let more = count - 15;
  const room = more < 0 ? 1 + count : 2 + Math.floor(more / 255) + count;
  if (targetEnd - op < room) return 0;
  m[op++] = Math.min(15, count) << 4;
  if (more >= 0) {
    for (; more >= 255; more -= 255) m[op++] = 255;
    m[op++] = more;
  }
  copyBytes(m, op, from, count);
  return op + count;
}

/** Writes the distance and the match's length, whose first part goes into the token. */
export function putMatch(
  m: Uint8Array,
  token: number,
  distance: number,
  length: number,
  op: number,
  targetEnd: number,
): number {
  let more = length - 19;
  const room = more < 0 ? 2 : 3 + Math.floor(more / 255);
  if (targetEnd - op < room) return 0;
  m[op++] = distance;
  m[op++] = distance >> 8;
  m[token]! |= Math.min(15, length - 4);
  if (more < 0) return op;
  for (; more >= 255; more -= 255) m[op++] = 255;
  m[op++] = more;
  return op;
}

export function lastLiterals(
  m: Uint8Array,
  anchor: number,
  sourceEnd: number,
  target: number,
  op: number,
  targetEnd: number,
): number {
  const end = putLiterals(m, anchor, sourceEnd - anchor, op, targetEnd);
  return end === 0 ? 0 : end - target;
}
