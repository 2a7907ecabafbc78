/**
 * The coordinate of a joined dimension, from a variable of the files: the order of the files, and the values of all of
 * them. Values must be strictly monotonic; files that overlap, repeat a value or run in the opposite direction are
 * refused. Times may count from different dates: they are compared as dates, and written in the units of the first
 * file, exactly or not at all.
 */

import { type AxisValue, orderOf } from "../../../cf/coordinates/axis.ts";
import type { AxisLabels } from "../../../cf/coordinates/read-axis.ts";
import { readNumbersAndLabels } from "../../../cf/coordinates/read-axis.ts";
import { calendarOf } from "../../../cf/time/calendar.ts";
import { dateOfInstant } from "../../../cf/time/date.ts";
import { valueOfDate } from "../../../cf/time/encode.ts";
import { isTimeUnits, parseTimeUnits } from "../../../cf/time/units.ts";
import { missingNumbers } from "../../../cf/values/missing.ts";
import type { NdArray } from "../../../dataset/array/nd-array.ts";
import { HyperslabError, isHyperslabError } from "../../../errors.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { JoinedDimension } from "./array-role.ts";
import { coordinateArray } from "./inline-coordinate.ts";
import type { JoinCoordinate, KeptCoordinate, KeptFile } from "./join-coordinate.ts";
import { mismatch, type OpenPart } from "./part.ts";

interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The values of one file. */
interface Read {
  readonly file: string;
  readonly node: ArrayNode;
  readonly labels: AxisLabels;
  /** The stored values. */
  readonly data: ArrayLike<number | bigint>;
}

/** The coordinate at `path`, which all files have like `first`. */
export function coordinateOfVariable(
  first: OpenPart,
  path: string,
  how: Omit<JoinedDimension, "coordinate">,
  options: ReadOptions,
): JoinCoordinate {
  let known: Promise<Read> | undefined;
  const base = (): Promise<Read> => {
    known ??= readPart(first, path, options);
    return known;
  };
  let text: AxisLabels["text"] = String;
  return {
    how: { ...how, coordinate: path },
    read: async (part) => {
      const own = await base();
      ({ text } = own.labels);
      return kept(own, part === first ? own : await readPart(part, path, options));
    },
    except: (a, b) => (isTime(a) && isTime(b) && boundsOf(a) === undefined ? ["units"] : []),
    hint: (node) => {
      const bounds = boundsOf(node);
      return bounds && `Values of ${bounds} count as those of ${path} do, and would not follow other units.`;
    },
    text: (value) => text(value),
    inOrder: (files) => inOrder(files, path, text),
    array: (all) => {
      const node = first.dataset.nodes.get(path) as ArrayNode;
      const values = all.flatMap((one) => one?.values ?? []);
      return coordinateArray({ ...node, dimensions: [{ name: how.dimension }] }, values);
    },
  };
}

async function readPart(part: OpenPart, path: string, options: ReadOptions): Promise<Read> {
  const { file } = part;
  const array = await part.group.openArray(path, options);
  const { data, labels } = await readNumbersAndLabels(array, options).catch((cause: unknown) => {
    // Errors of stores name their file already; those of values do not.
    if (!isHyperslabError(cause, "invalid-data") || cause.message.includes(file)) throw cause;
    const what = `the values of ${path} in ${file}: ${cause.what}`;
    throw new HyperslabError("invalid-data", what, { cause, node: path, hint: LEAVE_OUT });
  });
  if (ArrayBuffer.isView(data)) {
    checkPresent(part, array, data as ArrayLike<number | bigint> & ArrayBufferView);
    return { file, node: array.node, labels, data: data as ArrayLike<number | bigint> & ArrayBufferView };
  }
  throw new HyperslabError("unsupported", `the coordinate ${path} of ${file} does not hold numbers`, {
    node: path,
    hint: "Give the values of the dimension by another source, such as the names of the files.",
  });
}

/** Refuses missing values: they have no place in an order, and would become real values in other units. */
function checkPresent({ file }: OpenPart, array: NdArray, data: ArrayLike<number | bigint>): void {
  const { fills } = missingNumbers(array, false);
  for (let index = 0; index < data.length; index++) {
    const value = data[index]!;
    const isFill = (fill: number | bigint): boolean =>
      typeof fill === typeof value ? fill === value : Number(fill) === Number(value);
    if (!Number.isNaN(value) && !fills.some(isFill)) continue;
    throw new HyperslabError(
      "invalid-data",
      `${array.path} of ${file} is missing at index ${index}, where it is ${value}`,
      {
        node: array.path,
        hint: LEAVE_OUT,
      },
    );
  }
}

const LEAVE_OUT = "Leave out the file, or give the values of the dimension by another source.";

function kept(first: Read, own: Read): KeptCoordinate {
  checkCalendar(first, own);
  checkDirection(own);
  const { values } = own.labels;
  return {
    values: unitsOf(first) === unitsOf(own) ? Array.from(own.data) : reEncoded(first, own),
    span: values.length === 0 ? undefined : [values[0]!, values.at(-1)!],
  };
}

