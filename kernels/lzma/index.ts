/**
 * LZMA packets to bytes. The state of a decoder lies in memory that the caller gives, all of its words u32:
 *
 *   0 range, 4 code, 8 next byte, 12 end of the input, 16 state, 20 .. 35 the last four distances less one,
 *   36 lc, 40 lp, 44 pb, 48 where the output ends now, 52 a distance that is too far; from 64 on probabilities, u16
 *
 * Input is read from `next byte` to `end` alone, output written from `at` to `end`, and matches are taken from between
 * `start` and there. What is broken gives a negative number.
 */
const AT: usize = 8;
const END: usize = 12;
const STATE: usize = 16;
const DISTANCES: usize = 20;
const LC: usize = 36;
const LP: usize = 40;
const PB: usize = 44;
const DONE: usize = 48;
const FAR: usize = 52;
const PROBABILITIES: usize = 64;

// Where each kind of probability begins, in bytes.
const IS_MATCH: usize = PROBABILITIES;
const IS_REPEAT: usize = IS_MATCH + 2 * 192;
const IS_REPEAT0: usize = IS_REPEAT + 2 * 12;
const IS_REPEAT1: usize = IS_REPEAT0 + 2 * 12;
const IS_REPEAT2: usize = IS_REPEAT1 + 2 * 12;
const IS_LONG0: usize = IS_REPEAT2 + 2 * 12;
const SLOTS: usize = IS_LONG0 + 2 * 192;
const SPECIAL: usize = SLOTS + 2 * 256;
const ALIGN: usize = SPECIAL + 2 * 128;
const LENGTHS: usize = ALIGN + 2 * 16;
// Of the lengths: two choices, then trees.
const LOW: usize = 2 * 2;
const MIDDLE: usize = LOW + 2 * 128;
const HIGH: usize = MIDDLE + 2 * 128;
const LENGTHS_BYTES: usize = HIGH + 2 * 256;
const REPEAT_LENGTHS: usize = LENGTHS + LENGTHS_BYTES;
const LITERALS: usize = REPEAT_LENGTHS + LENGTHS_BYTES;

const ENDS_EARLY: i32 = -1;
const TOO_FAR: i32 = -2;
const TOO_LONG: i32 = -3;
const NO_START: i32 = -4;

const END_MARK: u32 = 0xffffffff;

// The decoder that runs.
let range: u32 = 0;
let code: u32 = 0;
let ip: usize = 0;
let ipEnd: usize = 0;
/** Did it want more input than there is? It goes on with zeros then, to the end of a packet. */
let starved: bool = false;

/** Bytes of a state for these properties' sum lc + lp. */
export function stateBytes(bits: u32): usize {
  return LITERALS + (2 * 0x300 << bits);
}

/** A new model. */
export function initialize(s: usize, lc: u32, lp: u32, pb: u32): void {
  store<u32>(s + LC, lc);
  store<u32>(s + LP, lp);
  store<u32>(s + PB, pb);
  reset(s);
}

export function reset(s: usize): void {
  const end = s + stateBytes(load<u32>(s + LC) + load<u32>(s + LP));
  for (let p = s + PROBABILITIES; p < end; p += 2) store<u16>(p, 1024);
  memory.fill(s + STATE, 0, 20);
}

/** Starts with five bytes, the first of which is 0. */
export function start(s: usize, at: usize, end: usize): i32 {
  if (end - at < 5) return end > at && load<u8>(at) != 0 ? NO_START : ENDS_EARLY;
  if (load<u8>(at) != 0) return NO_START;
  store<u32>(s, 0xffffffff);
  store<u32>(s + 4, bswap<u32>(load<u32>(at + 1)));
  store<usize>(s + AT, at + 5);
  store<usize>(s + END, end);
  return 0;
}

@inline
function resume(s: usize): void {
  range = load<u32>(s);
  code = load<u32>(s + 4);
  ip = load<usize>(s + AT);
  ipEnd = load<usize>(s + END);
  starved = false;
}

@inline
function suspend(s: usize): void {
  store<u32>(s, range);
  store<u32>(s + 4, code);
  store<usize>(s + AT, ip);
}

@inline
function normalize(): void {
  if (range >= 0x1000000) return;
  range <<= 8;
  code <<= 8;
  if (ip < ipEnd) code |= <u32>load<u8>(ip++);
  else starved = true;
}

