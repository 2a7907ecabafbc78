/** A dataset in which one variable is reduced to a part, with the lengths of the selection. */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { DimensionReference, NetcdfDimension, NetcdfGroup, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";

export interface SelectedPart {
  readonly array: NdArray;
  readonly selection: Selection | undefined;
  /** Whether only the array is shown; its dimensions then keep their names. */
  readonly isArray: boolean;
}

export interface SelectedRoot {
  readonly root: NetcdfGroup;
  /** The variable that replaced the whole one. */
  readonly variable: NetcdfVariable;
}

const ANONYMOUS = "_Anonymous_Dim_";

export function selectedRoot(root: NetcdfGroup, whole: NetcdfVariable, part: SelectedPart): SelectedRoot {
  const { array, selection, isArray } = part;
  const { resultShape, resultAxes } = normalizeSelection(selection, array.shape, array.dims);
  const home = groupOf(root, whole)!;
  const declared: NetcdfDimension[] = isArray ? [] : [...home.dimensions];
  const dimensions = resultShape.map((length, index): DimensionReference => {
    const axis = resultAxes[index];
    const old = axis === undefined ? undefined : whole.dimensions[axis];
    if (old !== undefined && old.length === length && !isArray) return old;
    const name = old === undefined || old.name.startsWith(ANONYMOUS) ? `${ANONYMOUS}${length}` : old.name;
    const unlimited = length === 0 || (old?.length === length && old.unlimited);
    return { ...settle(declared, { name, length, unlimited }), group: home.path };
  });
  // How the whole is stored says little about the part.
  const variable = { ...whole, dimensions, special: [] };
  return { root: replaced(root, home, { whole, variable, declared }), variable };
}

/** The dimension of this name and length; if the name stands for another length, the length is appended to the name. */
function settle(declared: NetcdfDimension[], wanted: NetcdfDimension): NetcdfDimension {
  let { name } = wanted;
  for (let other = find(declared, name); other !== undefined; other = find(declared, name)) {
    if (other.length === wanted.length) return other;
    name += `_${wanted.length}`;
  }
  const made = { ...wanted, name };
  declared.push(made);
  return made;
}

function find(declared: readonly NetcdfDimension[], name: string): NetcdfDimension | undefined {
  return declared.find((dimension) => dimension.name === name);
}

function groupOf(group: NetcdfGroup, variable: NetcdfVariable): NetcdfGroup | undefined {
  if (group.variables.includes(variable)) return group;
  for (const inner of group.groups) {
    const found = groupOf(inner, variable);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Change {
  readonly whole: NetcdfVariable;
  readonly variable: NetcdfVariable;
  readonly declared: readonly NetcdfDimension[];
}

function replaced(group: NetcdfGroup, home: NetcdfGroup, change: Change): NetcdfGroup {
  const groups = group.groups.map((inner) => replaced(inner, home, change));
  if (group !== home) return { ...group, groups };
  const variables = group.variables.map((variable) => (variable === change.whole ? change.variable : variable));
  return { ...group, groups, variables, dimensions: change.declared };
}
