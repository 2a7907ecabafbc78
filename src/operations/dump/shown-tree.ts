/** What a dump shows: the groups and arrays below a node, and which values of each array. */

import { closestName } from "../../bytes/text/closest-name.ts";
import { byIndices, type LabelSelection } from "../../dataset/array/label-selection.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { Group, listedChildren } from "../../dataset/tree/group.ts";
import { HyperslabError } from "../../errors.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";

export interface ShownArray {
  readonly array: NdArray;
  readonly name: string;
  /** Whether its values are shown. */
  readonly values: boolean;
  readonly selection: Selection | undefined;
  /** Lengths and names of the selection. */
  readonly shape: readonly number[];
  readonly dims: readonly (string | undefined)[];
}

export interface ShownGroup {
  readonly group: Group | undefined;
  readonly arrays: readonly ShownArray[];
  readonly groups: readonly ShownGroup[];
}

export interface ShownOptions {
  readonly header?: boolean | undefined;
  /** Only values of coordinates: one-dimensional arrays with the name of their dimension. */
  readonly coordinates?: boolean | undefined;
  readonly variables?: readonly string[] | undefined;
  readonly selection?: Selection | LabelSelection | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Checks names and the selection before anything is printed. */
export async function shownTree(node: Group | NdArray, name: string, options: ShownOptions): Promise<ShownGroup> {
  if (!(node instanceof Group)) {
    return { group: undefined, arrays: [await shownArray(node, node.name || name, node, options)], groups: [] };
  }
  refuseSelectionOfGroup(node, options);
  const tree = await shownGroup(node, await node.children({ signal: options.signal }), node, options);
  checkVariables(tree, node, options.variables ?? []);
  return tree;
}

/** A selection applies to an array, so one must be named. */
export function refuseSelectionOfGroup(node: Group, { selection, variables }: ShownOptions): void {
  if (selection === undefined || variables?.length === 1) return;
  throw new HyperslabError("invalid-request", "a selection needs an array, and this is a group", {
    location: node.hierarchy.store.location,
    node: node.path,
    hint: "Name the array: address::path, or one variable.",
  });
}

async function shownGroup(
  group: Group,
  children: readonly (Group | NdArray)[],
  root: Group,
  options: ShownOptions,
): Promise<ShownGroup> {
  const arrays: ShownArray[] = [];
  const groups: ShownGroup[] = [];
  for (const child of children) {
    if (child instanceof Group)
      groups.push(await shownGroup(child, await listedChildren(child, options), root, options));
    else arrays.push(await shownArray(child, child.name, root, options));
  }
  return { group, arrays, groups };
}

async function shownArray(
  array: NdArray,
  name: string,
  root: Group | NdArray,
  options: ShownOptions,
): Promise<ShownArray> {
  const values = wantsValues(array, root, options);
  const selection = values ? await byIndices(options.selection, array, options) : undefined;
  const { resultShape, resultDims } = normalizeSelection(selection, array.shape, array.dims);
  return { array, name, values, selection, shape: resultShape, dims: resultDims };
}

function wantsValues(array: NdArray, root: Group | NdArray, options: ShownOptions): boolean {
  if (options.header === true) return false;
  if (options.coordinates === true) return array.shape.length === 1 && array.dims[0] === array.name;
  return array === root || (options.variables?.some((name) => isCalled(array, root, name)) ?? true);
}

/** Returns whether this is the array's name, or its path from the root of the dump. */
function isCalled(array: NdArray, root: Group | NdArray, name: string): boolean {
  const path = array.path.slice(root.path === "" ? 0 : root.path.length + 1);
  return name === array.name || name.replace(/^\//, "") === path;
}

function checkVariables(tree: ShownGroup, root: Group, variables: readonly string[]): void {
  const arrays = [...arraysBelow(tree)];
  const unknown = variables.find((name) => !arrays.some(({ array }) => isCalled(array, root, name)));
  if (unknown === undefined) return;
  const names = arrays.map(({ array }) => array.name);
  const near = closestName(unknown, names);
  throw new HyperslabError("not-found", `there is no array "${unknown}"`, {
    location: root.hierarchy.store.location,
    node: root.path,
    hint: near === undefined ? `There are ${names.slice(0, 12).join(", ") || "none"}.` : `Did you mean ${near}?`,
  });
}

export function* arraysBelow(tree: ShownGroup): Generator<ShownArray> {
  yield* tree.arrays;
  for (const group of tree.groups) yield* arraysBelow(group);
}
