/** One entry of a selection: what a caller may pass, and what it means along a dimension of known length. */
import { HyperslabError } from "../../errors.ts";
import type { NumericArray } from "../values/numeric-array.ts";
import { type AxisSelection, axisOf, axisRange } from "./axis-selection.ts";
import { type ParsedItem, parseItem } from "./parse.ts";

/** `start:stop:step`; omitted or null bounds are open, as in NumPy. */
export interface IndexRange {
  readonly start?: number | bigint | null | undefined;
  readonly stop?: number | bigint | null | undefined;
  readonly step?: number | bigint | null | undefined;
}

/** Indices in the wanted order, repeats allowed. */
export type IndexList = readonly (number | bigint)[] | Exclude<NumericArray, Float32Array>;

/**
 * What may be selected along one dimension: an index (the dimension is dropped), null (all), text (`"10:20"`, `":"`,
 * `"[1, 4]"`, `"..."`, `"newaxis"`), a range, a list of indices, or a mask with one boolean per index.
 */
export type SelectionItem = number | bigint | null | string | IndexRange | IndexList | readonly boolean[];

/** A dimension, with what messages need to name it. */
export interface NamedLength {
  readonly position: number;
  readonly name: string | undefined;
  readonly length: number;
}

/** `range(stop)` or `range(start, stop, step?)`: a range of indices; null leaves an end open. */
export function range(stop: number | bigint | null): IndexRange;
export function range(
  start: number | bigint | null,
  stop: number | bigint | null,
  step?: number | bigint | null,
): IndexRange;
export function range(...bounds: readonly (number | bigint | null | undefined)[]): IndexRange {
  if (bounds.length === 1) return { start: null, stop: bounds[0], step: null };
  return { start: bounds[0], stop: bounds[1], step: bounds[2] ?? null };
}

/** What the caller means by an entry. At run time an entry may be anything. */
export function readItem(item: unknown, place: string): ParsedItem {
  if (item === null) return { kind: "slice", start: undefined, stop: undefined, step: undefined };
  if (typeof item === "number" || typeof item === "bigint") return { kind: "index", index: item };
  if (typeof item === "string") return parseItem(item);
  if (Array.isArray(item)) return readList(item, place);
  if (isNumericView(item)) return { kind: "list", indices: item };
  if (typeof item === "object" && isIndexRange(item)) {
    return { kind: "slice", start: readBound(item.start), stop: readBound(item.stop), step: readBound(item.step) };
  }
  const found = typeof item === "object" ? objectText(item) : String(item);
  throw new HyperslabError("invalid-request", `${place} of the selection is ${found}, which is not a valid entry`, {
    hint: 'Give an index, null for all, text such as "10:20", range(10, 20), or a list of indices.',
  });
}

function objectText(item: object): string {
  const keys = Object.keys(item);
  return keys.length === 0 ? "an empty object" : `an object with the keys ${keys.join(", ")}`;
}

function readList(given: readonly unknown[], place: string): ParsedItem {
  const list = Array.from(given);
  if (list.length > 0 && list.every((entry) => typeof entry === "boolean")) return { kind: "mask", mask: list };
  if (list.every((entry) => typeof entry === "number" || typeof entry === "bigint")) {
    return { kind: "list", indices: list };
  }
  throw new HyperslabError("invalid-request", `${place} of the selection is a list with entries that are not indices`, {
    hint: 'A list holds integers, or only booleans. A range is "10:20" or range(10, 20); for points use points([[0, 1], [2, 3]]).',
  });
}

export function isNumericView(item: unknown): item is Exclude<NumericArray, Float32Array> {
  return ArrayBuffer.isView(item) && !(item instanceof DataView);
}

function isIndexRange(item: object): item is IndexRange {
  const keys = Object.keys(item);
  return keys.length > 0 && keys.every((key) => key === "start" || key === "stop" || key === "step");
}

function readBound(bound: unknown): number | bigint | undefined {
  if (bound === null || bound === undefined) return undefined;
  if (typeof bound === "bigint" || (typeof bound === "number" && Number.isInteger(bound))) return bound;
  throw new HyperslabError("invalid-request", `not a valid bound or step of a range: ${String(bound)}`, {
    hint: "Bounds and steps are integers, or null for open ends.",
  });
}

/** Applies an entry to a dimension: negative indices count from the end, indices are checked, slices are clipped. */
export function resolveItem(
  item: Exclude<ParsedItem, { readonly kind: "ellipsis" | "newaxis" }>,
  dimension: NamedLength,
): AxisSelection {
  switch (item.kind) {
    case "index":
      return axisRange(resolveIndex(item.index, dimension), 1);
    case "slice":
      return resolveSlice(item, dimension);
    case "list":
      return axisOf(Array.from(item.indices, (index) => resolveIndex(index, dimension)));
    case "mask":
      return resolveMask(item.mask, dimension);
  }
}

/** A negative index counts from the end. */
export function resolveIndex(index: number | bigint, dimension: NamedLength): number {
  const { length } = dimension;
  if (typeof index !== "bigint" && !Number.isInteger(index)) {
    throw new HyperslabError("invalid-request", `${index} is not an index of ${describeDimension(dimension)}`);
  }
  if (index < -length || index >= length) {
    const what = `index ${index} is out of range for ${describeDimension(dimension)}`;
    const hint = length === 0 ? "The dimension is empty." : `Use an index from ${-length} to ${length - 1}.`;
    throw new HyperslabError("invalid-request", what, { hint });
  }
  return Number(index) + (index < 0 ? length : 0);
}

function resolveSlice(item: Extract<ParsedItem, { readonly kind: "slice" }>, dimension: NamedLength): AxisSelection {
  const { length } = dimension;
  const step = Number(item.step ?? 1);
  if (step === 0) {
    throw new HyperslabError("invalid-request", `a slice of ${describeDimension(dimension)} has a step of 0`);
  }
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const clip = (bound: number | bigint): number => {
    // `+ 0` turns -0 into 0.
    const absolute = bound < 0 ? Number(bound) + length : Number(bound);
    return Math.min(Math.max(absolute, low), high) + 0;
  };
  const start = item.start === undefined ? (step > 0 ? low : high) : clip(item.start);
  const stop = item.stop === undefined ? (step > 0 ? high : low) : clip(item.stop);
  const reach = step > 0 ? stop - start : start - stop;
  if (reach <= 0) return axisRange(0, 0);
  const stride = Math.abs(step);
  const count = (reach - (reach % stride)) / stride + (reach % stride === 0 ? 0 : 1);
  return { kind: "range", start, step: count === 1 ? 1 : step, count };
}

function resolveMask(mask: readonly boolean[], dimension: NamedLength): AxisSelection {
  if (mask.length !== dimension.length) {
    const what = `the mask has ${mask.length} booleans, which does not fit ${describeDimension(dimension)}`;
    throw new HyperslabError("invalid-request", what);
  }
  const indices: number[] = [];
  mask.forEach((chosen, index) => {
    if (chosen) indices.push(index);
  });
  return axisOf(indices);
}

/** `dimension 0 ("time") of length 10` */
function describeDimension({ position, name, length }: NamedLength): string {
  return `dimension ${position}${name === undefined ? "" : ` ("${name}")`} of length ${length}`;
}
