/** The bytes with a meaning in CDL. */
export const TAB = 0x09;
export const NEWLINE = 0x0a;
export const RETURN = 0x0d;
export const BLANK = 0x20;
export const QUOTE = 0x22;
export const APOSTROPHE = 0x27;
export const STAR = 0x2a;
export const PLUS = 0x2b;
export const MINUS = 0x2d;
export const POINT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const NINE = 0x39;
export const BACKSLASH = 0x5c;
