/**
 * Match finder of levels 3 and 4: a table for hashes of 8 bytes, which finds long matches, and one for 4 or 5.
 */
import {
  E_FRAME_START,
  E_HASH_LOG,
  E_HASH_SHIFT,
  E_HASH_TABLE,
  E_NEXT_REPEATS,
  E_REPEATS,
  E_SEQUENCES,
  E_SEQUENCES_END,
  E_SHORT_LOG,
  E_SHORT_TABLE,
  E_WINDOW,
} from "./encode-workspace";
import { countEqual, hashBytes, hashWord, MARGIN, writeSequence } from "./sequence-store";

/** After 1 << 8 bytes without a match every second byte is skipped, and so on. */
const PATIENCE: usize = 8;

/** Finds the sequences of a block. Returns where the literals behind the last one start. */
export function findDouble(workspace: usize, block: usize, end: usize): usize {
  const longTable = <usize>load<u32>(workspace + E_HASH_TABLE);
  const longShift = <u64>(64 - load<u32>(workspace + E_HASH_LOG));
  const left = <u64>load<u32>(workspace + E_HASH_SHIFT);
  const shortTable = <usize>load<u32>(workspace + E_SHORT_TABLE);
  const shortShift = <u64>(64 - load<u32>(workspace + E_SHORT_LOG));
  const frameStart = <usize>load<u32>(workspace + E_FRAME_START);
  const window = <usize>load<u32>(workspace + E_WINDOW);
  const lowest = end - frameStart > window ? end - window : frameStart;
  const limit = end - MARGIN;
  let repeat1 = <usize>load<u32>(workspace + E_REPEATS);
  let repeat2 = <usize>load<u32>(workspace + E_REPEATS, 4);
  let sequence = workspace + E_SEQUENCES;
  let anchor = block;
  let at = block == frameStart ? block + 1 : block;
  while (at < limit) {
    const word = load<u64>(at);
    const longSlot = longTable + hashWord(word, longShift);
    const shortSlot = shortTable + hashBytes(word, left, shortShift);
    let candidate = <usize>load<u32>(longSlot);
    const short = <usize>load<u32>(shortSlot);
    store<u32>(longSlot, <u32>at);
    store<u32>(shortSlot, <u32>at);
    const searched = at;
    let length: usize;
    let code: u32 = 1;
    if (load<u32>(at, 1) == load<u32>(at + 1 - repeat1)) {
      at++;
      length = 4 + countEqual(at + 4, at + 4 - repeat1, end);
    } else {
      if (candidate >= lowest && load<u64>(candidate) == word) {
        length = 8 + countEqual(at + 8, candidate + 8, end);
      } else if (short >= lowest && load<u32>(short) == <u32>word) {
        // A long match one byte further on is better.
        const next = load<u64>(at, 1);
        const nextSlot = longTable + hashWord(next, longShift);
        candidate = <usize>load<u32>(nextSlot);
        store<u32>(nextSlot, <u32>at + 1);
        if (candidate >= lowest && load<u64>(candidate) == next) {
          at++;
          length = 8 + countEqual(at + 8, candidate + 8, end);
        } else {
          candidate = short;
          length = 4 + countEqual(at + 4, candidate + 4, end);
        }
      } else {
        at += 1 + ((at - anchor) >> PATIENCE);
        continue;
      }
      while (at > anchor && candidate > lowest && load<u8>(at - 1) == load<u8>(candidate - 1)) {
        at--;
        candidate--;
        length++;
      }
      const offset = at - candidate;
      if (offset != repeat1 || at == anchor) {
        repeat2 = repeat1;
        repeat1 = offset;
        code = <u32>offset + 3;
      }
    }
    writeSequence(workspace, sequence, at - anchor, code, length);
    sequence += 8;
    at += length;
    anchor = at;
    if (at >= limit) break;
    store<u32>(longTable + hashWord(load<u64>(searched, 2), longShift), <u32>searched + 2);
    store<u32>(shortTable + hashBytes(load<u64>(searched, 2), left, shortShift), <u32>searched + 2);
    store<u32>(longTable + hashWord(load<u64>(at - 2), longShift), <u32>at - 2);
    store<u32>(shortTable + hashBytes(load<u64>(at - 1), left, shortShift), <u32>at - 1);
    // Records often alternate between two distances.
    while (at < limit && load<u32>(at) == load<u32>(at - repeat2)) {
      length = 4 + countEqual(at + 4, at + 4 - repeat2, end);
      const offset = repeat2;
      repeat2 = repeat1;
      repeat1 = offset;
      const here = load<u64>(at);
      store<u32>(longTable + hashWord(here, longShift), <u32>at);
      store<u32>(shortTable + hashBytes(here, left, shortShift), <u32>at);
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
