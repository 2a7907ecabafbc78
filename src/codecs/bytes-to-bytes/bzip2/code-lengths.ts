/** Lengths of Huffman codes for symbols of known frequency, none longer than a limit. */

/** bzip2's own encoder keeps to 17 bits, of the 20 that decoders take. */
const MAX_BITS = 17;

/** Every symbol gets a code; one that never occurs counts as if it did once. */
export function codeLengths(frequencies: Uint32Array): Uint8Array {
  const weights = Float64Array.from(frequencies, (frequency) => Math.max(frequency, 1));
  for (;;) {
    const lengths = huffmanLengths(weights);
    if (lengths.every((length) => length <= MAX_BITS)) return lengths;
    // Frequencies that are closer together give codes of more even length.
    for (let i = 0; i < weights.length; i++) weights[i] = 1 + Math.floor(weights[i]! / 2);
  }
}

/** Joins the two lightest trees until one is left; joined trees come in order of weight, so that no heap is needed. */
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
