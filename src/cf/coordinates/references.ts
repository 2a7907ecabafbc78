/** Names of other variables in CF attributes: `coordinates`, `bounds`, `grid_mapping`. */

import { ownMember } from "../../bytes/own-member.ts";
import type { PlainAttributes } from "../../dataset/tree/attributes.ts";

/** What a variable's attributes say about others. */
export interface References {
  /** Auxiliary coordinates. */
  readonly coordinates: readonly string[];
  /** The bounds of its cells. */
  readonly bounds: string | undefined;
  /** How its coordinates relate to the Earth. */
  readonly gridMappings: readonly string[];
}

export function referencesOf(attributes: PlainAttributes): References {
  return {
    coordinates: words(attributeText(attributes, "coordinates")),
    bounds: words(attributeText(attributes, "bounds") ?? attributeText(attributes, "climatology"))[0],
    gridMappings: gridMappings(words(attributeText(attributes, "grid_mapping"))),
  };
}

/** A text attribute; undefined if it is missing, or something else. */
export function attributeText(attributes: PlainAttributes, name: string): string | undefined {
  const value = ownMember(attributes, name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

function words(text: string | undefined): readonly string[] {
  return text?.split(/\s+/).filter((word) => word !== "") ?? [];
}

/** `crs`, or `crs: x y other: lat lon`, where a colon follows the names of mappings. */
function gridMappings(given: readonly string[]): readonly string[] {
  const named = given.filter((word) => word.endsWith(":")).map((word) => word.slice(0, -1));
  return named.length > 0 ? named : given;
}
