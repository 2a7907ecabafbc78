/** One file of many that become one dataset, and what is said when two of them do not fit. */
import { HyperslabError } from "../../../errors.ts";
import type { ArrayNode } from "../../../model/node.ts";
import type { VirtualDataset } from "../../../model/virtual/virtual-dataset.ts";

export interface Part {
  /** The address of the file, as references will name it and messages show it. */
  readonly file: string;
  readonly dataset: VirtualDataset;
}

/** An array of a part. */
export interface PartArray {
  readonly file: string;
  readonly node: ArrayNode;
}

/** The error for two files that say different things where they must agree. Both files and both values are named. */
export function mismatch(
  what: string,
  path: string,
  [a, first]: readonly [PartArray | Part, string],
  [b, other]: readonly [PartArray | Part, string],
  hint = "Combine only files that agree, or leave the array out.",
): HyperslabError {
  return new HyperslabError("invalid-data", `${what} differs: ${first} in ${a.file}, but ${other} in ${b.file}`, {
    node: path,
    hint,
  });
}
