/** What match finders share: comparing bytes, hashing them, and noting what was found. */
import { E_LONG_IS_MATCH, E_LONG_SEQUENCE } from "./encode-workspace";

/** Nothing is looked for in the last bytes of the source: words may be loaded everywhere before. */
export const MARGIN: usize = 16;

export const PRIME: u64 = 0x9e3779b185ebca87;

// A table holds, for each hash, the lowest 24 bits of the last position and, below, 8 more bits of its hash: only few of
// those that differ cost a look at their bytes, which are seldom in a near cache.

/** Hash and tag of a word, or of as many of its bytes as `multiplier` leaves. `right` is 56 minus the bits of a hash. */
@inline
export function taggedHash(word: u64, multiplier: u64, right: u64): u32 {
  return <u32>((word * multiplier) >> right);
}

@inline
export function slotOf(table: usize, hash: u32): usize {
  return table + ((hash >> 8) << 2);
}

@inline
export function tagged(position: usize, hash: u32): u32 {
  return (<u32>position << 8) | (hash & 255);
}

/** How far an entry lies behind another with the same hash; more than any window where their tags differ. */
@inline
export function distance(entry: u32, before: u32): usize {
  return <usize>rotr(entry - before, 8);
}

@inline
export function remember(table: usize, position: usize, multiplier: u64, right: u64): void {
  const hash = taggedHash(load<u64>(position), multiplier, right);
  store<u32>(slotOf(table, hash), tagged(position, hash));
}

/** How many bytes from `a` on equal those from `b` (before it) on; `a` and so many end at `end` at the latest. */
@inline
export function countEqual(a: usize, b: usize, end: usize): usize {
  let at = a;
  let other = b;
  while (at + 8 <= end) {
    const difference = load<u64>(at) ^ load<u64>(other);
    if (difference != 0) return at - a + <usize>(ctz(difference) >> 3);
    at += 8;
    other += 8;
  }
  while (at < end && load<u8>(at) == load<u8>(other)) {
    at++;
    other++;
  }
  return at - a;
}

/** Writes a sequence. `code` is 1, 2 or 3 for a repeated offset, else the offset plus 3. */
@inline
export function writeSequence(workspace: usize, sequence: usize, literals: usize, code: u32, match: usize): void {
  const base = match - 3;
  store<u32>(sequence, code);
  store<u16>(sequence, <u16>literals, 4);
  store<u16>(sequence, <u16>base, 6);
  if ((literals | base) > 0xffff) {
    store<u32>(workspace + E_LONG_SEQUENCE, <u32>sequence);
    store<u32>(workspace + E_LONG_IS_MATCH, base > 0xffff ? 1 : 0);
  }
}
