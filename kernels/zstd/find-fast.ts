/**
 * Match finder of levels up to 2: one table of the last position for each hash of 4 to 6 bytes. Where nothing is found,
 * the steps get longer.
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
  E_STEP,
  E_WINDOW,
} from "./encode-workspace";
import { countEqual, distance, MARGIN, PRIME, remember, slotOf, tagged, taggedHash, writeSequence } from "./sequence-store";

/** After so many bytes without a match the step grows by one. */
const PATIENCE: usize = 128;

/** Finds the sequences of a block. Returns where the literals behind the last one start. */
export function findFast(workspace: usize, block: usize, end: usize): usize {
  const table = <usize>load<u32>(workspace + E_HASH_TABLE);
  const multiplier = PRIME << <u64>load<u32>(workspace + E_HASH_SHIFT);
  const right = <u64>(56 - load<u32>(workspace + E_HASH_LOG));
  const frameStart = <usize>load<u32>(workspace + E_FRAME_START);
  const window = <usize>load<u32>(workspace + E_WINDOW);
  const lowest = end - frameStart > window ? end - window : frameStart;
  const leastStep = <usize>load<u32>(workspace + E_STEP);
  const limit = end - MARGIN;
  let repeat1 = <usize>load<u32>(workspace + E_REPEATS);
  let repeat2 = <usize>load<u32>(workspace + E_REPEATS, 4);
  let sequence = workspace + E_SEQUENCES;
  let anchor = block;
  let at = block == frameStart ? block + 1 : block;
  let step = leastStep;
  let longer = at + PATIENCE;
  while (at < limit) {
    let candidate: usize;
    let length: usize;
    let code: u32 = 1;
    const word = load<u64>(at);
    const hash = taggedHash(word, multiplier, right);
    const slot = slotOf(table, hash);
    const entry = tagged(at, hash);
    let offset = distance(entry, load<u32>(slot));
    store<u32>(slot, entry);
    if (load<u32>(at, 2) == load<u32>(at + 2 - repeat1)) {
      at += 2;
      candidate = at - repeat1;
      if (load<u8>(at - 1) == load<u8>(candidate - 1)) {
        at--;
        candidate--;
      }
    } else {
      if (offset - 1 >= at - lowest || load<u32>(at - offset) != <u32>word) {
        const next = load<u64>(at, 1);
        const nextHash = taggedHash(next, multiplier, right);
        const nextSlot = slotOf(table, nextHash);
        const nextEntry = tagged(at + 1, nextHash);
        offset = distance(nextEntry, load<u32>(nextSlot));
        store<u32>(nextSlot, nextEntry);
        if (offset - 1 >= at + 1 - lowest || load<u32>(at + 1 - offset) != <u32>next) {
          at += step;
          if (at >= longer) {
            step++;
            longer += PATIENCE;
          }
          continue;
        }
        at++;
      }
      candidate = at - offset;
      while (at > anchor && candidate > lowest && load<u8>(at - 1) == load<u8>(candidate - 1)) {
        at--;
        candidate--;
      }
      if (offset != repeat1 || at == anchor) {
        repeat2 = repeat1;
        repeat1 = offset;
        code = <u32>offset + 3;
      }
    }
    length = 4 + countEqual(at + 4, candidate + 4, end);
    writeSequence(workspace, sequence, at - anchor, code, length);
    sequence += 8;
    const start = at;
    at += length;
    anchor = at;
    if (at >= limit) break;
    remember(table, start + 2, multiplier, right);
    remember(table, at - 2, multiplier, right);
    // Records often alternate between two distances.
    while (at < limit && load<u32>(at) == load<u32>(at - repeat2)) {
      length = 4 + countEqual(at + 4, at + 4 - repeat2, end);
      const offset = repeat2;
      repeat2 = repeat1;
      repeat1 = offset;
      remember(table, at, multiplier, right);
      writeSequence(workspace, sequence, 0, 1, length);
      sequence += 8;
      at += length;
      anchor = at;
    }
    step = leastStep;
    longer = at + PATIENCE;
  }
  store<u32>(workspace + E_SEQUENCES_END, <u32>sequence);
  store<u32>(workspace + E_NEXT_REPEATS, <u32>repeat1);
  store<u32>(workspace + E_NEXT_REPEATS, <u32>repeat2, 4);
  return anchor;
}
