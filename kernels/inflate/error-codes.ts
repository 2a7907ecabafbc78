/**
 * What can be wrong with a stream. Functions return a length, or one of these; src/codecs/kernels/inflate-errors.ts
 * holds the words for them.
 */
export const TRUNCATED: i32 = -1;
export const BAD_BLOCK_TYPE: i32 = -2;
export const BAD_STORED_LENGTH: i32 = -3;
export const TOO_MANY_SYMBOLS: i32 = -4;
export const BAD_LENGTH_CODE: i32 = -5;
export const NOTHING_TO_REPEAT: i32 = -6;
export const TOO_MANY_LENGTHS: i32 = -7;
export const NO_END: i32 = -8;
export const BAD_LITERAL_CODE: i32 = -9;
export const BAD_DISTANCE_CODE: i32 = -10;
export const UNKNOWN_CODE: i32 = -11;
export const BAD_DISTANCE: i32 = -12;
export const OUTPUT_TOO_LONG: i32 = -13;
