/** Data types as callers give them: a name, a struct of named fields, or the type of another array. */
import { ownMember } from "../../bytes/own-member.ts";
import { closestName } from "../../bytes/text/closest-name.ts";
import { HyperslabError } from "../../errors.ts";
import { modelLimits } from "../limits.ts";
import type { DataType, DataTypeName } from "./data-type.ts";
import { dataTypeNamed, PLAIN_NAMES } from "./named.ts";
import { optionalType, raggedType, type StructFieldInput, structType } from "./struct.ts";

/**
 * `"float32"`, `"datetime64[ns]"`, `{ fields: [{ name: "x", dtype: "int16" }] }`, `{ name: "optional", item: "int16" }`, or
 * another array's data type.
 */
export type DataTypeInput = DataTypeName | (string & Record<never, never>) | StructInput | OptionalInput | DataType;

/** Elements that may be missing. */
export interface OptionalInput {
  readonly name: "optional";
  readonly item: DataTypeInput;
}

/** A struct of fields in this order, without padding. */
export interface StructInput {
  readonly fields: readonly StructInputField[];
}

export interface StructInputField {
  readonly name: string;
  /** The name of the data type, such as `float32`. */
  readonly dtype: DataTypeInput;
  /** Sub-array shape; omitted for a plain field. */
  readonly shape?: readonly number[];
}

/** The data type that the caller means. An unknown name is an `invalid-request` that lists the known ones. */
export function parseDataType(input: DataTypeInput): DataType {
  return parse(input, "dtype", 0);
}

function parse(input: unknown, place: string, depth: number): DataType {
  if (typeof input === "string") return dataTypeNamed(input) ?? unknownName(input, place);
  if (typeof input !== "object" || input === null) {
    return fail(
      `a data type must be a name or a struct, not ${input === null || input === undefined ? String(input) : `a ${typeof input}`}`,
      place,
    );
  }
  if (modelLimits.typeDepth.isExceededBy(depth)) {
    return fail(`a data type is nested deeper than ${modelLimits.typeDepth.value} levels`, place);
  }
  if ("fields" in input && Array.isArray(input.fields)) {
    const fields = input.fields.map((field: unknown, index) => parseField(field, `${place}.fields[${index}]`, depth));
    return structType(fields, { itemSize: numberOf(input, "itemSize", place) });
  }
  if ("item" in input) {
    const item = parse(input.item, `${place}.item`, depth + 1);
    return "name" in input && input.name === "optional" ? optionalType(item) : raggedType(item);
  }
  return parse("name" in input ? input.name : undefined, place, depth + 1);
}

function parseField(field: unknown, place: string, depth: number): StructFieldInput {
  if (typeof field !== "object" || field === null || !("name" in field) || typeof field.name !== "string") {
    return fail("a field must be an object with a name and a dtype", place);
  }
  const given: unknown = "dataType" in field ? field.dataType : "dtype" in field ? field.dtype : undefined;
  const dataType = parse(given, `${place}.dtype`, depth + 1);
  return { name: field.name, dataType, offset: numberOf(field, "offset", place), shape: shapeOf(field, place) };
}

function numberOf(object: object, name: string, place: string): number | undefined {
  const value = new Map<string, unknown>(Object.entries(object)).get(name);
  return value === undefined || typeof value === "number" ? value : fail(`${name} must be a number`, place);
}

function shapeOf(field: object, place: string): readonly number[] | undefined {
  if (!("shape" in field) || field.shape === undefined) return undefined;
  const { shape } = field;
  if (!Array.isArray(shape)) return fail("the shape of a field must be a list of lengths", place);
  return shape.map((length: unknown) =>
    typeof length === "number" ? length : fail("a length must be a number", place),
  );
}

function fail(what: string, place: string): never {
  throw new HyperslabError("invalid-request", what, { field: place });
}

function unknownName(name: string, place: string): never {
  const meant = otherSpelling(name) ?? closestName(name, PLAIN_NAMES);
  const known = `${PLAIN_NAMES.join(", ")}, complex_<float>, r<bits>, S<bytes>, U<code points>, datetime64[<unit>], timedelta64[<unit>]`;
  throw new HyperslabError("invalid-request", `unknown data type ${JSON.stringify(name)}`, {
    field: place,
    hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}Use one of ${known}, or a struct { fields: [{ name, dtype }] }.`,
  });
}

/** Spellings of other libraries. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  boolean: "bool",
  byte: "int8",
  ubyte: "uint8",
  short: "int16",
  ushort: "uint16",
  int: "int32",
  uint: "uint32",
  long: "int64",
  bigint: "int64",
  bigint64: "int64",
  biguint64: "uint64",
  half: "float16",
  single: "float32",
  float: "float32",
  double: "float64",
  number: "float64",
  complex: "complex128",
  str: "string",
  utf8: "string",
  datetime64: "datetime64[ns]",
  timedelta64: "timedelta64[ns]",
};

/** `<f4`, `|u1`, `M8[ns]`, `Float32Array`, `double`: the canonical name of another library's spelling. */
function otherSpelling(name: string): string | undefined {
  const plain = name.replace(/^[<>|=]/, "").replace(/Array$/, "");
  const named = plain.toLowerCase();
  const other = ownMember(OTHER_NAMES, named);
  if (other !== undefined) return other;
  const numpy = /^([biufcmMV])([0-9]+)(\[\w+\])?$/.exec(plain);
  const guess = numpy === null ? named : numpyName(numpy[1]!, Number(numpy[2]), numpy[3]);
  return [guess, plain].find((candidate) => candidate !== name && dataTypeNamed(candidate) !== undefined);
}

function numpyName(letter: string, bytes: number, unit = "[generic]"): string {
  if (letter === "M" || letter === "m") return `${letter === "M" ? "datetime" : "timedelta"}64${unit}`;
  const stems: Readonly<Record<string, string>> = { i: "int", u: "uint", f: "float", c: "complex", V: "r" };
  return letter === "b" ? "bool" : `${ownMember(stems, letter)}${8 * bytes}`;
}
