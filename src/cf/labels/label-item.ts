/** What may be selected along one dimension by its labels. */
import { HyperslabError } from "../../errors.ts";
import type { IndexRange } from "../../model/selection/item.ts";
import type { CfDate } from "../time/date.ts";

/** One label: a number, a string, or a date. A string along a time axis is a date, which may be partial: `"2014-10"`. */
export type Label = number | bigint | string | Date | CfDate;

/** The label nearest to this one. Created by `nearest`. */
export interface NearestLabel {
  /** Identifies the entry. */
  readonly kind: "nearest";
  /** The requested label, or several. */
  readonly label: Label | readonly Label[];
  /** The maximum distance of the nearest label: a number; along a time axis, seconds. */
  readonly within: number | undefined;
}

/** Labels between two ends, both included. Created by `between`. */
export interface LabelsBetween {
  /** Identifies the entry. */
  readonly kind: "between";
  /** The first label; null leaves the end open. */
  readonly from: Label | null;
  /** The last label; null leaves the end open. */
  readonly to: Label | null;
}

/**
 * An entry of `labels`: a label (the dimension is dropped; a string along a time axis means all times within it and
 * keeps the dimension), a list of labels, `nearest(48.1)`, `between(5, 15)`, or a `range(...)` of indices.
 */
export type LabelItem = Label | readonly Label[] | NearestLabel | LabelsBetween | IndexRange;

/**
 * The label nearest to this one: `nearest(48.1)`. Of two equally near ones, the larger. With `within`, only if it is no
 * farther away than that: in the coordinate's own unit, or in seconds along a time axis.
 */
export function nearest(label: Label | readonly Label[], within?: number): NearestLabel {
  if (within !== undefined && !(within >= 0)) {
    throw new HyperslabError("invalid-request", `nearest: ${within} is not a distance`);
  }
  return { kind: "nearest", label, within };
}

/**
 * All labels between two, both included, whichever is larger: `between(5, 15)`, `between("2014-10", "2015-03")`. null
 * leaves an end open. Along a longitude it means eastward from the first to the second, across the seam if necessary.
 */
export function between(from: Label | null, to: Label | null): LabelsBetween {
  return { kind: "between", from, to };
}
