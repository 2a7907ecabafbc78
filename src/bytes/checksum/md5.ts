/** MD5 (RFC 1321), for files that carry it. It does not protect against forgery. */
import { eachBlock } from "./sha.ts";

/** How many bits the steps of each round rotate, in turn. */
const ROTATIONS = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
] as const;

let sines: Int32Array | undefined;

export function md5(bytes: Uint8Array): Uint8Array {
  sines ??= Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));
  const constants = sines;
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  const words = new Int32Array(16);
  eachBlock(bytes, { block: 64, littleEndian: true }, (view, at) => {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i, true);
    mixBlock(state, words, constants);
  });
  const digest = new DataView(new ArrayBuffer(16));
  for (let i = 0; i < 4; i++) digest.setInt32(4 * i, state[i]!, true);
  return new Uint8Array(digest.buffer);
}

function mixBlock(state: Int32Array, words: Int32Array, constants: Int32Array): void {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    let mixed: number;
    let word: number;
    if (round === 0) {
      mixed = (b & c) | (~b & d);
      word = i;
    } else if (round === 1) {
      mixed = (d & b) | (~d & c);
      word = (5 * i + 1) & 15;
    } else if (round === 2) {
      mixed = b ^ c ^ d;
      word = (3 * i + 5) & 15;
    } else {
      mixed = c ^ (b | ~d);
      word = (7 * i) & 15;
    }
    const sum = (a + mixed + constants[i]! + words[word]!) | 0;
    const bits = ROTATIONS[round]![i & 3]!;
    a = d;
    d = c;
    c = b;
    b = (b + ((sum << bits) | (sum >>> (32 - bits)))) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
}
