/**
 * Match finder of levels from 5 on: at each position several earlier ones are tried, and a match is put off if one of
 * the next two positions has a better one.
 *
 * Earlier positions lie in rows by hash, the newest first to be found and the oldest first to be replaced. A row has 16,
 * 32 or 64 places, for each an u8 tag (more bits of the hash) and an u32 position; and an u8 that says where the newest
 * is. Comparing all tags of a row takes a few vectors.
 *
 * Tables: u8 newest of each row; then u8 tags; then u32 positions.
 */
import {
  E_ATTEMPTS,
  E_DEPTH,
  E_FRAME_START,
  E_HASH_SHIFT,
  E_NEXT_INSERT,
  E_NEXT_REPEATS,
  E_REPEATS,
  E_ROW_HEADS,
  E_ROW_LOG,
  E_ROW_POSITIONS,
  E_ROW_SHIFT,
  E_ROW_TAGS,
  E_SEQUENCES,
  E_SEQUENCES_END,
  E_WINDOW,
} from "./encode-workspace";
import { countEqual, MARGIN, PRIME, writeSequence } from "./sequence-store";

/** Of a match longer than this, only the positions near its end are inserted. */
const LONG: usize = 384;
const LONG_LAST: usize = 32;
/** After 1 << 8 bytes without a match every second byte is skipped, and so on. */
const PATIENCE: usize = 8;
const LONG_STEP: usize = 8;
const SHORT_ROW: u32 = 4;

/** Bits that a match saves, about, times 4: a byte is worth 4, its offset costs its bits. */
@inline
function gain(length: usize, code: u32): i32 {
  return ((<i32>length) << 2) - bitsOf(code);
}

@inline
function bitsOf(code: u32): i32 {
  return 31 - <i32>clz(code);
}

/** A bit for each place whose tag is this one, from the newest on; without the oldest, which is about to be replaced. */
@inline
function sameTags(row: usize, log: u32, tag: u8, newest: u32): u64 {
  const wanted = i8x16.splat(tag);
  const first = <u32>i8x16.bitmask(i8x16.eq(v128.load(row), wanted));
  if (log == 4) return <u64>(((first | (first << 16)) >> newest) & 0x7fff);
  const second = <u32>i8x16.bitmask(i8x16.eq(v128.load(row, 16), wanted));
  const half = first | (second << 16);
  if (log == 5) return <u64>(rotr(half, newest) & 0x7fffffff);
  const third = <u32>i8x16.bitmask(i8x16.eq(v128.load(row, 32), wanted));
  const fourth = <u32>i8x16.bitmask(i8x16.eq(v128.load(row, 48), wanted));
  return rotr(<u64>half | ((<u64>(third | (fourth << 16))) << 32), <u64>newest) & 0x7fffffffffffffff;
}

/** Finds the sequences of a block. Returns where the literals behind the last one start. */
export function findInRows(workspace: usize, block: usize, end: usize): usize {
  const log = load<u32>(workspace + E_ROW_LOG);
  const depth = <usize>load<u32>(workspace + E_DEPTH);
  if (log != SHORT_ROW) return findLong(workspace, block, end, log, depth);
  return depth == 0 ? findGreedy(workspace, block, end) : findShort(workspace, block, end, depth);
}

// Most levels are of the first two kinds, which are faster for knowing it.
function findGreedy(workspace: usize, block: usize, end: usize): usize {
  return find(workspace, block, end, SHORT_ROW, 0);
}

function findShort(workspace: usize, block: usize, end: usize, depth: usize): usize {
  return find(workspace, block, end, SHORT_ROW, depth);
}

function findLong(workspace: usize, block: usize, end: usize, log: u32, depth: usize): usize {
  return find(workspace, block, end, log, depth);
}

