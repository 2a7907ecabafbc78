/**
 * The encoder's workspace, at fixed distances from one pointer; the tables of the match finders follow it.
 *
 * A Huffman tree and three sequence tables may be repeated by later blocks. Each has two slots: that of the last
 * compressed block, and that of the block at hand, which change places if the block is written compressed.
 */
import { MAX_BLOCK } from "./workspace";

// Scalars.
/** The last three offsets before the block, and those behind it. */
export const E_REPEATS: usize = 0;
export const E_NEXT_REPEATS: usize = 12;
/** Where the literals of the block lie, how many they are, and where its sequences end. */
export const E_LITERALS_AT: usize = 24;
export const E_LITERALS_LENGTH: usize = 40;
export const E_SEQUENCES_END: usize = 28;
/** Address of the sequence with a length of 65536 or more, 0 if there is none; 1 if that is the length of the match. */
export const E_LONG_SEQUENCE: usize = 32;
export const E_LONG_IS_MATCH: usize = 36;
/** For the tree and three tables, 16 bytes each: u32 slot, u32 other slot, u32 1 if it may be repeated. */
export const E_SLOTS: usize = 48;
/** 1 for each of the four if the block at hand has filled the other slot, 2 if what it used cannot be repeated. */
export const E_CHANGES: usize = 112;

// What match finders keep.
export const E_FRAME_START: usize = 128;
export const E_SOURCE_END: usize = 132;
export const E_WINDOW: usize = 136;
export const E_STRATEGY: usize = 140;
export const E_HASH_TABLE: usize = 144;
export const E_HASH_LOG: usize = 148;
export const E_SHORT_TABLE: usize = 152;
export const E_SHORT_LOG: usize = 156;
/** How far a word is shifted left so that only the bytes that are hashed remain. */
export const E_HASH_SHIFT: usize = 160;
export const E_STEP: usize = 164;
export const E_ATTEMPTS: usize = 168;
export const E_DEPTH: usize = 172;
export const E_NEXT_INSERT: usize = 176;
export const E_ROW_HEADS: usize = 184;
export const E_ROW_TAGS: usize = 188;
export const E_ROW_POSITIONS: usize = 192;
export const E_ROW_LOG: usize = 196;
export const E_ROW_SHIFT: usize = 200;
/** Literals are stored as they are. */
export const E_RAW_LITERALS: usize = 180;

// A slot of a tree: for each symbol u64 code (in the highest bits) | length; then u8 lengths.
export const TREE_LENGTHS: usize = 256 * 8;
export const TREE_SLOT: usize = TREE_LENGTHS + 256;
// A slot of a table: u32 log, i16 counts, for each symbol u32, i32 (encode-table.ts), u16 states.
export const TABLE_COUNTS: usize = 4;
export const TABLE_SYMBOLS: usize = 4 + 124;
export const TABLE_STATES: usize = TABLE_SYMBOLS + 56 * 8;
export const TABLE_SLOT: usize = TABLE_STATES + 512 * 2;

export const E_TREE_SLOTS: usize = 256;
export const E_TABLE_SLOTS: usize = E_TREE_SLOTS + 2 * TREE_SLOT;
export const E_DEFAULT_TABLES: usize = E_TABLE_SLOTS + 6 * TABLE_SLOT;
export const E_WEIGHT_TABLE: usize = E_DEFAULT_TABLES + 3 * TABLE_SLOT;

// Constants, made once.
/** 256 * log2(i) for i up to 512, u16 each. */
export const E_LOGARITHMS: usize = E_WEIGHT_TABLE + TABLE_SLOT;
/** Codes of lengths: of literals below 64, of matches (minus 3) below 128. */
export const E_LITERALS_CODE: usize = E_LOGARITHMS + 520 * 2;
export const E_MATCH_CODE: usize = E_LITERALS_CODE + 64;
/** Extra bits of every code. */
export const E_LITERALS_BITS: usize = E_MATCH_CODE + 128;
export const E_MATCH_BITS: usize = E_LITERALS_BITS + 64;

// Scratch memory.
/** Four times 256 counters; the first 256 hold the sums. */
export const E_COUNTS: usize = E_MATCH_BITS + 64;
/** Symbols by count, twice u32 for each. */
export const E_SORTED: usize = E_COUNTS + 4 * 1024;
export const E_SCRATCH: usize = E_SORTED + 2 * 1024;
/** Counts of literals lengths, offsets and match lengths, 64 each. */
export const E_CODE_COUNTS: usize = E_SCRATCH + 2048;
/** u32 offset code, u16 length of literals, u16 length of match - 3. */
export const E_SEQUENCES: usize = E_CODE_COUNTS + 3 * 256;
/** Every match has at least 4 bytes. */
export const MAX_SEQUENCES: usize = MAX_BLOCK / 4 + 8;
/** Codes of each sequence: u8 literals length, u8 offset, u8 match length, u8 0. */
export const E_CODES: usize = E_SEQUENCES + MAX_SEQUENCES * 8;
export const E_LITERALS: usize = E_CODES + MAX_SEQUENCES * 4;
export const E_FINDER_TABLES: usize = (E_LITERALS + MAX_BLOCK + 64 + 63) & ~63;
