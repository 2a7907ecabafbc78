/** A dataset being read: groups, dimensions and variables that still grow. */
import type { NetcdfAttribute, NetcdfType, NetcdfValues } from "../../model/netcdf/dataset.ts";
import { DEFAULT_FILLS } from "../../model/netcdf/types.ts";
import type { FillValue } from "./value-list.ts";

export interface DimensionDraft {
  readonly name: string;
  /** Path of the group that declares it. */
  readonly group: string;
  readonly unlimited: boolean;
  /** For an unlimited dimension: the longest length that any variable needs. */
  length: number;
  /** The length according to ncdump's comment on an unlimited dimension: `// (2 currently)`. */
  readonly listed?: number | undefined;
}

export interface VariableDraft {
  readonly name: string;
  readonly path: string;
  readonly type: NetcdfType;
  readonly dimensions: readonly DimensionDraft[];
  readonly attributes: Map<string, NetcdfAttribute>;
  readonly special: Map<string, NetcdfAttribute>;
  data?: DataDraft;
}

/** Values as given. */
export interface DataDraft {
  /** Where the list begins in the text. */
  readonly offset: number;
  readonly values: NetcdfValues;
  /** Per level of braces: how many values or lists each of its lists contains. */
  readonly counts: readonly (readonly number[])[];
}

export interface GroupDraft {
  readonly name: string;
  readonly path: string;
  readonly parent: GroupDraft | undefined;
  readonly dimensions: Map<string, DimensionDraft>;
  readonly variables: Map<string, VariableDraft>;
  readonly attributes: Map<string, NetcdfAttribute>;
  readonly special: Map<string, NetcdfAttribute>;
  readonly groups: Map<string, GroupDraft>;
}

export function newGroup(name: string, parent: GroupDraft | undefined): GroupDraft {
  return {
    name,
    path: parent === undefined ? "" : joinPath(parent.path, name),
    parent,
    dimensions: new Map(),
    variables: new Map(),
    attributes: new Map(),
    special: new Map(),
    groups: new Map(),
  };
}

export function joinPath(parent: string, name: string): string {
  return parent === "" ? name : `${parent}/${name}`;
}

/** The group at an absolute path. */
export function groupAt(group: GroupDraft, path: string): GroupDraft | undefined {
  let found: GroupDraft | undefined = group;
  while (found.parent !== undefined) found = found.parent;
  for (const name of path.split("/").filter((part) => part !== "")) found = found?.groups.get(name);
  return found;
}

/** The value of elements that are not given: `_FillValue`, or netCDF's default. Characters are given as their code. */
export function fillOf(variable: VariableDraft): FillValue {
  const fill = variable.attributes.get("_FillValue")?.values[0];
  if (fill !== undefined) return fill;
  return variable.type === "char" ? 0 : DEFAULT_FILLS[variable.type];
}

/**
 * The dimensions that each level of braces covers, as positions of the first of each. A dimension that may grow begins
 * a new level, unless it is the first.
 */
export function braceLevels(dimensions: readonly DimensionDraft[]): readonly number[] {
  return [0, ...dimensions.flatMap(({ unlimited }, axis) => (unlimited && axis > 0 ? [axis] : []))];
}
