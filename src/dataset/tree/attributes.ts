/** Attributes between the model (ordered, exact) and the caller (a plain object). */

import { fromPlain, toPlain } from "../../bytes/json/make.ts";
import type { PlainJson } from "../../bytes/json/node.ts";
import type { Attribute, Attributes } from "../../model/node.ts";

/** Attributes as plain values; integers beyond 2^53 are bigints. */
export type PlainAttributes = Readonly<Record<string, PlainJson>>;
/** Attributes to set, by name. Values are anything that JSON can hold, and bigints. */
export type AttributesInput = Readonly<Record<string, unknown>> | ReadonlyMap<string, unknown>;

export function plainAttributes(attributes: Attributes): PlainAttributes {
  return Object.fromEntries([...attributes].map(([name, { value }]) => [name, toPlain(value)]));
}

/** The attributes with these set: a name that is there keeps its place, a new one goes to the end. */
export function withAttributes(attributes: Attributes, input: AttributesInput): Attributes {
  const merged = new Map<string, Attribute>(attributes);
  const entries = input instanceof Map ? input : Object.entries(input);
  for (const [name, value] of entries) if (value !== undefined) merged.set(name, { value: fromPlain(value) });
  return merged;
}

export function withoutAttributes(attributes: Attributes, names: readonly string[]): Attributes {
  return new Map([...attributes].filter(([name]) => !names.includes(name)));
}