function bit(p: usize): u32 {
  normalize();
  const probability = <u32>load<u16>(p);
  const bound = (range >> 11) * probability;
  if (code < bound) {
    range = bound;
    store<u16>(p, <u16>(probability + ((2048 - probability) >> 5)));
    return 0;
  }
  range -= bound;
  code -= bound;
  store<u16>(p, <u16>(probability - (probability >> 5)));
  return 1;
}

/** Goes down a tree from a node until the node's number reaches `limit`. */
function descend(p: usize, first: u32, limit: u32): u32 {
  let r = range;
  let c = code;
  let node = first;
  while (node < limit) {
    if (r < 0x1000000) {
      r <<= 8;
      c <<= 8;
      if (ip < ipEnd) c |= <u32>load<u8>(ip++);
      else starved = true;
    }
    const place = p + (<usize>node << 1);
    const probability = <u32>load<u16>(place);
    const bound = (r >> 11) * probability;
    node <<= 1;
    if (c < bound) {
      r = bound;
      store<u16>(place, <u16>(probability + ((2048 - probability) >> 5)));
    } else {
      r -= bound;
      c -= bound;
      store<u16>(place, <u16>(probability - (probability >> 5)));
      node |= 1;
    }
  }
  range = r;
  code = c;
  return node;
}

/** A literal after a match, which is likely to differ from the byte that would have continued it. */
function matchedLiteral(p: usize, expected: u32): u32 {
  let r = range;
  let c = code;
  let node: u32 = 1;
  let matched = expected << 1;
  while (node < 0x100) {
    if (r < 0x1000000) {
      r <<= 8;
      c <<= 8;
      if (ip < ipEnd) c |= <u32>load<u8>(ip++);
      else starved = true;
    }
    const side = matched & 0x100;
    const place = p + (<usize>(0x100 + side + node) << 1);
    const probability = <u32>load<u16>(place);
    const bound = (r >> 11) * probability;
    let one: u32 = 0;
    if (c < bound) {
      r = bound;
      store<u16>(place, <u16>(probability + ((2048 - probability) >> 5)));
    } else {
      r -= bound;
      c -= bound;
      store<u16>(place, <u16>(probability - (probability >> 5)));
      one = 1;
    }
    node = (node << 1) | one;
    matched <<= 1;
    if (side >> 8 != one) break;
  }
  range = r;
  code = c;
  return descend(p, node, 0x100);
}

/** A tree whose bits are read the lowest first. */
function reverseTree(p: usize, bits: u32): u32 {
  const node = descend(p, 1, 1 << bits);
  let value: u32 = 0;
  for (let i: u32 = 0; i < bits; i++) value |= ((node >> (bits - 1 - i)) & 1) << i;
  return value;
}

/** So many bits of even probability. */
function direct(bits: u32): u32 {
  let r = range;
  let c = code;
  let value: u32 = 0;
  for (let i: u32 = 0; i < bits; i++) {
    if (r < 0x1000000) {
      r <<= 8;
      c <<= 8;
      if (ip < ipEnd) c |= <u32>load<u8>(ip++);
      else starved = true;
    }
    r >>= 1;
    c -= r;
    // All ones if the number was less, for then the bit is 0.
    const less: u32 = 0 - (c >> 31);
    c += r & less;
    value = (value << 1) + less + 1;
  }
  range = r;
  code = c;
  return value;
}

function decodeLength(p: usize, positionState: usize): u32 {
  if (bit(p) == 0) return descend(p + LOW + 16 * positionState, 1, 8) - 8;
  if (bit(p + 2) == 0) return descend(p + MIDDLE + 16 * positionState, 1, 8);
  return 16 + descend(p + HIGH, 1, 256) - 256;
}

function decodeDistance(s: usize, length: u32): u32 {
  const slot = descend(s + SLOTS + 128 * <usize>min<u32>(length, 3), 1, 64) - 64;
  if (slot < 4) return slot;
  const bits = (slot >> 1) - 1;
  const base: u32 = (2 | (slot & 1)) << bits;
  if (slot < 14) return base + reverseTree(s + SPECIAL + 2 * <usize>(base - slot), bits);
  const high = direct(bits - 4) << 4;
  return base + high + reverseTree(s + ALIGN, 4);
}

