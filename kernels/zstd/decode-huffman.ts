/** Literals coded by a Huffman tree, in one bit stream or in four of equal parts (RFC 8878, 3.1.1.3.1.6). */
import { bitsBeforeMark } from "./backward-bits";
import { decodePairs } from "./decode-huffman-pairs";
import { buildPairTable } from "./decode-tree";
import {
  bitsLeft,
  codePlace,
  finishStream,
  firstWord,
  lengthOf,
  nextPlace,
  nextWord,
  ROUND_BYTES,
  shortestWay,
  symbolOf,
  wordPlace,
} from "./huffman-round";
import { LENGTH_TABLE } from "./workspace";

/** Pairs pay where there are many symbols of few bits. */
const PAIRS_FROM: usize = 4096;

/** One stream. Returns false if it is broken. */
export function decodeOneStream(workspace: usize, source: usize, length: usize, target: usize, count: usize): bool {
  const left = bitsBeforeMark(source, length);
  if (left < 0) return false;
  return finishStream(workspace + LENGTH_TABLE, source, left, target, target + count);
}

/** Four streams, each but the last of (count + 3) / 4 symbols; their lengths but the last, u16 each, come first. */
export function decodeFourStreams(workspace: usize, source: usize, length: usize, target: usize, count: usize): bool {
  if (length < 10 || count < 6) return false;
  const length1 = <usize>load<u16>(source);
  const length2 = <usize>load<u16>(source, 2);
  const length3 = <usize>load<u16>(source, 4);
  const stream1 = source + 6;
  const stream2 = stream1 + length1;
  const stream3 = stream2 + length2;
  const stream4 = stream3 + length3;
  const end = source + length;
  if (stream4 >= end) return false;
  const part = (count + 3) >> 2;
  if (part * 3 > count) return false;
  const left1 = bitsBeforeMark(stream1, length1);
  const left2 = bitsBeforeMark(stream2, length2);
  const left3 = bitsBeforeMark(stream3, length3);
  const left4 = bitsBeforeMark(stream4, end - stream4);
  if ((left1 | left2 | left3 | left4) < 0) return false;
  if (count >= PAIRS_FROM && length * 16 < count * 11) {
    buildPairTable(workspace);
    return decodePairs(workspace, stream1, stream2, stream3, stream4, left1, left2, left3, left4, target, part, count);
  }
  return decodeSingles(workspace, stream1, stream2, stream3, stream4, left1, left2, left3, left4, target, part, count);
}

function decodeSingles(
  workspace: usize,
  stream1: usize,
  stream2: usize,
  stream3: usize,
  stream4: usize,
  left1: i32,
  left2: i32,
  left3: i32,
  left4: i32,
  target: usize,
  part: usize,
  count: usize,
): bool {
  const table = workspace + LENGTH_TABLE;
  let at = target;
  let place1 = wordPlace(stream1, left1);
  let place2 = wordPlace(stream2, left2);
  let place3 = wordPlace(stream3, left3);
  let place4 = wordPlace(stream4, left4);
  let word1 = firstWord(place1, left1);
  let word2 = firstWord(place2, left2);
  let word3 = firstWord(place3, left3);
  let word4 = firstWord(place4, left4);
  // The fourth part may be the shortest.
  const last = target + count - part * 3;
  while (true) {
    const bytes = shortestWay(place1 - stream1, place2 - stream2, place3 - stream3, place4 - stream4);
    let rounds = min(bytes / ROUND_BYTES, (last - at) / 5);
    if (rounds == 0) break;
    do {
      const at2 = at + part;
      const at3 = at2 + part;
      const at4 = at3 + part;
      let code = codePlace(table, word1);
      store<u8>(at, symbolOf(code));
      word1 <<= lengthOf(code);
      code = codePlace(table, word2);
      store<u8>(at2, symbolOf(code));
      word2 <<= lengthOf(code);
      code = codePlace(table, word3);
      store<u8>(at3, symbolOf(code));
      word3 <<= lengthOf(code);
      code = codePlace(table, word4);
      store<u8>(at4, symbolOf(code));
      word4 <<= lengthOf(code);
      code = codePlace(table, word1);
      store<u8>(at, symbolOf(code), 1);
      word1 <<= lengthOf(code);
      code = codePlace(table, word2);
      store<u8>(at2, symbolOf(code), 1);
      word2 <<= lengthOf(code);
      code = codePlace(table, word3);
      store<u8>(at3, symbolOf(code), 1);
      word3 <<= lengthOf(code);
      code = codePlace(table, word4);
      store<u8>(at4, symbolOf(code), 1);
      word4 <<= lengthOf(code);
      code = codePlace(table, word1);
      store<u8>(at, symbolOf(code), 2);
      word1 <<= lengthOf(code);
      code = codePlace(table, word2);
      store<u8>(at2, symbolOf(code), 2);
      word2 <<= lengthOf(code);
      code = codePlace(table, word3);
      store<u8>(at3, symbolOf(code), 2);
      word3 <<= lengthOf(code);
      code = codePlace(table, word4);
      store<u8>(at4, symbolOf(code), 2);
      word4 <<= lengthOf(code);
      code = codePlace(table, word1);
      store<u8>(at, symbolOf(code), 3);
      word1 <<= lengthOf(code);
      code = codePlace(table, word2);
      store<u8>(at2, symbolOf(code), 3);
      word2 <<= lengthOf(code);
      code = codePlace(table, word3);
      store<u8>(at3, symbolOf(code), 3);
      word3 <<= lengthOf(code);
      code = codePlace(table, word4);
      store<u8>(at4, symbolOf(code), 3);
      word4 <<= lengthOf(code);
      code = codePlace(table, word1);
      store<u8>(at, symbolOf(code), 4);
      word1 <<= lengthOf(code);
      code = codePlace(table, word2);
      store<u8>(at2, symbolOf(code), 4);
      word2 <<= lengthOf(code);
      code = codePlace(table, word3);
      store<u8>(at3, symbolOf(code), 4);
      word3 <<= lengthOf(code);
      code = codePlace(table, word4);
      store<u8>(at4, symbolOf(code), 4);
      word4 <<= lengthOf(code);
      place1 = nextPlace(place1, word1);
      word1 = nextWord(place1, word1);
      place2 = nextPlace(place2, word2);
      word2 = nextWord(place2, word2);
      place3 = nextPlace(place3, word3);
      word3 = nextWord(place3, word3);
      place4 = nextPlace(place4, word4);
      word4 = nextWord(place4, word4);
      at += 5;
    } while (--rounds != 0);
  }
  const end1 = target + part;
  const end2 = end1 + part;
  const end3 = end2 + part;
  return (
    finishStream(table, stream1, bitsLeft(stream1, place1, word1), at, end1) &&
    finishStream(table, stream2, bitsLeft(stream2, place2, word2), at + part, end2) &&
    finishStream(table, stream3, bitsLeft(stream3, place3, word3), at + part * 2, end3) &&
    finishStream(table, stream4, bitsLeft(stream4, place4, word4), at + part * 3, target + count)
  );
}
