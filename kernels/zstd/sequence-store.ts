/** What match finders share: comparing bytes, hashing them, and noting what was found. */
import { E_LONG_IS_MATCH, E_LONG_SEQUENCE } from "./encode-workspace";

/** Nothing is looked for in the last bytes of the source: words may be loaded everywhere before. */
export const MARGIN: usize = 16;

export const PRIME: u64 = 0x9e3779b185ebca87;

/** Place in a table of u32 for the hash of a word. `right` is 64 minus the bits of the hash. */
@inline
export function hashWord(word: u64, right: u64): usize {
  return (<usize>((word * PRIME) >> right)) << 2;
}

/** The same for the word's first bytes only: `left` shifts out the others. */
@inline
export function hashBytes(word: u64, left: u64, right: u64): usize {
  return (<usize>(((word << left) * PRIME) >> right)) << 2;
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
