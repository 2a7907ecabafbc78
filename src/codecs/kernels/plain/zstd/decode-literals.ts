/** The literals of a block (RFC 8878, 3.1.1.3.1): as they are, one byte repeated, or coded by a Huffman tree. */
import { ZSTD_ERRORS, zstdError } from "../../zstd-errors.ts";
import type { BlockFormat, BlockState } from "./decode-block.ts";
import { MAX_BLOCK } from "./frame-header.ts";
import { decodeStreams } from "./huffman-streams.ts";

export interface LiteralsHeader {
  /** Coded ones bring a tree along, or are coded by the last one. */
  readonly kind: "stored" | "constant" | "with tree" | "with last tree";
  /** Where the header ends. */
  readonly start: number;
  /** How many literals there are, and bytes that hold them. */
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
