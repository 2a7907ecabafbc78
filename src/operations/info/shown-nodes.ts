/** Opens nodes for display: checks for unfinished copies, and records why children cannot be read. */

import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import { type OpenOptions, openAddress } from "../../dataset/open/open.ts";
import { noteUnfinished } from "../../dataset/open/unfinished.ts";
import { type Group, openNode } from "../../dataset/tree/group.ts";
import { type ErrorCode, isHyperslabError } from "../../errors.ts";
import { containerOf } from "../../formats/container.ts";
import type { Hierarchy } from "../../formats/format.ts";
import { looksForFree } from "../../stores/store.ts";

/** Looks for the marker of an unfinished copy even if that costs a request. */
export async function openShown(input: AddressInput, options: OpenOptions): Promise<Group | NdArray> {
  const node = await openAddress(input, options);
  if (options.complete !== true && !looksForFree(node.hierarchy.store)) {
    // A server that refuses this key may still serve the others.
    await noteUnfinished(node.hierarchy, node.path, options).catch(() => {});
  }
  return node;
}

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

/** A child that cannot be read does not hide the others. */
export async function readableChildren(
  group: Group,
  options: {
    readonly signal?: AbortSignal | undefined;
    /** True if an earlier listing of the same walk returned the group. */
    readonly isListed?: boolean;
  },
): Promise<ReadableChildren> {
  const unreadable: UnreadableNode[] = [];
  const onError = (path: string, error: unknown): void => {
    if (!isHyperslabError(error)) throw error;
    unreadable.push({ path, code: error.code, message: error.message });
  };
  const listed = options.isListed === true ? group.node : undefined;
  const nodes = await group.hierarchy.listChildren(group.path, { signal: options.signal, onError, listed });
  return { children: nodes.map((node) => openNode(group.hierarchy, node)), unreadable };
}

/** The name of the format for people: `Zarr v3`, `netCDF-4 (HDF5)`, or `Kerchunk references (Zarr v2)`. */
export function shownTitle({ title, store }: Hierarchy): string {
  const container = containerOf(store);
  return container === undefined ? title : `${container} (${title})`;
}
