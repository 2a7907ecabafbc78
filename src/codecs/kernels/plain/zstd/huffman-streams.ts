/** Literals that are coded by a Huffman tree, in one stream or in four (RFC 8878, 3.1.1.3.1.6). */
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";
import { type BackwardBits, backwardBits } from "./backward-bits.ts";
import { TREE_BITS } from "./huffman-tree.ts";

/** The `size` symbols that the bytes from `at` to `end` hold. */
export function decodeStreams(
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
    // Behind the start of the stream, zeros fill the index up.
    const entry = tree[(view.getUint16(0, true) << (TREE_BITS - left)) & INDEX_MASK]!;
    target[at] = entry >> 8;
    left -= entry & 255;
  }
  if (left !== 0) throw zstdError(ZSTD_ERRORS.badHuffmanStream);
}
