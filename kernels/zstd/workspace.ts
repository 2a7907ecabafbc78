/**
 * The decoder's workspace: everything it remembers between blocks, at fixed distances from one pointer. The module has
 * no data of its own, so that it runs over any memory: several workspaces in one memory, or beside another module.
 *
 * Sequence tables hold 8 bytes for each state: u8 bits of the next state, u8 extra bits of the value, u16 byte distance
 * of the next state's smallest entry in the table, u32 smallest value.
 */

// Scalars.
export const REPEAT_1: usize = 0;
export const REPEAT_2: usize = 4;
export const REPEAT_3: usize = 8;
/** 1 if this frame had a Huffman tree. */
export const HAS_TREE: usize = 12;
/** 1 if this frame had sequences, whose tables may be repeated. */
export const HAS_TABLES: usize = 16;
/** Bits of the first state of each table: lengths of literals, offsets, lengths of matches. */
export const TABLE_LOGS: usize = 32;
/** Where the literals of the block lie, and how many there are. */
export const LITERALS_AT: usize = 44;
export const LITERALS_LENGTH: usize = 48;
/** 1 if the table of symbol pairs was made for this tree. */
export const HAS_PAIRS: usize = 56;
/** Bits of a table description that was read, see `readDistribution`. */
export const READ_LOG: usize = 60;
export const READ_SYMBOLS: usize = 64;

// What the loops over sequences keep between batches.
export const STREAM: usize = 72;
export const BITS_LEFT: usize = 76;
export const STATE_LITERALS: usize = 80;
export const STATE_OFFSET: usize = 84;
export const STATE_MATCH: usize = 88;
export const OUTPUT: usize = 92;
export const NEXT_LITERAL: usize = 96;
export const LITERALS_END: usize = 100;
export const FRAME_START: usize = 116;
export const FAST_END: usize = 120;

// Constants, made once.
/** Row d repeats the numbers 0 .. d-1: swizzling with it spreads a pattern of d bytes over a vector. */
export const PATTERNS: usize = 256;
/** The largest multiple of d that fits into a vector. */
export const STEPS: usize = PATTERNS + 256;
/** (1 << n) - 1 for n up to 31. */
export const MASKS: usize = STEPS + 64;
/** Smallest value (u32) and extra bits (u32) of every code. */
export const LITERALS_CODES: usize = MASKS + 32 * 4;
export const OFFSET_CODES: usize = LITERALS_CODES + 36 * 8;
export const MATCH_CODES: usize = OFFSET_CODES + 32 * 8;
export const DEFAULT_LITERALS_TABLE: usize = MATCH_CODES + 56 * 8;
export const DEFAULT_OFFSET_TABLE: usize = DEFAULT_LITERALS_TABLE + 64 * 8;
export const DEFAULT_MATCH_TABLE: usize = DEFAULT_OFFSET_TABLE + 32 * 8;

// Tables of the frame.
export const LITERALS_TABLE: usize = DEFAULT_MATCH_TABLE + 64 * 8;
export const OFFSET_TABLE: usize = LITERALS_TABLE + 512 * 8;
export const MATCH_TABLE: usize = OFFSET_TABLE + 256 * 8;
/** For the next 11 bits: u8 code length, and then u8 symbol. Two loads are faster than taking one apart. */
export const LENGTH_TABLE: usize = MATCH_TABLE + 512 * 8;
export const SYMBOL_TABLE: usize = LENGTH_TABLE + 2048;
/** For the next 11 bits: u8 length of both codes, u8 number of symbols, two symbols. */
export const PAIR_TABLE: usize = SYMBOL_TABLE + 2048;

// Scratch memory.
/** Counts of a distribution, i16 each. */
export const COUNTS: usize = PAIR_TABLE + 2048 * 4;
/** Next state of each symbol while a table is built, u16 each. */
export const NEXT_STATES: usize = COUNTS + 256 * 2;
/** Symbols as they are spread over a table. */
export const SPREAD: usize = NEXT_STATES + 256 * 2;
/** Weights of a Huffman tree's symbols. */
export const WEIGHTS: usize = SPREAD + 512 + 32;
/** A batch of sequences: u32 offset, u32 match length, u32 number of literals. */
export const SEQUENCES: usize = WEIGHTS + 256 + 32;
export const BATCH: u32 = 256;
export const SEQUENCE_SIZE: u32 = 12;
export const LITERALS: usize = (SEQUENCES + BATCH * SEQUENCE_SIZE + 63) & ~63;

/** No block decodes to more. */
export const MAX_BLOCK: usize = 128 * 1024;
/** Copies of whole vectors may run so far past their end. */
export const WILD: usize = 32;
export const DECODER_SIZE: usize = (LITERALS + MAX_BLOCK + WILD + 63) & ~63;
