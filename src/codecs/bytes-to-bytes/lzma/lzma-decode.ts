/** LZMA packets to bytes: literals, matches at a distance, and matches at one of the last four distances. */
import { HyperslabError } from "../../../errors.ts";
import { type GrowingBuffer, makeRoom, tooLong } from "../../growing-buffer.ts";
import {
  AFTER_LITERAL,
  ALIGN_BITS,
  FIRST_ALIGNED_SLOT,
  FIRST_EXTRA_SLOT,
  LENGTH_STATES,
  type LengthModel,
  type LzmaModel,
  literalOffset,
  MIN_MATCH,
  POSITION_STATES,
  stateAfterLiteral,
  stateAfterMatch,
  stateAfterRepeat,
  stateAfterShortRepeat,
} from "./model.ts";
import type { RangeDecoder } from "./range-decoder.ts";

/** The bytes decoded so far, which matches refer to. */
export interface Dictionary {
  readonly buffer: GrowingBuffer;
  /** Where the bytes that may be referred to start, and how far back they reach. */
  readonly start: number;
  readonly size: number;
}

/** The distance that marks the end. */
const END_MARK = 0xffffffff;

/**
 * Decodes up to `end` bytes of output, or to the end mark, and returns whether that was found. A match beyond `end` is
 * refused.
 */
export function decodePackets(range: RangeDecoder, model: LzmaModel, dictionary: Dictionary, end: number): boolean {
  const { buffer, start } = dictionary;
  const positionMask = (1 << model.properties.pb) - 1;
  while (buffer.length < end) {
    const positionState = (buffer.length - start) & positionMask;
    if (range.bit(model.isMatch, model.state * POSITION_STATES + positionState) === 0) {
      if (buffer.length === buffer.bytes.byteLength) makeRoom(buffer, 1);
      buffer.bytes[buffer.length] = decodeLiteral(range, model, dictionary);
      buffer.length++;
      model.state = stateAfterLiteral(model.state);
      continue;
    }
    const length = decodeMatch(range, model, positionState);
    if (length === 0) return true;
    copyMatch(dictionary, model.distances[0]! + 1, length, end);
  }
  return false;
}

/** Returns whether only the end mark follows. */
export function decodeEndMark(range: RangeDecoder, model: LzmaModel, position: number): boolean {
  const positionState = position & ((1 << model.properties.pb) - 1);
  if (range.bit(model.isMatch, model.state * POSITION_STATES + positionState) === 0) return false;
  return decodeMatch(range, model, positionState) === 0;
}

function decodeLiteral(range: RangeDecoder, model: LzmaModel, { buffer, start }: Dictionary): number {
  const { bytes, length } = buffer;
  const { literals } = model;
  const offset = literalOffset(model.properties, length - start, length > start ? bytes[length - 1]! : 0);
  return model.state >= AFTER_LITERAL
    ? range.matchedLiteral(literals, offset, bytes[length - model.distances[0]! - 1]!)
    : range.literal(literals, offset);
}

/** The length of a match, whose distance is then the first of the model's; 0 for the end mark. */
function decodeMatch(range: RangeDecoder, model: LzmaModel, positionState: number): number {
  const { state, distances } = model;
  if (range.bit(model.isRepeat, state) === 0) {
    const length = decodeLength(range, model.lengths, positionState);
    const distance = decodeDistance(range, model, length);
    if (distance === END_MARK) return 0;
    useDistance(distances, 3, distance);
    model.state = stateAfterMatch(state);
    return length + MIN_MATCH;
  }
  if (range.bit(model.isRepeat0, state) === 0) {
    if (range.bit(model.isLongRepeat0, state * POSITION_STATES + positionState) === 0) {
      model.state = stateAfterShortRepeat(state);
      return 1;
    }
  } else {
    const place = range.bit(model.isRepeat1, state) === 0 ? 1 : 2 + range.bit(model.isRepeat2, state);
    useDistance(distances, place, distances[place]!);
  }
  model.state = stateAfterRepeat(state);
  return decodeLength(range, model.repeatLengths, positionState) + MIN_MATCH;
}

/** Puts a distance first; the one at `place` is dropped from the four. */
function useDistance(distances: Uint32Array, place: number, distance: number): void {
  for (let i = place; i > 0; i--) distances[i] = distances[i - 1]!;
  distances[0] = distance;
}

function decodeLength(range: RangeDecoder, model: LengthModel, positionState: number): number {
  if (range.bit(model.choices, 0) === 0) return range.tree(model.low, 8 * positionState, 3);
  if (range.bit(model.choices, 1) === 0) return 8 + range.tree(model.middle, 8 * positionState, 3);
  return 16 + range.tree(model.high, 0, 8);
}

/** A slot gives the two highest bits and the number of further ones: in contexts, or equiprobable except for the last four. */
function decodeDistance(range: RangeDecoder, model: LzmaModel, length: number): number {
  const slot = range.tree(model.slots, 64 * Math.min(length, LENGTH_STATES - 1), 6);
  if (slot < FIRST_EXTRA_SLOT) return slot;
  const bits = (slot >>> 1) - 1;
  const base = ((2 | (slot & 1)) << bits) >>> 0;
  if (slot < FIRST_ALIGNED_SLOT) return base + range.reverseTree(model.special, base - slot, bits);
  const high = range.direct(bits - ALIGN_BITS) * 2 ** ALIGN_BITS;
  return base + high + range.reverseTree(model.align, 0, ALIGN_BITS);
}

function copyMatch(dictionary: Dictionary, distance: number, length: number, end: number): void {
  const { buffer, start, size } = dictionary;
  const to = buffer.length;
  if (distance > to - start || distance > size) {
    throw new HyperslabError("invalid-data", `LZMA: a match ${distance} bytes back, where ${to - start} are known`);
  }
  if (length > end - to) throw tooLong(end);
  makeRoom(buffer, length);
  const { bytes } = buffer;
  for (let i = to; i < to + length; i++) bytes[i] = bytes[i - distance]!;
  buffer.length = to + length;
}
