/** Attributes between documents (a JSON object) and nodes (an ordered map). */
import { jsonObject } from "../../bytes/json/make.ts";
import type { JsonObject } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import type { Attribute, Attributes } from "../../model/node.ts";

/** All members of an object, in their order; no object means no attributes. */
export function parseAttributes(view: JsonView | undefined): Attributes {
  const attributes = new Map<string, Attribute>();
  if (view === undefined) return attributes;
  for (const [name, value] of view.object().members) attributes.set(name, { value });
  return attributes;
}

/** The values alone: the netCDF types that attributes may carry have no place in plain Zarr. */
export function printAttributes(attributes: Attributes): JsonObject {
  return jsonObject(Array.from(attributes, ([name, { value }]) => [name, value] as const));
}
