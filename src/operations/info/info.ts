/** One report on a node: format, dimensions, arrays with types, chunks and codecs, and irregularities. */
import { hasUnknown, refuseUnknown } from "../../bytes/known-options.ts";
import type { AddressInput } from "../../dataset/open/address.ts";
import type { OpenOptions } from "../../dataset/open/open.ts";
import type { PlainAttributes } from "../../dataset/tree/attributes.ts";
import { Group } from "../../dataset/tree/group.ts";
import type { FormatNote } from "../../formats/format.ts";
import { INFO } from "../option-names.ts";
import { type ArrayInfo, arrayInfo } from "./array-info.ts";
import type { CoordinateInfo } from "./coordinate-info.ts";
import { openShown, readableChildren, shownTitle, type UnreadableNode } from "./shown-nodes.ts";

/** A group, as `info` describes it. */
export interface GroupInfo {
  /** Distinguishes a group from an array. */
  readonly kind: "group";
  /** The path in the hierarchy; the root is "". */
  readonly path: string;
  /** The attributes, by name. */
  readonly attributes: PlainAttributes;
  /** Lengths of the dimensions that arrays share by name. */
  readonly dims: Readonly<Record<string, number>>;
  /** The coordinates of the arrays, with their first and last labels. */
  readonly coordinates: readonly CoordinateInfo[];
  /** The arrays directly below, including coordinates. */
  readonly arrays: readonly ArrayInfo[];
  /** Paths of the groups directly below. */
  readonly groups: readonly string[];
  /** Children whose documents cannot be read. */
  readonly unreadable: readonly UnreadableNode[];
}

/** What `info` found. */
export interface InfoReport {
  /** The path or URL, without secrets. */
  readonly location: string;
  /** The name of the format, such as `zarr3`. */
  readonly format: string;
  /** The name of the format for people, such as `Zarr v3`. */
  readonly title: string;
  /** Whether consolidated metadata was used. */
  readonly consolidated: boolean;
  /** The node at the address. */
  readonly node: ArrayInfo | GroupInfo;
  /** Irregularities that were accepted on reading. */
  readonly notes: readonly FormatNote[];
}

/** Options of `info`. */
export interface InfoOptions extends OpenOptions {
  /** Also count stored chunks and bytes, which queries the store for the size of every chunk. */
  readonly stored?: boolean | undefined;
}

/** Describes the node at an address: type, shape, chunks and codecs of an array, or the members of a group. */
export async function info(input: AddressInput, options: InfoOptions = {}): Promise<InfoReport> {
  if (hasUnknown(options, INFO)) return refuseUnknown("info", options, INFO);
  const node = await openShown(input, options);
  const { hierarchy } = node;
  return {
    location: hierarchy.store.location,
    format: hierarchy.format,
    title: shownTitle(hierarchy),
    consolidated: hierarchy.consolidated,
    node: node instanceof Group ? await groupInfo(node, options) : await arrayInfo(node, options),
    notes: hierarchy.notes,
  };
}

async function groupInfo(group: Group, options: InfoOptions): Promise<GroupInfo> {
  const { children, unreadable } = await readableChildren(group, options);
  const found = children.filter((child) => child.kind === "array");
  const arrays: ArrayInfo[] = [];
  for (const array of found) arrays.push(await arrayInfo(array, options));
  const { coordinateInfos } = await import("./coordinate-info.ts");
  return {
    kind: "group",
    path: group.path,
    attributes: group.attributes,
    dims: sharedLengths(arrays),
    coordinates: await coordinateInfos(group, found, options),
    arrays,
    groups: children.filter((child) => child.kind === "group").map((child) => child.path),
    unreadable,
  };
}

/** Lengths of named dimensions; a name with two lengths is not a shared dimension and is left out. */
function sharedLengths(arrays: readonly ArrayInfo[]): Record<string, number> {
  const lengths = new Map<string, Set<number>>();
  for (const { dims, shape } of arrays) {
    dims.forEach((name, axis) => {
      if (name !== null) lengths.set(name, (lengths.get(name) ?? new Set()).add(shape[axis]!));
    });
  }
  const single = [...lengths].filter(([, found]) => found.size === 1);
  return Object.fromEntries(single.map(([name, found]) => [name, [...found][0]!]));
}
