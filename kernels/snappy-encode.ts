/** Snappy block (see snappy-decode): greedy matches from a small hash table, with steps that grow. */
import { copyExact } from "./copy";
import { FARTHEST, matchEnd, slotOf, TABLE_BYTES } from "./find-match";

/** The hash and the comparisons read up to eight bytes. */
const LAST_MATCH: usize = 12;

/** Returns the encoded length, or 0 if that exceeds `capacity`. `table`: 16 KiB. `acceleration` >= 1. */
export function snappyEncode(
  source: usize, length: usize, target: usize, capacity: usize, acceleration: u32, table: usize,
): i32 {
  const sourceEnd = source + length;
  const targetEnd = target + capacity;
  if (capacity < 5) return 0;
  let op = target;
  let announced = length;
  for (; announced >= 128; announced >>= 7) store<u8>(op++, <u8>(announced | 128));
  store<u8>(op++, <u8>announced);

  let anchor = source;
  if (length > LAST_MATCH + 1) {
    const searchEnd = sourceEnd - LAST_MATCH;
    memory.fill(table, 0, TABLE_BYTES);
    let next = source + 1;
    let searches = acceleration << 6;
    while (next <= searchEnd) {
      const ip = next;
      const slot = slotOf(table, ip);
      const match = source + <usize>load<u32>(slot);
      store<u32>(slot, <u32>(ip - source));
      let usable = load<u32>(match) == load<u32>(ip);
      if (ip - match > FARTHEST) usable = false;
      if (!usable) {
        next += <usize>(searches++ >> 6);
        continue;
      }
      const end = matchEnd(ip + 4, match + 4, sourceEnd);
      op = putLiterals(anchor, ip - anchor, sourceEnd, op, targetEnd);
      if (op == 0) return 0;
      op = putCopies(ip - match, end - ip, op, targetEnd);
      if (op == 0) return 0;
      anchor = end;
      next = end;
      searches = acceleration << 6;
      if (end <= searchEnd) store<u32>(slotOf(table, end - 2), <u32>(end - 2 - source));
    }
  }
  op = putLiterals(anchor, sourceEnd - anchor, sourceEnd, op, targetEnd);
  return op == 0 ? 0 : <i32>(op - target);
}

/** Returns the new end of the output, or 0 if it is full. */
@inline
function putLiterals(from: usize, count: usize, sourceEnd: usize, op: usize, targetEnd: usize): usize {
  if (count == 0) return op;
  if (targetEnd - op < count + 5) return 0;
  let rest = count - 1;
  if (rest < 60) {
    store<u8>(op++, <u8>(rest << 2));
  } else {
    const bytes: usize = rest < 0x100 ? 1 : rest < 0x10000 ? 2 : rest < 0x1000000 ? 3 : 4;
    store<u8>(op++, <u8>((59 + bytes) << 2));
    for (let i: usize = 0; i < bytes; i++) {
      store<u8>(op++, <u8>rest);
      rest >>= 8;
    }
  }
  copyExact(op, targetEnd, from, sourceEnd, count);
  return op + count;
}

/** A match as copies of at most 64 bytes, the last at least four. */
@inline
function putCopies(distance: usize, length: usize, op: usize, targetEnd: usize): usize {
  if (targetEnd - op < 3 * (1 + length / 60)) return 0;
  while (length > 0) {
    const count: usize = length >= 68 ? 64 : length > 64 ? 60 : length;
    if (count >= 4 && count <= 11 && distance < 2048) {
      store<u8>(op, <u8>(1 | ((count - 4) << 2) | ((distance >> 8) << 5)));
      store<u8>(op + 1, <u8>distance);
      op += 2;
    } else {
      store<u8>(op, <u8>(2 | ((count - 1) << 2)));
      store<u16>(op + 1, <u16>distance);
      op += 3;
    }
    length -= count;
  }
  return op;
}
