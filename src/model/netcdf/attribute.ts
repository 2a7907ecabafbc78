/** Attributes between the model (a JSON value, with or without a data type) and netCDF (a list of values of one type). */
import { jsonArray, jsonFloat, jsonInteger, jsonNull, jsonString } from "../../bytes/json/make.ts";
import { integerOf, isIntegerToken, type JsonNode } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import { HyperslabError } from "../../errors.ts";
import type { Attribute } from "../node.ts";
import type { NetcdfAttribute, NetcdfType, NetcdfValues } from "./dataset.ts";
import { base64Double, FILL_ATTRIBUTE } from "./mask.ts";
import { decodeNetcdfText, encodeNetcdfText } from "./text.ts";
import { dataTypeOf, netcdfTypeOf } from "./types.ts";

/**
 * An attribute in netCDF's form. Without a data type, the type follows from the value or, for a fill value, from its
 * variable.
 */
export function netcdfAttribute(name: string, attribute: Attribute, variableType?: NetcdfType): NetcdfAttribute {
  const { value, dataType } = attribute;
  const recorded = dataType === undefined ? undefined : netcdfTypeOf(dataType);
  if (recorded !== undefined) return { name, type: recorded, values: valuesAs(recorded, value, name) };
  const inferred = inferType(value);
  if (name === FILL_ATTRIBUTE && variableType !== undefined) {
    const mask = fillNumber(value, variableType);
    if (fits(variableType, mask)) return { name, type: variableType, values: valuesAs(variableType, mask, name) };
  }
  return { name, type: inferred, values: valuesAs(inferred, value, name) };
}

/** xarray spells the fill values of floats in Base64. */
function fillNumber(value: JsonNode, type: NetcdfType): JsonNode {
  if ((type !== "float" && type !== "double") || value.type !== "string") return value;
  const number = base64Double(value.value);
  return number === undefined ? value : jsonFloat(number);
}

/** A text attribute. */
export function charAttribute(name: string, text: string): NetcdfAttribute {
  return { name, type: "char", values: encodeNetcdfText(text) };
}

function fits(type: NetcdfType, value: JsonNode): boolean {
  try {
    valuesAs(type, value, "");
    return true;
  } catch (error) {
    if (error instanceof HyperslabError) return false;
    throw error;
  }
}

/**
 * The type that netCDF-C gives to an attribute of plain Zarr: `int` or the next wider type that holds the integers,
 * `double`, `ubyte` for booleans, `char` for a string and for the JSON text of everything else. (For a list, netCDF-C
 * only looks at the first value, and truncates the fractions of the others.)
 */
function inferType(value: JsonNode): NetcdfType {
  const items = value.type === "array" ? value.items : [value];
  if (items.length === 0) return "char";
  if (items.every(({ type }) => type === "boolean")) return "ubyte";
  if (items[0]!.type === "number" && items.every((item) => item.type === "number" || isNonFiniteText(item))) {
    return items.every(({ type }) => type === "number") ? numberType(items) : "double";
  }
  return "char";
}

/** netCDF-C writes the numbers that JSON lacks as strings. */
function isNonFiniteText(item: JsonNode): boolean {
  return item.type === "string" && /^[+-]?(nan|inf(inity)?)f?$/i.test(item.value);
}

function numberType(items: readonly JsonNode[]): NetcdfType {
  const integers = items.map((item) => (item.type === "number" ? integerOf(item) : undefined));
  if (integers.some((integer) => integer === undefined)) return "double";
  const within = (low: bigint, high: bigint): boolean =>
    integers.every((n) => n !== undefined && n >= low && n <= high);
  if (within(-(2n ** 31n), 2n ** 31n - 1n)) return "int";
  if (within(0n, 2n ** 32n - 1n)) return "uint";
  if (within(-(2n ** 63n), 2n ** 63n - 1n)) return "int64";
  return within(0n, 2n ** 64n - 1n) ? "uint64" : "double";
}

