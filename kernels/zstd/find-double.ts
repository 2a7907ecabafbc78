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
import { countEqual, distance, MARGIN, PRIME, remember, slotOf, tagged, taggedHash, writeSequence } from "./sequence-store";

/** After 1 << 8 bytes without a match every second byte is skipped, and so on. */
const PATIENCE: usize = 8;

/** Finds the sequences of a block. Returns where the literals behind the last one start. */
export function findDouble(workspace: usize, block: usize, end: usize): usize {
  const longTable = <usize>load<u32>(workspace + E_HASH_TABLE);
  const longShift = <u64>(56 - load<u32>(workspace + E_HASH_LOG));
  const multiplier = PRIME << <u64>load<u32>(workspace + E_HASH_SHIFT);
  const shortTable = <usize>load<u32>(workspace + E_SHORT_TABLE);
  const shortShift = <u64>(56 - load<u32>(workspace + E_SHORT_LOG));
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
    const longHash = taggedHash(word, PRIME, longShift);
    const shortHash = taggedHash(word, multiplier, shortShift);
    const longSlot = slotOf(longTable, longHash);
    const shortSlot = slotOf(shortTable, shortHash);
    const longEntry = tagged(at, longHash);
    const shortEntry = tagged(at, shortHash);
    let offset = distance(longEntry, load<u32>(longSlot));
    const short = distance(shortEntry, load<u32>(shortSlot));
    store<u32>(longSlot, longEntry);
    store<u32>(shortSlot, shortEntry);
    const searched = at;
    let length: usize;
    let code: u32 = 1;
    if (load<u32>(at, 1) == load<u32>(at + 1 - repeat1)) {
      at++;
      length = 4 + countEqual(at + 4, at + 4 - repeat1, end);
    } else {
      if (offset - 1 < at - lowest && load<u64>(at - offset) == word) {
        length = 8 + countEqual(at + 8, at + 8 - offset, end);
      } else if (short - 1 < at - lowest && load<u32>(at - short) == <u32>word) {
        // A long match one byte further on is better.
        const next = load<u64>(at, 1);
        const nextHash = taggedHash(next, PRIME, longShift);
        const nextSlot = slotOf(longTable, nextHash);
        const nextEntry = tagged(at + 1, nextHash);
        offset = distance(nextEntry, load<u32>(nextSlot));
        store<u32>(nextSlot, nextEntry);
        if (offset - 1 < at + 1 - lowest && load<u64>(at + 1 - offset) == next) {
          at++;
          length = 8 + countEqual(at + 8, at + 8 - offset, end);
        } else {
          offset = short;
          length = 4 + countEqual(at + 4, at + 4 - offset, end);
        }
      } else {
        at += 1 + ((at - anchor) >> PATIENCE);
        continue;
      }
      let candidate = at - offset;
      while (at > anchor && candidate > lowest && load<u8>(at - 1) == load<u8>(candidate - 1)) {
        at--;
        candidate--;
        length++;
      }
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
    remember(longTable, searched + 2, PRIME, longShift);
    remember(shortTable, searched + 2, multiplier, shortShift);
    remember(longTable, at - 2, PRIME, longShift);
    remember(shortTable, at - 1, multiplier, shortShift);
    // Records often alternate between two distances.
    while (at < limit && load<u32>(at) == load<u32>(at - repeat2)) {
      length = 4 + countEqual(at + 4, at + 4 - repeat2, end);
      const offset = repeat2;
      repeat2 = repeat1;
      repeat1 = offset;
      remember(longTable, at, PRIME, longShift);
      remember(shortTable, at, multiplier, shortShift);
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
