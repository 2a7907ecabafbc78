/**
 * Finding repetitions: cuts a block into sequences of literals and matches. Two ways, chosen by the level: `fast` looks
 * at the one position that last had the same hash; `chained` follows a chain of them, and may put a match off for a
 * better one that starts a byte or two later.
 */
import {
  CHAIN_LOG,
  CHAIN_TABLE,
  DEPTH,
  FRAME_START,
  HASH_LOG,
  HASH_TABLE,
  LAZY,
  LITERAL_COUNT,
  LITERALS,
  NEXT_INSERT,
  REPEATED,
  SEQUENCE_COUNT,
  SEQUENCE_SIZE,
  SEQUENCES,
  STEP,
  WINDOW,
} from "./encode-layout";
import { highBit } from "./finite-state";

/** Hashes read eight bytes, so the last positions of a block are left alone. */
const MARGIN: usize = 12;

/** Found by `searchChain`. */
let foundLength: usize = 0;
let foundOffset: usize = 0;

/** Fills the state's sequences and literals from a block. */
export function searchMatches(state: usize, block: usize, end: usize): void {
  store<u32>(state + SEQUENCE_COUNT, 0);
  store<u32>(state + LITERAL_COUNT, 0);
  let anchor = block;
  if (end - block > MARGIN) {
    if (load<u32>(state + CHAIN_LOG) == 0) anchor = searchFast(state, block, end);
    else anchor = searchChained(state, block, end);
  }
  addLiterals(state, anchor, end - anchor);
}

function addLiterals(state: usize, source: usize, length: usize): void {
  const count = load<u32>(state + LITERAL_COUNT);
  memory.copy(state + LITERALS + count, source, length);
  store<u32>(state + LITERAL_COUNT, count + <u32>length);
}

/** Adds a sequence and keeps the repeated offsets as the decoder will. */
function addSequence(state: usize, literals: usize, literalLength: usize, offset: u32, matchLength: usize): void {
  const count = load<u32>(state + LITERAL_COUNT);
  const target = state + LITERALS + count;
  if (literalLength <= 16) {
    v128.store(target, v128.load(literals));
  } else {
    memory.copy(target, literals, literalLength);
  }
  store<u32>(state + LITERAL_COUNT, count + <u32>literalLength);
  const sequences = load<u32>(state + SEQUENCE_COUNT);
  const slot = state + SEQUENCES + sequences * SEQUENCE_SIZE;
  store<u32>(slot, <u32>literalLength);
  store<u32>(slot, codedOffset(state, offset, literalLength == 0), 4);
  store<u32>(slot, <u32>matchLength, 8);
  store<u32>(state + SEQUENCE_COUNT, sequences + 1);
}

/** 1 to 3 repeat an earlier offset; without literals they mean one further on. Others are offset + 3. */
function codedOffset(state: usize, offset: u32, noLiterals: bool): u32 {
  const repeated1 = load<u32>(state + REPEATED);
  const repeated2 = load<u32>(state + REPEATED, 4);
  const repeated3 = load<u32>(state + REPEATED, 8);
  if (offset == repeated1 && !noLiterals) return 1;
  if (offset == repeated2) {
    store<u32>(state + REPEATED, offset);
    store<u32>(state + REPEATED, repeated1, 4);
    return noLiterals ? 1 : 2;
  }
  store<u32>(state + REPEATED, offset);
  store<u32>(state + REPEATED, repeated1, 4);
  store<u32>(state + REPEATED, repeated2, 8);
  if (offset == repeated3) return noLiterals ? 2 : 3;
  if (noLiterals && offset == repeated1 - 1) return 3;
  return offset + 3;
}

/** How many bytes from `a` on equal those from `b` on, up to `end`. */
@inline
function countEqual(a: usize, b: usize, end: usize): usize {
  const start = a;
  while (a + 8 <= end) {
    const difference = load<u64>(a) ^ load<u64>(b);
    if (difference != 0) return a - start + <usize>(ctz(difference) >> 3);
    a += 8;
    b += 8;
  }
  while (a < end && load<u8>(a) == load<u8>(b)) {
    a++;
    b++;
  }
  return a - start;
}

@inline
function hashSix(position: usize, shift: u64): usize {
  return <usize>(((load<u64>(position) << 16) * 0x9e3779b185ebca87) >> shift);
}

@inline
function hashFour(position: usize, shift: u32): usize {
  return (load<u32>(position) * 0x9e3779b1) >> shift;
}

