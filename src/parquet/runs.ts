/**
 * Small integers of `width` bits in runs: which rows have a value (one bit each), and indices of a dictionary. They are
 * checked before the counts in them are trusted. A single value is found without decoding the others.
 *
 *     run of one value    varint (count << 1), the value in as many bytes as its bits take
 *     run of packed ones  varint (groups << 1 | 1), groups of 8 values, `width` bytes each, the lowest bits first
 */
import { varint } from "./varint.ts";

/** Runs that lie in `bytes` from `from` on. */
export interface Runs {
  readonly bytes: Uint8Array;
  readonly from: number;
  readonly width: number;
}

/** Indices of dictionaries have at most this many bits. */
const WIDEST = 30;

interface Run {
  /** Its number of values; the last group of packed ones may have more than there are rows. */
  readonly count: number;
  readonly isPacked: boolean;
  /** Where its values begin and end. */
  readonly at: number;
  readonly end: number;
}

/** The run at a position; undefined if there is none. */
function runAt({ bytes, width }: Runs, from: number, to: number): Run | undefined {
  const header = varint(bytes, from, to);
  if (header === undefined) return undefined;
  const isPacked = (header.value & 1) === 1;
  const number = header.value >>> 1;
  const at = header.end;
  const length = isPacked ? number * width : (width + 7) >>> 3;
  if (number === 0 || at + length > to) return undefined;
  return { count: isPacked ? number * 8 : number, isPacked, at, end: at + length };
}

/** Returns whether there are exactly `count` values, all of them before `to`. The last group of packed ones may be longer. */
export function areRuns(runs: Runs, to: number, count: number): boolean {
  if (runs.width > WIDEST || to > runs.bytes.byteLength) return false;
  for (let seen = 0, at = runs.from; seen < count; ) {
    const run = runAt(runs, at, to);
    if (run === undefined || run.count - (run.isPacked ? 7 : 0) > count - seen) return false;
    seen += run.count;
    at = run.end;
  }
  return true;
}

/** The value at a position of runs that were checked. */
export function valueInRuns(runs: Runs, position: number): number {
  for (let first = 0, at = runs.from; ; ) {
    const run = runAt(runs, at, runs.bytes.byteLength)!;
    if (position < first + run.count) return valueInRun(runs, run, position - first);
    first += run.count;
    at = run.end;
  }
}

function valueInRun({ bytes, width }: Runs, { isPacked, at }: Run, position: number): number {
  const bit = isPacked ? position * width : 0;
  return bitsAt(bytes, at + Math.floor(bit / 8), bit % 8, width);
}

/** The bits may span five bytes: more than 32-bit operators can handle. */
function bitsAt(bytes: Uint8Array, at: number, shift: number, width: number): number {
  let value = 0;
  for (let index = Math.ceil((shift + width) / 8) - 1; index >= 0; index--) value = value * 256 + bytes[at + index]!;
  return Math.floor(value / 2 ** shift) % 2 ** width;
}

/** How many of the first `count` bits are 1. */
export function onesInRuns(runs: Runs, count: number): number {
  let ones = 0;
  for (let seen = 0, at = runs.from; seen < count; ) {
    const run = runAt(runs, at, runs.bytes.byteLength)!;
    const taken = Math.min(run.count, count - seen);
    ones += run.isPacked ? onesIn(runs.bytes, run.at, taken) : taken * (runs.bytes[run.at]! & 1);
    seen += run.count;
    at = run.end;
  }
  return ones;
}

function onesIn(bytes: Uint8Array, from: number, bits: number): number {
  const [whole, rest] = [from + (bits >>> 3), bits & 7];
  let ones = rest === 0 ? 0 : onesOf(bytes[whole]! & ((1 << rest) - 1));
  for (let at = from; at < whole; at++) {
    const byte = bytes[at]!;
    // Most bytes are one or the other, because rows with a value are adjacent.
    if (byte === 255) ones += 8;
    else if (byte !== 0) ones += onesOf(byte);
  }
  return ones;
}

function onesOf(byte: number): number {
  let ones = 0;
  for (let rest = byte; rest !== 0; rest &= rest - 1) ones += 1;
  return ones;
}

/** All values, as many as `out` has room for. */
export function decodeRuns(runs: Runs, out: Int32Array): void {
  for (let seen = 0, at = runs.from; seen < out.length; ) {
    const run = runAt(runs, at, runs.bytes.byteLength)!;
    const taken = Math.min(run.count, out.length - seen);
    if (run.isPacked) for (let index = 0; index < taken; index++) out[seen + index] = valueInRun(runs, run, index);
    else out.fill(valueInRun(runs, run, 0), seen, seen + taken);
    seen += run.count;
    at = run.end;
  }
}
