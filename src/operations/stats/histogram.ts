/** The number of values in each of several equal parts between the minimum and the maximum, like NumPy's histogram. */
import { HyperslabError } from "../../errors.ts";
import { isBigintArray, type NumericArray } from "../../model/values/numeric-array.ts";
import { NOT_A_TIME } from "../../model/values/time-value.ts";
import type { ValueSink } from "./summary.ts";
import type { CountedValues } from "./table-reducer.ts";

/** Edges of parts, one more than there are parts; or the reason why there are none. */
export function histogramEdges(min: number, max: number, parts: number): readonly number[] | string {
  if (!Number.isFinite(max - min))
    return `no histogram: the range from ${min} to ${max} cannot be divided into equal parts`;
  const [first, last] = min === max ? [min - 0.5, max + 0.5] : [min, max];
  const step = (last - first) / parts;
  const edges = Array.from({ length: parts + 1 }, (_, index) => (index === parts ? last : index * step + first));
  const isRising = edges.every((edge, index) => index === 0 || edge > edges[index - 1]!);
  return isRising ? edges : `no histogram: ${min} and ${max} are too close together for ${parts} parts`;
}

export class Histogram implements ValueSink {
  readonly counts: number[];
  readonly #edges: readonly number[];
  readonly #lowestIsMissing: boolean;

  constructor(edges: readonly number[], lowestIsMissing: boolean) {
    this.#edges = edges;
    this.#lowestIsMissing = lowestIsMissing;
    this.counts = new Array<number>(edges.length - 1).fill(0);
  }

  add(values: NumericArray): void {
    const checks = this.#lowestIsMissing && isBigintArray(values);
    for (let at = 0; at < values.length; at++) {
      const value = values[at]!;
      if (checks && value === NOT_A_TIME) continue;
      this.#count(Number(value), 1);
    }
  }

  repeat(value: number | bigint, count: number): void {
    if (value !== NOT_A_TIME || !this.#lowestIsMissing) this.#count(Number(value), count);
  }

  addCounted({ values, counts }: CountedValues): void {
    values.forEach((value, index) => void this.#count(Number(value), counts[index]!));
  }

  #count(value: number, times: number): void {
    if (Number.isNaN(value)) return;
    const edges = this.#edges;
    const parts = this.counts.length;
    const [first, last] = [edges[0]!, edges[parts]!];
    if (value < first || value > last) {
      throw new HyperslabError("invalid-data", "the array changed while it was read", {
        hint: "Run it again when nothing writes to the array.",
      });
    }
    let part = Math.min(parts - 1, Math.floor(((value - first) / (last - first)) * parts));
    // The division may be rounded across an edge.
    if (value < edges[part]!) part -= 1;
    else if (part < parts - 1 && value >= edges[part + 1]!) part += 1;
    this.counts[part]! += times;
  }
}
