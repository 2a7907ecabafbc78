/**
 * Match finder of levels from 5 on: at each position several earlier ones are tried, and a match is put off if one of
 * the next two positions has a better one.
 */
import {
  E_DEPTH,
  E_FRAME_START,
  E_NEXT_INSERT,
  E_NEXT_REPEATS,
  E_REPEATS,
  E_SEQUENCES,
  E_SEQUENCES_END,
  E_WINDOW,
} from "./encode-workspace";
import { searchRows } from "./match-rows";
import { countEqual, MARGIN, writeSequence } from "./sequence-store";

/** After 1 << 8 bytes without a match every second byte is skipped, and so on. */
const PATIENCE: usize = 8;
const LONG_STEP: usize = 8;

/** Bits that a match saves, about, times 4: a byte is worth 4, its offset costs its bits. */
@inline
function gain(length: usize, code: u32): i32 {
  return ((<i32>length) << 2) - bitsOf(code);
}

@inline
function bitsOf(code: u32): i32 {
  return 31 - <i32>clz(code);
}

/** Finds the sequences of a block. Returns where the literals behind the last one start. */
export function findLazy(workspace: usize, block: usize, end: usize): usize {
  const frameStart = <usize>load<u32>(workspace + E_FRAME_START);
  const window = <usize>load<u32>(workspace + E_WINDOW);
  const lowest = end - frameStart > window ? end - window : frameStart;
  const depth = load<u32>(workspace + E_DEPTH);
  const limit = end - MARGIN;
  let repeat1 = <usize>load<u32>(workspace + E_REPEATS);
  let repeat2 = <usize>load<u32>(workspace + E_REPEATS, 4);
  let sequence = workspace + E_SEQUENCES;
  let anchor = block;
  let at = block == frameStart ? block + 1 : block;
  while (at < limit) {
    let start = at + 1;
    let length: usize = 0;
    let code: u32 = 1;
    if (load<u32>(start) == load<u32>(start - repeat1)) length = 4 + countEqual(start + 4, start + 4 - repeat1, end);
    if (length == 0 || depth != 0) {
      const found = searchRows(workspace, at, end, lowest);
      if (<usize>(found >> 32) > length) {
        length = <usize>(found >> 32);
        code = <u32>found + 3;
        start = at;
      }
    }
    if (length < 4) {
      const step: usize = 1 + ((at - anchor) >> PATIENCE);
      at += step;
      // Where steps are long, positions between them are not worth remembering.
      if (step > LONG_STEP) store<u32>(workspace + E_NEXT_INSERT, <u32>at);
      continue;
    }
    for (let later: u32 = 1; later <= depth && at + later < limit; ) {
      const next = at + later;
      if (load<u32>(next) == load<u32>(next - repeat1)) {
        const repeated: usize = 4 + countEqual(next + 4, next + 4 - repeat1, end);
        // One byte further on, a byte counts less.
        const bytes = later == 1 ? 3 : 4;
        if (<i32>repeated * bytes > <i32>length * bytes - bitsOf(code) + 1) {
          length = repeated;
          code = 1;
          start = next;
        }
      }
      const found = searchRows(workspace, next, end, lowest);
      const nextLength = <usize>(found >> 32);
      if (nextLength >= 4 && gain(nextLength, <u32>found + 3) > gain(length, code) + (later == 1 ? 4 : 7)) {
        length = nextLength;
        code = <u32>found + 3;
        start = next;
        at = next;
        later = 1;
        continue;
      }
      later++;
    }
    if (code > 3) {
      let candidate = start - <usize>(code - 3);
      while (start > anchor && candidate > lowest && load<u8>(start - 1) == load<u8>(candidate - 1)) {
        start--;
        candidate--;
        length++;
      }
      const offset = <usize>(code - 3);
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
  store<u32>(workspace + E_SEQUENCES_END, <u32>sequence);
  store<u32>(workspace + E_NEXT_REPEATS, <u32>repeat1);
  store<u32>(workspace + E_NEXT_REPEATS, <u32>repeat2, 4);
  return anchor;
}
