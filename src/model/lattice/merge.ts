/**
 * Two lattices of the same shape, walked together, reduced to as few axes as possible. Axes of count 1 vanish, axes that
 * continue each other on both sides become one, and the order is the target's, largest stride first. A whole row or a
 * whole chunk becomes one axis of stride 1 on both sides.
 */
import { HyperslabError } from "../../errors.ts";
import type { Axis, Lattice } from "./lattice.ts";

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
