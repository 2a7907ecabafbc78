/** The attributes that give values their meaning, as numbers and text. Anything else is refused by name. */
import { integerOf, isIntegerToken, type JsonNode } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import { HyperslabError } from "../../errors.ts";
import type { Attribute, Attributes } from "../../model/node.ts";

/** A number of an attribute. In JSON, a number without point and exponent is an integer, any other a double. */
export interface AttributeNumber {
  readonly value: number | bigint;
  readonly type: "integer" | "float32" | "float64";
}

const NON_FINITE = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

/** The error for an attribute that cannot mean what CF says. */
export function wrongAttribute(name: string, what: string, hint?: string): HyperslabError {
  return new HyperslabError("invalid-data", `attribute ${name}: ${what}`, {
    field: name,
    hint: `${hint === undefined ? "" : `${hint} `}The stored values can be read without decoding.`,
  });
}

/** The numbers of an attribute: one, or a list. Empty if it is missing. */
export function numbersOf(attributes: Attributes, name: string): readonly AttributeNumber[] {
  const attribute = attributes.get(name);
  if (attribute === undefined) return [];
  const { value } = attribute;
  return (value.type === "array" ? value.items : [value]).map((item) => numberOf(name, item, attribute));
}

/** The single number of an attribute. */
export function oneNumber(attributes: Attributes, name: string): AttributeNumber | undefined {
  const numbers = numbersOf(attributes, name);
  if (numbers.length > 1) throw wrongAttribute(name, `${numbers.length} numbers, where CF has one`);
  return numbers[0];
}

function numberOf(name: string, item: JsonNode, { dataType }: Attribute): AttributeNumber {
  if (item.type === "number") {
    if (isIntegerToken(item.text) && dataType?.kind !== "float") return { value: integerOf(item)!, type: "integer" };
    const value = Number(item.text);
    return dataType?.name === "float32" ? { value: Math.fround(value), type: "float32" } : { value, type: "float64" };
  }
  // Formats that lack these numbers in their JSON spell them as strings.
  const nonFinite = item.type === "string" ? NON_FINITE.get(item.value) : undefined;
  if (nonFinite !== undefined) return { value: nonFinite, type: "float64" };
  throw wrongAttribute(name, `${printJson(item, "netcdf")} is not a number`);
}

/** The text of an attribute; undefined if it is missing or not text. */
export function textOf(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name)?.value;
  return value?.type === "string" ? value.value : undefined;
}
