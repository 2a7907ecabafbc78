/**
 * What can be wrong with a frame. Functions return a length, or one of these; src/codecs/kernels/zstd-errors.ts holds
 * the words for them.
 */
export const TRUNCATED: i32 = -1;
export const BAD_MAGIC: i32 = -2;
export const BAD_HEADER: i32 = -3;
export const NEEDS_DICTIONARY: i32 = -4;
export const BAD_BLOCK_HEADER: i32 = -5;
export const BAD_LITERALS: i32 = -6;
export const BAD_HUFFMAN_TREE: i32 = -7;
export const BAD_HUFFMAN_STREAM: i32 = -8;
export const BAD_SEQUENCE_TABLE: i32 = -9;
export const BAD_SEQUENCES: i32 = -10;
export const BAD_OFFSET: i32 = -11;
export const BLOCK_TOO_LONG: i32 = -12;
export const OUTPUT_TOO_LONG: i32 = -13;
export const WRONG_CONTENT_SIZE: i32 = -14;
export const WRONG_CHECKSUM: i32 = -15;
export const WINDOW_TOO_LARGE: i32 = -16;
export const REGION_TOO_LARGE: i32 = -17;
