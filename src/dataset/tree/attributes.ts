/** Converts attributes between the model (ordered, exact, typed) and the caller (a plain object). */

import { fromPlain, jsonArray, jsonFloat, toPlain } from "../../bytes/json/make.ts";
import type { JsonNode, PlainJson } from "../../bytes/json/node.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import {
  type DataType,
  type DataTypeInput,
  type DataTypeName,
  parseDataType,
} from "../../model/data-types/data-type.ts";
import type { Attribute, Attributes } from "../../model/node.ts";
import { scalarToElement } from "../../model/values/typed-data.ts";
import { describeData } from "../array/write-value.ts";

/** Attributes as plain values; integers beyond 2^53 are bigints. */
export type PlainAttributes = Readonly<Record<string, PlainJson>>;
/**
 * Attributes to set, by name. Values are anything that JSON can hold, or bigints. Typed arrays and the result of
 * `typed` carry a data type, for formats that record one.
 */
export type AttributesInput = Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>;

/** An attribute value with its data type. */
export class TypedValue {
  /** The value: a number, a string, or a list. */
  readonly value: unknown;
  /** The data type of its elements. */
  readonly dtype: DataTypeInput;

  /** Called by `typed`. */
  constructor(value: unknown, dtype: DataTypeInput) {
    this.value = value;
    this.dtype = dtype;
  }
}

/** An attribute value of this data type: `typed(5, "int16")`, `typed("m", "S1")` for netCDF's char. */
export function typed(value: unknown, dtype: DataTypeInput): TypedValue {
  return new TypedValue(value, dtype);
}

export function plainAttributes(attributes: Attributes): PlainAttributes {
  return Object.fromEntries([...attributes].map(([name, { value }]) => [name, toPlain(value)]));
}

/** Data types by attribute, where the format records them. */
export function attributeTypes(attributes: Attributes): Readonly<Record<string, DataTypeName>> {
  return Object.fromEntries(
    [...attributes].flatMap(([name, { dataType }]) => (dataType === undefined ? [] : [[name, dataType.name]])),
  );
}

/** The attributes with these set: an existing name keeps its position, a new one goes to the end. */
export function withAttributes(attributes: Attributes, input: AttributesInput): Attributes {
  const merged = new Map<string, Attribute>(attributes);
  const entries = input instanceof Map ? input : Object.entries(input);
  for (const [name, value] of entries) {
    if (value !== undefined) merged.set(name, attributeOf(name, value, attributes.get(name)?.dataType));
  }
  return merged;
}

/** A plain value keeps the previous type of the attribute, if it fits. */
function attributeOf(name: string, input: unknown, before: DataType | undefined): Attribute {
  const value = fromPlain(input instanceof TypedValue ? input.value : input);
  if (input instanceof TypedValue) {
    const dataType = parseDataType(input.dtype);
    if (fits(value, dataType)) return { value: spelled(value, dataType), dataType };
    throw new HyperslabError("invalid-request", `the attribute ${name} holds values that are not ${dataType.name}`);
  }
  if (ArrayBuffer.isView(input)) return { value, dataType: parseDataType(describeData(input, undefined).dtype) };
  return before !== undefined && fits(value, before) ? { value, dataType: before } : { value };
}

/** Keeps the decimal point of whole floats (`1.0`) for readers that infer the type from the spelling. */
function spelled(value: JsonNode, dataType: DataType): JsonNode {
  if (!/^b?float/.test(dataType.name)) return value;
  if (value.type === "array") return jsonArray(value.items.map((item) => spelled(item, dataType)));
  return value.type === "number" && Number.isFinite(Number(value.text)) ? jsonFloat(Number(value.text)) : value;
}

function fits(value: JsonNode, dataType: DataType): boolean {
  const items = value.type === "array" ? value.items : [value];
  // netCDF char: a text is a list of characters.
  if (dataType.name === "S1" && value.type === "string") return true;
  try {
    for (const item of items) scalarToElement(dataType, toPlain(item));
    return true;
  } catch (error) {
    if (isHyperslabError(error)) return false;
    throw error;
  }
}

export function withoutAttributes(attributes: Attributes, names: readonly string[]): Attributes {
  return new Map([...attributes].filter(([name]) => !names.includes(name)));
}
