/**
 * One compressed block (RFC 8878, 3.1.1.3): literals, then sequences, each of which copies some literals and then a
 * match from what was decoded before. Everything is checked before it is written.
 */
import { decodeSequences } from "./decode-sequences";
import { decodeFourStreams, decodeOneStream, readHuffmanTree } from "./huffman";
import { HUFFMAN_BITS, LITERALS, MAX_BLOCK, REPEATED, SLACK, STATE_SIZE, VALID } from "./memory-layout";

/** The input is broken. */
export const CORRUPT: i32 = -1;
/** The output does not fit. */
export const TOO_LONG: i32 = -2;

const RAW: u32 = 0;
const CONSTANT: u32 = 1;
const COMPRESSED: u32 = 2;

/** Bytes of state that a decoder needs. */
export function decodeStateSize(): usize {
  return STATE_SIZE;
}

/** Forgets the frame before. */
export function beginFrame(state: usize): void {
  store<u32>(state + REPEATED, 1);
  store<u32>(state + REPEATED, 4, 4);
  store<u32>(state + REPEATED, 8, 8);
  memory.fill(state + VALID, 0, 3);
  store<u8>(state + HUFFMAN_BITS, 0);
}

/**
 * Decodes a block to `target`, `room` bytes; matches may reach back to `frameStart`. Returns the decoded length or an
 * error. 64 bytes before `source`, behind it and behind the room must belong to the caller, who does not mind that
 * those behind the room are overwritten.
 */
export function decodeBlock(
  state: usize,
  source: usize,
  length: usize,
  frameStart: usize,
  target: usize,
  room: usize,
): i32 {
  if (length < 2) return CORRUPT;
  const type = <u32>load<u8>(source) & 3;
  const format = (<u32>load<u8>(source) >> 2) & 3;
  const header = load<u32>(source) | (<u64>load<u8>(source, 4) << 32);
  let headerLength: usize;
  let size: usize;
  let stored: usize;
  if (type <= CONSTANT) {
    headerLength = format == 1 ? 2 : format == 3 ? 3 : 1;
    size = <usize>(headerLength == 1 ? (header & 0xff) >> 3 : (header & (headerLength == 2 ? 0xffff : 0xffffff)) >> 4);
    stored = type == RAW ? size : 1;
  } else {
    headerLength = format < 2 ? 3 : format == 2 ? 4 : 5;
    const bits: u64 = format < 2 ? 10 : format == 2 ? 14 : 18;
    const mask: u64 = (1 << bits) - 1;
    size = <usize>((header >> 4) & mask);
    stored = <usize>((header >> (4 + bits)) & mask);
  }
  if (size > MAX_BLOCK || headerLength + stored > length) return CORRUPT;
  const content = source + headerLength;
  let literals = state + LITERALS;
  if (type == RAW) literals = content;
  else if (type == CONSTANT) memory.fill(literals, load<u8>(content), size + SLACK / 2);
  else if (!decodeLiterals(state, content, stored, literals, size, type == COMPRESSED, format == 0)) return CORRUPT;
  const end = source + length;
  return decodeSequences(state, content + stored, end, literals, size, frameStart, target, min(room, MAX_BLOCK), room);
}

function decodeLiterals(
  state: usize,
  source: usize,
  length: usize,
  target: usize,
  size: usize,
  withTree: bool,
  oneStream: bool,
): bool {
  if (withTree) {
    const used = readHuffmanTree(state, source, length);
    if (used < 0) return false;
    source += used;
    length -= used;
  } else if (load<u8>(state + HUFFMAN_BITS) == 0) {
    return false;
  }
  if (oneStream) return decodeOneStream(state, source, length, target, size);
  return decodeFourStreams(state, source, length, target, size);
}
