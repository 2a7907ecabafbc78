/**
 * Tables of tANS (tabled asymmetric numeral systems): each state stands for a symbol, with as many states per symbol as
 * its weight, spread over the table by a fixed stride.
 */
import { HyperslabError } from "../../../errors.ts";

export interface AnsTable {
  readonly symbols: Uint16Array;
  /** The next state is the base plus the value of this many bits. */
  readonly bases: Uint16Array;
  readonly bits: Uint8Array;
}

/** The symbol of each state. The weights must add up to the size of the table. */
export function spreadSymbols(sizeLog: number, weights: readonly number[]): Uint16Array {
  const size = 1 << sizeLog;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total !== size) throw new HyperslabError("invalid-data", `pcodec: weights add up to ${total}, not to ${size}`);
  // About three fifths of the table, and odd, so that every state is visited once.
  const stride = Math.floor((3 * size) / 5) | 1;
  const symbols = new Uint16Array(size);
  let step = 0;
  weights.forEach((weight, symbol) => {
    for (let i = 0; i < weight; i++, step++) symbols[(stride * step) & (size - 1)] = symbol;
  });
  return symbols;
}

export function ansTable(sizeLog: number, weights: readonly number[]): AnsTable {
  const size = 1 << sizeLog;
  const symbols = spreadSymbols(sizeLog, weights);
  const bases = new Uint16Array(size);
  const bits = new Uint8Array(size);
  const next = Uint32Array.from(weights);
  for (let state = 0; state < size; state++) {
    const value = next[symbols[state]!]!++;
    const count = sizeLog - (31 - Math.clz32(value));
    bits[state] = count;
    bases[state] = (value << count) - size;
  }
  return { symbols, bases, bits };
}
