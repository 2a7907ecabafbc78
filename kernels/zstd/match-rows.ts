/**
 * Earlier positions by hash, in rows: the positions with one hash, the newest first to be found and the oldest first to
 * be replaced. A row has 16, 32 or 64 places, for each an u8 tag (more bits of the hash) and an u32 position; and an u8
 * that says where the newest is. Comparing all tags of a row takes a few vectors.
 *
 * Tables: u8 newest of each row; then u8 tags; then u32 positions.
 */
import {
  E_ATTEMPTS,
  E_HASH_SHIFT,
  E_NEXT_INSERT,
  E_ROW_HEADS,
  E_ROW_LOG,
  E_ROW_POSITIONS,
  E_ROW_SHIFT,
  E_ROW_TAGS,
} from "./encode-workspace";
import { countEqual, PRIME } from "./sequence-store";

/** Of a match longer than this, only positions near its ends are inserted. */
const LONG: usize = 384;
const LONG_FIRST: usize = 96;
const LONG_LAST: usize = 32;

/** Row (the higher bits) and tag (the lowest 8) of a position. */
@inline
function hashAt(position: usize, left: u64, right: u64): u32 {
  return <u32>(((load<u64>(position) << left) * PRIME) >> right);
}

@inline
function insert(heads: usize, tags: usize, positions: usize, log: u32, hash: u32, position: usize): void {
  const row = hash >> 8;
  const place = (<u32>load<u8>(heads + row) - 1) & ((1 << log) - 1);
  store<u8>(heads + row, <u8>place);
  const slot = (row << log) + place;
  store<u8>(tags + slot, <u8>hash);
  store<u32>(positions + (slot << 2), <u32>position);
}

/** Inserts all positions before `position` that are not yet in. */
function insertUpTo(workspace: usize, position: usize): void {
  let at = <usize>load<u32>(workspace + E_NEXT_INSERT);
  if (at >= position) return;
  const heads = <usize>load<u32>(workspace + E_ROW_HEADS);
  const tags = <usize>load<u32>(workspace + E_ROW_TAGS);
  const positions = <usize>load<u32>(workspace + E_ROW_POSITIONS);
  const log = load<u32>(workspace + E_ROW_LOG);
  const left = <u64>load<u32>(workspace + E_HASH_SHIFT);
  const right = <u64>load<u32>(workspace + E_ROW_SHIFT);
  if (position - at > LONG) {
    for (const stop = at + LONG_FIRST; at < stop; at++)
      insert(heads, tags, positions, log, hashAt(at, left, right), at);
    at = position - LONG_LAST;
  }
  for (; at < position; at++) insert(heads, tags, positions, log, hashAt(at, left, right), at);
  store<u32>(workspace + E_NEXT_INSERT, <u32>position);
}

/** A bit for each place whose tag is this one, from the newest on. */
@inline
function sameTags(row: usize, log: u32, tag: u8, newest: u32): u64 {
  const wanted = i8x16.splat(tag);
  const first = <u32>i8x16.bitmask(i8x16.eq(v128.load(row), wanted));
  if (log == 4) return <u64>(((first >> newest) | (first << (16 - newest))) & 0xffff);
  const second = <u32>i8x16.bitmask(i8x16.eq(v128.load(row, 16), wanted));
  const half = first | (second << 16);
  if (log == 5) return <u64>rotr(half, newest);
  const third = <u32>i8x16.bitmask(i8x16.eq(v128.load(row, 32), wanted));
  const fourth = <u32>i8x16.bitmask(i8x16.eq(v128.load(row, 48), wanted));
  return rotr(<u64>half | ((<u64>(third | (fourth << 16))) << 32), <u64>newest);
}

/**
 * Inserts `at` and what comes before it, and looks for the longest match of at least 4 bytes that starts not before
 * `lowest`. Returns length << 32 | offset, or 0.
 */
export function searchRows(workspace: usize, at: usize, end: usize, lowest: usize): u64 {
  insertUpTo(workspace, at);
  const heads = <usize>load<u32>(workspace + E_ROW_HEADS);
  const tags = <usize>load<u32>(workspace + E_ROW_TAGS);
  const positions = <usize>load<u32>(workspace + E_ROW_POSITIONS);
  const log = load<u32>(workspace + E_ROW_LOG);
  const hash = hashAt(at, <u64>load<u32>(workspace + E_HASH_SHIFT), <u64>load<u32>(workspace + E_ROW_SHIFT));
  const row = hash >> 8;
  const newest = <u32>load<u8>(heads + row);
  const mask: u32 = (1 << log) - 1;
  let found = sameTags(tags + (row << log), log, <u8>hash, newest);
  insert(heads, tags, positions, log, hash, at);
  store<u32>(workspace + E_NEXT_INSERT, <u32>at + 1);
  let attempts = load<u32>(workspace + E_ATTEMPTS);
  // The place that `at` has taken was the oldest one.
  found &= ~((<u64>1) << (<u64>mask));
  let best: usize = 3;
  let offset: usize = 0;
  const places = positions + (row << (log + 2));
  while (found != 0 && attempts != 0) {
    const candidate = <usize>load<u32>(places + (((newest + <u32>ctz(found)) & mask) << 2));
    if (candidate < lowest) break;
    found &= found - 1;
    attempts--;
    // It must be longer than the best: so the bytes at its end are compared first.
    if (load<u32>(candidate + best - 3) != load<u32>(at + best - 3)) continue;
    const length = countEqual(at, candidate, end);
    if (length <= best) continue;
    best = length;
    offset = at - candidate;
    if (at + length + 8 > end) break;
  }
  return offset == 0 ? 0 : ((<u64>best) << 32) | <u64>offset;
}
