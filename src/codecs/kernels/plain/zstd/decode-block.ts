/** A compressed block (RFC 8878, 3.1.1.3): literals, then the sequences that place them. */
import { ZSTD_ERRORS, zstdError } from "../../zstd/errors.ts";
import { makeRoom, type Output } from "./frame-decoder.ts";
import type { Tree } from "./huffman-tree.ts";
import { decodeLiterals, type LiteralsHeader } from "./literals.ts";
import { readSequenceTables, type SequenceTable, type TableMode } from "./sequence-tables.ts";
import { executeSequences, readSequences } from "./sequences.ts";

/** How blocks of earlier releases differ from today's. */
export interface BlockFormat {
  /** The block has at least one byte from `at` on. */
  readLiteralsHeader(bytes: Uint8Array, at: number, end: number): LiteralsHeader;
  readTree(bytes: Uint8Array, at: number, end: number): Tree;
  /** The meaning of the two bits for a table. */
  readonly tableModes: readonly [TableMode, TableMode, TableMode, TableMode];
  /** Converts offsets to the numbers that `executeSequences` uses, if they differ. */
  translateOffsets?(sequences: Uint32Array): void;
}

/** What later blocks of a frame may refer to. */
export interface BlockState {
  /** Where the frame's content begins in the output. */
  readonly frameStart: number;
  /** Where matches may begin: at the frame's content, or at that of its dictionary before it. */
  readonly reach: number;
  /** The last three offsets. */
  repeats: readonly [number, number, number];
  /** For the next 11 bits: code length | symbol << 8. */
  tree: Uint16Array | undefined;
  /** For lengths of literals, offsets and lengths of matches. */
  tables: readonly [SequenceTable, SequenceTable, SequenceTable] | undefined;
}

export function newBlockState(frameStart: number): BlockState {
  return { frameStart, reach: frameStart, repeats: [1, 4, 8], tree: undefined, tables: undefined };
}

/** Decodes the block from `at` to `end` and appends it to `output`. */
export function decodeBlock(
  bytes: Uint8Array,
  at: number,
  end: number,
  state: BlockState,
  output: Output,
  blockLimit: number,
  format: BlockFormat,
): void {
  const { literals, end: header } = decodeLiterals(bytes, at, end, state, format);
  const { count, end: modes } = readSequenceCount(bytes, header, end);
  if (count === 0) {
    if (modes !== end) throw zstdError(ZSTD_ERRORS.badSequences);
    if (literals.byteLength > blockLimit) throw zstdError(ZSTD_ERRORS.blockTooLong);
    makeRoom(output, literals.byteLength);
    output.bytes.set(literals, output.length);
    output.length += literals.byteLength;
    return;
  }
  const { tables, end: stream } = readSequenceTables(bytes, modes, end, state.tables, format.tableModes);
  state.tables = tables;
  makeRoom(output, Math.min(blockLimit, output.limit - output.length));
  const sequences = readSequences(bytes, stream, end, count, tables);
  format.translateOffsets?.(sequences);
  executeSequences(sequences, literals, state, output, blockLimit);
}

function readSequenceCount(bytes: Uint8Array, at: number, end: number): { count: number; end: number } {
  if (at >= end) throw zstdError(ZSTD_ERRORS.badSequences);
  const first = bytes[at]!;
  if (first < 128) return { count: first, end: at + 1 };
  const length = first === 255 ? 3 : 2;
  if (at + length > end) throw zstdError(ZSTD_ERRORS.badSequences);
  const count =
    first === 255 ? (bytes[at + 1]! | (bytes[at + 2]! << 8)) + 0x7f00 : ((first - 128) << 8) | bytes[at + 1]!;
  return { count, end: at + length };
}
