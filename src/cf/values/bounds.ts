/** Bounds of time coordinates, which need not repeat the units of their numbers. */
import type { MeantArray } from "../../dataset/array/decoding.ts";
import type { Attribute, Attributes } from "../../model/node.ts";
import { textOf } from "./attributes.ts";

/** The bounds of a time variable inherit its units and calendar, unless they have their own. */
export async function withTimeUnits(array: MeantArray, signal: AbortSignal | undefined): Promise<MeantArray> {
  const { node, hierarchy } = array;
  const first = node.dimensions[0]?.name;
  if (node.attributes.has("units") || node.shape.length < 2 || first === undefined) return array;
  const slash = node.path.lastIndexOf("/") + 1;
  if (node.path.slice(slash) === first) return array;
  const owner = await hierarchy.readNode(`${node.path.slice(0, slash)}${first}`, { signal });
  const bounds = owner?.kind === "array" ? textOf(owner.attributes, "bounds") : undefined;
  if (owner === undefined || bounds !== node.path.slice(slash)) return array;
  const units = owner.attributes.get("units");
  if (units === undefined || !/\bsince\b/.test(textOf(owner.attributes, "units") ?? "")) return array;
  return { ...array, hierarchy, node: { ...node, attributes: inherited(node.attributes, owner.attributes) } };
}

function inherited(own: Attributes, owner: Attributes): Attributes {
  const merged = new Map<string, Attribute>(own);
  for (const name of ["units", "calendar"]) {
    const attribute = owner.get(name);
    if (attribute !== undefined && !merged.has(name)) merged.set(name, attribute);
  }
  return merged;
}
