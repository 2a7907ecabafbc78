/**
 * The state that one decoder keeps from block to block of a frame, as offsets into a region of the caller's:
 * the three repeated offsets, which tables are valid, the tables themselves, and the literals of the current block.
 */

/** No block holds more. */
export const MAX_BLOCK: usize = 128 * 1024;

/** Copies of whole vectors may run this far past the end of literals and output, and reads before input. */
export const SLACK: usize = 64;

export const REPEATED: usize = 0;
/** Accuracy logs of the three tables of sequences, one byte each: literal lengths, offsets, match lengths. */
export const LOGS: usize = 12;
/** Non-zero where the table of the same order may be repeated by a block. */
export const VALID: usize = 15;
/** Width of the Huffman table; 0: there is none. */
export const HUFFMAN_BITS: usize = 18;

/** Tables of sequences: eight bytes a state. */
export const LENGTH_TABLE: usize = 32;
export const OFFSET_TABLE: usize = LENGTH_TABLE + 512 * 8;
export const MATCH_TABLE: usize = OFFSET_TABLE + 256 * 8;
/** Two bytes an entry: symbol, bits. */
export const HUFFMAN_TABLE: usize = MATCH_TABLE + 512 * 8;
/** Short-lived: a distribution of up to 256 symbols (i16), its next states (u16), the symbol of each state (u8). */
export const COUNTS: usize = HUFFMAN_TABLE + 2048 * 2;
export const NEXT: usize = COUNTS + 256 * 2;
export const SYMBOLS: usize = NEXT + 256 * 2;
/** Short-lived: the weights of a Huffman tree, and a small table to decode them. */
export const WEIGHTS: usize = SYMBOLS + 512;
export const WEIGHT_TABLE: usize = WEIGHTS + 256;
export const LITERALS: usize = WEIGHT_TABLE + 64 * 8;
export const STATE_SIZE: usize = LITERALS + MAX_BLOCK + SLACK;
