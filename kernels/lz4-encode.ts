/** LZ4 block, fast: greedy matches from a small hash table, with steps that grow while nothing is found. */
import { copyExact } from "./copy";
import { earlierBegin, FARTHEST, matchEnd, slotOf, TABLE_BYTES } from "./find-match";

/** The format's rule: the last five bytes are literals, and no match begins in the last twelve. */
export const LAST_LITERALS: usize = 5;
export const LAST_MATCH: usize = 12;

/** Returns the encoded length, or 0 if that exceeds `capacity`. `table`: 16 KiB. `acceleration` >= 1. */
export function lz4Encode(
  source: usize, length: usize, target: usize, capacity: usize, acceleration: u32, table: usize,
): i32 {
  const targetEnd = target + capacity;
  let anchor = source;
  let op = target;
  if (length > LAST_MATCH) {
    // Other ends are told by their distance from this one: fewer variables that the loop keeps in registers.
    const searchEnd = source + length - LAST_MATCH;
    // Addresses themselves, all of the first byte in the beginning.
    const first = i32x4.splat(<i32>source);
    for (let at: usize = 0; at < TABLE_BYTES; at += 16) v128.store(table + at, first);
    let ip = source + 1;
    while (true) {
      let searches = acceleration << 6;
      let step: usize = 1;
      let next = ip;
      let slot = slotOf(table, next);
      let match: usize;
      while (true) {
        ip = next;
        next += step;
        step = <usize>(searches++ >> 6);
        if (next > searchEnd) return lastLiterals(anchor, searchEnd + LAST_MATCH, target, op, targetEnd);
        match = <usize>load<u32>(slot);
        store<u32>(slot, <u32>ip);
        slot = slotOf(table, next);
        if (load<u32>(match) == load<u32>(ip)) {
          if (ip - match <= FARTHEST) break;
        }
      }
      const earlier = earlierBegin(ip, match, anchor, source);
      match -= ip - earlier;
      ip = earlier;
      let token = op;
      op = putLiterals(anchor, ip - anchor, searchEnd + LAST_MATCH, op, targetEnd);
      if (op == 0) return 0;
      while (true) {
        const end = matchEnd(ip + 4, match + 4, searchEnd + (LAST_MATCH - LAST_LITERALS));
        op = putMatch(token, ip - match, end - ip, op, targetEnd);
        if (op == 0) return 0;
        ip = end;
        anchor = end;
        if (ip > searchEnd) return lastLiterals(anchor, searchEnd + LAST_MATCH, target, op, targetEnd);
        store<u32>(slotOf(table, ip - 2), <u32>(ip - 2));
        const here = slotOf(table, ip);
        match = <usize>load<u32>(here);
        store<u32>(here, <u32>ip);
        if (load<u32>(match) != load<u32>(ip)) break;
        if (ip - match > FARTHEST) break;
        if (op >= targetEnd) break;
        token = op;
        store<u8>(op++, 0);
      }
      ip++;
      if (ip > searchEnd) return lastLiterals(anchor, searchEnd + LAST_MATCH, target, op, targetEnd);
    }
  }
  return lastLiterals(anchor, source + length, target, op, targetEnd);
}

/** Token with the literals' count, and the literals. Returns the new end of the output, or 0 if it is full. */
@inline
export function putLiterals(from: usize, count: usize, sourceEnd: usize, op: usize, targetEnd: usize): usize {
  if (count < 15) {
    if (targetEnd - op < 1 + count) return 0;
    store<u8>(op++, <u8>(count << 4));
  } else {
    let more = count - 15;
    if (targetEnd - op < 2 + more / 255 + count) return 0;
    store<u8>(op++, 0xf0);
    for (; more >= 255; more -= 255) store<u8>(op++, 255);
    store<u8>(op++, <u8>more);
  }
  copyExact(op, targetEnd, from, sourceEnd, count);
  return op + count;
}

/** Distance and the match's length, whose first part goes into the token. */
@inline
export function putMatch(token: usize, distance: usize, length: usize, op: usize, targetEnd: usize): usize {
  if (targetEnd - op < 2) return 0;
  store<u16>(op, <u16>distance);
  op += 2;
  let more = length - 4;
  if (more < 15) {
    store<u8>(token, <u8>(<usize>load<u8>(token) | more));
    return op;
  }
  store<u8>(token, load<u8>(token) | 15);
  more -= 15;
  if (targetEnd - op < 1 + more / 255) return 0;
  for (; more >= 255; more -= 255) store<u8>(op++, 255);
  store<u8>(op++, <u8>more);
  return op;
}

export function lastLiterals(anchor: usize, sourceEnd: usize, target: usize, op: usize, targetEnd: usize): i32 {
  const end = putLiterals(anchor, sourceEnd - anchor, sourceEnd, op, targetEnd);
  return end == 0 ? 0 : <i32>(end - target);
}
