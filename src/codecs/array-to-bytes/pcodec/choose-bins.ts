/** Chooses the bins of a variable: ranges of about equally many values, joined where that saves bits. */
import { largest } from "../../../bytes/largest.ts";
import type { LatentVariable } from "./metadata.ts";

/** More would usually cost more in the metadata than they save. */
const MAX_BINS = 128;
/** Weights are finer than one state per bin by this many bits. */
const WEIGHT_BITS = 4;
const MAX_SIZE_LOG = 14;

interface Range {
  readonly lower: bigint;
  readonly upper: bigint;
  readonly count: number;
}

export interface ChosenBins {
  readonly variable: LatentVariable;
  /** The approximate number of bits that the values will take. */
  readonly cost: number;
}

/** At most 2^level bins. */
export function chooseBins(values: BigUint64Array, width: number, level: number): ChosenBins {
  const sorted = values.slice().sort();
  const perBin = width + Math.log2(width) + 1 + MAX_SIZE_LOG;
  const ranges = joinRanges(splitRanges(sorted, Math.min(2 ** level, MAX_BINS)), sorted.length, perBin);
  const sizeLog = ranges.length <= 1 ? 0 : Math.min(Math.ceil(Math.log2(ranges.length)) + WEIGHT_BITS, MAX_SIZE_LOG);
  const weights = weightsOf(ranges, sorted.length, 2 ** sizeLog);
  const bins = ranges.map(({ lower, upper }) => ({ lower, offsetBits: bitLength(upper - lower) }));
  const cost = ranges.reduce((sum, range) => sum + costOf(range, sorted.length) + perBin, 0);
  return { variable: { width, sizeLog, weights, bins }, cost };
}

/** Equal values stay in one range. */
function splitRanges(sorted: BigUint64Array, count: number): Range[] {
  const ranges: Range[] = [];
  const step = Math.ceil(sorted.length / count);
  for (let start = 0; start < sorted.length; ) {
    let end = Math.min(start + step, sorted.length);
    while (end < sorted.length && sorted[end] === sorted[end - 1]) end++;
    ranges.push({ lower: sorted[start]!, upper: sorted[end - 1]!, count: end - start });
    start = end;
  }
  return ranges;
}

function joinRanges(ranges: readonly Range[], total: number, perBin: number): Range[] {
  const joined: Range[] = [];
  for (const range of ranges) {
    let last = range;
    for (let before = joined.at(-1); before !== undefined; before = joined.at(-1)) {
      const both = { lower: before.lower, upper: last.upper, count: before.count + last.count };
      if (costOf(both, total) > costOf(before, total) + costOf(last, total) + perBin) break;
      joined.pop();
      last = both;
    }
    joined.push(last);
  }
  return joined;
}

function costOf({ lower, upper, count }: Range, total: number): number {
  return count * (bitLength(upper - lower) + Math.log2(total / count));
}

/** Shares of the table, at least one state each, that add up to its size. */
function weightsOf(ranges: readonly Range[], total: number, size: number): number[] {
  const weights = ranges.map(({ count }) => Math.max(1, Math.floor((count * size) / total)));
  let spare = size - weights.reduce((sum, weight) => sum + weight, 0);
  // A remainder from rounding is added to or taken from the heaviest.
  while (spare !== 0 && weights.length > 0) {
    const heaviest = weights.indexOf(largest(weights));
    const change = spare > 0 ? spare : Math.max(spare, 1 - weights[heaviest]!);
    weights[heaviest]! += change;
    spare -= change;
  }
  return weights;
}

function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}
