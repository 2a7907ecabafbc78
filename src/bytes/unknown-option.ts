/** The errors for unknown options, and for values that they cannot have. */
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

/** The values of options that mean the same in every call; all others of them are true or false. */
const TAKEN: ReadonlyMap<string, string> = new Map([
  ["signal", "an AbortSignal"],
  ["concurrency", "a number of 1 or more"],
  ["onProgress", "a function"],
]);

/** The error for an option with an unknown name or an impossible value. Without a name, there are no options. */
export function refusedOption(
  call: string,
  options: object | null | undefined,
  name: string | undefined,
  known: Readonly<Record<string, 0>>,
): HyperslabError {
  if (name === undefined || !options) return wrongValue(call, "its options", "an object", options);
  if (known[name] !== 0) return unknownOption(call, name, Object.keys(known));
  return wrongValue(call, name, TAKEN.get(name) ?? "true or false", Reflect.get(options, name));
}

function wrongValue(call: string, name: string, wanted: string, value: unknown): HyperslabError {
  const other = typeof value === "object" && value !== null ? "an object" : String(value);
  const found = typeof value === "string" ? JSON.stringify(value) : other;
  return new HyperslabError("invalid-request", `${call} takes ${wanted} as ${name}, not ${found}`);
}
