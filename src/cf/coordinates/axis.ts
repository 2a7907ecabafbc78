/** The labels along one dimension: the values of its coordinate, and what is known about their order. */

/** Numbers, exact integers (times in nanoseconds, or beyond 2^53), or strings. A missing number or time is NaN. */
export type AxisValues = Float64Array | readonly (bigint | number)[] | readonly string[];
export type AxisValue = number | bigint | string;

export type AxisOrder = "ascending" | "descending" | "unsorted";

export interface Axis {
  /** The name of the dimension and of its coordinate. */
  readonly name: string;
  /** Where the coordinate lies in the hierarchy. */
  readonly path: string;
  readonly values: AxisValues;
  readonly order: AxisOrder;
  /** The first duplicate label; undefined if there is none. */
  readonly duplicate: AxisValue | undefined;
  /** The minimum and the maximum; undefined for strings, and if there is no number. */
  readonly span: { readonly min: number; readonly max: number } | undefined;
  /** The period after which labels repeat: 360 for longitudes. */
  readonly turn: number | undefined;
  /** The calendar of the labels; undefined if they are not times. Values are then nanoseconds since 1970. */
  readonly calendar: string | undefined;
  /** Rounds a label to the precision of the coordinate: float32 values are written with fewer digits than they have. */
  readonly rounded: (label: number) => number;
  /** A label for display: a date, or the number as it is written. */
  text(value: AxisValue): string;
  /** A label for tables. */
  cell(value: AxisValue): string;
  /** The position of a label. */
  indexOf(value: AxisValue): number | undefined;
}

/** The order of labels. NaN has no position in any order. */
export function orderOf(values: AxisValues): AxisOrder {
  let rises = true;
  let falls = true;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) return "unsorted";
    if (i === 0) continue;
    if (value < values[i - 1]!) rises = false;
    if (value > values[i - 1]!) falls = false;
  }
  return rises ? "ascending" : falls ? "descending" : "unsorted";
}

/** The first position of each label, and the first duplicate label. */
export function positionsOf(values: AxisValues): {
  readonly positions: ReadonlyMap<AxisValue, number>;
  readonly duplicate: AxisValue | undefined;
} {
  const positions = new Map<AxisValue, number>();
  let duplicate: AxisValue | undefined;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (Number.isNaN(value)) continue;
    if (!positions.has(value)) positions.set(value, i);
    else duplicate ??= value;
  }
  return { positions, duplicate };
}
