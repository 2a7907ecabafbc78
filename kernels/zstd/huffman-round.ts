/**
 * Rounds over a Huffman stream. A word of it holds the codes of a round, five of 11 bits at most; the next bit is in
 * its highest place. The word's lowest bit, which no code of the round reaches, is set: so the zeros below the last set
 * bit tell how many bits were taken. Then the next word is loaded, some bytes before.
 */
import { LENGTH_TABLE, SYMBOL_TABLE } from "./workspace";

/** A round moves the place of the word back by so many bytes at most. */
export const ROUND_BYTES: usize = 7;
/** 64 minus the bits that index a table. */
const INDEX_SHIFT: u64 = 53;
/** Bits that five codes may take. */
const ROUND_BITS: i32 = 55;

/** Where the word lies whose last byte has the next bit. */
@inline
export function wordPlace(stream: usize, left: i32): usize {
  return stream + (left >> 3) - 7;
}

@inline
export function firstWord(place: usize, left: i32): u64 {
  return (load<u64>(place) | 1) << (8 - (<u64>left & 7));
}

/** The place of the next word, after a round has taken bits from this one. */
@inline
export function nextPlace(place: usize, word: u64): usize {
  return place - <usize>(ctz(word) >> 3);
}

@inline
export function nextWord(place: usize, word: u64): u64 {
  return (load<u64>(place) | 1) << (ctz(word) & 7);
}

/** Bits that are left of a stream. */
@inline
export function bitsLeft(stream: usize, place: usize, word: u64): i32 {
  return ((<i32>(place + 8 - stream)) << 3) - <i32>ctz(word);
}

/** How far the words of all four streams may move back; a word may begin up to 7 bytes before its stream. */
export function shortestWay(way1: usize, way2: usize, way3: usize, way4: usize): usize {
  return min(min(way1 + 7, way2 + 7), min(way3 + 7, way4 + 7));
}

/** Where the table of lengths has the next code; its symbol lies at the same place of the next table. */
@inline
export function codePlace(table: usize, word: u64): usize {
  return table + <usize>(word >> INDEX_SHIFT);
}

@inline
export function lengthOf(place: usize): u64 {
  return <u64>load<u8>(place);
}

@inline
export function symbolOf(place: usize): u8 {
  return load<u8>(place, SYMBOL_TABLE - LENGTH_TABLE);
}

@inline
export function pairEntry(table: usize, word: u64): u32 {
  return load<u32>(table + ((<u32>(word >> INDEX_SHIFT)) << 2));
}

/** Decodes the rest of a stream by single symbols and checks that it ends there. */
export function finishStream(table: usize, stream: usize, left: i32, target: usize, end: usize): bool {
  while (left >= ROUND_BITS) {
    if (end - target < 5) break;
    const place = wordPlace(stream, left);
    let word = firstWord(place, left);
    let code = codePlace(table, word);
    store<u8>(target, symbolOf(code));
    word <<= lengthOf(code);
    code = codePlace(table, word);
    store<u8>(target, symbolOf(code), 1);
    word <<= lengthOf(code);
    code = codePlace(table, word);
    store<u8>(target, symbolOf(code), 2);
    word <<= lengthOf(code);
    code = codePlace(table, word);
    store<u8>(target, symbolOf(code), 3);
    word <<= lengthOf(code);
    code = codePlace(table, word);
    store<u8>(target, symbolOf(code), 4);
    word <<= lengthOf(code);
    left = bitsLeft(stream, place, word);
    target += 5;
  }
  while (target < end) {
    if (left <= 0) return false;
    const code = codePlace(table, firstWord(wordPlace(stream, left), left));
    store<u8>(target++, symbolOf(code));
    left -= <i32>lengthOf(code);
  }
  return left == 0;
}
