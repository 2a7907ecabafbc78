/**
 * Keys that end in numbers, such as `air/c/0/12` and `air/0.12`, as a pattern and coordinates. The split does not
 * depend on the array that the key belongs to, and the key can be rebuilt from it: a table of references needs no text
 * per key.
 */
import { encodeUtf8 } from "../../bytes/text/utf8.ts";

const [DOT, SLASH, ZERO, NINE] = [0x2e, 0x2f, 0x30, 0x39] as const;

/** A key as bytes, so that a reader of a file need not create text for it. */
export interface KeyBytes {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly to: number;
}

/** The longest number that is certainly less than 2^32. */
const MOST_DIGITS = 9;

/** The most numbers at the end of a key; earlier ones belong to the name. */
const MOST_NUMBERS = 64;
/** The digits of 2^53. */
const MOST_COORD_DIGITS = 16;

/** Numbers of the key that was split last, and where they begin. A single object is reused, so splitting allocates nothing. */
export interface KeyTail {
  /** Where the numbers begin: everything before is the name. */
  start: number;
  /** How many numbers there are. */
  count: number;
  /** The numbers, in order. */
  readonly numbers: Uint32Array;
  /** One byte between each two numbers: a dot or a slash. */
  readonly separators: Uint8Array;
}

export function keyTail(): KeyTail {
  return { start: 0, count: 0, numbers: new Uint32Array(MOST_NUMBERS), separators: new Uint8Array(MOST_NUMBERS) };
}

/** Splits a key of ASCII or UTF-8 bytes. Returns false if it does not end in numbers. */
export function splitKey(bytes: Uint8Array, from: number, to: number, tail: KeyTail): boolean {
  const start = tailStart(bytes, from, to);
  if (start === to) return false;
  let count = 0;
  for (let at = start; at < to; ) {
    const first = at;
    let number = 0;
    for (; at < to && bytes[at]! >= ZERO && bytes[at]! <= NINE; at++) number = number * 10 + (bytes[at]! - ZERO);
    const digits = at - first;
    // A number with another spelling, such as 007, is a name.
    if (digits === 0 || digits > MOST_DIGITS || (digits > 1 && bytes[first] === ZERO) || count === MOST_NUMBERS) {
      return false;
    }
    tail.numbers[count] = number;
    if (at < to) {
      tail.separators[count] = bytes[at]!;
      at += 1;
      if (at === to) return false;
    }
    count += 1;
  }
  tail.start = start;
  tail.count = count;
  return true;
}

/** The earliest start of a path component from which on there are only digits, dots and slashes. */
function tailStart(bytes: Uint8Array, from: number, to: number): number {
  let start = to;
  for (let at = to - 1; at >= from; at--) {
    const byte = bytes[at]!;
    if (byte === SLASH) start = at + 1;
    else if (byte !== DOT && (byte < ZERO || byte > NINE)) return start;
  }
  return from;
}

/** Returns whether a key that was split has this name and these separators. */
export function isSame(
  { name, separators }: { readonly name: Uint8Array; readonly separators: Uint8Array },
  bytes: Uint8Array,
  from: number,
  tail: KeyTail,
): boolean {
  if (name.byteLength !== tail.start - from || separators.byteLength !== tail.count - 1) return false;
  for (let index = name.byteLength - 1; index >= 0; index--) if (name[index] !== bytes[from + index]) return false;
  for (let index = 0; index < separators.byteLength; index++) {
    if (separators[index] !== tail.separators[index]) return false;
  }
  return true;
}

/** The common part of all keys of one pattern: the name, and the separators between the numbers. */
export function patternOf(name: string, { separators, count }: KeyTail): string {
  let between = "";
  for (let index = 0; index + 1 < count; index++) between += separators[index] === DOT ? "." : "/";
  return `${name}\0${between}`;
}

/** Rebuilds the key. */
export function keyOf(pattern: string, numbers: ArrayLike<number>): string {
  const end = pattern.lastIndexOf("\0");
  let key = pattern.slice(0, end);
  for (let index = 0; index < numbers.length; index++) {
    if (index > 0) key += pattern[end + index];
    key += numbers[index];
  }
  return key;
}

/**
 * The keys of the chunks of one array, as bytes: `path/1.0`, or `path/0` for a scalar. The memory is reused: a key is
 * valid until the next one is requested.
 */
export function chunkKeys(path: string): (coords: ArrayLike<number>) => KeyBytes {
  const start = encodeUtf8(path === "" ? "" : `${path}/`);
  const bytes = new Uint8Array(start.byteLength + MOST_NUMBERS * (MOST_COORD_DIGITS + 1));
  bytes.set(start);
  return (coords) => {
    let to = start.byteLength;
    if (coords.length === 0) bytes[to++] = ZERO;
    for (let axis = 0; axis < coords.length; axis++) {
      if (axis > 0) bytes[to++] = DOT;
      const digits = String(coords[axis]);
      for (let index = 0; index < digits.length; index++) bytes[to++] = digits.charCodeAt(index);
    }
    return { bytes, from: 0, to };
  };
}
