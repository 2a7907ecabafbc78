/**
 * Attributes between documents (a JSON object) and nodes (an ordered map). Zarr v2 names dimensions by xarray's attribute
 * `_ARRAY_DIMENSIONS`. In nodes the names are dimensions, unless the attribute does not fit the array.
 */
import { jsonArray, jsonNull, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { Attribute, Attributes, Dimension } from "../../model/node.ts";
import type { Notes } from "../notes.ts";

/** All members of an object, in order. */
export function parseAttributes(view: JsonView | undefined): Attributes {
  const attributes = new Map<string, Attribute>();
  if (view === undefined) return attributes;
  for (const [name, value] of view.object().members) attributes.set(name, { value });
  return attributes;
}

/** The values alone: Zarr does not record data types of attributes. */
export function printAttributes(attributes: Attributes): JsonObject {
  return jsonObject(Array.from(attributes, ([name, { value }]) => [name, value] as const));
}

const ATTRIBUTE = "_ARRAY_DIMENSIONS";

export interface NamedAttributes {
  readonly attributes: Attributes;
  readonly dimensions: readonly Dimension[];
}

export function parseNamedAttributes(view: JsonView | undefined, rank: number, notes: Notes): NamedAttributes {
  const attributes = new Map(parseAttributes(view));
  const value = attributes.get(ATTRIBUTE)?.value;
  const names = value === undefined ? undefined : namesIn(value, rank);
  if (names !== undefined) attributes.delete(ATTRIBUTE);
  else if (value !== undefined && view !== undefined) {
    notes.add(view.required(ATTRIBUTE), `does not name ${rank} dimensions; kept as an attribute`);
  }
  const dimensions = names ?? Array.from({ length: rank }, () => undefined);
  return { attributes, dimensions: dimensions.map((name) => ({ name })) };
}

function namesIn(value: JsonNode, rank: number): readonly (string | undefined)[] | undefined {
  if (value.type !== "array" || value.items.length !== rank) return undefined;
  if (!value.items.every((item) => item.type === "string" || item.type === "null")) return undefined;
  return value.items.map((item) => (item.type === "string" ? item.value : undefined));
}

/** The attributes to write, with the names of dimensions if there are any. */
export function withNames(attributes: Attributes, dimensions: readonly Dimension[]): Attributes {
  if (dimensions.every(({ name }) => name === undefined)) return attributes;
  const names = jsonArray(dimensions.map(({ name }) => (name === undefined ? jsonNull() : jsonString(name))));
  const given = attributes.get(ATTRIBUTE)?.value;
  if (given !== undefined && printJson(given, "compact") !== printJson(names, "compact")) {
    throw new HyperslabError("invalid-request", `the attribute ${ATTRIBUTE} and the dimension names differ`, {
      hint: "Name the dimensions and leave the attribute out; it is written from their names.",
    });
  }
  return new Map([...attributes, [ATTRIBUTE, { value: names }]]);
}