function valuesAs(type: NetcdfType, value: JsonNode, name: string): NetcdfValues {
  if (type === "char") return encodeNetcdfText(value.type === "string" ? value.value : jsonText(value));
  const items = value.type === "array" ? value.items : [value];
  if (type === "string") {
    return items.map((item) => (item.type === "null" ? null : item.type === "string" ? item.value : jsonText(item)));
  }
  const misfit = (item: JsonNode): never => {
    throw new HyperslabError("invalid-data", `the attribute ${name} holds ${jsonText(item)}, which is not a ${type}`);
  };
  if (type === "float" || type === "double") {
    const numbers = type === "float" ? new Float32Array(items.length) : new Float64Array(items.length);
    for (const [index, item] of items.entries()) numbers[index] = numberOf(item) ?? misfit(item);
    return numbers;
  }
  return integersAs(
    type,
    items.map((item) => exactInteger(item) ?? misfit(item)),
    (index) => misfit(items[index]!),
  );
}

/** The JSON text of a value, with netCDF-C's spacing. */
function jsonText(value: JsonNode): string {
  return printJson(value, "netcdf", { nonFinite: "token" });
}

/** Numbers may be strings: `"NaN"`, and in the first dialect of NCZarr all of them. */
function numberOf(item: JsonNode): number | undefined {
  if (item.type === "boolean") return Number(item.value);
  const text = item.type === "number" ? item.text : item.type === "string" ? item.value.trim() : "";
  const number = text === "" ? Number.NaN : Number(text);
  if (!Number.isNaN(number)) return number;
  const word = /^([+-]?)(nan|inf(?:inity)?)f?$/i.exec(text);
  if (word === null) return undefined;
  return word[2]!.toLowerCase() === "nan" ? Number.NaN : word[1] === "-" ? -Infinity : Infinity;
}

function exactInteger(item: JsonNode): bigint | undefined {
  if (item.type === "number" || item.type === "string") {
    const text = item.type === "number" ? item.text : item.value.trim();
    if (isIntegerToken(text)) return integerOf({ type: "number", text, offset: -1 });
  }
  const number = numberOf(item);
  return number !== undefined && Number.isSafeInteger(number) ? BigInt(number) : undefined;
}

type Maker = (values: readonly bigint[]) => NetcdfValues;

const MAKERS: ReadonlyMap<NetcdfType, Maker> = new Map<NetcdfType, Maker>([
  ["byte", (values) => Int8Array.from(values, Number)],
  ["ubyte", (values) => Uint8Array.from(values, Number)],
  ["short", (values) => Int16Array.from(values, Number)],
  ["ushort", (values) => Uint16Array.from(values, Number)],
  ["int", (values) => Int32Array.from(values, Number)],
  ["uint", (values) => Uint32Array.from(values, Number)],
  ["int64", (values) => BigInt64Array.from(values)],
  ["uint64", (values) => BigUint64Array.from(values)],
]);

function integersAs(type: NetcdfType, values: readonly bigint[], misfit: (index: number) => never): NetcdfValues {
  const made = MAKERS.get(type)!(values);
  for (const [index, value] of values.entries()) {
    const stored = made[index];
    if ((typeof stored === "bigint" || typeof stored === "number") && BigInt(stored) === value) continue;
    misfit(index);
  }
  return made;
}

/** The attribute in the model: a single value as such, several as a list. */
export function modelAttribute({ type, values }: NetcdfAttribute): Attribute {
  const dataType = dataTypeOf(type);
  if (type === "char" && values instanceof Uint8Array) {
    return { value: jsonString(decodeNetcdfText(values)), dataType };
  }
  const items = Array.from<number | bigint | string | null, JsonNode>(values, (value) => {
    if (value === null) return jsonNull();
    if (typeof value === "string") return jsonString(value);
    if (typeof value === "bigint" || (type !== "float" && type !== "double")) return jsonInteger(value);
    return jsonFloat(type === "float" ? shortestFloat(value) : value);
  });
  return { value: items.length === 1 ? items[0]! : jsonArray(items), dataType };
}

/** The double with the fewest digits that rounds to this float. Nine digits are always enough. */
function shortestFloat(value: number): number {
  // Digits would lose the sign of zero.
  if (value === 0) return value;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number.isFinite(value) ? Number(value.toPrecision(9)) : value;
}
