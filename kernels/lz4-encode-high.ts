/**
 * LZ4 block, dense: chains of all earlier positions with the same hash are searched for the longest match, and a match
 * is put off by one byte as long as the next one is longer.
 *
 * Tables: u32 heads[2^15], then u16 chain[2^16], the distance from a position (mod 2^16) to the one before it with the
 * same hash. Positions count from 2^16, so that an empty head lies out of reach.
 */
import { earlierBegin, FARTHEST, matchEnd } from "./find-match";
import { LAST_LITERALS, LAST_MATCH, lastLiterals, putLiterals, putMatch } from "./lz4-encode";

const HEAD_BITS: u32 = 15;
const HEAD_BYTES: usize = 4 << HEAD_BITS;
const FIRST: usize = 65536;

@inline
function headOf(table: usize, pointer: usize): usize {
  return table + ((<usize>(load<u32>(pointer) * 0x9e3779b1) >> (32 - HEAD_BITS)) << 2);
}

/** Makes the position findable. `base` is where position 0 would lie. */
@inline
function insert(table: usize, base: usize, pointer: usize): void {
  const head = headOf(table, pointer);
  const position = pointer - base;
  const distance = position - <usize>load<u32>(head);
  store<u16>(table + HEAD_BYTES + ((position & 0xffff) << 1), <u16>min(distance, FARTHEST));
  store<u32>(head, <u32>position);
}

/** The longest match at `ip` that is longer than `best`: length << 32 | distance, or 0. */
function longest(table: usize, base: usize, ip: usize, limit: usize, best: usize, attempts: u32): u64 {
  const here = ip - base;
  const chain = table + HEAD_BYTES;
  const first = load<u32>(ip);
  let position = <usize>load<u32>(headOf(table, ip));
  let found: u64 = 0;
  while (here - position <= FARTHEST) {
    if (attempts == 0) break;
    attempts--;
    const match = base + position;
    if (load<u8>(match + best) == load<u8>(ip + best)) {
      if (load<u32>(match) == first) {
        const length = matchEnd(ip + 4, match + 4, limit) - ip;
        if (length > best) {
          best = length;
          found = (<u64>length << 32) | <u64>(here - position);
          if (ip + length >= limit) break;
        }
      }
    }
    position -= <usize>load<u16>(chain + ((position & 0xffff) << 1));
  }
  return found;
}

/** Returns the encoded length, or 0 if that exceeds `capacity`. `table`: 256 KiB. `attempts`: how far to follow a chain. */
export function lz4EncodeHigh(
  source: usize, length: usize, target: usize, capacity: usize, attempts: u32, table: usize,
): i32 {
  const sourceEnd = source + length;
  const targetEnd = target + capacity;
  let anchor = source;
  let op = target;
  if (length <= LAST_MATCH) return lastLiterals(anchor, sourceEnd, target, op, targetEnd);
  const searchEnd = sourceEnd - LAST_MATCH;
  const matchLimit = sourceEnd - LAST_LITERALS;
  const base = source - FIRST;
  memory.fill(table, 0, HEAD_BYTES);
  let ip = source;
  while (ip <= searchEnd) {
    let found = longest(table, base, ip, matchLimit, 3, attempts);
    insert(table, base, ip);
    if (found == 0) {
      ip++;
      continue;
    }
    while (ip < searchEnd && ip + <usize>(found >> 32) < matchLimit) {
      const later = longest(table, base, ip + 1, matchLimit, <usize>(found >> 32), attempts);
      if (later == 0) break;
      ip++;
      insert(table, base, ip);
      found = later;
    }
    const distance = <usize>(found & 0xffffffff);
    const end = ip + <usize>(found >> 32);
    const begin = earlierBegin(ip, ip - distance, anchor, source);
    const token = op;
    op = putLiterals(anchor, begin - anchor, sourceEnd, op, targetEnd);
    if (op == 0) return 0;
    op = putMatch(token, distance, end - begin, op, targetEnd);
    if (op == 0) return 0;
    anchor = end;
    for (ip++; ip < end && ip <= searchEnd; ip++) insert(table, base, ip);
    ip = end;
  }
  return lastLiterals(anchor, sourceEnd, target, op, targetEnd);
}
