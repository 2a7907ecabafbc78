/**
 * NumPy's spelling of data types, as Zarr v2 and numcodecs configurations hold it: `<i4`, `|S5`, `<M8[25s]`, and
 * `[["a", "<i4"], ["", "|V4"], ["b", ">f8", [2]]]` for structs, where fields without a name are padding.
 */

import { jsonArray, jsonInteger, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { ownMember } from "../../bytes/own-member.ts";
import { HyperslabError } from "../../errors.ts";
import {
  type DataType,
  dataTypeNamed,
  fieldSize,
  hasOrder,
  isTimeUnit,
  type StructDataType,
  type StructField,
  type StructFieldInput,
  structType,
  timeType,
} from "../../model/data-types/data-type.ts";
import { atView, placeOf } from "../documents/document.ts";
import type { Notes } from "../notes.ts";

export type Endian = "little" | "big";

/** Byte order: of all numbers in an element, or field by field; undefined if there is none. */
export type EndianOf = Endian | undefined | readonly EndianOf[];

export interface NumpyType {
  readonly dataType: DataType;
  readonly endian: EndianOf;
}

/** TensorStore's names of types that NumPy lacks; it stores them little-endian. */
const TENSORSTORE_NAMES: readonly string[] = [
  "bfloat16",
  "int2",
  "int4",
  "float8_e3m4",
  "float8_e4m3fn",
  "float8_e4m3fnuz",
  "float8_e4m3b11fnuz",
  "float8_e5m2",
  "float8_e5m2fnuz",
  "float8_e8m0fnu",
  "float4_e2m1fn",
];

/** Parses a data type. Object types (`|O`) are not parsed here, because a filter determines their contents. */
export function parseNumpyType(view: JsonView, notes: Notes): NumpyType {
  return view.node.type === "array" ? parseStruct(view, notes) : parseName(view, notes);
}

function parseName(view: JsonView, notes: Notes): NumpyType {
  const text = view.string();
  const match = /^([<>|=]?)([biufcmMSUVO])([0-9]*)(?:\[([0-9]*)([A-Za-z\u00b5\u03bc]+)\])?$/.exec(text);
  if (match === null) return parseOtherName(view, text, notes);
  const [, order = "", letter = "", digits = "", multiplier, unit] = match;
  const dataType = namedType(view, letter, digits, multiplier, unit);
  if (dataType.itemSize === undefined) view.fail(`${text} is not a type of fixed size`);
  if (!hasOrder(dataType)) return { dataType, endian: undefined };
  if (order === "" || order === "=" || order === "|") {
    notes.add(view, `${text} does not say its byte order; read as little-endian`);
  }
  return { dataType, endian: order === ">" ? "big" : "little" };
}

function namedType(
  view: JsonView,
  letter: string,
  digits: string,
  multiplier: string | undefined,
  unit: string | undefined,
): DataType {
  if (letter === "M" || letter === "m") return parseTime(view, letter, digits, multiplier, unit);
  if (unit !== undefined) return view.fail("only times (M8, m8) have a unit");
  const bytes = Number(digits);
  const names: Readonly<Record<string, string>> = {
    b: digits === "" || bytes === 1 ? "bool" : "",
    i: `int${8 * bytes}`,
    u: `uint${8 * bytes}`,
    f: `float${8 * bytes}`,
    c: `complex${8 * bytes}`,
    S: `S${digits}`,
    U: `U${digits}`,
    V: `r${8 * bytes}`,
  };
  const dataType = dataTypeNamed(ownMember(names, letter) ?? "");
  return dataType ?? refuseName(view);
}

function parseTime(
  view: JsonView,
  letter: string,
  digits: string,
  multiplier: string | undefined,
  unit: string | undefined,
): DataType {
  const name = (unit ?? "generic").replace(/[\u00b5\u03bc]/, "u");
  if (digits !== "8" || !isTimeUnit(name)) return refuseName(view);
  const steps = multiplier === undefined || multiplier === "" ? 1 : Number(multiplier);
  return atView(view, () => timeType(letter === "M" ? "datetime" : "timedelta", name, steps, "invalid-data"));
}

function parseOtherName(view: JsonView, text: string, notes: Notes): NumpyType {
  const dataType = dataTypeNamed(text);
  const known = dataType?.kind === "bool" || dataType?.kind === "integer" || dataType?.kind === "float";
  if (dataType === undefined || !(known || dataType.kind === "complex")) return refuseName(view);
  if (!TENSORSTORE_NAMES.includes(text)) notes.add(view, `${text} is not a NumPy type string; read as little-endian`);
  return { dataType, endian: hasOrder(dataType) ? "little" : undefined };
}

function refuseName(view: JsonView): never {
  throw new HyperslabError("unsupported", `the data type ${JSON.stringify(view.string())} is not known`, {
    ...placeOf(view),
    hint: "Use one of NumPy's types (|b1, <i4, >f8, <c16, |S5, <U5, |V4, <M8[ns], ...), except long doubles.",
  });
}

function parseStruct(view: JsonView, notes: Notes): NumpyType {
  const fields: StructFieldInput[] = [];
  const endians: EndianOf[] = [];
  let offset = 0;
  for (const item of view.items()) {
    const parts = item.items();
    if (parts.length !== 2 && parts.length !== 3) item.fail("expected [name, type] or [name, type, shape]");
    const { dataType, endian } = parseNumpyType(parts[1]!, notes);
    const shape = parts[2] === undefined ? undefined : parseShape(parts[2]);
    const size = (shape ?? []).reduce((product, length) => product * length, dataType.itemSize ?? 0);
    const name = parts[0]!.string();
    if (name !== "") {
      fields.push({ name, dataType, offset, shape });
      endians.push(endian);
    } else if (dataType.kind !== "raw") item.fail("a field without a name must be padding, as |V4");
    offset += size;
  }
  const dataType = atView(view, () => structType(fields, { itemSize: offset, code: "invalid-data" }));
  return { dataType, endian: commonEndian(endians) };
}

function parseShape(view: JsonView): readonly number[] {
  if (view.node.type === "number") return [view.integer(0)];
  return view.items().map((length) => length.integer(0));
}

/** A single value if all fields agree; otherwise a list, one entry per field. */
function commonEndian(endians: readonly EndianOf[]): EndianOf {
  const words = new Set(endians.filter((endian) => endian !== undefined));
  if (words.size === 0) return undefined;
  const [only] = words;
  return words.size === 1 && typeof only === "string" ? only : endians;
}

/** Spells a type. Types for which neither NumPy nor TensorStore has a name are `unsupported`. */
export function printNumpyType(dataType: DataType, endian: EndianOf): JsonNode {
  if (dataType.kind === "struct") return printStruct(dataType, endian);
  return jsonString(printName(dataType, endian === "big" ? ">" : "<"));
}

function printName(dataType: DataType, order: "<" | ">"): string {
  switch (dataType.kind) {
    case "bool":
      return "|b1";
    case "raw":
      return `|V${dataType.itemSize}`;
    case "fixed-bytes":
      return `|S${dataType.itemSize}`;
    case "fixed-utf32":
      return `${order}U${dataType.length}`;
    case "datetime":
    case "timedelta":
      return `${order}${dataType.kind === "datetime" ? "M8" : "m8"}${timeStep(dataType)}`;
    default:
      return printNumber(dataType, order);
  }
}

function timeStep({ unit, multiplier }: { readonly unit: string; readonly multiplier: number }): string {
  if (unit === "generic") return multiplier === 1 ? "" : `[${multiplier}generic]`;
  return `[${multiplier === 1 ? "" : multiplier}${unit}]`;
}

function printNumber(dataType: DataType, order: "<" | ">"): string {
  const match = /^(int|uint|float|complex)(8|16|32|64|128)$/.exec(dataType.name);
  if (match !== null) {
    const bytes = Number(match[2]) / 8;
    return `${bytes === 1 ? "|" : order}${match[1]![0]}${bytes}`;
  }
  if (TENSORSTORE_NAMES.includes(dataType.name) && (order === "<" || !hasOrder(dataType))) return dataType.name;
  throw new HyperslabError("unsupported", `NumPy has no type for ${dataType.name} elements`, {
    hint: "Zarr v3 has names for such types.",
  });
}

function printStruct(dataType: StructDataType, endian: EndianOf): JsonNode {
  const fields: JsonNode[] = [];
  let end = 0;
  const pad = (to: number): void => {
    if (to > end) fields.push(jsonArray([jsonString(""), jsonString(`|V${to - end}`)]));
  };
  for (const [index, field] of inMemoryOrder(dataType).entries()) {
    pad(field.offset);
    fields.push(printField(field, Array.isArray(endian) ? endian[index] : endian));
    end = field.offset + fieldSize(field);
  }
  pad(dataType.itemSize);
  return jsonArray(fields);
}

/** The list has no offsets, so the fields must lie in the order in which they are named. */
function inMemoryOrder({ fields }: StructDataType): readonly StructField[] {
  for (const [index, field] of fields.entries()) {
    if (index === 0 || field.offset >= fields[index - 1]!.offset) continue;
    throw new HyperslabError("unsupported", `the field "${field.name}" lies before the one that is named before it`);
  }
  return fields;
}

function printField(field: StructField, endian: EndianOf): JsonNode {
  const parts = [jsonString(field.name), printNumpyType(field.dataType, endian)];
  return jsonArray(field.shape === undefined ? parts : [...parts, jsonArray(field.shape.map(jsonInteger))]);
}