/** The files in the order of their values. */
function inOrder<F extends KeptFile>(files: readonly F[], path: string, text: AxisLabels["text"]): readonly F[] {
  const filled = files.flatMap((file) => {
    const span = file.coordinate?.span;
    return span === undefined ? [] : [{ file, span }];
  });
  // A file whose first and last values are equal has only one value: repeated values were refused.
  const long = filled.filter(({ span: [first, last] }) => compare(first, last) !== 0);
  const isDown = ({ span: [first, last] }: (typeof filled)[number]): boolean => compare(first, last) > 0;
  const name = (down: boolean): string => (down ? "descending" : "ascending");
  for (const other of long) {
    const base = long[0]!;
    const [one, two] = [isDown(base), isDown(other)];
    if (one !== two)
      throw mismatch(`the direction of ${path} differs`, path, [base.file, name(one)], [other.file, name(two)]);
  }
  const isFalling = long[0] !== undefined && isDown(long[0]);
  const sign = isFalling ? -1 : 1;
  const sorted = filled.toSorted((a, b) => compare(a.span[0], b.span[0]) * sign);
  for (const [index, next] of sorted.entries()) {
    const previous = sorted[index - 1];
    if (previous === undefined) continue;
    const order = compare(previous.span[1], next.span[0]) * sign;
    if (order < 0) continue;
    const range = ({ file, span }: (typeof filled)[number]): string =>
      `${text(span[0])} to ${text(span[1])} in ${file.file}`;
    throw problem(
      order === 0
        ? `${previous.file.file} and ${next.file.file} both hold ${path} = ${text(next.span[0])}`
        : `files overlap: ${path} is ${range(previous)}, and ${range(next)}`,
      path,
    );
  }
  // Files without values add none, wherever they are.
  return [...sorted.map(({ file }) => file), ...files.filter(({ coordinate }) => coordinate?.span === undefined)];
}

/** The array with the bounds of each step, which has no units of its own. */
function boundsOf({ attributes }: ArrayNode): string | undefined {
  const value = (attributes.get("bounds") ?? attributes.get("climatology"))?.value;
  return value?.type === "string" ? value.value : undefined;
}

/**
 * Times that are rewritten may count in other units. Packed times are not rewritten, because the packing would have to
 * follow.
 */
function isTime({ attributes }: ArrayNode): boolean {
  const text = (name: string): string | undefined => {
    const value = attributes.get(name)?.value;
    return value?.type === "string" ? value.value : undefined;
  };
  const isPacked = ["scale_factor", "add_offset", "_Unsigned"].some((name) => attributes.has(name));
  return isTimeUnits(text("units") ?? "") && text("calendar")?.toLowerCase() !== "none" && !isPacked;
}

function unitsOf({ node }: Read): string | undefined {
  const value = node.attributes.get("units")?.value;
  return value?.type === "string" ? value.value : undefined;
}

function reEncoded(first: Read, { labels, file }: Read): (number | bigint)[] {
  const units = parseTimeUnits(unitsOf(first)!, first.labels.calendar);
  const calendar = calendarOf(labels.calendar!);
  const isInteger = first.node.dataType.kind === "integer";
  const refused = (cause?: unknown): HyperslabError => {
    const what = `a time of ${file} is not a ${isInteger ? "whole " : ""}number of ${units.text}`;
    const hint = `These are the units of ${first.file}. Name a file of finer units first.`;
    return new HyperslabError("unsupported", what, { node: first.node.path, hint, cause });
  };
  return Array.from(labels.values as readonly bigint[], (instant) => {
    let value: number | bigint;
    try {
      value = valueOfDate(dateOfInstant(instant, calendar), units);
    } catch (cause) {
      throw refused(cause);
    }
    if (isInteger && typeof value === "number" && !Number.isInteger(value)) throw refused();
    return value;
  });
}

function checkCalendar(first: Read, other: Read): void {
  const [a, b] = [first.labels.calendar ?? "none", other.labels.calendar ?? "none"];
  if (a === b) return;
  throw mismatch(`the calendar of ${first.node.path} differs`, first.node.path, [first, a], [other, b]);
}

function checkDirection({ labels, file, node }: Read): void {
  const { values } = labels;
  for (let index = 1; index < values.length; index++) {
    if (values[index] !== values[index - 1]) continue;
    throw problem(`${node.path} of ${file} has ${labels.text(values[index]!)} twice`, node.path);
  }
  if (orderOf(values) !== "unsorted") return;
  throw problem(`the values of ${node.path} in ${file} neither rise nor fall throughout`, node.path);
}

function problem(what: string, path: string): HyperslabError {
  return new HyperslabError("invalid-data", what, { node: path, hint: "Leave out one of the files, or repair it." });
}

function compare(a: AxisValue, b: AxisValue): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
