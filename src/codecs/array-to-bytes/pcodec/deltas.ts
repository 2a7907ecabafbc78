/** Turns differences back into values. `state` holds the values (or moments) that precede the differences. */
import { HyperslabError } from "../../../errors.ts";
import type { PcoDelta } from "./metadata.ts";
import { addUpNarrow, lowWords, maskOf } from "./narrow.ts";

/** All `count` values of a page; there are as many differences as values that are not in the state. */
export function undoDelta(
  delta: PcoDelta,
  state: BigUint64Array,
  differences: BigUint64Array,
  lookbacks: BigUint64Array | undefined,
  width: number,
  count: number,
): BigUint64Array {
  if (delta.kind === "none") return differences;
  const words = lowWords(differences, width);
  if (delta.kind === "consecutive" && words !== undefined) return addUpWords(state, words, width, count);
  const middle = 1n << BigInt(width - 1);
  const centred = differences.map((difference) => BigInt.asUintN(width, difference + middle));
  if (delta.kind === "consecutive") return addUp(state, centred, width, count);
  const values = new BigUint64Array(Math.max(state.length + centred.length, count));
  values.set(state);
  const start = state.length;
  for (let i = 0; i < centred.length; i++) {
    const before =
      delta.kind === "lookback"
        ? lookedBack(values, start + i, lookbacks![i]!, delta.window)
        : predicted(values, start + i, delta, width);
    values[start + i] = BigInt.asUintN(width, centred[i]! + before);
  }
  // For a page shorter than its state, only the end of the state counts.
  return start > count && delta.kind === "lookback" ? values.subarray(start - count, start) : values.subarray(0, count);
}

function addUpWords(moments: BigUint64Array, differences: Uint32Array, width: number, count: number): BigUint64Array {
  const values = new BigUint64Array(count);
  const words = lowWords(values, width)!;
  const middle = 2 ** (width - 1);
  const mask = maskOf(width);
  const length = Math.min(words.length, differences.length);
  for (let at = 0; at < length; at += 2) words[at] = (differences[at]! + middle) & mask;
  addUpNarrow(words, moments, width);
  return values;
}

/** Sums of sums, one level per moment. */
function addUp(moments: BigUint64Array, differences: BigUint64Array, width: number, count: number): BigUint64Array {
  const values = new BigUint64Array(count);
  values.set(differences.subarray(0, count));
  for (const moment of moments.toReversed()) {
    let sum = moment;
    for (let i = 0; i < count; i++) {
      const next = BigInt.asUintN(width, sum + values[i]!);
      values[i] = sum;
      sum = next;
    }
  }
  return values;
}

/** Values before the known ones count as 0, and so does looking back by 0. */
function lookedBack(values: BigUint64Array, at: number, lookback: bigint, window: number): bigint {
  if (lookback > window) throw new HyperslabError("invalid-data", `pcodec: a difference to ${lookback} values before`);
  return lookback === 0n ? 0n : (values[at - Number(lookback)] ?? 0n);
}

function predicted(
  values: BigUint64Array,
  at: number,
  { shift, bias, weights }: Extract<PcoDelta, { readonly kind: "convolution" }>,
  width: number,
): bigint {
  let sum = bias;
  weights.forEach((weight, index) => {
    sum += weight * values[at - weights.length + index]!;
  });
  // The sum is kept in twice the width, and never below 0.
  const wrapped = BigInt.asIntN(2 * width, sum);
  return BigInt.asUintN(width, (wrapped < 0n ? 0n : wrapped) >> BigInt(shift));
}
