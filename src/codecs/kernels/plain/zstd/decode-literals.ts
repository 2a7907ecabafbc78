/** The literals of a block (RFC 8878, 3.1.1.3.1): as they are, one byte repeated, or coded by a Huffman tree. */
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";
import { type BackwardBits, backwardBits } from "./backward-bits.ts";
import type { BlockState } from "./decode-block.ts";
import { MAX_BLOCK } from "./frame-header.ts";
import { readTree, TREE_BITS } from "./huffman-tree.ts";

const RAW = 0;
const WITH_TREE = 2;

export interface Literals {
  readonly literals: Uint8Array;
  /** Where they end in the block. */
  readonly end: number;
}

export function decodeLiterals(bytes: Uint8Array, at: number, end: number, state: BlockState): Literals {
  const first = bytes[at]!;
  const type = first & 3;
  const format = (first >> 2) & 3;
  if (type >= WITH_TREE) return decodeCoded(bytes, at, end, state, type === WITH_TREE, format);
  const header = format === 1 ? 2 : format === 3 ? 3 : 1;
  if (at + header > end) throw zstdError(ZSTD_ERRORS.badLiterals);
  const start = at + header;
  const field = first | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  const size = header === 1 ? first >> 3 : header === 2 ? (field & 0xffff) >> 4 : field >> 4;
  const stored = type === RAW ? size : 1;
  if (size > MAX_BLOCK || start + stored > end) throw zstdError(ZSTD_ERRORS.badLiterals);
  const literals = type === RAW ? bytes.subarray(start, start + size) : new Uint8Array(size).fill(bytes[start]!);
  return { literals, end: start + stored };
}

function decodeCoded(
  bytes: Uint8Array,
  at: number,
  end: number,
  state: BlockState,
  withTree: boolean,
  format: number,
): Literals {
  const header = format < 2 ? 3 : format + 2;
  if (at + header > end) throw zstdError(ZSTD_ERRORS.badLiterals);
  // Two numbers of this width, behind 4 bits.
  const width = format < 2 ? 10 : format === 2 ? 14 : 18;
  const low = (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 4;
  const size = low & ((1 << width) - 1);
  const high = low >>> width;
  const stored = (width === 18 ? high | (bytes[at + 4]! << 10) : high) & ((1 << width) - 1);
  const start = at + header;
  const stop = start + stored;
  if (size === 0 || size > MAX_BLOCK || stop > end) throw zstdError(ZSTD_ERRORS.badLiterals);
  let content = start;
  if (withTree) {
    const { tree, end: described } = readTree(bytes, start, stop);
    state.tree = tree;
    content = described;
  }
  if (state.tree === undefined) throw zstdError(ZSTD_ERRORS.badLiterals);
  const literals = new Uint8Array(size);
  if (format === 0) decodeStream(state.tree, backwardBits(bytes, content, stop), literals);
  else decodeFourStreams(state.tree, bytes, content, stop, literals);
  return { literals, end: stop };
}

/** Four streams, each but the last of (size + 3) / 4 symbols; their lengths but the last, u16 each, come first. */
function decodeFourStreams(tree: Uint16Array, bytes: Uint8Array, at: number, end: number, literals: Uint8Array): void {
  const size = literals.byteLength;
  const part = (size + 3) >> 2;
  if (end - at < 10 || size < 6 || part * 3 > size) throw zstdError(ZSTD_ERRORS.badHuffmanStream);
  let start = at + 6;
  for (let i = 0; i < 4; i++) {
    const stop = i === 3 ? end : start + (bytes[at + 2 * i]! | (bytes[at + 2 * i + 1]! << 8));
    if (stop > end) throw zstdError(ZSTD_ERRORS.badHuffmanStream);
    decodeStream(tree, backwardBits(bytes, start, stop), literals.subarray(i * part, i === 3 ? size : (i + 1) * part));
    start = stop;
  }
}

const INDEX_MASK = (1 << TREE_BITS) - 1;

/** Fills `target` with the symbols of a stream, which must end with them. */
function decodeStream(tree: Uint16Array, { view, left: bits }: BackwardBits, target: Uint8Array): void {
  let left = bits;
  const length = target.byteLength;
  let at = 0;
  for (; at < length && left >= TREE_BITS; at++) {
    const lowest = left - TREE_BITS;
    const entry = tree[(view.getInt32(lowest >> 3, true) >>> (lowest & 7)) & INDEX_MASK]!;
    target[at] = entry >> 8;
    left -= entry & 255;
  }
  for (; at < length; at++) {
    if (left <= 0) throw zstdError(ZSTD_ERRORS.badHuffmanStream);
    // Behind the start of the stream, zeros fill the index up.
    const entry = tree[(view.getUint16(0, true) << (TREE_BITS - left)) & INDEX_MASK]!;
    target[at] = entry >> 8;
    left -= entry & 255;
  }
  if (left !== 0) throw zstdError(ZSTD_ERRORS.badHuffmanStream);
}
