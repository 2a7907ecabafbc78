/** SHA-256 and SHA-224 (FIPS 180-4). The platform's own are asynchronous in browsers, and codecs are not. */
import { eachBlock } from "./padded-blocks.ts";
import { cubeRootWords, squareRootWords } from "./sha2-constants.ts";

export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes, squareRootWords().high.slice(0, 8));
}

export function sha224(bytes: Uint8Array): Uint8Array {
  return hash(bytes, squareRootWords().low.slice(8)).subarray(0, 28);
}

function hash(bytes: Uint8Array, state: Int32Array): Uint8Array {
  const rounds = cubeRootWords().high;
  const words = new Int32Array(64);
  eachBlock(bytes, { block: 64, littleEndian: false }, (view, at) => {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    mixBlock(state, words, rounds);
  });
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) digest.setInt32(4 * i, state[i]!);
  return new Uint8Array(digest.buffer);
}

function mixBlock(state: Int32Array, words: Int32Array, rounds: Int32Array): void {
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15]!;
    const late = words[i - 2]!;
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + first + words[i - 7]! + second;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + rounds[i]! + words[i]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let i = 0; i < 8; i++) state[i]! += mixed[i]!;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
