/** The tree below a node, without reading a chunk. */

import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import type { OpenOptions } from "../../dataset/open/open.ts";
import { unfinishedNotes } from "../../dataset/open/unfinished.ts";
import { Group } from "../../dataset/tree/group.ts";
import type { FormatNote } from "../../formats/format.ts";
import { describeDataType } from "../../model/data-types/data-type.ts";
import { TREE } from "../option-names.ts";
import { type LeftOut, leftOutMember } from "./left-out.ts";
import { openShown, readableChildren, shownTitle, type UnreadableNode } from "./shown-nodes.ts";

/** A node of a tree. */
export interface TreeEntry {
  /** A group, an array, or a node that cannot be read. */
  readonly kind: "group" | "array" | "unreadable";
  /** The last part of the path. */
  readonly name: string;
  /** The path in the hierarchy; the root is "". */
  readonly path: string;
  /** An array's data type. */
  readonly dtype?: string;
  /** The name of an array's type, if a netCDF-4 group defines it. */
  readonly typeName?: string;
  /** An array's shape. */
  readonly shape?: readonly number[];
  /** The names of an array's dimensions; null for unnamed ones. */
  readonly dims?: readonly (string | null)[];
  /** In definition order if the format keeps one, else by name; omitted below the depth limit. */
  readonly children?: readonly TreeEntry[];
  /** Why it cannot be read. */
  readonly problem?: UnreadableNode;
}

/** Options of `tree`. */
export interface TreeOptions extends OpenOptions {
  /** How many levels below the root to show. */
  readonly depth?: number | undefined;
}

/** What `tree` found. */
export interface TreeReport extends LeftOut {
  /** The path or URL, without secrets. */
  readonly location: string;
  /** The name of the format, such as `zarr3`. */
  readonly format: string;
  /** The name of the format for people, such as `Zarr v3`. */
  readonly title: string;
  /** The node at the address. */
  readonly root: TreeEntry;
  /** Nodes whose documents cannot be read. */
  readonly unreadable: readonly UnreadableNode[];
  /** Unfinished copies to this place. */
  readonly unfinished: readonly FormatNote[];
}

/** Every node at and below an address. */
export async function tree(input: AddressInput, options: TreeOptions = {}): Promise<TreeReport> {
  if (hasUnknown(options, TREE)) return refuseUnknown("tree", options, TREE);
  const node = await openShown(input, options);
  const { format, store } = node.hierarchy;
  const title = shownTitle(node.hierarchy);
  const unreadable: UnreadableNode[] = [];
  const root = await entry(node, options.depth ?? Number.POSITIVE_INFINITY, { ...options, unreadable, root: node });
  const unfinished = unfinishedNotes(node.hierarchy);
  return { location: store.location, format, title, root, unreadable, unfinished, ...leftOutMember(node) };
}

interface EntryOptions extends TreeOptions {
  readonly root: Group | NdArray;
  readonly unreadable: UnreadableNode[];
}

async function entry(node: Group | NdArray, depth: number, options: EntryOptions): Promise<TreeEntry> {
  const { name, path } = node;
  if (!(node instanceof Group)) {
    const dims = node.dims.map((dim) => dim ?? null);
    const { dataType, userType, shape } = node.node;
    const type = { dtype: describeDataType(dataType), ...(userType && { typeName: userType.name }) };
    return { kind: "array", name, path, ...type, shape, dims };
  }
  if (depth <= 0) return { kind: "group", name, path };
  const found = await readableChildren(node, { ...options, isListed: node !== options.root });
  const children: TreeEntry[] = [];
  for (const child of found.children) children.push(await entry(child, depth - 1, options));
  const isByName = children.every((child, index) => index === 0 || byName(children[index - 1]!, child) < 0);
  for (const problem of found.unreadable) {
    options.unreadable.push(problem);
    const inner = problem.path.slice(problem.path.lastIndexOf("/") + 1);
    children.push({ kind: "unreadable", name: inner, path: problem.path, problem });
  }
  // Unreadable nodes are sorted in by name, but have no position in definition order.
  if (isByName) children.sort(byName);
  return { kind: "group", name, path, children };
}

function byName(a: TreeEntry, b: TreeEntry): number {
  return a.name < b.name ? -1 : 1;
}
