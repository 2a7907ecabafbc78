/** Content of a foreign file that its dataset cannot represent. */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { Group } from "../../dataset/tree/group.ts";
import { isWithin } from "../../formats/documents/node-path.ts";
import type { FormatNote, Hierarchy } from "../../formats/format.ts";
import type { VirtualNote } from "../../model/virtual/virtual-dataset.ts";

/** The notes about missing content. */
export function leftOutIn(notes: readonly VirtualNote[]): readonly VirtualNote[] {
  return notes.filter(({ isLoss }) => isLoss === true);
}

/** What is missing at and below a node. */
export function leftOutOf({ hierarchy, path }: Group | NdArray): readonly VirtualNote[] {
  return leftOutIn(hierarchy.virtual?.notes ?? []).filter((note) => isWithin(note.path, path));
}

/** The same, one sentence each. */
export function leftOutTexts(node: Group | NdArray): readonly string[] {
  return leftOutOf(node).map(leftOutText);
}

/** For reports, which have this member only if something is missing. */
export interface LeftOut {
  /** Content of a foreign file that cannot be represented, one sentence each; omitted if there is none. */
  readonly leftOut?: readonly string[];
}

export function leftOutMember(node: Group | NdArray): LeftOut {
  const leftOut = leftOutTexts(node);
  return leftOut.length === 0 ? {} : { leftOut };
}

export function leftOutText({ path, message }: VirtualNote): string {
  return `/${path}: ${message}`;
}

/** The notes that are not about missing content. */
export function otherNotes({ notes, virtual }: Hierarchy): readonly FormatNote[] {
  const losses = new Set(leftOutIn(virtual?.notes ?? []).map(leftOutText));
  return notes.filter(({ key, message }) => !losses.has(leftOutText({ path: key, message })));
}
