/** Values of a joined dimension that come from outside its coordinate: from the names of files, their attributes, a list. */
import { jsonString } from "../../../bytes/json/make.ts";
import { HyperslabError } from "../../../errors.ts";
import type { DataType } from "../../../model/data-types/data-type.ts";
import { dataTypeNamed } from "../../../model/data-types/named.ts";
import { regularGrid } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode, Attributes } from "../../../model/node.ts";
import type { OpenPart } from "./combine.ts";
import { coordinateArray, type InlineArray } from "./inline-coordinate.ts";
import type { Part } from "./part.ts";

/**
 * Where values come from: the number of the file (`"index"`), the first group of a pattern that its name matches, an attribute
 * of the file or of a variable in it, or a list with one value per file.
 */
export type CoordinateSource =
  | "index"
  | { readonly name: RegExp }
  | { readonly attribute: string; readonly variable?: string | undefined }
  | { readonly values: readonly (number | string)[] };

export interface SourcedCoordinate {
  /** Sorted by their values. */
  readonly parts: readonly OpenPart[];
  readonly array: InlineArray;
}

/** Undefined: the dimension has no values, and files keep their order. */
export async function coordinateValues(
  parts: readonly OpenPart[],
  dimension: string,
  source: CoordinateSource | undefined,
  isNew: boolean,
): Promise<SourcedCoordinate | undefined> {
  if (source === undefined) return undefined;
  if (!isNew) for (const part of parts) checkSingle(part, dimension);
  const texts = parts.map((part, index) => partValue(part, index, source));
  const values = typed(texts, dimension);
  const order = values.list.map((value, index) => ({ value, part: parts[index]! }));
  if (source !== "index") order.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
  for (const [index, { value, part }] of order.entries()) {
    if (index === 0 || order[index - 1]!.value !== value) continue;
    throw new HyperslabError(
      "invalid-data",
      `${order[index - 1]!.part.file} and ${part.file} both stand for ${dimension} = ${texts[parts.indexOf(part)]}`,
      { node: dimension, hint: "Leave out one of the files." },
    );
  }
  const list = order.map(({ value }) => value);
  return { parts: order.map(({ part }) => part), array: coordinateArray(nodeOf(dimension, values, list.length), list) };
}

function checkSingle({ dataset, file }: Part, dimension: string): void {
  for (const node of dataset.nodes.values()) {
    if (node.kind !== "array") continue;
    const length = node.shape[node.dimensions.findIndex(({ name }) => name === dimension)] ?? 1;
    if (length === 1) continue;
    throw new HyperslabError(
      "invalid-request",
      `${dimension} has ${length} steps in ${file}, and the source one value`,
      {
        node: node.path,
        hint: "Such a source is for files of one step each.",
      },
    );
  }
}

function partValue(part: OpenPart, index: number, source: CoordinateSource): number | string {
  if (source === "index") return index;
  if ("values" in source) {
    const value = source.values[index];
    if (value !== undefined) return value;
    throw new HyperslabError("invalid-request", `there are ${source.values.length} values, but more files`);
  }
  if ("name" in source) {
    const [whole, group] = source.name.exec(part.file) ?? [];
    if (whole !== undefined) return group ?? whole;
    throw new HyperslabError("invalid-data", `the name ${part.file} does not match ${source.name}`);
  }
  const path = source.variable ?? "";
  const value = part.dataset.nodes.get(path)?.attributes.get(source.attribute)?.value;
  if (value?.type === "string") return value.value;
  if (value?.type === "number") return Number(value.text);
  throw new HyperslabError("invalid-data", `the attribute ${source.attribute} is not a number or a text`, {
    location: part.file,
    node: path,
  });
}

interface TypedValues {
  readonly list: readonly (number | string)[];
  readonly dataType: DataType;
  readonly attributes: Attributes;
}

/** Whole numbers, numbers, dates as seconds since 1970, or texts: whatever all of them are. */
function typed(texts: readonly (number | string)[], dimension: string): TypedValues {
  const numbers = texts.map((text) => (typeof text === "string" && text.trim() === "" ? Number.NaN : Number(text)));
  const isDate = texts.every((text) => typeof text === "string" && DATE.test(text));
  if (isDate) {
    const list = texts.map((text) => secondsOf(String(text), dimension));
    const units = { value: jsonString("seconds since 1970-01-01T00:00:00") };
    const calendar = { value: jsonString("proleptic_gregorian") };
    return { list, dataType: dataTypeNamed("int64")!, attributes: new Map(Object.entries({ units, calendar })) };
  }
  if (numbers.every(Number.isFinite)) {
    const isWhole = numbers.every(Number.isSafeInteger);
    return { list: numbers, dataType: dataTypeNamed(isWhole ? "int64" : "float64")!, attributes: new Map() };
  }
  throw new HyperslabError("unsupported", `the values of ${dimension} are neither numbers nor dates: ${texts[0]}`, {
    hint: "Choose a part of the name that is a number, or a date such as 2014-10-01 or 20141001.",
  });
}

/** `2014-10-01`, `20141001`, `2014-10-01T06`, `20141001T0600`, with `_` for `T`. */
const DATE = /^(\d{4})-?([01]\d)-?([0-3]\d)(?:[T_ ]?([0-2]\d):?([0-5]\d)?:?([0-5]\d)?Z?)?$/;

function secondsOf(text: string, dimension: string): number {
  const [, year, month, day, hour = "0", minute = "0", second = "0"] = DATE.exec(text)!;
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
  const isReal = new Date(time).getUTCDate() === Number(day) && Number(month) <= 12 && Number(hour) < 24;
  if (isReal) return time / 1000;
  throw new HyperslabError("invalid-data", `not a date: ${text}`, { node: dimension });
}

function nodeOf(dimension: string, { dataType, attributes }: TypedValues, length: number): ArrayNode {
  return {
    kind: "array",
    path: dimension,
    attributes,
    dataType,
    shape: [length],
    grid: regularGrid([length], [length]),
    codecs: [],
    fillValue: undefined,
    dimensions: [{ name: dimension }],
    chunkKeys: { kind: "v2", separator: "." },
  };
}
