/** SHA-1 (FIPS 180-4), for files that carry it. It does not protect against forgery. */
import { eachBlock } from "./padded-blocks.ts";

export function sha1(bytes: Uint8Array): Uint8Array {
  const state = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const words = new Int32Array(80);
  eachBlock(bytes, { block: 64, littleEndian: false }, (view, at) => {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    mixBlock(state, words);
  });
  const digest = new DataView(new ArrayBuffer(20));
  for (let i = 0; i < 5; i++) digest.setInt32(4 * i, state[i]!);
  return new Uint8Array(digest.buffer);
}

function mixBlock(state: Int32Array, words: Int32Array): void {
  for (let i = 16; i < 80; i++) words[i] = rotate(words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!, 1);
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  for (let i = 0; i < 80; i++) {
    let mixed: number;
    if (i < 20) mixed = ((b & c) | (~b & d)) + 0x5a827999;
    else if (i < 40) mixed = (b ^ c ^ d) + 0x6ed9eba1;
    else if (i < 60) mixed = ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    else mixed = (b ^ c ^ d) + 0xca62c1d6;
    const sum = (rotate(a, 5) + mixed + e + words[i]!) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = sum;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
