/** The children of a group: those that can be read, and why the others cannot. */

import type { NdArray } from "../../dataset/array/nd-array.ts";
import { type Group, openNode } from "../../dataset/tree/group.ts";
import { type ErrorCode, isHyperslabError } from "../../errors.ts";

/** A node whose documents cannot be read. */
export interface UnreadableNode {
  /** The path in the hierarchy; the root is "". */
  readonly path: string;
  /** The kind of failure. */
  readonly code: ErrorCode;
  /** Why it cannot be read. */
  readonly message: string;
}

export interface ReadableChildren {
  readonly children: readonly (Group | NdArray)[];
  readonly unreadable: readonly UnreadableNode[];
}

/** What is wrong with one child does not hide the others. */
export async function readableChildren(
  group: Group,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<ReadableChildren> {
  const unreadable: UnreadableNode[] = [];
  const onError = (path: string, error: unknown): void => {
    if (!isHyperslabError(error)) throw error;
    unreadable.push({ path, code: error.code, message: error.message });
  };
  const nodes = await group.hierarchy.listChildren(group.path, { signal: options.signal, onError });
  return { children: nodes.map((node) => openNode(group.hierarchy, node)), unreadable };
}
