/** The positions that an entry of `labels` selects along an axis, and why there are none. */
import { HyperslabError } from "../../errors.ts";
import { type AxisSelection, axisCount, axisOf } from "../../model/selection/axis-selection.ts";
import type { Axis, AxisValue } from "../coordinates/axis.ts";
import type { Label, LabelItem, LabelsBetween, NearestLabel } from "./label-item.ts";
import { distance, exactPositions, type LabelRange, nearestPosition, rangePositions } from "./match.ts";
import { labelText, pointOf, rangeOf, textPeriod } from "./read-label.ts";

/** One position, which drops the dimension, or a selection, which keeps it. This depends only on the entry. */
export function positionsOfItem(axis: Axis, item: LabelItem): number | AxisSelection {
  if (isList(item)) return axisOf(item.map((label) => exactPosition(axis, label)));
  if (isNearest(item)) return nearestPositions(axis, item);
  if (isBetween(item)) return inRange(axis, rangeOf(axis, item.from, item.to), betweenText(item));
  if (!isLabel(item)) {
    throw new HyperslabError("invalid-request", `the entry for "${axis.name}" is not a label`, {
      hint: 'Give a number, a text such as "2014-10", a date, nearest(48.1), between(5, 15), or range(0, 10) for indices.',
    });
  }
  const period = textPeriod(axis, item);
  return period === undefined ? exactPosition(axis, item) : inPeriod(axis, period, item);
}

function nearestPositions(axis: Axis, { label, within }: NearestLabel): number | AxisSelection {
  if (typeof axis.values[0] === "string") {
    throw new HyperslabError("invalid-request", `"${axis.name}" has strings as labels, which have no nearest one`);
  }
  if (axis.duplicate !== undefined) throw duplicates(axis, axis.duplicate, "nearest");
  return isList(label) ? axisOf(label.map((one) => nearestOne(axis, one, within))) : nearestOne(axis, label, within);
}

function nearestOne(axis: Axis, label: Label, within: number | undefined): number {
  const point = pointOf(axis, label);
  const reach = within === undefined || axis.calendar === undefined ? within : BigInt(Math.round(within * 1e9));
  const found = nearestPosition(axis, point, reach);
  if (found !== undefined) return found;
  throw noMatch(axis, `no label along "${axis.name}" is within ${within} of ${labelText(label)}`, point);
}

function exactPosition(axis: Axis, label: Label): number {
  const point = pointOf(axis, label);
  const [found, another] = exactPositions(axis, point);
  if (found === undefined) throw noMatch(axis, `${labelText(label)} is not a label along "${axis.name}"`, point);
  if (another !== undefined) throw duplicates(axis, axis.values[found]!, "exact");
  return found;
}

/** A period selects what lies in it even if the axis is not sorted. */
function inPeriod(axis: Axis, period: LabelRange, label: Label): AxisSelection {
  const found = rangePositions(axis, period);
  if (axisCount(found) > 0) return found;
  throw noMatch(axis, `no time along "${axis.name}" lies in ${labelText(label)}`, period.from);
}

function inRange(axis: Axis, range: LabelRange, text: string): AxisSelection {
  if (axis.order === "unsorted") {
    throw new HyperslabError(
      "invalid-request",
      `the labels along "${axis.name}" are not sorted: they have no range ${text}`,
      {
        hint: "Select single labels, nearest ones, or indices.",
      },
    );
  }
  const found = rangePositions(axis, range);
  if (axisCount(found) > 0) return found;
  throw noMatch(axis, `no label along "${axis.name}" lies in ${text}`, range.from ?? range.to ?? range.before);
}

function betweenText({ from, to }: LabelsBetween): string {
  return `${from === null ? "" : labelText(from)}..${to === null ? "" : labelText(to)}`;
}

/** The number of labels that a message names. */
const NAMED = 2;

/** Nothing matches: the message names the labels nearest to the requested one. */
function noMatch(axis: Axis, what: string, point: AxisValue | undefined): HyperslabError {
  const near = point === undefined ? [] : nearestLabels(axis, point);
  const shown = near.map((index) => `${axis.text(axis.values[index]!)} (index ${index})`);
  const count = axis.values.length;
  const hint =
    count === 0
      ? "The dimension is empty."
      : shown.length === 0
        ? `Its ${count} labels begin with ${axis.text(axis.values[0]!)}.`
        : `The nearest ${shown.length === 1 ? "is" : "are"} ${shown.join(" and ")}, of ${rangeText(axis)}.`;
  return new HyperslabError("not-found", what, { node: axis.path, hint });
}

/** `10 labels from 75 to 15` */
function rangeText({ values, text }: Axis): string {
  const [first, last] = [values[0]!, values[values.length - 1]!];
  return values.length === 1 ? "1 label" : `${values.length} labels from ${text(first)} to ${text(last)}`;
}

/** The nearest labels on both sides, or the two nearest: for strings, those that would be adjacent. */
function nearestLabels(axis: Axis, point: AxisValue): readonly number[] {
  const sides =
    axis.values.length > 0 && typeof point === "string" ? textNeighbours(axis, point) : bothSides(axis, point);
  return sides.slice(0, NAMED);
}

function bothSides(axis: Axis, point: AxisValue): readonly number[] {
  let below: number | undefined;
  let above: number | undefined;
  const far = (index: number): number | bigint => distance(axis, axis.values[index]!, point) ?? 0;
  for (let i = 0; i < axis.values.length; i++) {
    const value = axis.values[i]!;
    if (distance(axis, value, point) === undefined) continue;
    if (value <= point && (below === undefined || far(i) < far(below))) below = i;
    if (value > point && (above === undefined || far(i) < far(above))) above = i;
  }
  return [below, above].filter((index) => index !== undefined);
}

function textNeighbours({ values, order }: Axis, point: string): readonly number[] {
  if (order === "unsorted") return [];
  const at = values.findIndex((value: AxisValue) => (order === "ascending" ? value > point : value < point));
  return at < 0 ? [values.length - 1] : at === 0 ? [0] : [at - 1, at];
}

function duplicates(axis: Axis, label: AxisValue, wanted: "nearest" | "exact"): HyperslabError {
  const text = axis.text(label);
  const hint =
    wanted === "exact"
      ? `Select by index; ${axis.order === "unsorted" ? "" : `or use ${axis.name}=${text}..${text} (between) for all of them.`}`
      : "Select by index, or a range of labels.";
  return new HyperslabError("invalid-request", `${text} occurs more than once along "${axis.name}"`, {
    node: axis.path,
    hint: hint.trim().replace(/;$/, "."),
  });
}

function isList(item: unknown): item is readonly Label[] {
  return Array.isArray(item);
}

function isTagged(item: unknown, kind: string): boolean {
  return typeof item === "object" && item !== null && "kind" in item && item.kind === kind;
}

function isNearest(item: LabelItem): item is NearestLabel {
  return isTagged(item, "nearest");
}

function isBetween(item: LabelItem): item is LabelsBetween {
  return isTagged(item, "between");
}

function isLabel(item: LabelItem): item is Label {
  if (typeof item === "number" || typeof item === "bigint" || typeof item === "string") return true;
  return item instanceof Date || (typeof item === "object" && item !== null && "calendar" in item);
}
