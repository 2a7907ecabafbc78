/** Reads a coordinate and turns it into an axis: numbers, times of any calendar, or strings. */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { PlainAttributes } from "../../dataset/tree/attributes.ts";
import { HyperslabError } from "../../errors.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { floatText } from "../../model/values/float-text.ts";
import { type Axis, type AxisValue, type AxisValues, orderOf, positionsOf } from "./axis.ts";
import { type AxisTimes, type Instant, timesOf, timeText, wholeTimeText } from "./axis-times.ts";

/** Labels of a coordinate, all or some of them. */
export interface AxisLabels {
  readonly values: AxisValues;
  /** The name of the calendar, if they are times. */
  readonly calendar: string | undefined;
  /** A label for display: strings in quotes, times without the time of day at midnight. */
  text(value: AxisValue): string;
  /** A label for tables: strings unchanged, times always in the same form. */
  cell(value: AxisValue): string;
}

export async function readLabels(
  coordinate: NdArray,
  selection?: Selection,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<AxisLabels> {
  const decode = isPacked(coordinate.attributes) && ({ times: "dates" } as const);
  const { data } = await coordinate.read(selection, { ...options, decode });
  return labelsOf(coordinate, data);
}

/** Reads a coordinate once, for its stored numbers and their meaning. */
export async function readNumbersAndLabels(
  coordinate: NdArray,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<{ readonly data: unknown; readonly labels: AxisLabels }> {
  const { data } = await coordinate.read(undefined, options);
  const isStored = !isPacked(coordinate.attributes);
  return { data, labels: isStored ? labelsOf(coordinate, data) : await readLabels(coordinate, undefined, options) };
}

/** The labels of numbers, strings or decoded dates. */
function labelsOf(coordinate: NdArray, data: unknown): AxisLabels {
  const times = timesOf(coordinate);
  const values = valuesOf(coordinate, times, data);
  const isSingle = coordinate.dtype === "float32";
  const number = (value: AxisValue): string =>
    typeof value === "number" ? floatText(isSingle ? "float32" : "float64", value) : String(value);
  const isTime = (value: AxisValue): value is Instant => times !== undefined && typeof value !== "string";
  return {
    values,
    calendar: times?.calendar.name,
    text: (value) => {
      if (isTime(value)) return timeText(value, times!.calendar);
      return typeof value === "string" ? JSON.stringify(value) : number(value);
    },
    cell: (value) => (isTime(value) ? wholeTimeText(value, times!.calendar) : number(value)),
  };
}

export async function readAxis(coordinate: NdArray): Promise<Axis> {
  const read = await readLabels(coordinate);
  const { values } = read;
  const { positions, duplicate } = positionsOf(values);
  return {
    ...read,
    name: coordinate.name,
    path: coordinate.path,
    order: orderOf(values),
    duplicate,
    span: spanOf(values),
    turn: isLongitude(coordinate.attributes) && values instanceof Float64Array ? DEGREES : undefined,
    rounded: coordinate.dtype === "float32" ? Math.fround : (label) => label,
    indexOf: (value) => positions.get(value),
  };
}

const DEGREES = 360;
/** The spellings of units by which CF identifies a longitude. */
const EAST = /^degrees?_?(?:east|e)$/i;

export function isLongitude({ units, standard_name: standardName }: PlainAttributes): boolean {
  if (typeof units !== "string") return false;
  return EAST.test(units) || (standardName === "longitude" && /^degrees?$/i.test(units));
}

function valuesOf(coordinate: NdArray, times: AxisTimes | undefined, data: unknown): AxisValues {
  if (times !== undefined) return times.instants(data);
  const { kind } = coordinate.dataType;
  if (kind === "integer" || kind === "float") return numbers(data as ArrayLike<number | bigint>);
  if (Array.isArray(data) && data.every((value) => typeof value === "string")) return data;
  throw new HyperslabError("unsupported", `the coordinate /${coordinate.path} has the type ${coordinate.dtype}`, {
    node: coordinate.path,
    hint: "Labels are numbers, times or strings. Select by index.",
  });
}

/** Returns whether stored numbers are not yet the labels. Times are always decoded here. */
function isPacked(attributes: PlainAttributes): boolean {
  return ["scale_factor", "add_offset", "_Unsigned"].some((name) => Object.hasOwn(attributes, name));
}

/** As doubles if they hold every value exactly, else as integers. */
function numbers(data: ArrayLike<number | bigint>): Float64Array | readonly bigint[] {
  const doubles = Float64Array.from(data, Number);
  if (!(data instanceof BigInt64Array) && !(data instanceof BigUint64Array)) return doubles;
  return doubles.every((value) => Number.isSafeInteger(value)) ? doubles : Array.from(data);
}

function spanOf(values: AxisValues): Axis["span"] {
  if (!(values instanceof Float64Array)) return undefined;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return min <= max ? { min, max } : undefined;
}
