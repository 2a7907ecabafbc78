/** One file of many that are combined into one dataset, and the error if two of them do not fit. */
import type { Group } from "../../../dataset/tree/group.ts";
import { HyperslabError } from "../../../errors.ts";
import type { OpenedSource } from "../../../formats/format.ts";
import type { ArrayNode } from "../../../model/node.ts";
import { OWN_FILE, type VirtualDataset } from "../../../model/virtual/virtual-dataset.ts";

export interface Part {
  /** The address of the file, as used in references and messages. */
  readonly file: string;
  readonly dataset: VirtualDataset;
  /** True if its references already name files by their addresses. */
  readonly isJoined?: boolean | undefined;
}

/** A part that is open for reading. */
export interface OpenPart extends Part {
  readonly group: Group;
  /** Opens a target of `file`, by its URL there. Holds nothing of the part, which is dropped once it is joined. */
  readonly openTarget: OpenTarget;
}

export type OpenTarget = (file: string, url: string) => Promise<OpenedSource>;

/** An array of a part. */
export interface PartArray {
  readonly file: string;
  readonly node: ArrayNode;
}

/** The address of a file that a part refers to. */
export function targetOf({ file, isJoined = false }: Omit<Part, "dataset">, url: string): string {
  return isJoined ? url : addressFrom(file, url);
}

/** Files that a file refers to are named relative to its own directory, which may be in an archive (`data.zip|zip:`). */
export function addressFrom(file: string, url: string): string {
  if (url === OWN_FILE) return file;
  if (/^(?:[a-z][a-z\d+.-]*:|[/\\])/i.test(url)) return url;
  return file.replace(/(^|[/\\]|\|[a-z\d-]+:)[^/\\|]*$/i, (_, directory: string) => `${directory}${url}`);
}

/** The error for two files that must agree but do not. `what` is a clause, such as `the shape of x differs`. */
export function mismatch(
  what: string,
  path: string,
  [a, first]: readonly [{ readonly file: string }, string],
  [b, other]: readonly [{ readonly file: string }, string],
  hint = "Combine only files that agree; keepGoing (--keep-going) leaves out those that differ from the first.",
): HyperslabError {
  return new HyperslabError("invalid-data", `${what}: ${first} in ${a.file}, but ${other} in ${b.file}`, {
    node: path,
    hint,
  });
}
