/**
 * Huffman trees for encoders (RFC 8878, 4.2.1): code lengths of at most 11 bits from the counts in E_COUNTS, the codes
 * that follow from them, and the description of the tree.
 */
import {
  buildEncodingTable,
  distributeStates,
  firstState,
  nextState,
  stateBits,
  tableLog,
  writeDistribution,
} from "./encode-table";
import { E_COUNTS, E_SCRATCH, E_SORTED, E_WEIGHT_TABLE, TREE_LENGTHS } from "./encode-workspace";
import { closeBits } from "./forward-bits";

const MAX_LENGTH: u32 = 11;
const MAX_WEIGHT_LOG: u32 = 6;

/** Builds lengths and codes into the slot; at least two symbols have counts. Returns the longest code's length. */
export function buildTree(workspace: usize, slot: usize): u32 {
  const sorted = workspace + E_SORTED;
  const used = sortSymbols(workspace);
  measureDepths(sorted, used);
  const longest = limitDepths(workspace, sorted, used);
  memory.fill(slot, 0, TREE_LENGTHS + 256);
  // `limitDepths` has left how many codes there are of each length: the rarest symbols get the longest.
  const lengths = slot + TREE_LENGTHS;
  let at = sorted;
  for (let length = longest; length > 0; length--) {
    for (let count = load<u32>(workspace + E_SCRATCH + (length << 2)); count > 0; count--) {
      store<u8>(lengths + <usize>(load<u32>(at, 4) & 255), <u8>length);
      at += 8;
    }
  }
  assignCodes(workspace, slot, longest);
  return longest;
}

/** Pairs (u32 count, u32 symbol) of the symbols that occur, by ascending count. Returns how many there are. */
function sortSymbols(workspace: usize): u32 {
  const counts = workspace + E_COUNTS;
  const sorted = workspace + E_SORTED;
  let used: u32 = 0;
  for (let symbol: u32 = 0; symbol < 256; symbol++) {
    const count = load<u32>(counts + (symbol << 2));
    if (count == 0) continue;
    const place = sorted + (used++ << 3);
    store<u32>(place, count);
    store<u32>(place, symbol, 4);
  }
  // Shell's sort: gaps 57, 23, 10, 4, 1.
  for (let gap: u32 = 57; gap > 0; gap = gap == 57 ? 23 : gap == 23 ? 10 : gap == 10 ? 4 : gap == 4 ? 1 : 0) {
    for (let i = gap; i < used; i++) {
      const pair = load<u64>(sorted + (i << 3));
      let j = i;
      for (; j >= gap && load<u32>(sorted + ((j - gap) << 3)) > <u32>pair; j -= gap) {
        store<u64>(sorted + (j << 3), load<u64>(sorted + ((j - gap) << 3)));
      }
      store<u64>(sorted + (j << 3), pair);
    }
  }
  return used;
}

/**
 * Replaces counts by depths in an optimal tree, in place (Moffat and Katajainen): first counts become those of inner
 * nodes and then numbers of their parents, then parents become depths, then those of inner nodes those of leaves.
 */
function measureDepths(sorted: usize, used: u32): void {
  let root: u32 = 0;
  let leaf: u32 = 0;
  for (let next: u32 = 0; next < used - 1; next++) {
    let sum: u32 = 0;
    for (let child = 0; child < 2; child++) {
      if (leaf >= used || (root < next && value(sorted, root) < value(sorted, leaf))) {
        sum += value(sorted, root);
        setValue(sorted, root++, next);
      } else {
        sum += value(sorted, leaf++);
      }
    }
    setValue(sorted, next, sum);
  }
  setValue(sorted, used - 2, 0);
  for (let next = <i32>used - 3; next >= 0; next--) setValue(sorted, next, value(sorted, value(sorted, next)) + 1);
  let available: i32 = 1;
  let inner: i32 = 0;
  let depth: u32 = 0;
  let node = <i32>used - 2;
  let next = <i32>used - 1;
  while (available > 0) {
    while (node >= 0 && value(sorted, node) == depth) {
      inner++;
      node--;
    }
    while (available > inner) {
      setValue(sorted, next--, depth);
      available--;
    }
    available = 2 * inner;
    depth++;
    inner = 0;
  }
}

@inline
function value(sorted: usize, index: u32): u32 {
  return load<u32>(sorted + (index << 3));
}

@inline
function setValue(sorted: usize, index: u32, to: u32): void {
  store<u32>(sorted + (index << 3), to);
}

/**
 * Counts the codes of each length, u32 each at E_SCRATCH, with none longer than MAX_LENGTH. Each code that is too long
 * takes the place of a shorter one, which gets longer by a bit. Returns the longest length.
 */
