/** The literals of a block (RFC 8878, 3.1.1.3.1): as they are, one byte repeated, or coded by a Huffman tree. */
import { countBytes } from "./count-bytes";
import { buildTree, treeCost, writeTree } from "./encode-tree";
import {
  E_CHANGES,
  E_COUNTS,
  E_LITERALS_AT,
  E_LITERALS_LENGTH,
  E_RAW_LITERALS,
  E_SEQUENCES,
  E_SEQUENCES_END,
  E_SLOTS,
} from "./encode-workspace";

const RAW: u32 = 0;
const REPEATED: u32 = 1;
const WITH_TREE: u32 = 2;
const SAME_TREE: u32 = 3;

/** Fewer literals are not worth a tree, not even an old one. */
const LEAST_FOR_TREE: u32 = 64;
const LEAST_FOR_SAME: u32 = 8;
/** From so many on there are four streams. */
const FOUR_STREAMS: u32 = 256;

/** So many literals, and so many for each sequence, are suspected to be noise: two samples are counted first. */
const SUSPECT_LENGTH: u32 = 40960;
const SUSPECT_RATIO: u32 = 20;
const SAMPLE: u32 = 4096;

/** Writes the literals. Returns where they end, or 0 if there are no sequences and the literals do not get shorter. */
export function encodeLiterals(workspace: usize, target: usize): usize {
  const literals = <usize>load<u32>(workspace + E_LITERALS_AT);
  const length = load<u32>(workspace + E_LITERALS_LENGTH);
  const sequences = (load<u32>(workspace + E_SEQUENCES_END) - <u32>(workspace + E_SEQUENCES)) >> 3;
  const end = encodeIfShorter(workspace, literals, length, length / SUSPECT_RATIO >= sequences, target);
  if (end != 0) return end;
  return sequences == 0 ? 0 : writeStored(target, literals, length, RAW);
}

/** Are the first and last bytes spread so evenly that no code is shorter? */
function looksLikeNoise(workspace: usize, literals: usize, length: u32): bool {
  countBytes(workspace, literals, SAMPLE);
  if (mostFrequent(workspace) > (SAMPLE >> 7) + 4) return false;
  countBytes(workspace, literals + length - SAMPLE, SAMPLE);
  return mostFrequent(workspace) <= (SAMPLE >> 7) + 4;
}

/** Writes the literals if that is shorter than storing them. Returns where they end, or 0. */
function encodeIfShorter(workspace: usize, literals: usize, length: u32, suspect: bool, target: usize): usize {
  const slots = workspace + E_SLOTS;
  const canRepeat = load<u32>(slots, 8) != 0;
  const least = canRepeat ? LEAST_FOR_SAME : LEAST_FOR_TREE;
  if (load<u32>(workspace + E_RAW_LITERALS) != 0 || length < least) return 0;
  if (suspect && length >= SUSPECT_LENGTH && looksLikeNoise(workspace, literals, length)) return 0;
  countBytes(workspace, literals, length);
  const most = mostFrequent(workspace);
  if (most == length) return writeStored(target, literals, length, REPEATED);
  if (most <= (length >> 7) + 4) return 0;
  // Headers have 3 bytes, and one more for each of these.
  const header: usize = 3 + (length >= 1024 ? 1 : 0) + (length >= 16384 ? 1 : 0);
  const worth = length - (length >> 6) - 2;
  const streams: u32 = length < FOUR_STREAMS ? 1 : 4;
  const jumps: u32 = streams == 1 ? 1 : 6 + 4;
  let cost = u32.MAX_VALUE;
  if (canRepeat) {
    const bits = treeCost(workspace, <usize>load<u32>(slots));
    if (bits != u32.MAX_VALUE) cost = (bits >> 3) + jumps;
  }
  let slot = <usize>load<u32>(slots);
  let type = SAME_TREE;
  let described: usize = 0;
  if (length >= LEAST_FOR_TREE) {
    const fresh = <usize>load<u32>(slots, 4);
    const longest = buildTree(workspace, fresh);
    described = writeTree(workspace, fresh, longest, target + header);
    const freshCost = (treeCost(workspace, fresh) >> 3) + jumps + <u32>described;
    if (described != 0 && freshCost < cost) {
      cost = freshCost;
      slot = fresh;
      type = WITH_TREE;
    }
  }
  if (cost >= worth) return 0;
  if (type == SAME_TREE) described = 0;
  else store<u8>(workspace + E_CHANGES, 1);
  const end =
    streams == 1
      ? encodeStream(slot, literals, length, target + header + described)
      : encodeFourStreams(slot, literals, length, target + header + described);
  writeHeader(target, type, streams, length, <u32>(end - target - header), header);
  return end;
}

