/** Bytes to LZMA packets. Matches are chosen greedily, with one step of lookahead, as in LZMA's fast mode. */
import { type Match, MatchFinder, matchLength } from "./match-finder.ts";
import {
  AFTER_LITERAL,
  ALIGN_BITS,
  FIRST_ALIGNED_SLOT,
  FIRST_EXTRA_SLOT,
  LENGTH_STATES,
  type LengthModel,
  type LzmaModel,
  literalOffset,
  MAX_MATCH,
  MIN_MATCH,
  POSITION_STATES,
  stateAfterLiteral,
  stateAfterMatch,
  stateAfterRepeat,
  stateAfterShortRepeat,
} from "./model.ts";
import type { RangeEncoder } from "./range-encoder.ts";

/** A match this long is taken without searching further. */
const NICE_LENGTH = 64;

export class LzmaEncoder {
  readonly #bytes: Uint8Array;
  readonly #model: LzmaModel;
  readonly #finder: MatchFinder;
  readonly #window: number;
  readonly #match: Match = { length: 0, distance: 0 };
  readonly #ahead: Match = { length: 0, distance: 0 };
  /** Whether `#ahead` is the match at the current position. */
  #isKnown = false;
  #at = 0;

  constructor(bytes: Uint8Array, model: LzmaModel, window: number, depth: number) {
    this.#bytes = bytes;
    this.#model = model;
    this.#window = window;
    this.#finder = new MatchFinder(bytes, window, depth);
  }

  /** The next byte to encode. */
  get offset(): number {
    return this.#at;
  }

  /** Encodes one packet, of no more than `limit` bytes. */
  packet(range: RangeEncoder, limit: number): void {
    const model = this.#model;
    const positionState = this.#at & ((1 << model.properties.pb) - 1);
    const index = model.state * POSITION_STATES + positionState;
    const most = Math.min(limit, MAX_MATCH, this.#bytes.byteLength - this.#at);
    const repeat = this.#longestRepeat(most);
    const match = this.#findMatch(most);
    if (repeat.length >= MIN_MATCH && prefersRepeat(repeat.length, match)) {
      range.bit(model.isMatch, index, 1);
      this.#putRepeat(range, repeat.place, repeat.length, positionState);
      this.#advance(repeat.length);
    } else if (match.length >= MIN_MATCH && !this.#isBetterAhead(match)) {
      range.bit(model.isMatch, index, 1);
      putMatch(range, model, match.distance - 1, match.length, positionState);
      this.#advance(match.length);
    } else if (repeat.isShort && most > 0) {
      range.bit(model.isMatch, index, 1);
      range.bit(model.isRepeat, model.state, 1);
      range.bit(model.isRepeat0, model.state, 0);
      range.bit(model.isLongRepeat0, index, 0);
      model.state = stateAfterShortRepeat(model.state);
      this.#step();
    } else {
      range.bit(model.isMatch, index, 0);
      this.#putLiteral(range);
      this.#step();
    }
  }

  /** Writes the mark that ends a stream of unknown length. */
  endMark(range: RangeEncoder): void {
    const model = this.#model;
    const positionState = this.#at & ((1 << model.properties.pb) - 1);
    range.bit(model.isMatch, model.state * POSITION_STATES + positionState, 1);
    putMatch(range, model, 0xffffffff, MIN_MATCH, positionState);
  }

  /** The longest match at one of the last four distances; `isShort` if only the next byte matches the last one. */
  #longestRepeat(most: number): { length: number; place: number; isShort: boolean } {
    const found = { length: 0, place: 0, isShort: false };
    for (let place = 0; place < 4; place++) {
      const distance = this.#model.distances[place]! + 1;
      if (distance > this.#at || distance > this.#window) continue;
      const length = matchLength(this.#bytes, this.#at - distance, this.#at, most);
      if (length > found.length && length >= MIN_MATCH) {
        found.length = length;
        found.place = place;
      }
      if (place === 0 && length === 1) found.isShort = true;
    }
    return found;
  }

  #findMatch(most: number): Match {
    const match = this.#match;
    if (this.#isKnown) Object.assign(match, this.#ahead);
    else this.#finder.find(this.#at, match);
    this.#isKnown = false;
    match.length = Math.min(match.length, most);
    return match;
  }

  /** Prefers a literal followed by a longer match, or by an equally long one that is much nearer. */
  #isBetterAhead(match: Match): boolean {
    if (match.length >= NICE_LENGTH || this.#at + 1 >= this.#bytes.byteLength) return false;
    const ahead = this.#ahead;
    this.#finder.find(this.#at + 1, ahead);
    this.#isKnown = true;
    if (ahead.length > match.length + 1) return true;
    return ahead.length >= match.length && ahead.distance < match.distance >>> 7;
  }

  #advance(length: number): void {
    this.#at += length;
    this.#isKnown = false;
  }

  /** Advances one byte; the match found for it is kept. */
  #step(): void {
    this.#at++;
  }

