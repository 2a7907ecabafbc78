/** Byte order. Elements are swapped a 32-bit word at a time where alignment allows. */
import { HyperslabError } from "../errors.ts";

/** Does this platform keep the lowest byte of a number first? All that run JavaScript today do. */
export function isLittleEndianPlatform(): boolean {
  return new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
}

/**
 * Reverses the bytes of each `unit`-byte element. `out` has the same length; it may be `bytes` itself, but must not
 * overlap it otherwise. Without `out` a new array is made.
 */
export function swapBytes(bytes: Uint8Array, unit: 2 | 4 | 8 | 16, out?: Uint8Array): Uint8Array {
  const length = bytes.byteLength;
  if (length % unit !== 0) {
    throw new HyperslabError("invalid-data", `${length} bytes are no whole number of ${unit}-byte elements`);
  }
  const target = out ?? new Uint8Array(length);
  if (target.byteLength !== length) {
    throw new HyperslabError("invalid-request", `output of ${target.byteLength} bytes for input of ${length}`);
  }
  if (target.byteOffset % 4 !== 0) {
    if (target !== bytes) target.set(bytes);
    swapByteWise(target, unit);
    return target;
  }
  const words = wordsOf(target);
  if (bytes.byteOffset % 4 === 0) swapWords(wordsOf(bytes), words, unit);
  else {
    target.set(bytes);
    swapWords(words, words, unit);
  }
  if (length % 4 === 2) {
    const first = bytes[length - 2]!;
    target[length - 2] = bytes[length - 1]!;
    target[length - 1] = first;
  }
  return target;
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
}

function swapWords(from: Uint32Array, to: Uint32Array, unit: 2 | 4 | 8 | 16): void {
  if (unit === 2) {
    for (let at = 0; at < from.length; at++) {
      const word = from[at]!;
      to[at] = ((word & 0x00ff00ff) << 8) | ((word >>> 8) & 0x00ff00ff);
    }
  } else if (unit === 4) {
    for (let at = 0; at < from.length; at++) to[at] = reverseWord(from[at]!);
  } else if (unit === 8) {
    for (let at = 0; at < from.length; at += 2) {
      const first = from[at]!;
      to[at] = reverseWord(from[at + 1]!);
      to[at + 1] = reverseWord(first);
    }
  } else swapWideWords(from, to);
}

function swapWideWords(from: Uint32Array, to: Uint32Array): void {
  for (let at = 0; at < from.length; at += 4) {
    const first = from[at]!;
    const second = from[at + 1]!;
    to[at] = reverseWord(from[at + 3]!);
    to[at + 1] = reverseWord(from[at + 2]!);
    to[at + 2] = reverseWord(second);
    to[at + 3] = reverseWord(first);
  }
}

function reverseWord(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24);
}

function swapByteWise(bytes: Uint8Array, unit: number): void {
  for (let start = 0; start < bytes.byteLength; start += unit) {
    for (let low = start, high = start + unit - 1; low < high; low++, high--) {
      const byte = bytes[low]!;
      bytes[low] = bytes[high]!;
      bytes[high] = byte;
    }
  }
}