/** Returns where the literals behind the last match start. */
function searchFast(state: usize, block: usize, end: usize): usize {
  const table = <usize>load<u32>(state + HASH_TABLE);
  const shift = <u64>(64 - load<u32>(state + HASH_LOG));
  const frameStart = <usize>load<u32>(state + FRAME_START);
  const window = <usize>load<u32>(state + WINDOW);
  const step = <usize>load<u32>(state + STEP);
  const limit = end - MARGIN;
  let anchor = block;
  let at = block == frameStart ? block + 1 : block;
  while (at < limit) {
    const slot = table + (hashSix(at, shift) << 2);
    let candidate = <usize>load<u32>(slot);
    store<u32>(slot, <u32>at);
    const repeated = <usize>load<u32>(state + REPEATED);
    let length: usize;
    let offset: usize;
    if (repeated <= at + 1 - frameStart && load<u32>(at + 1) == load<u32>(at + 1 - repeated)) {
      at++;
      offset = repeated;
      length = 4 + countEqual(at + 4, at + 4 - repeated, end);
    } else if (candidate >= frameStart && at - candidate <= window && load<u32>(candidate) == load<u32>(at)) {
      offset = at - candidate;
      length = 4 + countEqual(at + 4, candidate + 4, end);
      while (at > anchor && candidate > frameStart && load<u8>(at - 1) == load<u8>(candidate - 1)) {
        at--;
        candidate--;
        length++;
      }
    } else {
      at += step + ((at - anchor) >> 7);
      continue;
    }
    addSequence(state, anchor, at - anchor, <u32>offset, length);
    if (at + 2 < limit) store<u32>(table + (hashSix(at + 2, shift) << 2), <u32>(at + 2));
    at += length;
    if (at - 2 < limit) store<u32>(table + (hashSix(at - 2, shift) << 2), <u32>(at - 2));
    anchor = at;
    // Records often alternate between two distances.
    while (at < limit) {
      const second = <usize>load<u32>(state + REPEATED, 4);
      if (second > at - frameStart || load<u32>(at) != load<u32>(at - second)) break;
      length = 4 + countEqual(at + 4, at + 4 - second, end);
      addSequence(state, at, 0, <u32>second, length);
      at += length;
      anchor = at;
    }
  }
  return anchor;
}

/** Puts every position up to `position` into the chains. */
function insertUpTo(state: usize, position: usize, table: usize, chains: usize, shift: u32, mask: usize): void {
  for (let at = <usize>load<u32>(state + NEXT_INSERT); at < position; at++) {
    const slot = table + (hashFour(at, shift) << 2);
    store<u32>(chains + ((at & mask) << 2), load<u32>(slot));
    store<u32>(slot, <u32>at);
  }
  if (<usize>load<u32>(state + NEXT_INSERT) < position) store<u32>(state + NEXT_INSERT, <u32>position);
}

/** Worth of a match: a byte is some bits saved, a far offset some bits spent. */
@inline
function gain(length: usize, offset: usize): i32 {
  return (<i32>length << 2) - <i32>highBit(<u32>offset + 1);
}

/** Looks for the best match at a position; the result is in `foundLength` and `foundOffset`. */
function searchChain(state: usize, at: usize, end: usize): void {
  const table = <usize>load<u32>(state + HASH_TABLE);
  const chains = <usize>load<u32>(state + CHAIN_TABLE);
  const shift = 32 - load<u32>(state + HASH_LOG);
  const size: usize = 1 << load<u32>(state + CHAIN_LOG);
  const frameStart = <usize>load<u32>(state + FRAME_START);
  foundLength = 3;
  foundOffset = 0;
  const repeated = <usize>load<u32>(state + REPEATED);
  if (repeated <= at - frameStart && load<u32>(at) == load<u32>(at - repeated)) {
    foundLength = 4 + countEqual(at + 4, at + 4 - repeated, end);
    foundOffset = repeated;
  }
  insertUpTo(state, at, table, chains, shift, size - 1);
  const window = min(<usize>load<u32>(state + WINDOW), size - 1);
  const lowest = at - frameStart > window ? at - window : frameStart;
  let candidate = <usize>load<u32>(table + (hashFour(at, shift) << 2));
  // A repeated offset costs next to nothing, so it stands unless the other is longer by a byte or so.
  let best = foundOffset == 0 ? 0 : (<i32>foundLength << 2) + 1;
  for (let tries = load<u32>(state + DEPTH); tries > 0 && candidate >= lowest; tries--) {
    // What is to be longer than the best must agree where that ends.
    const longer = load<u32>(candidate + foundLength - 3) == load<u32>(at + foundLength - 3);
    if (longer && load<u32>(candidate) == load<u32>(at)) {
      const length: usize = 4 + countEqual(at + 4, candidate + 4, end);
      const worth = gain(length, at - candidate);
      if (length > foundLength && worth > best) {
        best = worth;
        foundLength = length;
        foundOffset = at - candidate;
        if (at + length >= end) break;
      }
    }
    const next = <usize>load<u32>(chains + ((candidate & (size - 1)) << 2));
    if (next >= candidate) break;
    candidate = next;
  }
  if (foundOffset == 0) foundLength = 0;
}

/** Returns where the literals behind the last match start. */
function searchChained(state: usize, block: usize, end: usize): usize {
  const frameStart = <usize>load<u32>(state + FRAME_START);
  const patience = load<u32>(state + LAZY);
  const limit = end - MARGIN;
  let anchor = block;
  let at = block == frameStart ? block + 1 : block;
  while (at < limit) {
    searchChain(state, at, end);
    if (foundLength == 0) {
      at += 1 + ((at - anchor) >> 8);
      continue;
    }
    let start = at;
    let length = foundLength;
    let offset = foundOffset;
    for (let later: u32 = 1; later <= patience && at + later < limit; later++) {
      searchChain(state, at + later, end);
      const waiting = <i32>((at + later - start) << 2);
      if (foundLength == 0 || gain(foundLength, foundOffset) <= gain(length, offset) + waiting) continue;
      start = at + later;
      length = foundLength;
      offset = foundOffset;
    }
    if (offset != <usize>load<u32>(state + REPEATED)) {
      while (start > anchor && start - offset > frameStart && load<u8>(start - 1) == load<u8>(start - offset - 1)) {
        start--;
        length++;
      }
    }
    addSequence(state, anchor, start - anchor, <u32>offset, length);
    at = start + length;
    anchor = at;
  }
  return anchor;
}
