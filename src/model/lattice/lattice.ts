/**
 * A lattice is a set of element positions in a buffer: a base and, for each axis, a count with a stride or, if the
 * positions are irregular (a list of indices), a table of offsets. Lattices are closed under selecting and permuting, so
 * slicing, transposing, sharding and scattering into a result are one algebra, and one copy serves them all. Positions
 * are counted in elements.
 */
import { HyperslabError } from "../../errors.ts";
import { type AxisSelection, axisBounds, axisCount, axisIndex } from "../selection/axis-selection.ts";

export interface Axis {
  readonly count: number;
  /** With a table of offsets, their approximate distance; it only decides the order of loops. */
  readonly stride: number;
  /** Offsets of each index, in place of `index * stride`. */
  readonly offsets?: Float64Array;
}

export interface Lattice {
  readonly base: number;
  readonly axes: readonly Axis[];
}

/** A dense block in C order: the last axis varies fastest. */
export function contiguous(shape: readonly number[], base = 0): Lattice {
  const axes = new Array<Axis>(shape.length);
  let stride = 1;
  for (let i = shape.length - 1; i >= 0; i--) {
    axes[i] = { count: shape[i]!, stride };
    stride *= shape[i]!;
  }
  return { base, axes };
}

/** The selected positions; one selection per axis. */
export function selectLattice(lattice: Lattice, selection: readonly AxisSelection[]): Lattice {
  if (selection.length !== lattice.axes.length) {
    const what = `the selection has ${selection.length} axes, but the block has ${lattice.axes.length}`;
    throw new HyperslabError("invalid-request", what);
  }
  let base = lattice.base;
  const axes = lattice.axes.map((axis, i) => {
    const selected = selectAxis(axis, selection[i]!, i);
    base += selected.shift;
    return selected.axis;
  });
  return { base, axes };
}

function selectAxis(axis: Axis, selection: AxisSelection, position: number): { axis: Axis; shift: number } {
  const bounds = axisBounds(selection);
  if (bounds === undefined) return { axis: { count: 0, stride: axis.stride }, shift: 0 };
  if (bounds.min < 0 || bounds.max >= axis.count) {
    const what = `indices ${bounds.min} to ${bounds.max} are out of range for axis ${position} of length ${axis.count}`;
    throw new HyperslabError("invalid-request", what);
  }
  if (axis.offsets === undefined && selection.kind === "range") {
    return {
      axis: { count: selection.count, stride: axis.stride * selection.step },
      shift: selection.start * axis.stride,
    };
  }
  return tableAxis(axis, selection);
}

/** Regular offsets become a stride, because only strides can be merged and copied in runs. */
function tableAxis(axis: Axis, selection: AxisSelection): { axis: Axis; shift: number } {
  const count = axisCount(selection);
  const offsets = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const index = axisIndex(selection, i);
    offsets[i] = axis.offsets === undefined ? index * axis.stride : axis.offsets[index]!;
  }
  const shift = offsets[0]!;
  const stride = count === 1 ? axis.stride : offsets[1]! - shift;
  const regular = stride !== 0 && offsets.every((offset, i) => offset === shift + i * stride);
  if (regular) return { axis: { count, stride }, shift };
  return { axis: { count, stride: axis.stride, offsets }, shift: 0 };
}

/** The same positions with the axes in another order: axis i of the result is axis `order[i]`. */
export function permuteLattice(lattice: Lattice, order: readonly number[]): Lattice {
  const rank = lattice.axes.length;
  const valid = order.length === rank && new Set(order).size === rank && order.every((axis) => axis in lattice.axes);
  if (!valid) throw new HyperslabError("invalid-request", `[${order.join(", ")}] is not an order of ${rank} axes`);
  return { base: lattice.base, axes: order.map((axis) => lattice.axes[axis]!) };
}

export function latticeShape(lattice: Lattice): number[] {
  return lattice.axes.map((axis) => axis.count);
}

export function latticeCount(lattice: Lattice): number {
  return lattice.axes.reduce((product, axis) => product * axis.count, 1);
}

/** Returns whether it is dense in C order, so that its elements are the single run [base, base + count). */
export function isContiguous(lattice: Lattice): boolean {
  if (latticeCount(lattice) === 0) return true;
  let stride = 1;
  for (let i = lattice.axes.length - 1; i >= 0; i--) {
    const axis = lattice.axes[i]!;
    if (axis.offsets !== undefined) return false;
    if (axis.count !== 1 && axis.stride !== stride) return false;
    stride *= axis.count;
  }
  return true;
}

/** The first and the last position. For an empty lattice, `max` is `min - 1`. */
export function latticeSpan(lattice: Lattice): { readonly min: number; readonly max: number } {
  let min = lattice.base;
  let max = lattice.base;
  if (latticeCount(lattice) === 0) return { min, max: min - 1 };
  for (const axis of lattice.axes) {
    const [low, high] = axis.offsets === undefined ? strideSpan(axis) : tableSpan(axis.offsets);
    min += low;
    max += high;
  }
  return { min, max };
}

function strideSpan(axis: Axis): [number, number] {
  const last = (axis.count - 1) * axis.stride;
  return last < 0 ? [last, 0] : [0, last];
}

