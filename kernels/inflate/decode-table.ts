/** Decoding tables of canonical Huffman codes, as DEFLATE has them (RFC 1951, 3.2.2); workspace.ts says what they hold. */
import { COUNTS, EXCEPTIONAL, NOT_LITERAL, SECOND, SORTED, TWO, UNKNOWN } from "./workspace";

const MOST_BITS: u32 = 15;

/**
 * The table at `table`, of `room` entries, for codes of the lengths at `lengths`. `entries`: what each symbol stands
 * for. False if the lengths make no code: over-subscribed, or incomplete with two codes or more. One code alone may
 * leave the other half unused, and there may be none at all.
 */
export function buildTable(
  workspace: usize, lengths: usize, count: u32, entries: usize, table: usize, rootBits: u32, room: u32,
): bool {
  const counts = workspace + COUNTS;
  const sorted = workspace + SORTED;
  for (let i: usize = 0; i < 64; i += 16) v128.store(counts + i, i32x4.splat(0));
  for (let symbol: u32 = 0; symbol < count; symbol++) {
    const at = counts + (<usize>load<u8>(lengths + symbol) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let left: i32 = 1;
  let longest: u32 = 0;
  let used: u32 = 0;
  for (let bits: u32 = 1; bits <= MOST_BITS; bits++) {
    const some = load<u32>(counts + (bits << 2));
    left = left * 2 - <i32>some;
    if (left < 0) return false;
    if (some > 0) longest = bits;
    // Counts of the others are needed again: where the first symbol of a length goes is kept in the upper half.
    store<u32>(counts + (bits << 2), some | (used << 16));
    used += some;
  }
  if (left > 0) {
    if (used > 1 || longest > 1) return false;
    fillIncomplete(lengths, count, entries, table, rootBits);
    return true;
  }
  for (let symbol: u32 = 0; symbol < count; symbol++) {
    const length = <usize>load<u8>(lengths + symbol);
    if (length == 0) continue;
    const at = counts + (length << 2);
    const packed = load<u32>(at);
    store<u16>(sorted + (<usize>(packed >> 16) << 1), <u16>symbol);
    store<u32>(at, packed + 0x10000);
  }
  return fillComplete(counts, sorted, entries, table, rootBits, longest, room);
}

/** Nothing but the code 0 of one bit, if there is that. */
function fillIncomplete(lengths: usize, count: u32, entries: usize, table: usize, rootBits: u32): void {
  let entry = UNKNOWN;
  for (let symbol: u32 = 0; symbol < count; symbol++) {
    if (load<u8>(lengths + symbol) != 0) entry = load<u32>(entries + (symbol << 2)) + 0x101;
  }
  for (let at: u32 = 0; at < (<u32>1) << rootBits; at += 2) {
    store<u32>(table + (at << 2), entry);
    store<u32>(table + (at << 2), UNKNOWN, 4);
  }
}

/**
 * Codes in their order. A code is read from its first bit, which is the lowest: counting up changes it from the top. A
 * table of n bits becomes one of n + 1 by being repeated, and those that are n + 1 long take the places that are left.
 */
function fillComplete(
  counts: usize, sorted: usize, entries: usize, table: usize, rootBits: u32, longest: u32, room: u32,
): bool {
  let code: u32 = 0;
  const root = min(longest, rootBits);
  let bits: u32 = 1;
  for (; bits <= root; bits++) {
    repeat(table, (<u32>1) << (bits - 1));
    const all = ((<u32>1) << bits) - 1;
    const own = bits * 0x101;
    for (let some = load<u16>(counts + (bits << 2)); some > 0; some--) {
      store<u32>(table + (code << 2), load<u32>(entries + (<usize>load<u16>(sorted) << 2)) + own);
      sorted += 2;
      code = next(code, all);
    }
  }
  for (; bits <= rootBits; bits++) repeat(table, (<u32>1) << (bits - 1));
  if (longest <= rootBits) return true;

  const rootMask = ((<u32>1) << rootBits) - 1;
  let prefix: u32 = 0xffffffff;
  let free: u32 = (<u32>1) << rootBits;
  let width: u32 = 0;
  let second: usize = 0;
  for (bits = rootBits + 1; bits <= longest; bits++) {
    const all = ((<u32>1) << bits) - 1;
    const own = bits * 0x101;
    for (let some = <u32>load<u16>(counts + (bits << 2)); some > 0; some--) {
      if ((code & rootMask) != prefix) {
        prefix = code & rootMask;
        // As wide as the codes that begin so need it: they fill it exactly.
        width = bits - rootBits;
        for (let filled = some; filled < (<u32>1) << width; ) {
          width++;
          filled = (filled << 1) + load<u16>(counts + ((rootBits + width) << 2));
        }
        if (free + ((<u32>1) << width) > room) return false;
        store<u32>(table + (prefix << 2), (free << 16) | SECOND | EXCEPTIONAL | NOT_LITERAL | (width << 8));
        second = table + (free << 2);
        free += (<u32>1) << width;
      }
      const entry = load<u32>(entries + (<usize>load<u16>(sorted) << 2)) + own;
      sorted += 2;
      for (let at = code >> rootBits; at < (<u32>1) << width; at += (<u32>1) << (bits - rootBits)) {
        store<u32>(second + (at << 2), entry);
      }
      code = next(code, all);
    }
  }
  return true;
}

/** The code after this one; after the last, of all ones, none is asked for. */
@inline
function next(code: u32, all: u32): u32 {
  const bit = (<u32>0x80000000) >> clz((code ^ all) | 1);
  return (code & (bit - 1)) | bit;
}

/** The first `size` entries once more behind themselves. */
@inline
function repeat(table: usize, size: u32): void {
  const end = table + (size << 2);
  let target = end;
  if (size < 4) {
    for (let source = table; source < end; source += 4, target += 4) store<u32>(target, load<u32>(source));
  } else {
    for (let source = table; source < end; source += 16, target += 16) v128.store(target, v128.load(source));
  }
}

/**
 * Two literals in one entry, where the codes of both fit into the bits that choose it. From the top down: what a code
 * is followed by lies further below, and is still alone there.
 */
export function pairLiterals(table: usize, rootBits: u32): void {
  for (let at = <i32>((<u32>1) << rootBits) - 1; at >= 0; at--) {
    const first = load<u32>(table + (<usize>at << 2));
    if (first & NOT_LITERAL) continue;
    const bits = first & 63;
    const second = load<u32>(table + (<usize>(<u32>at >> bits) << 2));
    const both = bits + (second & 63);
    if ((second & NOT_LITERAL) != 0 || both > rootBits) continue;
    store<u32>(table + (<usize>at << 2), ((second >> 16) << 24) | (first & 0xff0000) | TWO | both);
  }
}
