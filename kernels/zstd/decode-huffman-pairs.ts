/** Four Huffman streams with up to two symbols a step. A step writes two bytes, even where only one is a symbol. */
import {
  bitsLeft,
  finishStream,
  firstWord,
  nextPlace,
  nextWord,
  pairEntry,
  ROUND_BYTES,
  shortestWay,
  wordPlace,
} from "./huffman-round";
import { LENGTH_TABLE, PAIR_TABLE } from "./workspace";

/** Bytes that one round may write. */
const ROUND_ROOM: usize = 10;

export function decodePairs(
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
  const table = workspace + PAIR_TABLE;
  const end1 = target + part;
  const end2 = end1 + part;
  const end3 = end2 + part;
  const end4 = target + count;
  let at1 = target;
  let at2 = end1;
  let at3 = end2;
  let at4 = end3;
  let place1 = wordPlace(stream1, left1);
  let place2 = wordPlace(stream2, left2);
  let place3 = wordPlace(stream3, left3);
  let place4 = wordPlace(stream4, left4);
  let word1 = firstWord(place1, left1);
  let word2 = firstWord(place2, left2);
  let word3 = firstWord(place3, left3);
  let word4 = firstWord(place4, left4);
  while (true) {
    const bytes = shortestWay(place1 - stream1, place2 - stream2, place3 - stream3, place4 - stream4);
    const room = min(min(end1 - at1, end2 - at2), min(end3 - at3, end4 - at4));
    let rounds = min(bytes / ROUND_BYTES, room / ROUND_ROOM);
    if (rounds == 0) break;
    do {
      let entry = pairEntry(table, word1);
      store<u16>(at1, <u16>(entry >> 16));
      at1 += (entry >> 8) & 255;
      word1 <<= <u64>entry;
      entry = pairEntry(table, word2);
      store<u16>(at2, <u16>(entry >> 16));
      at2 += (entry >> 8) & 255;
      word2 <<= <u64>entry;
      entry = pairEntry(table, word3);
      store<u16>(at3, <u16>(entry >> 16));
      at3 += (entry >> 8) & 255;
      word3 <<= <u64>entry;
      entry = pairEntry(table, word4);
      store<u16>(at4, <u16>(entry >> 16));
      at4 += (entry >> 8) & 255;
      word4 <<= <u64>entry;
      entry = pairEntry(table, word1);
      store<u16>(at1, <u16>(entry >> 16));
      at1 += (entry >> 8) & 255;
      word1 <<= <u64>entry;
      entry = pairEntry(table, word2);
      store<u16>(at2, <u16>(entry >> 16));
      at2 += (entry >> 8) & 255;
      word2 <<= <u64>entry;
      entry = pairEntry(table, word3);
      store<u16>(at3, <u16>(entry >> 16));
      at3 += (entry >> 8) & 255;
      word3 <<= <u64>entry;
      entry = pairEntry(table, word4);
      store<u16>(at4, <u16>(entry >> 16));
      at4 += (entry >> 8) & 255;
      word4 <<= <u64>entry;
      entry = pairEntry(table, word1);
      store<u16>(at1, <u16>(entry >> 16));
      at1 += (entry >> 8) & 255;
      word1 <<= <u64>entry;
      entry = pairEntry(table, word2);
      store<u16>(at2, <u16>(entry >> 16));
      at2 += (entry >> 8) & 255;
      word2 <<= <u64>entry;
      entry = pairEntry(table, word3);
      store<u16>(at3, <u16>(entry >> 16));
      at3 += (entry >> 8) & 255;
      word3 <<= <u64>entry;
      entry = pairEntry(table, word4);
      store<u16>(at4, <u16>(entry >> 16));
      at4 += (entry >> 8) & 255;
      word4 <<= <u64>entry;
      entry = pairEntry(table, word1);
      store<u16>(at1, <u16>(entry >> 16));
      at1 += (entry >> 8) & 255;
      word1 <<= <u64>entry;
      entry = pairEntry(table, word2);
      store<u16>(at2, <u16>(entry >> 16));
      at2 += (entry >> 8) & 255;
      word2 <<= <u64>entry;
      entry = pairEntry(table, word3);
      store<u16>(at3, <u16>(entry >> 16));
      at3 += (entry >> 8) & 255;
      word3 <<= <u64>entry;
      entry = pairEntry(table, word4);
      store<u16>(at4, <u16>(entry >> 16));
      at4 += (entry >> 8) & 255;
      word4 <<= <u64>entry;
      entry = pairEntry(table, word1);
      store<u16>(at1, <u16>(entry >> 16));
      at1 += (entry >> 8) & 255;
      word1 <<= <u64>entry;
      entry = pairEntry(table, word2);
      store<u16>(at2, <u16>(entry >> 16));
      at2 += (entry >> 8) & 255;
      word2 <<= <u64>entry;
      entry = pairEntry(table, word3);
      store<u16>(at3, <u16>(entry >> 16));
      at3 += (entry >> 8) & 255;
      word3 <<= <u64>entry;
      entry = pairEntry(table, word4);
      store<u16>(at4, <u16>(entry >> 16));
      at4 += (entry >> 8) & 255;
      word4 <<= <u64>entry;
      place1 = nextPlace(place1, word1);
      word1 = nextWord(place1, word1);
      place2 = nextPlace(place2, word2);
      word2 = nextWord(place2, word2);
      place3 = nextPlace(place3, word3);
      word3 = nextWord(place3, word3);
      place4 = nextPlace(place4, word4);
      word4 = nextWord(place4, word4);
    } while (--rounds != 0);
  }
  const single = workspace + LENGTH_TABLE;
  return (
    finishStream(single, stream1, bitsLeft(stream1, place1, word1), at1, end1) &&
    finishStream(single, stream2, bitsLeft(stream2, place2, word2), at2, end2) &&
    finishStream(single, stream3, bitsLeft(stream3, place3, word3), at3, end3) &&
    finishStream(single, stream4, bitsLeft(stream4, place4, word4), at4, end4)
  );
}
