/** The literals of a block (RFC 8878, 3.1.1.3.1): stored, one byte repeated, or coded by a Huffman tree. */
import { ZSTD_ERRORS, zstdError } from "../../zstd/errors.ts";
import { type BackwardBits, backwardBits } from "./backward-bits.ts";
import type { BlockFormat, BlockState } from "./decode-block.ts";
import { MAX_BLOCK } from "./frame-header.ts";
import { TREE_BITS } from "./huffman-tree.ts";

export interface LiteralsHeader {
  /** Coded literals come with a tree, or use the last one. */
  readonly kind: "stored" | "constant" | "with tree" | "with last tree";
  /** Where the header ends. */
  readonly start: number;
  /** The number of literals, and of the bytes that hold them. */
  readonly size: number;
  readonly stored: number;
  readonly streams: 1 | 4;
}

export interface Literals {
  readonly literals: Uint8Array;
  /** Where they end in the block. */
  readonly end: number;
}

export function decodeLiterals(
  bytes: Uint8Array,
  at: number,
  end: number,
  state: BlockState,
  format: BlockFormat,
): Literals {
  const { kind, start, size, stored, streams } = format.readLiteralsHeader(bytes, at, end);
  const stop = start + stored;
  if (size > MAX_BLOCK || stop > end) throw zstdError(ZSTD_ERRORS.badLiterals);
  if (kind === "stored") return { literals: bytes.subarray(start, stop), end: stop };
  if (kind === "constant") return { literals: new Uint8Array(size).fill(bytes[start]!), end: stop };
  if (size === 0) throw zstdError(ZSTD_ERRORS.badLiterals);
  let content = start;
  if (kind === "with tree") ({ tree: state.tree, end: content } = format.readTree(bytes, start, stop));
  if (state.tree === undefined) throw zstdError(ZSTD_ERRORS.badLiterals);
  return { literals: decodeStreams(state.tree, bytes, content, stop, size, streams), end: stop };
}

/** The header of a block's literals (RFC 8878, 3.1.1.3.1.1): 1 to 5 bytes, numbers little-endian. */
const KINDS = ["stored", "constant", "with tree", "with last tree"] as const;

export function readLiteralsHeader(bytes: Uint8Array, at: number, end: number): LiteralsHeader {
  const first = bytes[at]!;
  const kind = KINDS[first & 3]!;
  const format = (first >> 2) & 3;
  if (kind === "with tree" || kind === "with last tree") {
    const header = format < 2 ? 3 : format + 2;
    if (at + header > end) throw zstdError(ZSTD_ERRORS.badLiterals);
    // Two numbers of this width, after 4 bits.
    const width = format < 2 ? 10 : format === 2 ? 14 : 18;
    const low = (first | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)) >>> 4;
    const size = low & ((1 << width) - 1);
    const high = low >>> width;
    const stored = (width === 18 ? high | (bytes[at + 4]! << 10) : high) & ((1 << width) - 1);
    return { kind, start: at + header, size, stored, streams: format === 0 ? 1 : 4 };
  }
  const header = format === 1 ? 2 : format === 3 ? 3 : 1;
  if (at + header > end) throw zstdError(ZSTD_ERRORS.badLiterals);
  const field = first | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
  const size = header === 1 ? first >> 3 : header === 2 ? (field & 0xffff) >> 4 : field >> 4;
  return { kind, start: at + header, size, stored: kind === "stored" ? size : 1, streams: 1 };
}

/** The `size` symbols that the bytes from `at` to `end` hold. */
function decodeStreams(
  tree: Uint16Array,
  bytes: Uint8Array,
  at: number,
  end: number,
  size: number,
  streams: 1 | 4,
): Uint8Array {
  const symbols = new Uint8Array(size);
  if (streams === 1) decodeStream(tree, backwardBits(bytes, at, end), symbols);
  else decodeFourStreams(tree, bytes, at, end, symbols);
  return symbols;
}

/** Four streams, each but the last of (size + 3) / 4 symbols; their lengths but the last, u16 each, come first. */
function decodeFourStreams(tree: Uint16Array, bytes: Uint8Array, at: number, end: number, symbols: Uint8Array): void {
  const size = symbols.byteLength;
  const part = (size + 3) >> 2;
  if (end - at < 10 || size < 6 || part * 3 > size) throw zstdError(ZSTD_ERRORS.badHuffmanStream);
  let start = at + 6;
  for (let i = 0; i < 4; i++) {
    const stop = i === 3 ? end : start + (bytes[at + 2 * i]! | (bytes[at + 2 * i + 1]! << 8));
    if (stop > end) throw zstdError(ZSTD_ERRORS.badHuffmanStream);
    decodeStream(tree, backwardBits(bytes, start, stop), symbols.subarray(i * part, i === 3 ? size : (i + 1) * part));
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
    // Before the start of the stream, zeros fill the index up.
    const entry = tree[(view.getUint16(0, true) << (TREE_BITS - left)) & INDEX_MASK]!;
    target[at] = entry >> 8;
    left -= entry & 255;
  }
  if (left !== 0) throw zstdError(ZSTD_ERRORS.badHuffmanStream);
}
