/**
 * Finite state entropy (RFC 8878, 4.1): a distribution gives the number of a table's states per symbol; the table gives
 * the symbol of each state and the states that may follow.
 */
export interface Distribution {
  /** States of each symbol; -1 means less than one, which still gets one. */
  readonly counts: readonly number[];
  /** The table has 1 << log states. */
  readonly log: number;
  /** Where the description ends. */
  readonly end: number;
}

export interface States {
  readonly symbols: Uint8Array;
  /** The number of bits that select the next state, and the first of the states among which they select. */
  readonly bits: Uint8Array;
  readonly next: Uint16Array;
}

const LEAST_LOG = 5;

/** The distribution described from `at` on; `undefined` if it is broken, has too many symbols or states. */
export function readDistribution(
  bytes: Uint8Array,
  at: number,
  end: number,
  maxSymbols: number,
  maxLog: number,
): Distribution | undefined {
  const log = (bitsAt(bytes, at, end, 0) & 15) + LEAST_LOG;
  if (log > maxLog) return undefined;
  const counts: number[] = [];
  let bit = 4;
  let remaining = 1 << log;
  while (remaining > 0) {
    if (counts.length >= maxSymbols) return undefined;
    // Values 0 .. remaining + 1 are possible. The smaller ones take a bit less.
    const width = 32 - Math.clz32(remaining + 1);
    const short = (1 << width) - 2 - remaining;
    const bits = bitsAt(bytes, at, end, bit);
    const half = 1 << (width - 1);
    let value = bits & (half - 1);
    if (value < short) {
      bit += width - 1;
    } else {
      value = bits & (2 * half - 1);
      if (value >= half) value -= short;
      bit += width;
    }
    counts.push(value - 1);
    remaining -= Math.abs(value - 1);
    if (value !== 1) continue;
    // Two bits give the number of zeros that follow; 3 means that two more bits follow.
    for (let more = 3; more === 3; bit += 2) {
      more = bitsAt(bytes, at, end, bit) & 3;
      if (counts.length + more > maxSymbols) return undefined;
      for (let i = 0; i < more; i++) counts.push(0);
    }
  }
  const stop = at + ((bit + 7) >> 3);
  return remaining < 0 || stop > end ? undefined : { counts, log, end: stop };
}

/** At least 17 bits from this bit on; bits past the end are zeros. */
function bitsAt(bytes: Uint8Array, start: number, end: number, bit: number): number {
  let bits = 0;
  const from = start + (bit >> 3);
  for (let i = 0; i < 3; i++) if (from + i < end) bits |= bytes[from + i]! << (8 * i);
  return bits >>> (bit & 7);
}

export function spreadStates({ counts, log }: Pick<Distribution, "counts" | "log">): States {
  const size = 1 << log;
  const symbols = new Uint8Array(size);
  const numbers = counts.map((count) => Math.abs(count));
  // Symbols of less than one state get the last ones.
  let last = size - 1;
  for (const [symbol, count] of counts.entries()) if (count < 0) symbols[last--] = symbol;
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  for (const [symbol, count] of counts.entries()) {
    for (let i = 0; i < count; i++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at > last);
    }
  }
  const bits = new Uint8Array(size);
  const next = new Uint16Array(size);
  for (let state = 0; state < size; state++) {
    const number = numbers[symbols[state]!]!++;
    bits[state] = log - (31 - Math.clz32(number));
    next[state] = (number << bits[state]!) - size;
  }
  return { symbols, bits, next };
}
