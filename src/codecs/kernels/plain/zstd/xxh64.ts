/** XXH64 with seed 0, in halves of 32 bits; the lower half is the checksum of a frame's content. */

/** A number of 64 bits. */
export interface Word {
  low: number;
  high: number;
}

const PRIME_1: Readonly<Word> = { low: 0x85ebca87, high: 0x9e3779b1 };
const PRIME_2: Readonly<Word> = { low: 0x27d4eb4f, high: 0xc2b2ae3d };
const PRIME_3: Readonly<Word> = { low: 0x9e3779f9, high: 0x165667b1 };
const PRIME_4: Readonly<Word> = { low: 0xc2b2ae63, high: 0x85ebca77 };
const PRIME_5: Readonly<Word> = { low: 0x165667c5, high: 0x27d4eb2f };
const STRIPE = 32;

function add(word: Word, low: number, high: number): void {
  const sum = word.low + low;
  word.high = (word.high + high + (sum > 0xffffffff ? 1 : 0)) >>> 0;
  word.low = sum >>> 0;
}

function multiply(word: Word, { low, high }: Readonly<Word>): void {
  const a = word.low & 0xffff;
  const b = word.low >>> 16;
  const c = low & 0xffff;
  const d = low >>> 16;
  const first = a * c;
  const middle = b * c + (first >>> 16);
  const second = a * d + (middle & 0xffff);
  const carried = b * d + (middle >>> 16) + (second >>> 16);
  word.high = (Math.imul(word.low, high) + Math.imul(word.high, low) + carried) >>> 0;
  word.low = ((second << 16) | (first & 0xffff)) >>> 0;
}

/** `bits` below 32. */
function rotate(word: Word, bits: number): void {
  const { low, high } = word;
  word.low = ((low << bits) | (high >>> (32 - bits))) >>> 0;
  word.high = ((high << bits) | (low >>> (32 - bits))) >>> 0;
}

/** `bits` above 0 and up to 32. */
function foldRight(word: Word, bits: number): void {
  const { low, high } = word;
  const shifted = bits === 32 ? high : (low >>> bits) | (high << (32 - bits));
  word.low = (low ^ shifted) >>> 0;
  if (bits < 32) word.high = (high ^ (high >>> bits)) >>> 0;
}

/** Takes 8 bytes into a lane. */
function mix(lane: Word, low: number, high: number, scratch: Word): void {
  scratch.low = low;
  scratch.high = high;
  multiply(scratch, PRIME_2);
  add(lane, scratch.low, scratch.high);
  rotate(lane, 31);
  multiply(lane, PRIME_1);
}

export function xxh64(bytes: Uint8Array): Word {
  const hash = xxh64Stream();
  hash.add(bytes);
  return hash.end();
}

/** The same for bytes that arrive in parts. */
export interface HashedStream {
  add(bytes: Uint8Array): void;
  end(): Word;
}

export function xxh64Stream(): HashedStream {
  const lanes = firstLanes();
  const scratch: Word = { low: 0, high: 0 };
  /** Bytes that do not fill a stripe yet. */
  const rest = new Uint8Array(STRIPE);
  let [kept, total] = [0, 0];
  return {
    add: (bytes) => {
      total += bytes.byteLength;
      let from = 0;
      if (kept > 0) {
        from = Math.min(STRIPE - kept, bytes.byteLength);
        rest.set(bytes.subarray(0, from), kept);
        kept += from;
        if (kept < STRIPE) return;
        hashStripes(rest, lanes, scratch);
      }
      const to = bytes.byteLength - ((bytes.byteLength - from) % STRIPE);
      hashStripes(bytes.subarray(from, to), lanes, scratch);
      rest.set(bytes.subarray(to));
      kept = bytes.byteLength - to;
    },
    end: () => hashEnd(total < STRIPE ? { ...PRIME_5 } : mergeLanes(lanes, scratch), rest.subarray(0, kept), total),
  };
}

/** Processes what is left after the last stripe, and the total length. */
function hashEnd(hash: Word, bytes: Uint8Array, total: number): Word {
  const scratch: Word = { low: 0, high: 0 };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.byteLength;
  let at = 0;
  add(hash, total >>> 0, Math.floor(total / 2 ** 32));
  for (; at + 8 <= end; at += 8) mixTail(hash, view.getUint32(at, true), view.getUint32(at + 4, true), scratch);
  if (at + 4 <= end) {
    scratch.low = view.getUint32(at, true);
    scratch.high = 0;
    multiply(scratch, PRIME_1);
    step(hash, scratch, 23, PRIME_2, PRIME_3);
    at += 4;
  }
  for (; at < end; at++) {
    scratch.low = bytes[at]!;
    scratch.high = 0;
    multiply(scratch, PRIME_5);
    step(hash, scratch, 11, PRIME_1);
  }
  return finish(hash);
}

function firstLanes(): readonly Word[] {
  const first: Word = { ...PRIME_1 };
  add(first, PRIME_2.low, PRIME_2.high);
  const last: Word = { low: -PRIME_1.low >>> 0, high: ~PRIME_1.high >>> 0 };
  return [first, { ...PRIME_2 }, { low: 0, high: 0 }, last];
}

function hashStripes(bytes: Uint8Array, lanes: readonly Word[], scratch: Word): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + STRIPE <= view.byteLength; at += STRIPE) {
    for (let i = 0; i < 4; i++) {
      mix(lanes[i]!, view.getUint32(at + 8 * i, true), view.getUint32(at + 8 * i + 4, true), scratch);
    }
  }
}

const ROTATIONS = [1, 7, 12, 18];

function mergeLanes(lanes: readonly Word[], scratch: Word): Word {
  const hash: Word = { low: 0, high: 0 };
  for (const [i, lane] of lanes.entries()) {
    const rotated = { ...lane };
    rotate(rotated, ROTATIONS[i]!);
    add(hash, rotated.low, rotated.high);
  }
  for (const lane of lanes) {
    const mixed: Word = { low: 0, high: 0 };
    mix(mixed, lane.low, lane.high, scratch);
    hash.low = (hash.low ^ mixed.low) >>> 0;
    hash.high = (hash.high ^ mixed.high) >>> 0;
    multiply(hash, PRIME_1);
    add(hash, PRIME_4.low, PRIME_4.high);
  }
  return hash;
}

function mixTail(hash: Word, low: number, high: number, scratch: Word): void {
  const mixed: Word = { low: 0, high: 0 };
  mix(mixed, low, high, scratch);
  step(hash, mixed, 27, PRIME_1, PRIME_4);
}

function step(hash: Word, word: Word, bits: number, factor: Readonly<Word>, summand?: Readonly<Word>): void {
  hash.low = (hash.low ^ word.low) >>> 0;
  hash.high = (hash.high ^ word.high) >>> 0;
  rotate(hash, bits);
  multiply(hash, factor);
  if (summand !== undefined) add(hash, summand.low, summand.high);
}

function finish(hash: Word): Word {
  // By 33 bits: the higher half, by one.
  hash.low = (hash.low ^ (hash.high >>> 1)) >>> 0;
  multiply(hash, PRIME_2);
  foldRight(hash, 29);
  multiply(hash, PRIME_3);
  foldRight(hash, 32);
  return hash;
}
