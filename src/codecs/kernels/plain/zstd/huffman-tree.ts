/**
 * Huffman trees (RFC 8878, 4.2.1). A symbol of weight w > 0 has a code of depth + 1 - w bits. Codes are assigned by
 * ascending weight, then ascending symbol; the last symbol's weight follows from the others.
 */
import { ZSTD_ERRORS, zstdError } from "../../zstd/errors.ts";
import { backwardBits, readBits } from "./backward-bits.ts";
import { readDistribution, spreadStates } from "./finite-states.ts";

/** The longest code in bits; tables are indexed by this many. */
export const TREE_BITS = 11;
const MAX_WEIGHT_LOG = 6;
const WEIGHTS = 16;
const MOST_WEIGHTS = 255;

export interface Tree {
  /** For the next 11 bits: code length | symbol << 8. */
  readonly tree: Uint16Array;
  /** Where the description ends. */
  readonly end: number;
}

export function readTree(bytes: Uint8Array, at: number, end: number): Tree {
  if (at >= end) throw bad();
  const header = bytes[at]!;
  const direct = header >= 128;
  const count = header - 127;
  const stop = at + 1 + (direct ? (count + 1) >> 1 : header);
  if (stop > end) throw bad();
  const weights = direct ? readWeights(bytes, at + 1, count) : readPackedWeights(bytes, at + 1, stop);
  return { tree: buildTree(weights), end: stop };
}

function bad(): Error {
  return zstdError(ZSTD_ERRORS.badHuffmanTree);
}

function readWeights(bytes: Uint8Array, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => {
    const pair = bytes[at + (i >> 1)]!;
    return i % 2 === 0 ? pair >> 4 : pair & 15;
  });
}

/** Weights coded by two alternating states. */
function readPackedWeights(bytes: Uint8Array, at: number, end: number): number[] {
  const distribution = readDistribution(bytes, at, end, WEIGHTS, MAX_WEIGHT_LOG);
  if (distribution === undefined) throw bad();
  const { symbols, bits, next } = spreadStates(distribution);
  const stream = backwardBits(bytes, distribution.end, end);
  if (stream.left < 2 * distribution.log) throw bad();
  let state = readBits(stream, distribution.log);
  let other = readBits(stream, distribution.log);
  const weights: number[] = [];
  while (weights.length < MOST_WEIGHTS - 1) {
    weights.push(symbols[state]!);
    if (bits[state]! > stream.left) {
      weights.push(symbols[other]!);
      return weights;
    }
    const following = next[state]! + readBits(stream, bits[state]!);
    state = other;
    other = following;
  }
  throw bad();
}

/** The weights are those of all symbols except the last one with a weight. */
export function buildTree(weights: number[]): Uint16Array {
  let total = 0;
  for (const weight of weights) {
    if (weight > TREE_BITS) throw bad();
    total += (1 << weight) >> 1;
  }
  if (total === 0) throw bad();
  const depth = 32 - Math.clz32(total);
  const rest = (1 << depth) - total;
  if (depth > TREE_BITS || (rest & (rest - 1)) !== 0) throw bad();
  weights.push(32 - Math.clz32(rest));
  // Codes of the greatest length come in pairs, else they could be shorter.
  const longest = weights.filter((weight) => weight === 1).length;
  if (longest < 2 || longest % 2 !== 0) throw bad();
  const tree = new Uint16Array(1 << TREE_BITS);
  let at = 0;
  for (let weight = 1; weight <= depth; weight++) {
    const span = 1 << (weight - 1 + TREE_BITS - depth);
    for (const [symbol, own] of weights.entries()) {
      if (own !== weight) continue;
      tree.fill((depth + 1 - weight) | (symbol << 8), at, at + span);
      at += span;
    }
  }
  return tree;
}
