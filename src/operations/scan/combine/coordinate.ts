/**
 * The coordinate of a joined dimension: in which order the files follow each other, and the values of all of them. Values must
 * rise or fall throughout; files that overlap, repeat a value or run the other way are refused. Times may count from different
 * dates: they are compared as dates, and written in the units of the first file, exactly or not at all.
 */

import { type AxisValue, orderOf } from "../../../cf/coordinates/axis.ts";
import type { AxisLabels } from "../../../cf/coordinates/read-axis.ts";
import { readLabels } from "../../../cf/coordinates/read-axis.ts";
import { calendarOf } from "../../../cf/time/calendar.ts";
import { dateOfInstant } from "../../../cf/time/date.ts";
import { valueOfDate } from "../../../cf/time/encode.ts";
import { parseTimeUnits } from "../../../cf/time/units.ts";
import type { NdArray } from "../../../dataset/array/nd-array.ts";
import { HyperslabError } from "../../../errors.ts";
import { mismatch, type PartArray } from "./part.ts";

/** The coordinate of one file. */
export interface PartCoordinate<P> extends PartArray {
  readonly part: P;
  readonly labels: AxisLabels;
  /** The stored values. */
  readonly data: ArrayLike<number | bigint>;
}

export async function readCoordinate<P>(
  part: P,
  file: string,
  array: NdArray,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<PartCoordinate<P>> {
  const { node } = array;
  const labels = await readLabels(array, undefined, options);
  const { data } = await array.read(undefined, options);
  if (!ArrayBuffer.isView(data)) {
    throw new HyperslabError("unsupported", `the coordinate ${node.path} of ${file} does not hold numbers`, {
      node: node.path,
      hint: "Give the values of the dimension by another source, such as the names of the files.",
    });
  }
  return { part, file, node, labels, data: data as ArrayLike<number | bigint> & ArrayBufferView };
}

/** The files in the order of their values. */
export function inOrder<P>(coordinates: readonly PartCoordinate<P>[]): readonly PartCoordinate<P>[] {
  const filled = coordinates.filter(({ labels }) => labels.values.length > 0);
  const [first] = filled;
  if (first === undefined) return coordinates;
  for (const other of filled) checkCalendar(first, other);
  const directions = filled.map((coordinate) => [coordinate, directionOf(coordinate)] as const);
  const long = directions.filter(([{ labels }]) => labels.values.length > 1);
  for (const [other, direction] of long) {
    const [base, own] = long[0]!;
    if (direction === own) continue;
    throw mismatch(`the direction of ${base.node.path}`, base.node.path, [base, own], [other, direction]);
  }
  const isFalling = long[0]?.[1] === "descending";
  const sorted = filled.toSorted((a, b) => compare(firstOf(a), firstOf(b)) * (isFalling ? -1 : 1));
  for (const [index, next] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous !== undefined) checkGap(previous, next, isFalling);
  }
  // Files without values add none, wherever they stand.
  return [...sorted, ...coordinates.filter(({ labels }) => labels.values.length === 0)];
}

/** All values, as numbers of the first file's units. */
export function joinedValues(coordinates: readonly PartCoordinate<unknown>[]): readonly (number | bigint)[] {
  const [first] = coordinates;
  const values: (number | bigint)[] = [];
  for (const coordinate of coordinates) {
    for (const value of sameUnits(first!, coordinate) ? Array.from(coordinate.data) : reEncoded(first!, coordinate)) {
      values.push(value);
    }
  }
  return values;
}

/** May units differ, because the values are times? */
export function areTimes({ labels }: PartCoordinate<unknown>): boolean {
  return labels.calendar !== undefined;
}

function unitsOf({ node }: PartCoordinate<unknown>): string | undefined {
  const value = node.attributes.get("units")?.value;
  return value?.type === "string" ? value.value : undefined;
}

function sameUnits(a: PartCoordinate<unknown>, b: PartCoordinate<unknown>): boolean {
  return unitsOf(a) === unitsOf(b);
}

function reEncoded(first: PartCoordinate<unknown>, { labels, file }: PartCoordinate<unknown>): (number | bigint)[] {
  const units = parseTimeUnits(unitsOf(first)!, first.labels.calendar);
  const calendar = calendarOf(labels.calendar!);
  return Array.from(labels.values as readonly bigint[], (instant) => {
    try {
      return valueOfDate(dateOfInstant(instant, calendar), units);
    } catch (cause) {
      throw new HyperslabError("unsupported", `a time of ${file} cannot be counted in ${units.text}`, { cause });
    }
  });
}

function checkCalendar(first: PartCoordinate<unknown>, other: PartCoordinate<unknown>): void {
  const [a, b] = [first.labels.calendar ?? "none", other.labels.calendar ?? "none"];
  if (a === b) return;
  throw mismatch(`the calendar of ${first.node.path}`, first.node.path, [first, a], [other, b]);
}

function directionOf({ labels, file, node }: PartCoordinate<unknown>): "ascending" | "descending" {
  const { values } = labels;
  const order = orderOf(values);
  for (let index = 1; index < values.length; index++) {
    if (values[index] !== values[index - 1]) continue;
    throw problem(`${node.path} of ${file} has ${labels.text(values[index]!)} twice`, node.path);
  }
  if (order !== "unsorted") return order;
  throw problem(`the values of ${node.path} in ${file} neither rise nor fall throughout`, node.path);
}

function checkGap(a: PartCoordinate<unknown>, b: PartCoordinate<unknown>, isFalling: boolean): void {
  const [last, next] = [a.labels.values.at(-1)!, firstOf(b)];
  const order = compare(last, next) * (isFalling ? -1 : 1);
  if (order < 0) return;
  const what = order === 0 ? "both hold" : "overlap:";
  const text = (part: PartCoordinate<unknown>): string =>
    `${part.labels.text(firstOf(part))} to ${part.labels.text(part.labels.values.at(-1)!)} in ${part.file}`;
  throw problem(
    order === 0
      ? `${a.file} and ${b.file} ${what} ${a.node.path} = ${a.labels.text(last)}`
      : `files ${what} ${a.node.path} is ${text(a)}, and ${text(b)}`,
    a.node.path,
  );
}

function problem(what: string, path: string): HyperslabError {
  return new HyperslabError("invalid-data", what, { node: path, hint: "Leave out one of the files, or repair it." });
}

function firstOf({ labels }: PartCoordinate<unknown>): AxisValue {
  return labels.values[0]!;
}

function compare(a: AxisValue, b: AxisValue): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
