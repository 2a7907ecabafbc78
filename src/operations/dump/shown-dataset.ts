/** The dataset of a dump in netCDF terms: which values it shows, and the selected part of a variable. */
import { closestName } from "../../bytes/text/closest-name.ts";
import { byIndices } from "../../dataset/array/label-selection.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { NetcdfView } from "../../dataset/netcdf/view.ts";
import { Group } from "../../dataset/tree/group.ts";
import { HyperslabError } from "../../errors.ts";
import type { NetcdfGroup, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { selectedRoot } from "./selected-variable.ts";
import { refuseSelectionOfGroup, type ShownOptions } from "./shown-tree.ts";

/** What a dump shows. */
export interface ShownDataset {
  readonly root: NetcdfGroup;
  /** Returns whether the group has a section for values. */
  hasData(group: NetcdfGroup): boolean;
  hasValues(variable: NetcdfVariable): boolean;
  /** The array of a variable, and the part of it. */
  source(variable: NetcdfVariable): { readonly array: NdArray; readonly selection: Selection | undefined };
}

export interface DatasetOptions extends ShownOptions {
  readonly groups?: readonly string[] | undefined;
}

/** Checks names and the selection before anything is printed. */
export async function shownDataset(
  node: Group | NdArray,
  view: NetcdfView,
  options: DatasetOptions,
): Promise<ShownDataset> {
  const { variables, groups } = options;
  const isArray = !(node instanceof Group);
  if (!isArray) refuseSelectionOfGroup(node, options);
  const allGroups = [...groupsBelow(view.root)];
  const all = allGroups.flatMap((group) => group.variables);
  if (!isArray) {
    const place = { location: node.hierarchy.store.location, node: node.path };
    checkNames("array", variables ?? [], all, place);
    checkNames("group", groups ?? [], allGroups, place);
  }
  const isWanted = (variable: NetcdfVariable): boolean =>
    isArray || (variables?.some((name) => isCalled(variable, name)) ?? true);
  const chosen = options.selection === undefined ? undefined : all.find(isWanted);
  const array = chosen === undefined ? undefined : view.arrayOf(chosen);
  const selection = array === undefined ? undefined : await byIndices(options.selection, array, options);
  const selected =
    chosen === undefined || array === undefined
      ? undefined
      : selectedRoot(view.root, chosen, { array, selection, isArray });
  const root = selected?.root ?? view.root;
  const coordinates = options.coordinates === true ? new Set(coordinatesIn(root)) : undefined;
  return {
    root,
    hasData: (group) =>
      options.header !== true && group.variables.length > 0 && (groups?.some((name) => isCalled(group, name)) ?? true),
    hasValues: (variable) => isWanted(variable) && (coordinates === undefined || coordinates.has(variable)),
    source: (variable) =>
      variable === selected?.variable && array !== undefined
        ? { array, selection }
        : { array: view.arrayOf(variable), selection: undefined },
  };
}

/**
 * As ncdump finds them: one-dimensional, with the name of a dimension of their group or of one above, which need not be
 * their own.
 */
function* coordinatesIn(group: NetcdfGroup, above: ReadonlySet<string> = new Set()): Generator<NetcdfVariable> {
  const names = new Set([...above, ...group.dimensions.map(({ name }) => name)]);
  for (const variable of group.variables) {
    if (variable.dimensions.length === 1 && names.has(variable.name)) yield variable;
  }
  for (const inner of group.groups) yield* coordinatesIn(inner, names);
}

type Named = Pick<NetcdfGroup, "name" | "path">;

/** Returns whether this is its name, or its path from the root of the dump. */
function isCalled({ name, path }: Named, wanted: string): boolean {
  return wanted === path || wanted.replace(/^\//, "") === path || (wanted === name && name !== "");
}

function checkNames(
  kind: "array" | "group",
  wanted: readonly string[],
  known: readonly Named[],
  place: { readonly location: string; readonly node: string },
): void {
  const unknown = wanted.find((name) => !known.some((item) => isCalled(item, name)));
  if (unknown === undefined) return;
  const names = known.map(({ name }) => name).filter((name) => name !== "");
  const near = closestName(unknown, names);
  throw new HyperslabError("not-found", `there is no ${kind} "${unknown}"`, {
    ...place,
    hint: near === undefined ? `There are ${names.slice(0, 12).join(", ") || "none"}.` : `Did you mean ${near}?`,
  });
}

function* groupsBelow(group: NetcdfGroup): Generator<NetcdfGroup> {
  yield group;
  for (const inner of group.groups) yield* groupsBelow(inner);
}
