/** What is selected along one dimension, normalised: within bounds, no negative indices, known count. */
export type AxisSelection =
  /** start, start + step, ...: `count` of them. `step` is never 0 and may be negative. */
  | { readonly kind: "range"; readonly start: number; readonly step: number; readonly count: number }
  /** These indices, in this order; repeats allowed. */
  | { readonly kind: "list"; readonly indices: readonly number[] };

/** `count` neighbouring indices from `start` on. */
export function axisRange(start: number, count: number): Extract<AxisSelection, { readonly kind: "range" }> {
  return { kind: "range", start, step: 1, count };
}

/** Every index of a dimension of length `length`, in order. */
export function wholeAxis(length: number): AxisSelection {
  return axisRange(0, length);
}

/** Every element of a box. */
export function boxSelection(box: readonly { readonly start: number; readonly length: number }[]): AxisSelection[] {
  return box.map(({ start, length }) => axisRange(start, length));
}

/** Every element of an array of this shape. */
export function wholeSelection(shape: readonly number[]): AxisSelection[] {
  return shape.map(wholeAxis);
}

/** These indices as a range if they are evenly spaced, otherwise as a list. */
export function axisOf(indices: readonly number[]): AxisSelection {
  const count = indices.length;
  if (count === 0) return axisRange(0, 0);
  const start = indices[0]!;
  if (count === 1) return axisRange(start, 1);
  const step = indices[1]! - start;
  if (step === 0) return { kind: "list", indices };
  for (let i = 2; i < count; i++) if (indices[i]! !== start + i * step) return { kind: "list", indices };
  return { kind: "range", start, step, count };
}

export function axisCount(axis: AxisSelection): number {
  return axis.kind === "range" ? axis.count : axis.indices.length;
}

/** The index at `position` of the selection; `position` is not checked. */
export function axisIndex(axis: AxisSelection, position: number): number {
  return axis.kind === "range" ? axis.start + position * axis.step : axis.indices[position]!;
}

/** The count along each axis: the shape of the selection. */
export function selectionShape(selection: readonly AxisSelection[]): number[] {
  return selection.map(axisCount);
}

/** Number of selected elements. Exact up to 2^53. */
export function selectionCount(selection: readonly AxisSelection[]): number {
  return selection.reduce((product, axis) => product * axisCount(axis), 1);
}

/** The smallest and the largest selected index, or undefined if the selection is empty. */
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

/** Returns whether every index of a dimension of this length is selected once, in order. */
export function isWholeAxis(axis: AxisSelection, length: number): boolean {
  if (axisCount(axis) !== length) return false;
  if (axis.kind === "range") return length === 0 || (axis.start === 0 && (axis.step === 1 || length === 1));
  return axis.indices.every((index, position) => index === position);
}

/** Returns whether every element of an array of this shape is selected once, in order. */
export function isWhole(selection: readonly AxisSelection[], shape: readonly number[]): boolean {
  return selection.length === shape.length && selection.every((axis, i) => isWholeAxis(axis, shape[i]!));
}
