/** The state that one encoder keeps from block to block of a frame, as offsets into a region of the caller's. */
import { MAX_BLOCK, SLACK } from "./memory-layout";

/** Three u32, as the decoder will know them. */
export const REPEATED: usize = 0;
/** How to search (see search-matches.ts), u32 each. */
export const HASH_LOG: usize = 12;
export const CHAIN_LOG: usize = 16;
export const DEPTH: usize = 20;
export const LAZY: usize = 24;
export const WINDOW: usize = 28;
export const STEP: usize = 32;
export const FRAME_START: usize = 36;
/** The first position that is not in the chains yet. */
export const NEXT_INSERT: usize = 40;
export const SEQUENCE_COUNT: usize = 44;
export const LITERAL_COUNT: usize = 48;
/** Where the hash table lies, and the chains behind it. */
export const HASH_TABLE: usize = 52;
export const CHAIN_TABLE: usize = 56;

/** u32 literal length, u32 offset as it is coded, u32 match length: twelve bytes a sequence. */
export const SEQUENCE_SIZE: u32 = 12;
/** Matches are at least 4 bytes long, but for those that repeat an offset in place of literals, which are as well. */
export const MAX_SEQUENCES: usize = MAX_BLOCK / 4 + 1;
export const SEQUENCES: usize = 64;
/** One byte each: the codes of literal length, offset and match length of a sequence. */
export const CODES: usize = SEQUENCES + MAX_SEQUENCES * 12;
export const LITERALS: usize = CODES + MAX_SEQUENCES * 4;
/** u32 a symbol. */
export const HISTOGRAM: usize = LITERALS + MAX_BLOCK + SLACK;
/** A distribution (i16 a symbol), and what `spreadSymbols` writes, at the places where the decoder's state has them. */
export const SPREAD: usize = HISTOGRAM + 256 * 4;
export const SPREAD_SIZE: usize = 256 * 2 + 256 * 2 + 512;
/** Encoding tables of literal lengths, offsets, match lengths and Huffman weights. */
export const TABLE_SIZE: usize = 512 * 2 + 64 * 8;
export const TABLES: usize = SPREAD + SPREAD_SIZE;
/** Huffman: code lengths (u8) and codes (u16) of 256 symbols, and room to build a tree. */
export const CODE_LENGTHS: usize = TABLES + TABLE_SIZE * 4;
export const CODE_WORDS: usize = CODE_LENGTHS + 256;
export const TREE: usize = CODE_WORDS + 512;
export const TREE_SIZE: usize = 512 * 8 + 256 * 2;
/** Codes of short lengths: u8 for literal lengths below 64 and match lengths below 128 + 3. */
export const SHORT_LENGTHS: usize = TREE + TREE_SIZE;
export const SHORT_MATCHES: usize = SHORT_LENGTHS + 64;
export const STATE_SIZE: usize = SHORT_MATCHES + 128 + SLACK;
