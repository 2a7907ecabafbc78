/** References of a box of positions that follow a rule: computed on demand, so that millions take no memory. */
import type { Reference } from "./reference.ts";

/** Positions along one number of the keys: `start`, `start + step`, ... */
export interface GeneratedAxis {
  readonly start: number;
  /** Not 0; may be negative. */
  readonly step: number;
  readonly count: number;
  /** Rows from one position to the next. */
  readonly stride: number;
}

/** Inline bytes follow no rule. */
export type GeneratedReference = Exclude<Reference, { readonly kind: "inline" }>;

export interface GeneratedChunks {
  /** One per number of the keys, in their order. */
  readonly axes: readonly GeneratedAxis[];
  readonly length: number;
  /** The reference of a row. */
  reference(row: number): GeneratedReference;
  /** Every URL, possibly more than once. */
  urls(): Iterable<string>;
}

/** The position of a row. */
export function generatedCoords({ axes }: GeneratedChunks, row: number): Uint32Array {
  return Uint32Array.from(axes, ({ start, step, count, stride }) => start + step * (Math.floor(row / stride) % count));
}

/** The row at a position; undefined if there is none. */
export function generatedRow({ axes }: GeneratedChunks, coords: ArrayLike<number>): number | undefined {
  let row = 0;
  for (let axis = 0; axis < axes.length; axis++) {
    const { start, step, count, stride } = axes[axis]!;
    const index = (coords[axis]! - start) / step;
    if (!Number.isInteger(index) || index < 0 || index >= count) return undefined;
    row += index * stride;
  }
  return row;
}