function mostFrequent(workspace: usize): u32 {
  let most: u32 = 0;
  for (let symbol: u32 = 0; symbol < 256; symbol++) most = max(most, load<u32>(workspace + E_COUNTS + (symbol << 2)));
  return most;
}

function writeStored(target: usize, literals: usize, length: u32, type: u32): usize {
  let at = target;
  if (length < 32) {
    store<u8>(at, <u8>(type | (length << 3)));
    at += 1;
  } else if (length < 4096) {
    store<u16>(at, <u16>(type | (1 << 2) | (length << 4)));
    at += 2;
  } else {
    store<u32>(at, type | (3 << 2) | (length << 4));
    at += 3;
  }
  if (type == REPEATED) {
    store<u8>(at, load<u8>(literals));
    return at + 1;
  }
  memory.copy(at, literals, length);
  return at + length;
}

function writeHeader(target: usize, type: u32, streams: u32, length: u32, stored: u32, header: usize): void {
  if (header == 3) {
    const format: u32 = streams == 1 ? 0 : 1;
    const bits = type | (format << 2) | (length << 4) | (stored << 14);
    store<u16>(target, <u16>bits);
    store<u8>(target, <u8>(bits >> 16), 2);
  } else if (header == 4) {
    store<u32>(target, type | (2 << 2) | (length << 4) | (stored << 18));
  } else {
    store<u32>(target, type | (3 << 2) | (length << 4) | (stored << 22));
    store<u8>(target, <u8>(stored >> 10), 4);
  }
}

function encodeFourStreams(slot: usize, literals: usize, length: u32, target: usize): usize {
  const part: usize = (length + 3) >> 2;
  const stream1 = target + 6;
  const stream2 = encodeStream(slot, literals, part, stream1);
  store<u16>(target, <u16>(stream2 - stream1));
  const stream3 = encodeStream(slot, literals + part, part, stream2);
  store<u16>(target, <u16>(stream3 - stream2), 2);
  const stream4 = encodeStream(slot, literals + part * 2, part, stream3);
  store<u16>(target, <u16>(stream4 - stream3), 4);
  return encodeStream(slot, literals + part * 3, <usize>length - part * 3, stream4);
}

/**
 * Codes the symbols from the last to the first. The word is filled from its highest bit: a code moves what is there
 * down and takes the highest places. The code's length in the lowest byte of an entry stays below the valid bits as
 * long as these are no more than 56: four codes and a rest of 7.
 */
function encodeStream(slot: usize, source: usize, length: usize, target: usize): usize {
  let at = source + length;
  let output = target;
  let word: u64 = 0;
  let filled: u64 = 0;
  for (let rest = length & 3; rest > 0; rest--) {
    const entry = load<u64>(slot + ((<usize>load<u8>(--at)) << 3));
    word = (word >> entry) | entry;
    filled += entry & 255;
  }
  if (filled != 0) {
    store<u64>(output, word >> (64 - filled));
    output += <usize>(filled >> 3);
    filled &= 7;
  }
  while (at != source) {
    at -= 4;
    const symbols = load<u32>(at);
    let entry = load<u64>(slot + ((symbols >> 24) << 3));
    word = (word >> entry) | entry;
    filled += entry;
    entry = load<u64>(slot + (((symbols >> 16) & 255) << 3));
    word = (word >> entry) | entry;
    filled += entry;
    entry = load<u64>(slot + (((symbols >> 8) & 255) << 3));
    word = (word >> entry) | entry;
    filled += entry;
    entry = load<u64>(slot + ((symbols & 255) << 3));
    word = (word >> entry) | entry;
    filled = (filled + entry) & 255;
    // Whole bytes go out, their bits are the lowest of the valid ones.
    store<u64>(output, word >> (64 - filled));
    output += <usize>(filled >> 3);
    filled &= 7;
  }
  // The end mark, and what is left.
  const bits = filled == 0 ? 1 : (word >> (64 - filled)) | ((<u64>1) << filled);
  store<u64>(output, bits);
  return output + <usize>((filled + 8) >> 3);
}
