/** The indices that a selection by labels stands for. */
import { closestName } from "../../bytes/text/closest-name.ts";
import type { LabelledArray } from "../../dataset/array/label-selection.ts";
import { HyperslabError } from "../../errors.ts";
import type { AxisSelection } from "../../model/selection/axis-selection.ts";
import type { IndexRange, SelectionItem } from "../../model/selection/item.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { axisOfDimension } from "../coordinates/axis-cache.ts";
import type { FindOptions } from "../coordinates/find-coordinate.ts";
import type { LabelItem } from "./label-item.ts";
import type { LabelsInput } from "./labels.ts";
import { type ParsedLabels, parseLabels } from "./parse-labels.ts";
import { positionsOfItem } from "./positions.ts";

/** Entries by name, or a text of them. A text without any label is a selection of indices, and is returned unchanged. */
export function resolveLabels(array: LabelledArray, input: LabelsInput, options: FindOptions): Promise<Selection> {
  if (typeof input !== "string") return resolveAll(array, Object.entries(input), options);
  const parsed = parseLabels(input);
  return parsed === undefined ? Promise.resolve(input) : resolveText(array, parsed, options);
}

async function resolveText(array: LabelledArray, parsed: ParsedLabels, options: FindOptions): Promise<Selection> {
  const items = new Map<string, LabelItem>();
  const indices: [string, SelectionItem][] = [];
  for (const [name, item] of parsed) {
    if ("label" in item) items.set(name, item.label);
    else indices.push([name, item.index]);
  }
  const found = await resolveAll(array, [...items], options);
  return { ...found, ...Object.fromEntries(indices) };
}

async function resolveAll(
  array: LabelledArray,
  entries: readonly (readonly [string, LabelItem])[],
  options: FindOptions,
): Promise<Readonly<Record<string, SelectionItem>>> {
  const items: [string, SelectionItem][] = [];
  for (const [name, item] of entries) items.push([name, await resolveItem(array, name, item, options)]);
  return Object.fromEntries(items);
}

async function resolveItem(
  array: LabelledArray,
  name: string,
  item: LabelItem,
  options: FindOptions,
): Promise<SelectionItem> {
  const position = dimensionOf(array, name);
  if (isIndexRange(item)) return item;
  const axis = await axisOfDimension(array, position, options);
  if (axis === undefined) return withoutCoordinate(array, name, item);
  const found = positionsOfItem(axis, item);
  return typeof found === "number" ? found : asItem(found);
}

function asItem(axis: AxisSelection): SelectionItem {
  if (axis.kind === "list") return axis.indices;
  const stop = axis.start + axis.count * axis.step;
  return { start: axis.start, stop: stop < 0 ? null : stop, step: axis.step };
}

/** As in xarray, the labels of a dimension without a coordinate are its indices. */
function withoutCoordinate({ hierarchy, node }: LabelledArray, name: string, item: LabelItem): SelectionItem {
  if (typeof item === "number" || typeof item === "bigint") return item;
  const isRoot = node.path === "";
  throw new HyperslabError("invalid-request", `the dimension "${name}" of /${node.path} has no coordinate`, {
    location: hierarchy.store.location,
    node: node.path,
    hint: isRoot
      ? "Open the group that holds the array and its coordinates: labels are looked for beside the array."
      : `Select by index: ${name}=0 or ${name}=0:10 in a text, range(0, 10) in a program.`,
  });
}

function isIndexRange(item: LabelItem): item is IndexRange {
  if (typeof item !== "object" || item === null || Array.isArray(item) || item instanceof Date) return false;
  const keys = Object.keys(item);
  return keys.length > 0 && keys.every((key) => key === "start" || key === "stop" || key === "step");
}

/** A coordinate of several dimensions, or a name that is not a dimension, is refused, naming the alternatives. */
function dimensionOf({ node, hierarchy }: LabelledArray, name: string): number {
  const position = node.dimensions.findIndex((dimension) => dimension.name === name);
  if (position >= 0) return position;
  const names = node.dimensions.flatMap((dimension) => dimension.name ?? []);
  const near = closestName(name, names);
  const known = names.length === 0 ? "Its dimensions have no names." : `Its dimensions are ${names.join(", ")}.`;
  throw new HyperslabError("invalid-request", `the array has no dimension "${name}"`, {
    location: hierarchy.store.location,
    node: node.path,
    hint: near === undefined ? `${known} Labels belong to dimensions.` : `Did you mean "${near}"? ${known}`,
  });
}
