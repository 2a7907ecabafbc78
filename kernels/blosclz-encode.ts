/** BloscLZ stream (see blosclz-decode): greedy matches from a small hash table, with steps that grow. */
import { copyExact } from "./copy";
import { earlierBegin, FARTHEST, matchEnd, slotOf, TABLE_BYTES } from "./find-match";

/** Distances from here on take two bytes more, so they must save five. */
const FAR: usize = 8192;
/** A stream must end with literals; the hash and the comparisons read up to eight bytes. */
const LAST_LITERALS: usize = 5;
const LAST_MATCH: usize = 12;

/** Returns the encoded length, or 0 if that exceeds `capacity`. `table`: 16 KiB. `acceleration` >= 1. */
export function blosclzEncode(
  source: usize, length: usize, target: usize, capacity: usize, acceleration: u32, table: usize,
): i32 {
  if (length == 0) return 0;
  const sourceEnd = source + length;
  const targetEnd = target + capacity;
  let anchor = source;
  let op = target;
  if (length > LAST_MATCH + 1) {
    const searchEnd = sourceEnd - LAST_MATCH;
    const matchLimit = sourceEnd - LAST_LITERALS;
    memory.fill(table, 0, TABLE_BYTES);
    // The search begins at the second byte, and a match lies before it: the first instruction has to be literals.
    let next = source + 1;
    let searches = acceleration << 6;
    while (next <= searchEnd) {
      const ip = next;
      const slot = slotOf(table, ip);
      const match = source + <usize>load<u32>(slot);
      store<u32>(slot, <u32>(ip - source));
      const distance = ip - match;
      let usable = load<u32>(match) == load<u32>(ip);
      if (distance >= FAR) {
        if (distance > FARTHEST) usable = false;
        else if (load<u8>(match, 4) != load<u8>(ip, 4)) usable = false;
      }
      if (!usable) {
        next += <usize>(searches++ >> 6);
        continue;
      }
      const begin = earlierBegin(ip, match, anchor, source);
      const end = matchEnd(ip + 4, match + 4, matchLimit);
      op = putLiterals(anchor, begin - anchor, sourceEnd, op, targetEnd);
      if (op == 0) return 0;
      op = putMatch(distance, end - begin, op, targetEnd);
      if (op == 0) return 0;
      anchor = end;
      next = end;
      searches = acceleration << 6;
      if (end <= searchEnd) store<u32>(slotOf(table, end - 2), <u32>(end - 2 - source));
    }
  }
  op = putLiterals(anchor, sourceEnd - anchor, sourceEnd, op, targetEnd);
  if (op == 0) return 0;
  store<u8>(target, load<u8>(target) | 32);
  return <i32>(op - target);
}

/** Literals in runs of up to 32. Returns the new end of the output, or 0 if it is full. */
@inline
function putLiterals(from: usize, count: usize, sourceEnd: usize, op: usize, targetEnd: usize): usize {
  if (targetEnd - op < count + ((count + 31) >> 5)) return 0;
  while (count > 0) {
    const run = min(count, 32);
    store<u8>(op++, <u8>(run - 1));
    copyExact(op, targetEnd, from, sourceEnd, run);
    op += run;
    from += run;
    count -= run;
  }
  return op;
}

@inline
function putMatch(distance: usize, length: usize, op: usize, targetEnd: usize): usize {
  let count = length - 2;
  if (targetEnd - op < 5 + count / 255) return 0;
  let biased = distance - 1;
  const far = distance >= FAR;
  const high: usize = far ? 31 : biased >> 8;
  if (count < 7) {
    store<u8>(op++, <u8>((count << 5) | high));
  } else {
    store<u8>(op++, <u8>(0xe0 | high));
    for (count -= 7; count >= 255; count -= 255) store<u8>(op++, 255);
    store<u8>(op++, <u8>count);
  }
  if (!far) {
    store<u8>(op, <u8>biased);
    return op + 1;
  }
  biased = distance - FAR;
  store<u8>(op, 255);
  store<u16>(op + 1, bswap<u16>(<u16>biased));
  return op + 3;
}