function limitDepths(workspace: usize, sorted: usize, used: u32): u32 {
  const numbers = workspace + E_SCRATCH;
  memory.fill(numbers, 0, 64);
  let room: i32 = 1 << MAX_LENGTH;
  for (let i: u32 = 0; i < used; i++) {
    const length = min(value(sorted, i), MAX_LENGTH);
    const place = numbers + (length << 2);
    store<u32>(place, load<u32>(place) + 1);
    room -= 1 << (MAX_LENGTH - length);
  }
  while (room < 0) {
    let length = MAX_LENGTH - 1;
    while (load<u32>(numbers + (length << 2)) == 0) length--;
    const place = numbers + (length << 2);
    store<u32>(place, load<u32>(place) - 1);
    store<u32>(place, load<u32>(place, 4) + 1, 4);
    room += 1 << (MAX_LENGTH - 1 - length);
  }
  // What was freed beyond need shortens the longest codes.
  for (let length = MAX_LENGTH; room > 0 && length > 1; length--) {
    const place = numbers + (length << 2);
    while (load<u32>(place) > 0 && room >= 1 << (MAX_LENGTH - length)) {
      store<u32>(place, load<u32>(place) - 1);
      store<u32>(place - 4, load<u32>(place - 4) + 1);
      room -= 1 << (MAX_LENGTH - length);
    }
  }
  let longest = MAX_LENGTH;
  while (load<u32>(numbers + (longest << 2)) == 0) longest--;
  return longest;
}

/** Codes ascend from the longest to the shortest, and by symbol among equals. */
function assignCodes(workspace: usize, slot: usize, longest: u32): void {
  const numbers = workspace + E_SCRATCH;
  let code: u32 = 0;
  for (let length = longest; length > 0; length--) {
    const place = numbers + (length << 2);
    const count = load<u32>(place);
    store<u32>(place, code);
    code = (code + count) >> 1;
  }
  for (let symbol: u32 = 0; symbol < 256; symbol++) {
    const length = <u32>load<u8>(slot + TREE_LENGTHS + symbol);
    if (length == 0) continue;
    const place = numbers + (length << 2);
    const own = load<u32>(place);
    store<u32>(place, own + 1);
    store<u64>(slot + (symbol << 3), ((<u64>own) << (<u64>(64 - length))) | <u64>length);
  }
}

/** Bits of all symbols in E_COUNTS, or `u32.MAX_VALUE` if the tree lacks one. */
export function treeCost(workspace: usize, slot: usize): u32 {
  let cost: u32 = 0;
  for (let symbol: u32 = 0; symbol < 256; symbol++) {
    const count = load<u32>(workspace + E_COUNTS + (symbol << 2));
    const length = <u32>load<u8>(slot + TREE_LENGTHS + symbol);
    if (count != 0 && length == 0) return u32.MAX_VALUE;
    cost += count * length;
  }
  return cost;
}

/** Writes the description of a tree. Returns the bytes it took, or 0 if it cannot be described. */
export function writeTree(workspace: usize, slot: usize, longest: u32, target: usize): usize {
  // Weights of all symbols but the last, at E_SORTED.
  const weights = workspace + E_SORTED;
  let last: u32 = 255;
  while (load<u8>(slot + TREE_LENGTHS + last) == 0) last--;
  for (let symbol: u32 = 0; symbol < last; symbol++) {
    const length = <u32>load<u8>(slot + TREE_LENGTHS + symbol);
    store<u8>(weights + symbol, length == 0 ? 0 : <u8>(longest + 1 - length));
  }
  const packed = packWeights(workspace, weights, last, target + 1);
  if (packed != 0 && packed < 128 && (packed < (last + 1) >> 1 || last > 128)) {
    store<u8>(target, <u8>packed);
    return packed + 1;
  }
  if (last > 128) return 0;
  store<u8>(target, <u8>(127 + last));
  store<u8>(weights + last, 0);
  for (let i: u32 = 0; i < last; i += 2) {
    store<u8>(target + 1 + (i >> 1), (load<u8>(weights + i) << 4) | load<u8>(weights + i + 1));
  }
  return 1 + ((last + 1) >> 1);
}

/** Codes the weights by two states in turn. Returns the bytes, 0 if there is nothing to gain. */
function packWeights(workspace: usize, weights: usize, count: u32, target: usize): usize {
  const slot = workspace + E_WEIGHT_TABLE;
  const counts = workspace + E_SCRATCH + 1536;
  memory.fill(counts, 0, 64);
  let symbols: u32 = 0;
  let most: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const weight = <u32>load<u8>(weights + i);
    const place = counts + (weight << 2);
    const number = load<u32>(place) + 1;
    store<u32>(place, number);
    symbols = max(symbols, weight + 1);
    most = max(most, number);
  }
  if (count < 3 || most == count || most == 1) return 0;
  distributeStates(slot, counts, symbols, count, tableLog(MAX_WEIGHT_LOG, count, symbols), false);
  let at = target + writeDistribution(slot, symbols, target);
  buildEncodingTable(workspace, slot, symbols);
  const log = load<u32>(slot);
  // The first weight belongs to the state that is read first, the others alternate.
  let i = count - 1;
  let state = firstState(slot, <u32>load<u8>(weights + i--));
  let other = firstState(slot, <u32>load<u8>(weights + i));
  let bits: u64 = 0;
  let filled: u32 = 0;
  while (i > 0) {
    const weight = <u32>load<u8>(weights + --i);
    const width = stateBits(slot, state, weight);
    bits |= (<u64>(state & ((1 << width) - 1))) << (<u64>filled);
    filled += width;
    const following = nextState(slot, state, weight, width);
    state = other;
    other = following;
    store<u64>(at, bits);
    at += filled >> 3;
    bits >>= <u64>(filled & ~7);
    filled &= 7;
  }
  // `other` took the first weight: it is read first, so it is written last.
  const mask: u32 = (1 << log) - 1;
  bits |= (<u64>(state & mask)) << (<u64>filled);
  filled += log;
  bits |= (<u64>(other & mask)) << (<u64>filled);
  return closeBits(at, bits, filled + log) - target;
}
