/**
 * SHA-2 (FIPS 180-4): SHA-256 and SHA-224 in 32-bit words, SHA-512 and SHA-384 in 64-bit words. Codecs are synchronous,
 * and a browser's own digests are not.
 */

export function sha256(bytes: Uint8Array): Uint8Array {
  return hash32(bytes, squareRootWords().high.slice(0, 8));
}

export function sha224(bytes: Uint8Array): Uint8Array {
  return hash32(bytes, squareRootWords().low.slice(8)).subarray(0, 28);
}

function hash32(bytes: Uint8Array, state: Int32Array): Uint8Array {
  const rounds = cubeRootWords().high;
  const words = new Int32Array(64);
  eachBlock(bytes, { block: 64, littleEndian: false }, (view, at) => {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    mixBlock32(state, words, rounds);
  });
  const digest = new DataView(new ArrayBuffer(32));
  for (let i = 0; i < 8; i++) digest.setInt32(4 * i, state[i]!);
  return new Uint8Array(digest.buffer);
}

function mixBlock32(state: Int32Array, words: Int32Array, rounds: Int32Array): void {
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

export function sha512(bytes: Uint8Array): Uint8Array {
  return hash64(bytes, 0);
}

export function sha384(bytes: Uint8Array): Uint8Array {
  return hash64(bytes, 8).subarray(0, 48);
}

/** The initial state is 8 square roots from `first` on. A 64-bit word is a pair: high half at an even index, then low. */
function hash64(bytes: Uint8Array, first: number): Uint8Array {
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
    expandWords(words);
    mixBlock64(state, mixed, words, rounds);
  });
  const digest = new DataView(new ArrayBuffer(64));
  for (let i = 0; i < 16; i++) digest.setInt32(4 * i, state[i]!);
  return new Uint8Array(digest.buffer);
}

function expandWords(words: Int32Array): void {
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

function mixBlock64(state: Int32Array, mixed: Int32Array, words: Int32Array, rounds: RootWords): void {
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

/** The carry of a sum of low halves into the high ones. */
function carry(sum: number): number {
  return Math.floor(sum / 2 ** 32);
}

/** One half of a word rotated right by fewer than 32 bits; `own` is that half before. */
function rotated(own: number, other: number, bits: number): number {
  return (own >>> bits) | (other << (32 - bits));
}

/** The low half of a word shifted right. */
function shifted(high: number, low: number, bits: number): number {
  return (low >>> bits) | (high << (32 - bits));
}

/**
 * The constants of SHA-2: the first 64 fraction bits of roots of the first primes, as pairs of 32-bit words; root `i` is
 * `high[i]`, `low[i]`. The 32-bit SHAs take the high words of the cube roots. SHA-256 starts with the high words of square
 * roots, and SHA-224 with the low words of those that SHA-384 starts with.
 */
interface RootWords {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

let cubes: RootWords | undefined;
let squares: RootWords | undefined;

/** Cube roots of the first 80 primes. */
function cubeRootWords(): RootWords {
  cubes ??= rootWords(80, 3n);
  return cubes;
}

/** Square roots of the first 16 primes. */
function squareRootWords(): RootWords {
  squares ??= rootWords(16, 2n);
  return squares;
}

function rootWords(count: number, degree: bigint): RootWords {
  const roots = firstPrimes(count).map((prime) => integerRoot(BigInt(prime) << (64n * degree), degree));
  return {
    high: Int32Array.from(roots, (root) => Number(BigInt.asIntN(32, root >> 32n))),
    low: Int32Array.from(roots, (root) => Number(BigInt.asIntN(32, root))),
  };
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

/** The largest integer whose power does not exceed `value`, by Newton's method from above. */
function integerRoot(value: bigint, degree: bigint): bigint {
  let root = 1n << (BigInt(value.toString(2).length) / degree + 1n);
  for (;;) {
    const next = ((degree - 1n) * root + value / root ** (degree - 1n)) / degree;
    if (next >= root) return root;
    root = next;
  }
}

/** SHA-1 (FIPS 180-4), for files that carry it. It does not protect against forgery. */
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
  for (let i = 16; i < 80; i++)
    words[i] = rotateLeft(words[i - 3]! ^ words[i - 8]! ^ words[i - 14]! ^ words[i - 16]!, 1);
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
    const sum = (rotateLeft(a, 5) + mixed + e + words[i]!) | 0;
    e = d;
    d = c;
    c = rotateLeft(b, 30);
    b = a;
    a = sum;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
}

function rotateLeft(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}

/** How MD5 and the SHAs split a message: whole blocks, then the rest, a set bit, zeros, and the length in bits. */
export interface BlockRules {
  /** Bytes per block: 64, or 128 for the 64-bit SHAs. */
  readonly block: number;
  /** Byte order of the length at the end, which takes an eighth of a block. */
  readonly littleEndian: boolean;
}

/** Calls `mix` for each block of the padded message. */
export function eachBlock(bytes: Uint8Array, rules: BlockRules, mix: (view: DataView, at: number) => void): void {
  const { block } = rules;
  const whole = bytes.byteLength - (bytes.byteLength % block);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += block) mix(view, at);
  const last = lastBlocks(bytes, whole, rules);
  for (let at = 0; at < last.byteLength; at += block) mix(last, at);
}

function lastBlocks(bytes: Uint8Array, start: number, { block, littleEndian }: BlockRules): DataView {
  const rest = bytes.byteLength - start;
  const padded = new Uint8Array(rest < block - block / 8 ? block : 2 * block);
  padded.set(bytes.subarray(start));
  padded[rest] = 0x80;
  const view = new DataView(padded.buffer);
  const high = Math.floor(bytes.byteLength / 2 ** 29);
  const low = (bytes.byteLength << 3) >>> 0;
  view.setUint32(padded.byteLength - 8, littleEndian ? low : high, littleEndian);
  view.setUint32(padded.byteLength - 4, littleEndian ? high : low, littleEndian);
  return view;
}
