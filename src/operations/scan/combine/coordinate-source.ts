/** Values of a joined dimension that no variable of the files holds: from the names of files, their attributes, or a list. */
import { jsonString } from "../../../bytes/json/make.ts";
import { HyperslabError } from "../../../errors.ts";
import type { DataType } from "../../../model/data-types/data-type.ts";
import { dataTypeNamed } from "../../../model/data-types/named.ts";
import { regularGrid } from "../../../model/grid/chunk-grid.ts";
import type { ArrayNode, Attributes } from "../../../model/node.ts";
import type { JoinedDimension } from "./array-role.ts";
import { MEANINGFUL } from "./compare-arrays.ts";
import { coordinateArray } from "./inline-coordinate.ts";
import type { JoinCoordinate, KeptCoordinate } from "./join-coordinate.ts";
import type { OpenPart, Part } from "./part.ts";

/**
 * Where values come from: the index of the file (`"index"`), the first group of a pattern that its name matches, a
 * variable of the file (one value each, or one per step of the dimension), an attribute of the file or of a variable in
 * it, or a list with one value per file.
 */
export type CoordinateSource =
  | "index"
  | { readonly name: RegExp }
  | { readonly variable: string; readonly attribute?: undefined }
  | { readonly attribute: string; readonly variable?: string | undefined }
  | { readonly values: readonly (number | string)[] };

/** Sources that give one value per file, without a variable that holds it. */
export type OutsideSource = Exclude<CoordinateSource, { readonly variable: string; readonly attribute?: undefined }>;

/** The values are sorted, and become a coordinate with the dimension's name. */
export function coordinateOfSource(source: OutsideSource, how: Omit<JoinedDimension, "coordinate">): JoinCoordinate {
  const { dimension, isNew } = how;
  return {
    how: { ...how, coordinate: dimension },
    read: async (part, index) => {
      if (!isNew) checkSingle(part, dimension);
      const value = partValue(part, index, source);
      return { values: [value], span: undefined };
    },
    except: () => MEANINGFUL,
    inOrder: (files) => {
      if (source === "index") return files;
      const values = typed(
        files.map(({ coordinate }) => givenValue(coordinate)),
        dimension,
      ).list;
      const order = files.map((file, index) => ({ file, value: values[index]! }));
      order.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0));
      for (const [index, { file, value }] of order.entries()) {
        const previous = order[index - 1];
        if (previous === undefined || previous.value !== value) continue;
        throw new HyperslabError(
          "invalid-data",
          `${previous.file.file} and ${file.file} both stand for ${dimension} = ${givenValue(file.coordinate)}`,
          { node: dimension, hint: "Leave out one of the files." },
        );
      }
      return order.map(({ file }) => file);
    },
    array: (all) => {
      const values = typed(source === "index" ? all.map((_, index) => index) : all.map(givenValue), dimension);
      return coordinateArray(nodeOf(dimension, values, all.length), values.list);
    },
  };
}

function givenValue(coordinate: KeptCoordinate | undefined): number | string {
  const value = coordinate?.values[0];
  return typeof value === "bigint" ? String(value) : (value ?? Number.NaN);
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

function partValue(part: OpenPart, index: number, source: OutsideSource): number | string {
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
  if (value?.type === "number") {
    const number = Number(value.text);
    if (!Number.isInteger(number) || Number.isSafeInteger(number)) return number;
    const what = `the attribute ${source.attribute} is ${value.text}, which is beyond 2^53`;
    throw new HyperslabError("unsupported", what, { location: part.file, node: path });
  }
  throw new HyperslabError("invalid-data", `the attribute ${source.attribute} is neither a number nor a string`, {
    location: part.file,
    node: path,
  });
}

interface TypedValues {
  readonly list: readonly (number | string)[];
  readonly dataType: DataType;
  readonly attributes: Attributes;
}

/** Integers, numbers, dates as seconds since 1970, or strings: whichever fits all of them. */
function typed(texts: readonly (number | string)[], dimension: string): TypedValues {
  const vast = texts.find((text) => /^[+-]?\d{16,}$/.test(String(text)) && !Number.isSafeInteger(Number(text)));
  if (vast !== undefined) throw new HyperslabError("unsupported", `a value of ${dimension} is beyond 2^53: ${vast}`);
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
