/** Writes the metadata of a chunk in classic mode, and its page (layouts: metadata.ts, page.ts). */
import { spreadSymbols } from "./ans-table.ts";
import type { PcoWriter } from "./bits.ts";
import type { LatentVariable } from "./metadata.ts";
import { lowWords, narrowBins } from "./narrow.ts";
import { BATCH, INTERLEAVED } from "./page.ts";

export interface ChunkPlan {
  /** Moments, one per order of differences. */
  readonly moments: readonly bigint[];
  readonly values: BigUint64Array;
  readonly variable: LatentVariable;
}

export function writeChunk(writer: PcoWriter, { moments, values, variable }: ChunkPlan): void {
  const { width, sizeLog, weights, bins } = variable;
  writer.write(0, 4);
  writer.write(moments.length, 3);
  writer.write(sizeLog, 4);
  writer.write(bins.length, 15);
  bins.forEach(({ lower, offsetBits }, index) => {
    writer.write(weights[index]! - 1, sizeLog);
    writer.writeBig(lower, width);
    writer.write(offsetBits, Math.log2(width) + 1);
  });
  writer.align();
  for (const moment of moments) writer.writeBig(moment, width);
  writePage(writer, values, variable);
}

function writePage(writer: PcoWriter, values: BigUint64Array, variable: LatentVariable): void {
  const { sizeLog, bins, width } = variable;
  const symbols = symbolsOf(values, variable);
  const words = lowWords(values, width);
  const { lowers, offsetBits: offsetCounts } = narrowBins(words === undefined ? [] : bins);
  const { states, bits, counts } = encodeSymbols(symbols, variable);
  for (const state of states) writer.write(state, sizeLog);
  writer.align();
  for (let start = 0; start < values.length; start += BATCH) {
    const end = Math.min(start + BATCH, values.length);
    for (let i = start; i < end; i++) writer.write(bits[i]!, counts[i]!);
    for (let i = start; i < end; i++) {
      const symbol = symbols[i]!;
      if (words !== undefined) writer.write(words[2 * i]! - lowers[symbol]!, offsetCounts[symbol]!);
      else writer.writeBig(values[i]! - bins[symbol]!.lower, bins[symbol]!.offsetBits);
    }
  }
  writer.align();
}

/** The last bin that starts at or below each value. */
function symbolsOf(values: BigUint64Array, { bins, width }: LatentVariable): Uint16Array {
  const symbols = new Uint16Array(values.length);
  const words = lowWords(values, width);
  if (words !== undefined) {
    const { lowers } = narrowBins(bins);
    for (let i = 0; i < symbols.length; i++) {
      let low = 0;
      for (let high = lowers.length; high - low > 1; ) {
        const middle = (low + high) >>> 1;
        if (lowers[middle]! <= words[2 * i]!) low = middle;
        else high = middle;
      }
      symbols[i] = low;
    }
    return symbols;
  }
  for (let i = 0; i < values.length; i++) {
    let [low, high] = [0, bins.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (bins[middle]!.lower <= values[i]!) low = middle;
      else high = middle;
    }
    symbols[i] = low;
  }
  return symbols;
}

interface EncodedSymbols {
  readonly states: readonly number[];
  /** The bits that each symbol emits, and their number. */
  readonly bits: Uint16Array;
  readonly counts: Uint8Array;
}

/** tANS runs backwards: the symbol encoded last is decoded first. */
function encodeSymbols(symbols: Uint16Array, { sizeLog, weights }: LatentVariable): EncodedSymbols {
  const size = 1 << sizeLog;
  const places: number[][] = weights.map(() => []);
  if (weights.length > 0) spreadSymbols(sizeLog, weights).forEach((symbol, state) => void places[symbol]!.push(state));
  const states = new Array<number>(INTERLEAVED).fill(size);
  const bits = new Uint16Array(symbols.length);
  const counts = new Uint8Array(symbols.length);
  for (let i = symbols.length - 1; i >= 0; i--) {
    const state = states[i % INTERLEAVED]!;
    const weight = weights[symbols[i]!]!;
    let count = 0;
    while (state >>> count >= 2 * weight) count++;
    bits[i] = state & ((1 << count) - 1);
    counts[i] = count;
    states[i % INTERLEAVED] = size + places[symbols[i]!]![(state >>> count) - weight]!;
  }
  return { states: states.map((state) => state - size), bits, counts };
}
