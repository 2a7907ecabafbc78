/** Finds earlier occurrences of the next bytes, by chains of positions whose first three bytes have the same hash. */
import { MAX_MATCH } from "./model.ts";

const MIN_HASH_BITS = 8;
const MAX_HASH_BITS = 16;
const NONE = -1;
/** Chains find nothing shorter. */
const MIN_LENGTH = 3;

export interface Match {
  length: number;
  distance: number;
}

export class MatchFinder {
  readonly #bytes: Uint8Array;
  readonly #window: number;
  readonly #depth: number;
  readonly #hashBits: number;
  readonly #heads: Int32Array;
  readonly #previous: Int32Array;
  #entered = 0;

  /** Matches lie at most `window` bytes back; at most `depth` places are tried. */
  constructor(bytes: Uint8Array, window: number, depth: number) {
    this.#bytes = bytes;
    this.#window = window;
    this.#depth = depth;
    // A table in proportion to the data: small chunks would spend their time on clearing a large one.
    this.#hashBits = Math.min(Math.max(32 - Math.clz32(bytes.byteLength), MIN_HASH_BITS), MAX_HASH_BITS);
    this.#heads = new Int32Array(1 << this.#hashBits).fill(NONE);
    this.#previous = new Int32Array(bytes.byteLength);
  }

  /** The longest match at a position, the nearest of equals; length 0 if there is none. Positions must not go back. */
  find(at: number, match: Match): void {
    this.#enter(at);
    match.length = 0;
    const limit = Math.min(MAX_MATCH, this.#bytes.byteLength - at);
    if (limit < MIN_LENGTH) return;
    let place = this.#heads[this.#hash(at)]!;
    // The position itself may already have been entered by a lookahead.
    if (place === at) place = this.#previous[at]!;
    const first = at - this.#window;
    for (let tries = this.#depth; place >= 0 && place >= first && tries > 0; tries--) {
      const length = matchLength(this.#bytes, place, at, limit);
      if (length > match.length) {
        match.length = length;
        match.distance = at - place;
        if (length === limit) break;
      }
      place = this.#previous[place]!;
    }
    if (match.length < MIN_LENGTH) match.length = 0;
    this.#enter(at + 1);
  }

  /** Enters all positions before this one. */
  #enter(end: number): void {
    const last = Math.min(end, this.#bytes.byteLength - MIN_LENGTH + 1);
    for (; this.#entered < last; this.#entered++) {
      const hash = this.#hash(this.#entered);
      this.#previous[this.#entered] = this.#heads[hash]!;
      this.#heads[hash] = this.#entered;
    }
  }

  #hash(at: number): number {
    const bytes = this.#bytes;
    const word = bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16);
    return Math.imul(word, 0x9e3779b1) >>> (32 - this.#hashBits);
  }
}

/** The number of equal bytes from two positions on. */
export function matchLength(bytes: Uint8Array, place: number, at: number, limit: number): number {
  let length = 0;
  while (length < limit && bytes[place + length] === bytes[at + length]) length++;
  return length;
}
