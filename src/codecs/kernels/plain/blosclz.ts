/**
 * BloscLZ streams. kernels/blosclz-decode.ts explains the format; the encoder follows kernels/blosclz-encode.ts step by
 * step, so that both produce the same bytes.
 */
import { clearedTable, copyBytes, copyMatch, earlierBegin, FARTHEST, matchEnd, slotOf, word } from "./match.ts";

/** Distances from here on take two more bytes, so they must save five. */
const FAR = 8192;

/** Returns the decoded length, which never exceeds `targetLength`, or -1. */
export function blosclzDecode(
  m: Uint8Array,
  source: number,
  sourceLength: number,
  target: number,
  targetLength: number,
): number {
  if (sourceLength === 0) return -1;
  const sourceEnd = source + sourceLength;
  const targetEnd = target + targetLength;
  let ip = source + 1;
  let op = target;
  // The high bits of the first byte are ignored.
  let control = m[source]! & 31;
  while (true) {
    let length: number;
    if (control < 32) {
      length = control + 1;
      if (length > sourceEnd - ip || length > targetEnd - op) return -1;
      copyBytes(m, op, ip, length);
      ip += length;
    } else {
      length = (control >> 5) + 2;
      if (length === 9) {
        let more: number;
        do {
          if (ip >= sourceEnd) return -1;
          more = m[ip++]!;
          length += more;
        } while (more === 255);
      }
      if (ip >= sourceEnd) return -1;
      let distance = ((control & 31) << 8) + m[ip++]! + 1;
      if (distance === FAR) {
        if (sourceEnd - ip < 2) return -1;
        distance += (m[ip]! << 8) | m[ip + 1]!;
        ip += 2;
      }
      if (distance > op - target || length > targetEnd - op) return -1;
      copyMatch(m, op, distance, length);
    }
    op += length;
    if (ip === sourceEnd) return op - target;
    control = m[ip++]!;
  }
}

const LAST_LITERALS = 5;
const LAST_MATCH = 12;

/** Returns the encoded length, or 0 if that exceeds `capacity`. */
export function blosclzEncode(
  m: Uint8Array,
  source: number,
  length: number,
  target: number,
  capacity: number,
  acceleration: number,
): number {
  if (length === 0) return 0;
  const sourceEnd = source + length;
  const targetEnd = target + capacity;
  let anchor = source;
  let op = target;
  if (length > LAST_MATCH + 1) {
    const searchEnd = sourceEnd - LAST_MATCH;
    const table = clearedTable();
    let searches = acceleration << 6;
    // The search begins at the second byte, because the first instruction must be literals.
    let ip = source + 1;
    while (ip <= searchEnd) {
      const slot = slotOf(m, ip);
      const match = source + table[slot]!;
      table[slot] = ip - source;
      const distance = ip - match;
      const usable = word(m, match) === word(m, ip) && distance <= FARTHEST;
      if (!usable || (distance >= FAR && m[match + 4] !== m[ip + 4])) {
        ip += searches++ >> 6;
        continue;
      }
      const begin = earlierBegin(m, ip, match, anchor, source);
      const end = matchEnd(m, ip + 4, match + 4, sourceEnd - LAST_LITERALS);
      op = putLiterals(m, anchor, begin - anchor, op, targetEnd);
      if (op === 0) return 0;
      op = putMatch(m, distance, end - begin, op, targetEnd);
      if (op === 0) return 0;
      anchor = end;
      ip = end;
      searches = acceleration << 6;
      if (end <= searchEnd) table[slotOf(m, end - 2)] = end - 2 - source;
    }
  }
  op = putLiterals(m, anchor, sourceEnd - anchor, op, targetEnd);
  if (op === 0) return 0;
  m[target]! |= 32;
  return op - target;
}

/** Literals in runs of up to 32. Returns the new end of the output, or 0 if it is full. */
function putLiterals(m: Uint8Array, from: number, count: number, op: number, targetEnd: number): number {
  if (targetEnd - op < count + ((count + 31) >> 5)) return 0;
  while (count > 0) {
    const run = Math.min(count, 32);
    m[op++] = run - 1;
    copyBytes(m, op, from, run);
    op += run;
    from += run;
    count -= run;
  }
  return op;
}

function putMatch(m: Uint8Array, distance: number, length: number, op: number, targetEnd: number): number {
  let count = length - 2;
  if (targetEnd - op < 5 + Math.floor(count / 255)) return 0;
  const far = distance >= FAR;
  const high = far ? 31 : (distance - 1) >> 8;
  if (count < 7) {
    m[op++] = (count << 5) | high;
  } else {
    m[op++] = 0xe0 | high;
    for (count -= 7; count >= 255; count -= 255) m[op++] = 255;
    m[op++] = count;
  }
  m[op++] = far ? 255 : distance - 1;
  if (!far) return op;
  m[op++] = (distance - FAR) >> 8;
  m[op++] = distance - FAR;
  return op;
}
