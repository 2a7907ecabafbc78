/** Canonical Huffman codes of up to 20 bits, read from the highest bit on. Short ones are found by a single lookup. */
import { HyperslabError } from "../../../errors.ts";
import type { BitReader } from "./bits.ts";

const MAX_BITS = 20;
const FAST_BITS = 10;

export interface HuffmanDecoder {
  /** By the next 10 bits: the symbol and, in the low 5 bits, the length of its code; 0 if the code is longer. */
  readonly fast: Uint16Array;
  /** By length: the first code beyond those of the length, aligned to 20 bits; and the mapping of codes to symbols. */
  readonly limits: Uint32Array;
  readonly offsets: Int32Array;
  readonly symbols: Uint16Array;
}

/** Codes of these lengths. Lengths that require more codes than there are are refused. */
export function huffmanDecoder(lengths: Uint8Array): HuffmanDecoder {
  const counts = new Uint32Array(MAX_BITS + 1);
  for (const length of lengths) counts[length]!++;
  const symbols = new Uint16Array(lengths.length);
  const limits = new Uint32Array(MAX_BITS + 1);
  const offsets = new Int32Array(MAX_BITS + 1);
  const fast = new Uint16Array(1 << FAST_BITS);
  let code = 0;
  let filled = 0;
  for (let length = 1; length <= MAX_BITS; length++) {
    offsets[length] = filled - code;
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== length) continue;
      symbols[filled++] = symbol;
      if (length <= FAST_BITS) {
        const start = code << (FAST_BITS - length);
        fast.fill((symbol << 5) | length, start, start + (1 << (FAST_BITS - length)));
      }
      code++;
    }
    if (code > 1 << length) throw new HyperslabError("invalid-data", "a Huffman table with more codes than bits allow");
    limits[length] = code << (MAX_BITS - length);
    code <<= 1;
  }
  return { fast, limits, offsets, symbols };
}

export function readSymbol(reader: BitReader, { fast, limits, offsets, symbols }: HuffmanDecoder): number {
  const found = fast[reader.peek(FAST_BITS)]!;
  if (found !== 0) {
    reader.skip(found & 31);
    return found >>> 5;
  }
  const bits = reader.peek(MAX_BITS);
  for (let length = FAST_BITS + 1; length <= MAX_BITS; length++) {
    if (bits >= limits[length]!) continue;
    reader.skip(length);
    return symbols[(bits >>> (MAX_BITS - length)) + offsets[length]!]!;
  }
  throw new HyperslabError("invalid-data", "an undefined Huffman code");
}

/** bzip2's own encoder uses up to 17 bits, of the 20 that decoders accept. */
const MOST_WRITTEN_BITS = 17;

/**
 * Lengths of Huffman codes for symbols of known frequency. Every symbol gets a code; one that never occurs counts as
 * occurring once.
 */
export function codeLengths(frequencies: Uint32Array): Uint8Array {
  const weights = Float64Array.from(frequencies, (frequency) => Math.max(frequency, 1));
  for (;;) {
    const lengths = huffmanLengths(weights);
    if (lengths.every((length) => length <= MOST_WRITTEN_BITS)) return lengths;
    // Frequencies that are closer together give codes of more even length.
    for (let i = 0; i < weights.length; i++) weights[i] = 1 + Math.floor(weights[i]! / 2);
  }
}

/** Joins the two lightest trees until one is left; joined trees come in order of weight, so no heap is needed. */
function huffmanLengths(weights: Float64Array): Uint8Array {
  const count = weights.length;
  const leaves = Array.from(weights.keys()).sort((a, b) => weights[a]! - weights[b]!);
  const parents = new Uint16Array(2 * count);
  const joined: number[] = [];
  let leaf = 0;
  let branch = 0;
  const take = (): { node: number; weight: number } => {
    const lightest = leaf < count ? weights[leaves[leaf]!]! : Number.POSITIVE_INFINITY;
    if (branch < joined.length && joined[branch]! < lightest)
      return { node: count + branch, weight: joined[branch++]! };
    return { node: leaves[leaf++]!, weight: lightest };
  };
  while (joined.length < count - 1) {
    const [first, second] = [take(), take()];
    parents[first.node] = count + joined.length;
    parents[second.node] = count + joined.length;
    joined.push(first.weight + second.weight);
  }
  const root = 2 * count - 2;
  const depths = new Uint8Array(2 * count);
  for (let node = root - 1; node >= 0; node--) depths[node] = depths[parents[node]!]! + 1;
  return depths.slice(0, count);
}
