/** Which positions of an axis a label selects. Pure arithmetic on values that were already read. */
import { type AxisSelection, axisOf, axisRange } from "../../model/selection/axis-selection.ts";
import type { Axis, AxisValue } from "../coordinates/axis.ts";

/** Labels between two ends. `to` belongs to the range, `before` does not; a missing end is open. */
export interface LabelRange {
  readonly from?: AxisValue | undefined;
  readonly to?: AxisValue | undefined;
  readonly before?: AxisValue | undefined;
}

/** Every position of exactly this label: along a longitude, of every label that means the same meridian. */
export function exactPositions(axis: Axis, label: AxisValue): readonly number[] {
  const found = new Set<number>();
  for (const same of sameLabels(axis, label)) {
    if (axis.duplicate === undefined) {
      const at = axis.indexOf(same);
      if (at !== undefined) found.add(at);
    } else {
      for (let i = 0; i < axis.values.length; i++) if (axis.values[i] === same) found.add(i);
    }
  }
  return [...found];
}

/** The label and, along a longitude, those that differ by full turns and may be on the axis. */
function sameLabels({ turn, span, rounded }: Axis, label: AxisValue): readonly AxisValue[] {
  if (typeof label !== "number") return [label];
  if (turn === undefined || span === undefined || !Number.isFinite(label)) return [rounded(label)];
  const labels: number[] = [];
  const first = Math.ceil((span.min - label) / turn - 1e-9);
  for (let k = first; label + k * turn <= span.max + 1e-9; k++) labels.push(rounded(label + k * turn));
  return labels;
}

/** The position of the nearest label; the larger of two equally near ones. Undefined if none is near enough. */
export function nearestPosition(axis: Axis, label: AxisValue, within?: number | bigint): number | undefined {
  let best: number | undefined;
  let least: number | bigint | undefined;
  for (let i = 0; i < axis.values.length; i++) {
    const value = axis.values[i]!;
    const far = distance(axis, value, label);
    if (far === undefined) continue;
    if (least === undefined || far < least || (far === least && value > axis.values[best!]!)) {
      best = i;
      least = far;
    }
  }
  return least === undefined || (within !== undefined && least > within) ? undefined : best;
}

/** The distance between two labels, the shorter way around if labels are periodic. Undefined for strings and NaN. */
export function distance({ turn }: Axis, a: AxisValue, b: AxisValue): number | bigint | undefined {
  if (typeof a === "bigint" && typeof b === "bigint") return a < b ? b - a : a - b;
  if (typeof a === "string" || typeof b === "string") return undefined;
  const apart = Math.abs(Number(a) - Number(b));
  if (Number.isNaN(apart)) return undefined;
  if (turn === undefined) return apart;
  const rest = apart % turn;
  return Math.min(rest, turn - rest);
}

/** The positions of a range, in stored order; across the seam of a longitude, from one end to the other. */
export function rangePositions(axis: Axis, range: LabelRange): AxisSelection {
  const { turn, values, order } = axis;
  const { from, to } = range;
  if (turn !== undefined && typeof from === "number" && typeof to === "number") {
    return aroundPositions(axis, turn, from, to);
  }
  const start = values.findIndex((value: AxisValue) => isInside(value, range));
  if (start < 0) return axisRange(0, 0);
  if (order === "unsorted") return axisOf(allInside(axis, range));
  let end = start + 1;
  while (end < values.length && isInside(values[end]!, range)) end++;
  return axisRange(start, end - start);
}

function allInside({ values }: Axis, range: LabelRange): number[] {
  const found: number[] = [];
  for (let i = 0; i < values.length; i++) if (isInside(values[i]!, range)) found.push(i);
  return found;
}

export function isInside(value: AxisValue, { from, to, before }: LabelRange): boolean {
  if (Number.isNaN(value)) return false;
  return (
    (from === undefined || value >= from) &&
    (to === undefined || value <= to) &&
    (before === undefined || value < before)
  );
}

/** East from one longitude to another. Pieces on both sides of the seam are put in geographic order. */
function aroundPositions({ values, order }: Axis, turn: number, west: number, given: number): AxisSelection {
  const east = given < west ? given + turn * Math.ceil((west - given) / turn) : given;
  const pieces = new Map<number, number[]>();
  for (let i = 0; i < values.length; i++) {
    const turns = turnsInto(Number(values[i]), { west, east, turn });
    if (turns === undefined) continue;
    const piece = pieces.get(turns);
    if (piece === undefined) pieces.set(turns, [i]);
    else piece.push(i);
  }
  const sorted = [...pieces].sort(([a], [b]) => (order === "descending" ? b - a : a - b));
  return axisOf(sorted.flatMap(([, positions]) => positions));
}

/** The number of full turns that moves a longitude between west and east; preferably none. */
function turnsInto(
  value: number,
  { west, east, turn }: { readonly west: number; readonly east: number; readonly turn: number },
): number | undefined {
  if (value >= west && value <= east) return 0;
  const turns = Math.ceil((west - value) / turn);
  const moved = value + turns * turn;
  return moved >= west && moved <= east ? turns : undefined;
}
