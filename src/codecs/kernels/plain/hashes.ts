/** Fletcher-32 and the rounds of lookup3, piece by piece, with their state in memory. */
import { addFletcher32 } from "../../../bytes/checksum/fletcher32.ts";
import { mixLookup3 } from "../../../bytes/checksum/jenkins-lookup3.ts";

/** Continues the two sums at `state`. Every piece but the last is whole blocks; an odd last byte is half a word. */
export function fletcher32(m: Uint8Array, source: number, length: number, state: number): void {
  const [first, second] = wordsAt(m, state, 2);
  putWords(m, state, addFletcher32(m.subarray(source, source + length), first!, second!));
}

/** Mixes `length` bytes, a multiple of 12, into the three words at `state`. */
export function lookup3(m: Uint8Array, source: number, length: number, state: number): void {
  putWords(m, state, mixLookup3(m.subarray(source, source + length), wordsAt(m, state, 3)));
}

function wordsAt(m: Uint8Array, at: number, count: number): readonly number[] {
  const view = new DataView(m.buffer, m.byteOffset + at, 4 * count);
  return Array.from({ length: count }, (_, index) => view.getUint32(4 * index, true));
}

function putWords(m: Uint8Array, at: number, words: readonly number[]): void {
  const view = new DataView(m.buffer, m.byteOffset + at, 4 * words.length);
  for (const [index, word] of words.entries()) view.setUint32(4 * index, word, true);
}
