/** Kinds of tokens. Punctuation is represented by its own byte, which is larger than any of these. */

export const END = 0;
export const NAME = 1;
export const INTEGER = 2;
export const REAL = 3;
export const TEXT = 4;
export const CHARACTER = 5;

export const LEFT = 0x28;
export const RIGHT = 0x29;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const SEMICOLON = 0x3b;
export const EQUALS = 0x3d;
export const OPEN = 0x7b;
export const CLOSE = 0x7d;
