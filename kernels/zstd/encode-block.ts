/** Encodes a block: finds its sequences, gathers the literals between them, and writes both. */
import { encodeLiterals } from "./encode-literals";
import { encodeSequences } from "./encode-sequences";
import {
  E_CHANGES,
  E_LITERALS,
  E_LITERALS_AT,
  E_LITERALS_LENGTH,
  E_LONG_IS_MATCH,
  E_LONG_SEQUENCE,
  E_NEXT_REPEATS,
  E_REPEATS,
  E_SEQUENCES,
  E_SEQUENCES_END,
  E_SLOTS,
  E_STRATEGY,
} from "./encode-workspace";
import { findDouble } from "./find-double";
import { findFast } from "./find-fast";
import { findInRows } from "./find-rows";
import { DOUBLE, FAST } from "./levels";
import { MARGIN } from "./sequence-store";

/**
 * Writes a compressed block, without its header, of `length` bytes. Returns its length, or 0 if that is not less: then
 * nothing has changed for later blocks. `target` has `length` bytes and 256 more.
 */
export function encodeBlock(workspace: usize, block: usize, length: usize, target: usize): usize {
  if (length < MARGIN + 8) return 0;
  const end = block + length;
  store<u32>(workspace + E_LONG_SEQUENCE, 0);
  store<u32>(workspace + E_CHANGES, 0);
  store<u32>(workspace + E_NEXT_REPEATS, load<u32>(workspace + E_REPEATS, 8), 8);
  const anchor = findSequences(workspace, block, end);
  if (anchor == block) {
    // No sequences: the literals are the block.
    store<u32>(workspace + E_LITERALS_AT, <u32>block);
    store<u32>(workspace + E_LITERALS_LENGTH, <u32>length);
  } else {
    store<u32>(workspace + E_LITERALS_AT, <u32>(workspace + E_LITERALS));
    gatherLiterals(workspace, block, anchor, end);
  }
  // A saving this small is not worth the time of decoding.
  const limit = target + length - (length >> 6) - 2;
  const literalsEnd = encodeLiterals(workspace, target);
  if (literalsEnd == 0) return 0;
  const blockEnd = encodeSequences(workspace, literalsEnd, limit);
  if (blockEnd == 0) return 0;
  keepTables(workspace);
  memory.copy(workspace + E_REPEATS, workspace + E_NEXT_REPEATS, 12);
  return blockEnd - target;
}

function findSequences(workspace: usize, block: usize, end: usize): usize {
  const strategy = load<u32>(workspace + E_STRATEGY);
  if (strategy == FAST) return findFast(workspace, block, end);
  if (strategy == DOUBLE) return findDouble(workspace, block, end);
  return findInRows(workspace, block, end);
}

/** Copies the literals of all sequences, and those behind the last, to E_LITERALS. */
function gatherLiterals(workspace: usize, block: usize, anchor: usize, end: usize): void {
  let sequence = workspace + E_SEQUENCES;
  const sequencesEnd = <usize>load<u32>(workspace + E_SEQUENCES_END);
  let literals = workspace + E_LITERALS;
  let at = block;
  const long = <usize>load<u32>(workspace + E_LONG_SEQUENCE);
  const longMatch = load<u32>(workspace + E_LONG_IS_MATCH) != 0;
  for (; sequence < sequencesEnd; sequence += 8) {
    let length = <usize>load<u16>(sequence, 4);
    let match = <usize>load<u16>(sequence, 6) + 3;
    if (sequence == long) {
      if (longMatch) match += 0x10000;
      else length += 0x10000;
    }
    // Matches start MARGIN bytes before the end of the source at the latest, and have 4 bytes or more.
    const stop = literals + length;
    let from = at;
    do {
      v128.store(literals, v128.load(from));
      literals += 16;
      from += 16;
    } while (literals < stop);
    literals = stop;
    at += length + match;
  }
  memory.copy(literals, anchor, end - anchor);
  store<u32>(workspace + E_LITERALS_LENGTH, <u32>(literals + (end - anchor) - (workspace + E_LITERALS)));
}

/** The tables of this block are those that the next may repeat. */
function keepTables(workspace: usize): void {
  for (let kind: u32 = 0; kind < 4; kind++) {
    const change = load<u8>(workspace + E_CHANGES + kind);
    const slots = workspace + E_SLOTS + (kind << 4);
    if (change == 0) continue;
    const slot = load<u32>(slots);
    store<u32>(slots, load<u32>(slots, 4));
    store<u32>(slots, slot, 4);
    store<u32>(slots, change == 1 ? 1 : 0, 8);
  }
}
