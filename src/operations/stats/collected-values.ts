/** All values in order, for quantiles, as long as there are few enough to hold. */
import { HyperslabError } from "../../errors.ts";
import { isBigintArray, type NumericArray } from "../../model/values/numeric-array.ts";
import { NOT_A_TIME } from "../../model/values/time-value.ts";
import { operationLimits } from "../limits.ts";
import type { ValueSink } from "./summary.ts";
import type { CountedValues } from "./table-reducer.ts";

/** Refuses more values than can be held, before anything is read. */
export function checkCollected(size: number, path: string): void {
  if (!operationLimits.quantileValues.isExceededBy(size)) return;
  throw new HyperslabError(
    "unsupported",
    `exact quantiles of ${size} values need more memory than there may be: the limit is ${operationLimits.quantileValues.value}`,
    { node: path, hint: "Select less, or ask for a histogram (histogram: 100, --histogram 100)." },
  );
}

/** The value of each rank, counted from 0. */
export interface RankedValues {
  readonly count: number;
  at(rank: number): number | bigint;
}

/** Holds the values that are neither NaN nor missing. */
export class CollectedValues implements ValueSink {
  readonly #lowestIsMissing: boolean;
  #held: NumericArray;
  #count = 0;

  constructor(size: number, kind: "float" | "signed" | "unsigned", lowestIsMissing: boolean) {
    this.#lowestIsMissing = lowestIsMissing;
    this.#held =
      kind === "float"
        ? new Float64Array(size)
        : kind === "signed"
          ? new BigInt64Array(size)
          : new BigUint64Array(size);
  }

  add(values: NumericArray): void {
    const held = this.#held;
    if (isBigintArray(held)) {
      for (let at = 0; at < values.length; at++) {
        const value = BigInt(values[at]!);
        if (value !== NOT_A_TIME || !this.#lowestIsMissing) held[this.#count++] = value;
      }
      return;
    }
    for (let at = 0; at < values.length; at++) {
      const value = Number(values[at]!);
      if (!Number.isNaN(value)) held[this.#count++] = value;
    }
  }

  repeat(value: number | bigint, count: number): void {
    if (Number.isNaN(value) || (value === NOT_A_TIME && this.#lowestIsMissing)) return;
    const held = this.#held;
    if (isBigintArray(held)) held.fill(BigInt(value), this.#count, this.#count + count);
    else held.fill(Number(value), this.#count, this.#count + count);
    this.#count += count;
  }

  ranked(): RankedValues {
    const sorted = this.#held.subarray(0, this.#count).sort();
    return { count: this.#count, at: (rank) => sorted[rank]! };
  }
}

/** The same for counted values. */
export function rankedCounts({ values, counts }: CountedValues): RankedValues {
  let total = 0;
  const ends = counts.map((count) => {
    total += count;
    return total;
  });
  return { count: total, at: (rank) => values[ends.findIndex((end) => rank < end)]! };
}

/** The value below which this share of all values lies. Interpolated linearly between two values, NumPy's default. */
export function quantile({ count, at }: RankedValues, share: number): number | bigint {
  const place = (count - 1) * share;
  const rank = Math.floor(place);
  const part = place - rank;
  const below = at(rank);
  if (part === 0) return below;
  const above = at(rank + 1);
  const distance = Number(above) - Number(below);
  return part < 0.5 ? Number(below) + distance * part : Number(above) - distance * (1 - part);
}
