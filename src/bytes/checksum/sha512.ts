/** SHA-512 and SHA-384 (FIPS 180-4). 64-bit words are pairs: the high half at an even index, the low half behind it. */
import { eachBlock } from "./padded-blocks.ts";
import { cubeRootWords, type RootWords, squareRootWords } from "./sha2-constants.ts";

export function sha512(bytes: Uint8Array): Uint8Array {
  return hash(bytes, 0);
}

export function sha384(bytes: Uint8Array): Uint8Array {
  return hash(bytes, 8).subarray(0, 48);
}

/** The initial state are 8 square roots from `first` on. */
function hash(bytes: Uint8Array, first: number): Uint8Array {
  const roots = squareRootWords();
  const state = new Int32Array(16);
  for (let i = 0; i < 8; i++) {
    state[2 * i] = roots.high[first + i]!;
    state[2 * i + 1] = roots.low[first + i]!;
  }
  const words = new Int32Array(160);
  const mixed = new Int32Array(16);
  const rounds = cubeRootWords();
  eachBlock(bytes, { block: 128, littleEndian: false }, (view, at) => {
    for (let i = 0; i < 32; i++) words[i] = view.getInt32(at + 4 * i);
    expand(words);
    mixBlock(state, mixed, words, rounds);
  });
  const digest = new DataView(new ArrayBuffer(64));
  for (let i = 0; i < 16; i++) digest.setInt32(4 * i, state[i]!);
  return new Uint8Array(digest.buffer);
}

function expand(words: Int32Array): void {
  for (let i = 32; i < 160; i += 2) {
    const eh = words[i - 30]!;
    const el = words[i - 29]!;
    const lh = words[i - 4]!;
    const ll = words[i - 3]!;
    const firstHigh = rotated(eh, el, 1) ^ rotated(eh, el, 8) ^ (eh >>> 7);
    const firstLow = rotated(el, eh, 1) ^ rotated(el, eh, 8) ^ shifted(eh, el, 7);
    const secondHigh = rotated(lh, ll, 19) ^ rotated(ll, lh, 29) ^ (lh >>> 6);
    const secondLow = rotated(ll, lh, 19) ^ rotated(lh, ll, 29) ^ shifted(lh, ll, 6);
    const low = (words[i - 31]! >>> 0) + (firstLow >>> 0) + (words[i - 13]! >>> 0) + (secondLow >>> 0);
    words[i] = words[i - 32]! + firstHigh + words[i - 14]! + secondHigh + carry(low);
    words[i + 1] = low;
  }
}

function mixBlock(state: Int32Array, mixed: Int32Array, words: Int32Array, rounds: RootWords): void {
  mixed.set(state);
  for (let i = 0; i < 80; i++) {
    const [ah, al, bh, bl, ch, cl] = [mixed[0]!, mixed[1]!, mixed[2]!, mixed[3]!, mixed[4]!, mixed[5]!];
    const [eh, el, fh, fl, gh, gl] = [mixed[8]!, mixed[9]!, mixed[10]!, mixed[11]!, mixed[12]!, mixed[13]!];
    const turnHigh = rotated(eh, el, 14) ^ rotated(eh, el, 18) ^ rotated(el, eh, 9);
    const turnLow = rotated(el, eh, 14) ^ rotated(el, eh, 18) ^ rotated(eh, el, 9);
    const choiceLow = (el & fl) ^ (~el & gl);
    const low =
      (mixed[15]! >>> 0) + (turnLow >>> 0) + (choiceLow >>> 0) + (rounds.low[i]! >>> 0) + (words[2 * i + 1]! >>> 0);
    const high = (mixed[14]! + turnHigh + ((eh & fh) ^ (~eh & gh)) + rounds.high[i]! + words[2 * i]! + carry(low)) | 0;
    const spinHigh = rotated(ah, al, 28) ^ rotated(al, ah, 2) ^ rotated(al, ah, 7);
    const spinLow = rotated(al, ah, 28) ^ rotated(ah, al, 2) ^ rotated(ah, al, 7);
    const majorityLow = (al & bl) ^ (al & cl) ^ (bl & cl);
    const secondLow = (spinLow >>> 0) + (majorityLow >>> 0);
    const secondHigh = (spinHigh + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + carry(secondLow)) | 0;
    mixed.copyWithin(2, 0, 14);
    const fifthLow = (mixed[9]! >>> 0) + (low >>> 0);
    mixed[8] = mixed[8]! + high + carry(fifthLow);
    mixed[9] = fifthLow;
    const firstLow = (low >>> 0) + (secondLow >>> 0);
    mixed[0] = high + secondHigh + carry(firstLow);
    mixed[1] = firstLow;
  }
  for (let i = 0; i < 16; i += 2) {
    const low = (state[i + 1]! >>> 0) + (mixed[i + 1]! >>> 0);
    state[i] = state[i]! + mixed[i]! + carry(low);
    state[i + 1] = low;
  }
}

/** What a sum of low halves carries over to the high ones. */
function carry(sum: number): number {
  return Math.floor(sum / 2 ** 32);
}

/** One half of a word that is rotated right by fewer than 32 bits; `own` is that half before. */
function rotated(own: number, other: number, bits: number): number {
  return (own >>> bits) | (other << (32 - bits));
}

/** The low half of a word that is shifted right. */
function shifted(high: number, low: number, bits: number): number {
  return (low >>> bits) | (high << (32 - bits));
}