/** The length of a match, whose distance is then the first; 0 for the end mark. */
function decodeMatch(s: usize, positionState: usize): u32 {
  const state = <usize>load<u32>(s + STATE);
  const afterLiteral = state < 7;
  const distances = s + DISTANCES;
  if (bit(s + IS_REPEAT + 2 * state) == 0) {
    const length = decodeLength(s + LENGTHS, positionState);
    const distance = decodeDistance(s, length);
    if (distance == END_MARK) return 0;
    use(distances, 3, distance);
    store<u32>(s + STATE, afterLiteral ? 7 : 10);
    return length + 2;
  }
  if (bit(s + IS_REPEAT0 + 2 * state) == 0) {
    if (bit(s + IS_LONG0 + 2 * (16 * state + positionState)) == 0) {
      store<u32>(s + STATE, afterLiteral ? 9 : 11);
      return 1;
    }
  } else {
    const place: usize = bit(s + IS_REPEAT1 + 2 * state) == 0 ? 1 : 2 + <usize>bit(s + IS_REPEAT2 + 2 * state);
    use(distances, place, load<u32>(distances + 4 * place));
  }
  store<u32>(s + STATE, afterLiteral ? 8 : 11);
  return decodeLength(s + REPEAT_LENGTHS, positionState) + 2;
}

/** Puts a distance first; the one at `place` drops out of the four. */
function use(distances: usize, place: usize, distance: u32): void {
  for (let i = place; i > 0; i--) store<u32>(distances + 4 * i, load<u32>(distances + 4 * i - 4));
  store<u32>(distances, distance);
}

/** Decodes from `at` to `end` (0), or to the end mark (1). Matches begin at `dictionary` and no more than `size` back. */
export function packets(s: usize, dictionary: usize, at: usize, end: usize, size: u32): i32 {
  resume(s);
  const result = run(s, dictionary, at, end, size);
  suspend(s);
  return result;
}

function run(s: usize, dictionary: usize, at: usize, end: usize, size: u32): i32 {
  const lc = load<u32>(s + LC);
  const literalMask: usize = (1 << load<u32>(s + LP)) - 1;
  const positionMask: usize = (1 << load<u32>(s + PB)) - 1;
  let op = at;
  store<usize>(s + DONE, op);
  while (op < end) {
    const position = op - dictionary;
    const positionState = position & positionMask;
    const state = <usize>load<u32>(s + STATE);
    if (bit(s + IS_MATCH + 2 * (16 * state + positionState)) == 0) {
      const previous: usize = position > 0 ? <usize>load<u8>(op - 1) : 0;
      const context = ((position & literalMask) << lc) + (previous >> (8 - lc));
      const p = s + LITERALS + 2 * 0x300 * context;
      let byte: u32;
      if (state >= 7) {
        byte = matchedLiteral(p, <u32>load<u8>(op - <usize>load<u32>(s + DISTANCES) - 1));
      } else {
        byte = descend(p, 1, 0x100);
      }
      if (starved) return ENDS_EARLY;
      store<u8>(op++, <u8>byte);
      store<u32>(s + STATE, <u32>(state < 4 ? 0 : state < 10 ? state - 3 : state - 6));
    } else {
      const length = <usize>decodeMatch(s, positionState);
      if (starved) return ENDS_EARLY;
      if (length == 0) {
        store<usize>(s + DONE, op);
        return 1;
      }
      const less = load<u32>(s + DISTANCES);
      if (<usize>less >= position || less >= size) {
        store<u32>(s + FAR, less);
        return TOO_FAR;
      }
      if (length > end - op) return TOO_LONG;
      const from = op - <usize>less - 1;
      if (<usize>less + 1 >= length) memory.copy(op, from, length);
      else for (let i: usize = 0; i < length; i++) store<u8>(op + i, load<u8>(from + i));
      op += length;
    }
  }
  store<usize>(s + DONE, op);
  return 0;
}

/** Is the end mark all that follows (1)? `position` counts from the dictionary's start. */
export function endMark(s: usize, position: usize): i32 {
  resume(s);
  const positionState = position & ((1 << load<u32>(s + PB)) - 1);
  const state = <usize>load<u32>(s + STATE);
  let result: i32 = 0;
  if (bit(s + IS_MATCH + 2 * (16 * state + positionState)) == 1) result = decodeMatch(s, positionState) == 0 ? 1 : 0;
  suspend(s);
  return starved ? ENDS_EARLY : result;
}

/** Takes in the byte that the next bit would. */
export function settle(s: usize): i32 {
  resume(s);
  normalize();
  suspend(s);
  return starved ? ENDS_EARLY : 0;
}
