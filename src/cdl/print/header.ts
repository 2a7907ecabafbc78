/** The header of a group in CDL: its dimensions, variables and attributes. */
import type { DimensionReference, NetcdfDimension, NetcdfGroup, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { escapeName } from "../names.ts";
import { attributeLine } from "./attributes.ts";
import type { CdlForm } from "./options.ts";
import { shownSpecial } from "./special.ts";
import { type TimeReader, timeComment } from "./times.ts";

/** A group, and the groups above it from the root. */
export interface PlacedGroup {
  readonly group: NetcdfGroup;
  readonly above: readonly NetcdfGroup[];
}

/** Lines of the header. `timesOf` reads the times of a variable as dates; undefined if they are none. */
export function* headerLines(
  { group, above }: PlacedGroup,
  form: CdlForm,
  timesOf: (variable: NetcdfVariable) => TimeReader | undefined,
): Generator<string> {
  const indent = "  ".repeat(above.length);
  if (group.dimensions.length > 0) yield `${indent}dimensions:`;
  for (const dimension of group.dimensions) yield `${indent}\t${dimensionText(dimension)}`;
  if (group.variables.length > 0) yield `${indent}variables:`;
  for (const variable of group.variables) {
    yield `${indent}\t${variableText(variable, [...above, group])}`;
    const times = timesOf(variable);
    for (const attribute of variable.attributes) {
      yield `${indent}\t\t${attributeLine(variable.name, attribute, form)}${timeComment(times, attribute)}`;
    }
    for (const attribute of shownSpecial(variable, form)) {
      yield `${indent}\t\t${attributeLine(variable.name, attribute, form)}`;
    }
  }
  if (group.attributes.length === 0 && form.special !== true) return;
  yield "";
  yield `${indent}// ${above.length === 0 ? "global" : "group"} attributes:`;
  const special = form.special === true ? group.special : [];
  for (const attribute of [...group.attributes, ...special]) {
    yield `${indent}\t\t${attributeLine(undefined, attribute, form)}`;
  }
}

function dimensionText({ name, length, unlimited }: NetcdfDimension): string {
  const head = escapeName(name);
  return unlimited ? `${head} = UNLIMITED ; // (${length} currently)` : `${head} = ${length} ;`;
}

function variableText({ name, type, typeName, dimensions }: NetcdfVariable, groups: readonly NetcdfGroup[]): string {
  const head = `${type ?? typeName} ${escapeName(name)}`;
  if (dimensions.length === 0) return `${head} ;`;
  return `${head}(${dimensions.map((dimension) => referenceText(dimension, groups)).join(", ")}) ;`;
}

/** The name, if going up from the variable finds that dimension first; else the path. */
function referenceText({ name, group: path }: DimensionReference, groups: readonly NetcdfGroup[]): string {
  const nearest = groups.findLast((group) => group.dimensions.some((dimension) => dimension.name === name));
  if (nearest?.path === path) return escapeName(name);
  const names = path === "" ? [name] : [...path.split("/"), name];
  return names.map((part) => `/${escapeName(part)}`).join("");
}