  #putLiteral(range: RangeEncoder): void {
    const model = this.#model;
    const bytes = this.#bytes;
    const at = this.#at;
    const byte = bytes[at]!;
    const offset = literalOffset(model.properties, at, at > 0 ? bytes[at - 1]! : 0);
    let node = 1;
    let shift = 7;
    if (model.state >= AFTER_LITERAL) {
      const matched = bytes[at - model.distances[0]! - 1]!;
      for (let same = true; same && shift >= 0; shift--) {
        const expected = (matched >>> shift) & 1;
        const bit = (byte >>> shift) & 1;
        range.bit(model.literals, offset + 0x100 + (expected << 8) + node, bit);
        node = (node << 1) | bit;
        same = expected === bit;
      }
    }
    for (; shift >= 0; shift--) {
      const bit = (byte >>> shift) & 1;
      range.bit(model.literals, offset + node, bit);
      node = (node << 1) | bit;
    }
    model.state = stateAfterLiteral(model.state);
  }

  #putRepeat(range: RangeEncoder, place: number, length: number, positionState: number): void {
    const model = this.#model;
    const { state, distances } = model;
    range.bit(model.isRepeat, state, 1);
    range.bit(model.isRepeat0, state, place === 0 ? 0 : 1);
    if (place === 0) range.bit(model.isLongRepeat0, state * POSITION_STATES + positionState, 1);
    else {
      range.bit(model.isRepeat1, state, place === 1 ? 0 : 1);
      if (place > 1) range.bit(model.isRepeat2, state, place - 2);
      const distance = distances[place]!;
      distances.copyWithin(1, 0, place);
      distances[0] = distance;
    }
    model.state = stateAfterRepeat(state);
    putLength(range, model.repeatLengths, length - MIN_MATCH, positionState);
  }
}

/** Repeats cost few bits: a slightly shorter one is still better, the more so the farther the match is. */
function prefersRepeat(repeat: number, match: Match): boolean {
  if (repeat + 1 >= match.length) return true;
  if (repeat + 2 >= match.length && match.distance > 1 << 9) return true;
  return repeat + 3 >= match.length && match.distance > 1 << 15;
}

/** `distance` is reduced by one. */
function putMatch(
  range: RangeEncoder,
  model: LzmaModel,
  distance: number,
  length: number,
  positionState: number,
): void {
  range.bit(model.isRepeat, model.state, 0);
  model.state = stateAfterMatch(model.state);
  putLength(range, model.lengths, length - MIN_MATCH, positionState);
  putDistance(range, model, distance, length - MIN_MATCH);
  model.distances.copyWithin(1, 0, 3);
  model.distances[0] = distance;
}

function putLength(range: RangeEncoder, model: LengthModel, length: number, positionState: number): void {
  range.bit(model.choices, 0, length < 8 ? 0 : 1);
  if (length < 8) {
    range.tree(model.low, 8 * positionState, 3, length);
    return;
  }
  range.bit(model.choices, 1, length < 16 ? 0 : 1);
  if (length < 16) range.tree(model.middle, 8 * positionState, 3, length - 8);
  else range.tree(model.high, 0, 8, length - 16);
}

function putDistance(range: RangeEncoder, model: LzmaModel, distance: number, length: number): void {
  const slot = slotOf(distance);
  range.tree(model.slots, 64 * Math.min(length, LENGTH_STATES - 1), 6, slot);
  if (slot < FIRST_EXTRA_SLOT) return;
  const bits = (slot >>> 1) - 1;
  const base = ((2 | (slot & 1)) << bits) >>> 0;
  const rest = distance - base;
  if (slot < FIRST_ALIGNED_SLOT) range.reverseTree(model.special, base - slot, bits, rest);
  else {
    range.direct(rest >>> ALIGN_BITS, bits - ALIGN_BITS);
    range.reverseTree(model.align, 0, ALIGN_BITS, rest & ((1 << ALIGN_BITS) - 1));
  }
}

/** Twice the number of bits after the highest one, plus the second highest. */
function slotOf(distance: number): number {
  if (distance < FIRST_EXTRA_SLOT) return distance;
  const bits = 31 - Math.clz32(distance);
  return 2 * bits + ((distance >>> (bits - 1)) & 1);
}
