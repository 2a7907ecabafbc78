/** What is selected along one dimension, normalised: inside bounds, no negative indices, count known. */
export type AxisSelection =
  /** start, start + step, ...: `count` of them. `step` is never 0 and may be negative. */
  | { readonly kind: "range"; readonly start: number; readonly step: number; readonly count: number }
  /** These indices, in this order; repeats allowed. */
  | { readonly kind: "list"; readonly indices: readonly number[] };

/** Every index of a dimension of length `length`, in order. */
export function wholeAxis(length: number): AxisSelection {
  return { kind: "range", start: 0, step: 1, count: length };
}

/** Every element of an array of this shape. */
export function wholeSelection(shape: readonly number[]): AxisSelection[] {
  return shape.map(wholeAxis);
}

/** Every element of a box: one span per dimension. */
export function boxSelection(box: readonly { readonly start: number; readonly length: number }[]): AxisSelection[] {
  return box.map(({ start, length }) => ({ kind: "range", start, step: 1, count: length }));
}

/** These indices as a range where they follow a rule, else as a list. */
export function axisOf(indices: readonly number[]): AxisSelection {
  const count = indices.length;
  if (count === 0) return { kind: "range", start: 0, step: 1, count: 0 };
  const start = indices[0]!;
  if (count === 1) return { kind: "range", start, step: 1, count };
  const step = indices[1]! - start;
  if (step === 0) return { kind: "list", indices };
  for (let i = 2; i < count; i++) if (indices[i]! !== start + i * step) return { kind: "list", indices };
  return { kind: "range", start, step, count };
}

export function axisCount(axis: AxisSelection): number {
  return axis.kind === "range" ? axis.count : axis.indices.length;
}

/** The index that stands at `position` of the selection; `position` is not checked. */
export function axisIndex(axis: AxisSelection, position: number): number {
  return axis.kind === "range" ? axis.start + position * axis.step : axis.indices[position]!;
}

/** Counts along each axis: the shape of what is selected. */
export function selectionShape(selection: readonly AxisSelection[]): number[] {
  return selection.map(axisCount);
}

/** How many elements are selected. Exact up to 2^53. */
export function selectionCount(selection: readonly AxisSelection[]): number {
  return selection.reduce((product, axis) => product * axisCount(axis), 1);
}

/** The smallest and the largest index selected, or undefined if there is none. */
export function axisBounds(axis: AxisSelection): { readonly min: number; readonly max: number } | undefined {
  const count = axisCount(axis);
  if (count === 0) return undefined;
  if (axis.kind === "range") {
    const last = axis.start + (count - 1) * axis.step;
    return axis.step > 0 ? { min: axis.start, max: last } : { min: last, max: axis.start };
  }
  let min = axis.indices[0]!;
  let max = min;
  for (const index of axis.indices) {
    if (index < min) min = index;
    if (index > max) max = index;
  }
  return { min, max };
}

/** The bounding box: for each axis the range from the smallest to the largest index. Empty axes stay empty. */
export function selectionBounds(selection: readonly AxisSelection[]): AxisSelection[] {
  return selection.map((axis) => {
    const bounds = axisBounds(axis);
    if (bounds === undefined) return { kind: "range", start: 0, step: 1, count: 0 };
    return { kind: "range", start: bounds.min, step: 1, count: bounds.max - bounds.min + 1 };
  });
}

/** `inner` selects among what `outer` selected; the result selects the same from the original. */
export function composeAxis(outer: AxisSelection, inner: AxisSelection): AxisSelection {
  if (outer.kind === "range" && inner.kind === "range") {
    if (inner.count === 0) return { kind: "range", start: 0, step: 1, count: 0 };
    const start = outer.start + inner.start * outer.step;
    return { kind: "range", start, step: outer.step * inner.step, count: inner.count };
  }
  const count = axisCount(inner);
  const indices = new Array<number>(count);
  for (let i = 0; i < count; i++) indices[i] = axisIndex(outer, axisIndex(inner, i));
  return axisOf(indices);
}

/** Is every index of a dimension of this length selected once, in order? */
export function isWholeAxis(axis: AxisSelection, length: number): boolean {
  if (axisCount(axis) !== length) return false;
  if (axis.kind === "range") return length === 0 || (axis.start === 0 && (axis.step === 1 || length === 1));
  return axis.indices.every((index, position) => index === position);
}

/** Is every element of an array of this shape selected once, in order? */
export function isWhole(selection: readonly AxisSelection[], shape: readonly number[]): boolean {
  return selection.length === shape.length && selection.every((axis, i) => isWholeAxis(axis, shape[i]!));
}