/** One loop with the search in it, and not a function of its own: so all it needs stays in registers. */
@inline
function find(workspace: usize, block: usize, end: usize, log: u32, depth: usize): usize {
  const frameStart = <usize>load<u32>(workspace + E_FRAME_START);
  const window = <usize>load<u32>(workspace + E_WINDOW);
  const lowest = end - frameStart > window ? end - window : frameStart;
  const heads = <usize>load<u32>(workspace + E_ROW_HEADS);
  const tags = <usize>load<u32>(workspace + E_ROW_TAGS);
  const positions = <usize>load<u32>(workspace + E_ROW_POSITIONS);
  const multiplier = PRIME << <u64>load<u32>(workspace + E_HASH_SHIFT);
  const right = <u64>load<u32>(workspace + E_ROW_SHIFT);
  const most = load<u32>(workspace + E_ATTEMPTS);
  const mask: u32 = (1 << log) - 1;
  const limit = end - MARGIN;
  let repeat1 = <usize>load<u32>(workspace + E_REPEATS);
  let repeat2 = <usize>load<u32>(workspace + E_REPEATS, 4);
  let sequence = workspace + E_SEQUENCES;
  let anchor = block;
  let at = block == frameStart ? block + 1 : block;
  let next = <usize>load<u32>(workspace + E_NEXT_INSERT);
  while (at < limit) {
    let start = at + 1;
    let length: usize = 0;
    let code: u32 = 1;
    if (load<u32>(start) == load<u32>(start - repeat1)) length = 4 + countEqual(start + 4, start + 4 - repeat1, end);
    if (length == 0 || depth != 0) {
      let later: usize = 0;
      do {
        const here = at + later;
        if (later != 0 && load<u32>(here) == load<u32>(here - repeat1)) {
          const repeated: usize = 4 + countEqual(here + 4, here + 4 - repeat1, end);
          // One byte further on, a byte counts less.
          const bytes = later == 1 ? 3 : 4;
          if (<i32>repeated * bytes > <i32>length * bytes - bitsOf(code) + 1) {
            length = repeated;
            code = 1;
            start = here;
          }
        }
        if (next < here) {
          if (here - next > LONG) next = here - LONG_LAST;
          let before: u32 = u32.MAX_VALUE;
          do {
            const hash = <u32>((load<u64>(next) * multiplier) >> right);
            // In a run all positions but the first would only drive others out.
            if (hash != before) {
              const row = hash >> 8;
              const place = (<u32>load<u8>(heads + row) - 1) & mask;
              store<u8>(heads + row, <u8>place);
              const slot = (row << log) + place;
              store<u8>(tags + slot, <u8>hash);
              store<u32>(positions + (slot << 2), <u32>next);
              before = hash;
            }
          } while (++next < here);
        }
        const hash = <u32>((load<u64>(here) * multiplier) >> right);
        const row = hash >> 8;
        const newest = <u32>load<u8>(heads + row);
        const places = row << log;
        let found = sameTags(tags + places, log, <u8>hash, newest);
        const place = (newest - 1) & mask;
        store<u8>(heads + row, <u8>place);
        store<u8>(tags + places + place, <u8>hash);
        store<u32>(positions + ((places + place) << 2), <u32>here);
        next = here + 1;
        if (found != 0) {
          let best: usize = 3;
          let offset: usize = 0;
          let attempts = most;
          do {
            const candidate = <usize>load<u32>(positions + ((places + ((newest + <u32>ctz(found)) & mask)) << 2));
            if (candidate < lowest) break;
            found &= found - 1;
            // It must be longer than the best: so the bytes at its end are compared first.
            if (load<u32>(candidate + best - 3) != load<u32>(here + best - 3)) continue;
            const equal = countEqual(here, candidate, end);
            if (equal <= best) continue;
            best = equal;
            offset = here - candidate;
            if (here + best + 8 > end) break;
          } while (found != 0 && --attempts != 0);
          if (offset != 0) {
            const own = <u32>offset + 3;
            if (later == 0 ? best > length : gain(best, own) > gain(length, code) + (later == 1 ? 4 : 7)) {
              length = best;
              code = own;
              start = here;
              at = here;
              later = 0;
            }
          }
        }
        if (length == 0) break;
        later++;
      } while (depth != 0 && later <= depth && at + later < limit);
      if (length == 0) {
        const step: usize = 1 + ((at - anchor) >> PATIENCE);
        at += step;
        // Where steps are long, positions between them are not worth remembering.
        if (step > LONG_STEP) next = at;
        continue;
      }
    }
    if (code != 1) {
      const offset = <usize>(code - 3);
      let candidate = start - offset;
      while (start > anchor && candidate > lowest && load<u8>(start - 1) == load<u8>(candidate - 1)) {
        start--;
        candidate--;
        length++;
      }
      if (offset == repeat1 && start != anchor) {
        code = 1;
      } else {
        repeat2 = repeat1;
        repeat1 = offset;
      }
    }
    writeSequence(workspace, sequence, start - anchor, code, length);
    sequence += 8;
    at = start + length;
    anchor = at;
    // Records often alternate between two distances.
    while (at < limit && load<u32>(at) == load<u32>(at - repeat2)) {
      length = 4 + countEqual(at + 4, at + 4 - repeat2, end);
      const offset = repeat2;
      repeat2 = repeat1;
      repeat1 = offset;
      writeSequence(workspace, sequence, 0, 1, length);
      sequence += 8;
      at += length;
      anchor = at;
    }
  }
  store<u32>(workspace + E_NEXT_INSERT, <u32>next);
  store<u32>(workspace + E_SEQUENCES_END, <u32>sequence);
  store<u32>(workspace + E_NEXT_REPEATS, <u32>repeat1);
  store<u32>(workspace + E_NEXT_REPEATS, <u32>repeat2, 4);
  return anchor;
}