function tableSpan(offsets: Float64Array): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const offset of offsets) {
    if (offset < low) low = offset;
    if (offset > high) high = offset;
  }
  return [low, high];
}

/**
 * Two lattices of the same shape, walked together, reduced to as few axes as possible. Axes of count 1 vanish, axes that
 * continue each other on both sides become one, and the order is the target's, largest stride first. A whole row or a
 * whole chunk becomes one axis of stride 1 on both sides.
 */
export interface JointAxis {
  readonly count: number;
  readonly from: number;
  readonly to: number;
  /** Offsets instead of `index * from` and `index * to`, always for both sides. */
  readonly tables?: { readonly from: Float64Array; readonly to: Float64Array };
}

export interface JointLattice {
  readonly fromBase: number;
  readonly toBase: number;
  /** Outermost first. No axis has count 1; an empty lattice has one axis, of count 0. */
  readonly axes: readonly JointAxis[];
}

export function mergeAxes(from: Lattice, to: Lattice): JointLattice {
  checkSameShape(from, to);
  let fromBase = from.base;
  let toBase = to.base;
  const axes: JointAxis[] = [];
  for (let i = 0; i < to.axes.length; i++) {
    const source = from.axes[i]!;
    const target = to.axes[i]!;
    if (target.count === 0) return { fromBase, toBase, axes: [{ count: 0, from: 0, to: 0 }] };
    if (target.count === 1) {
      fromBase += source.offsets?.[0] ?? 0;
      toBase += target.offsets?.[0] ?? 0;
    } else if (source.offsets !== undefined || target.offsets !== undefined) {
      const tables = { from: tableOf(source), to: tableOf(target) };
      axes.push({ count: target.count, from: source.stride, to: target.stride, tables });
    } else if (target.stride < 0) {
      fromBase += (target.count - 1) * source.stride;
      toBase += (target.count - 1) * target.stride;
      axes.push({ count: target.count, from: -source.stride, to: -target.stride });
    } else axes.push({ count: target.count, from: source.stride, to: target.stride });
  }
  // Axes are nearly always in order, and sorting them would cost more than the rest.
  if (!axes.every((axis, i) => i === 0 || compareAxes(axes[i - 1]!, axis) <= 0)) axes.sort(compareAxes);
  return { fromBase, toBase, axes: joinNeighbours(axes) };
}

/** The largest stride of the target first, then of the source. */
function compareAxes(a: JointAxis, b: JointAxis): number {
  return Math.abs(b.to) - Math.abs(a.to) || Math.abs(b.from) - Math.abs(a.from);
}

function joinNeighbours(axes: readonly JointAxis[]): JointAxis[] {
  const joined: JointAxis[] = [];
  for (const axis of axes) {
    const outer = joined.at(-1);
    const continues =
      outer !== undefined &&
      outer.tables === undefined &&
      axis.tables === undefined &&
      outer.to === axis.to * axis.count &&
      outer.from === axis.from * axis.count;
    if (continues) joined[joined.length - 1] = { count: outer.count * axis.count, from: axis.from, to: axis.to };
    else joined.push(axis);
  }
  return joined;
}

function tableOf(axis: Axis): Float64Array {
  return axis.offsets ?? Float64Array.from({ length: axis.count }, (_, index) => index * axis.stride);
}

function checkSameShape(from: Lattice, to: Lattice): void {
  const same = from.axes.length === to.axes.length && from.axes.every((axis, i) => axis.count === to.axes[i]!.count);
  if (same) return;
  const shapes = [from, to].map((lattice) => `[${lattice.axes.map((axis) => axis.count).join(", ")}]`);
  throw new HyperslabError(
    "invalid-request",
    `elements of shape ${shapes[0]} do not fit a target of shape ${shapes[1]}`,
  );
}

/** Calls `visit` with both positions for every combination of indices of the axes, last axis fastest. */
export function walkAxes(
  axes: readonly JointAxis[],
  from: number,
  to: number,
  visit: (from: number, to: number) => void,
  depth = 0,
): void {
  const axis = axes[depth];
  if (axis === undefined) {
    visit(from, to);
    return;
  }
  const { count, tables } = axis;
  for (let i = 0; i < count; i++) {
    const source = from + (tables === undefined ? i * axis.from : tables.from[i]!);
    const target = to + (tables === undefined ? i * axis.to : tables.to[i]!);
    if (depth === axes.length - 1) visit(source, target);
    else walkAxes(axes, source, target, visit, depth + 1);
  }
}

// Buffers with a faster way to copy rows within them: the memory of the codec kernels. A call of the engine's memmove
// from JavaScript takes as long as copying 2 KiB.

/** Copies `count` rows of `length` bytes within one buffer. Rows lie a step apart and do not overlap. */
export type CopyRows = (
  source: number,
  sourceStep: number,
  target: number,
  targetStep: number,
  length: number,
  count: number,
) => void;

const within = new WeakMap<ArrayBufferLike, CopyRows>();

/** Registers the way to copy rows within this buffer. */
export function setCopyRows(buffer: ArrayBufferLike, copy: CopyRows): void {
  within.set(buffer, copy);
}

/** The fast way to copy rows between these buffers, if there is one. */
export function copyRowsBetween(source: ArrayBufferLike, target: ArrayBufferLike): CopyRows | undefined {
  return source === target ? within.get(source) : undefined;
}
