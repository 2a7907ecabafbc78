/** The errors for options that a call does not have, and for values that they cannot have. */
import { HyperslabError } from "../errors.ts";
import { closestName } from "./text/closest-name.ts";

/** Names that other libraries use, and abbreviations. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  attributes: ["attrs", "attr"],
  codecs: ["compressor", "compressors", "compression", "filters"],
  concurrency: ["parallel", "threads"],
  dims: ["dimensionNames", "dimension_names", "names"],
  dtype: ["type", "dataType"],
  fillValue: ["fill", "fill_value"],
  overwrite: ["force", "replace"],
};

export function unknownOption(call: string, name: string, known: readonly string[]): HyperslabError {
  const synonym = known.find((other) => Object.hasOwn(SYNONYMS, other) && SYNONYMS[other]!.includes(name));
  const near = synonym ?? closestName(name, known) ?? known.find((other) => other.startsWith(name));
  return new HyperslabError("invalid-request", `${call} has no option ${JSON.stringify(name)}`, {
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}Its options are ${[...known].sort().join(", ")}.`,
  });
}

/** `wanted`: what the option takes, in words. */
export function wrongOption(call: string, name: string, wanted: string, value: unknown): HyperslabError {
  const found =
    typeof value === "string" ? JSON.stringify(value) : typeof value === "object" && value ? "an object" : value;
  return new HyperslabError("invalid-request", `${call} takes ${wanted} as ${name}, not ${String(found)}`);
}
