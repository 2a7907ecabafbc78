/**
 * The decoder's workspace: everything it remembers, at fixed distances from one pointer. The module has no data of its
 * own, so that it runs over any memory: several workspaces in one memory, or beside another module.
 *
 * An entry of a table is a word:
 *
 *   bits 0-5    how many bits the code takes, its extra bits included
 *   bit  6      NOT_LITERAL
 *   bit  7      EXCEPTIONAL: the end of the block, a code that stands for nothing, or a way into a second table
 *   bits 8-13   how many bits the code takes without its extra bits; of a second table: how many bits choose in it
 *   bit  14     literals: there are two (TWO); exceptional: a way into a second table (SECOND)
 *   bits 16-31  one literal or two, the smallest length or distance, or where the second table begins (in entries)
 */
export const NOT_LITERAL: u32 = 0x40;
export const EXCEPTIONAL: u32 = 0x80;
export const TWO: u32 = 0x4000;
export const SECOND: u32 = 0x4000;
/** Its value is 0: the end of the block. */
export const END_OF_BLOCK: u32 = NOT_LITERAL | EXCEPTIONAL;
/** Its value is 1: a code that stands for nothing. */
export const UNKNOWN: u32 = NOT_LITERAL | EXCEPTIONAL | 0x10000;

/** Bits that choose in the first table of each kind. */
export const LITERAL_BITS: u32 = 11;
export const DISTANCE_BITS: u32 = 8;
export const LENGTH_BITS: u32 = 7;

export const LITERAL_SYMBOLS: u32 = 288;
export const DISTANCE_SYMBOLS: u32 = 32;

// What one part of the decoder leaves to the next.
/** The next byte of the input, and its end. */
export const NEXT: usize = 0;
export const SOURCE_END: usize = 4;
/** Bits that were fetched (u64), the first in the lowest, and how many count. */
export const BUFFER: usize = 8;
export const COUNT: usize = 16;
/** Where the next byte goes, and the region it must stay in. */
export const OUTPUT: usize = 20;
export const TARGET: usize = 24;
export const TARGET_END: usize = 28;
/** How many bytes of the input the last stream took. */
export const USED: usize = 32;

// Constants, made once.
/** Row d repeats the numbers 0 .. d-1: swizzling with it spreads a pattern of d bytes over a vector. */
export const PATTERNS: usize = 256;
/** The largest multiple of d that fits into a vector. */
export const STEPS: usize = PATTERNS + 17 * 16;
/** Entries of all symbols, but for the bits of their codes. */
export const LITERAL_ENTRIES: usize = STEPS + 16;
export const DISTANCE_ENTRIES: usize = LITERAL_ENTRIES + LITERAL_SYMBOLS * 4;
export const LENGTH_ENTRIES: usize = DISTANCE_ENTRIES + DISTANCE_SYMBOLS * 4;
export const FIXED_LITERALS: usize = LENGTH_ENTRIES + 32 * 4;
export const FIXED_DISTANCES: usize = FIXED_LITERALS + (4 << LITERAL_BITS);

// While tables are made.
/** Lengths of the codes of literals and distances, one after the other. */
export const LENGTHS: usize = FIXED_DISTANCES + (4 << DISTANCE_BITS);
export const LENGTHS_OF_LENGTHS: usize = LENGTHS + 320;
export const COUNTS: usize = LENGTHS_OF_LENGTHS + 32;
/** Symbols by the length of their codes (u16). */
export const SORTED: usize = COUNTS + 16 * 4;

// Tables of the block. No complete code of so many symbols needs more room (2342 and 402 entries), and it is checked.
export const LITERAL_ROOM: u32 = 2560;
export const DISTANCE_ROOM: u32 = 512;
export const LENGTH_TABLE: usize = SORTED + LITERAL_SYMBOLS * 2;
export const LITERAL_TABLE: usize = LENGTH_TABLE + (4 << LENGTH_BITS);
export const DISTANCE_TABLE: usize = LITERAL_TABLE + LITERAL_ROOM * 4;

export const WORKSPACE_SIZE: usize = DISTANCE_TABLE + DISTANCE_ROOM * 4;
