/** The header of a group in CDL: its dimensions, variables and attributes. */
import type { DimensionReference, NetcdfDimension, NetcdfGroup, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { isUserAttribute } from "../../model/netcdf/user-types.ts";
import { escapeName } from "../names.ts";
import { attributeLine, userAttributeLine } from "./attributes.ts";
import type { LinePlace } from "./line-place.ts";
import type { CdlForm } from "./options.ts";
import { shownSpecial } from "./special.ts";
import { type TimeReader, timeComment } from "./times.ts";
import { absoluteName, typeName } from "./type-name.ts";
import { typeLines } from "./user-types.ts";

/** A group, and the groups above it from the root. */
export interface PlacedGroup {
  readonly group: NetcdfGroup;
  readonly above: readonly NetcdfGroup[];
}

/** How a header is printed. */
export interface HeaderForm {
  readonly form: CdlForm;
  /** Converts the times of a variable to dates; undefined if its values are not times. */
  timesOf(variable: NetcdfVariable): TimeReader | undefined;
  /** ncdump's idea of the position in a line. */
  readonly place: LinePlace;
}

/** Lines of the header. */
export function* headerLines({ group, above }: PlacedGroup, { form, timesOf, place }: HeaderForm): Generator<string> {
  const groups = [...above, group];
  const indent = "  ".repeat(above.length);
  const lineOf = (owner: string | undefined, attribute: NetcdfGroup["attributes"][number]): string =>
    isUserAttribute(attribute)
      ? userAttributeLine(owner, attribute, { form, groups, place })
      : attributeLine(owner, attribute, form);
  yield* typeLines(groups, place);
  if (group.dimensions.length > 0) yield `${indent}dimensions:`;
  for (const dimension of group.dimensions) yield `${indent}\t${dimensionText(dimension)}`;
  if (group.variables.length > 0) yield `${indent}variables:`;
  for (const variable of group.variables) {
    yield `${indent}\t${variableText(variable, groups)}`;
    const times = timesOf(variable);
    for (const attribute of variable.attributes) {
      yield `${indent}\t\t${lineOf(variable.name, attribute)}${timeComment(times, attribute)}`;
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
    yield `${indent}\t\t${lineOf(undefined, attribute)}`;
  }
}

function dimensionText({ name, length, unlimited }: NetcdfDimension): string {
  const head = escapeName(name);
  return unlimited ? `${head} = UNLIMITED ; // (${length} currently)` : `${head} = ${length} ;`;
}

function variableText(variable: NetcdfVariable, groups: readonly NetcdfGroup[]): string {
  const { name, userType, dimensions } = variable;
  const type = userType === undefined ? (variable.type ?? variable.typeName) : typeName(userType, groups);
  const head = `${type} ${escapeName(name)}`;
  if (dimensions.length === 0) return `${head} ;`;
  return `${head}(${dimensions.map((dimension) => referenceText(dimension, groups)).join(", ")}) ;`;
}

/** The name, if searching upwards from the variable finds that dimension first; else the path. */
function referenceText({ name, group: path }: DimensionReference, groups: readonly NetcdfGroup[]): string {
  const nearest = groups.findLast((group) => group.dimensions.some((dimension) => dimension.name === name));
  return nearest?.path === path ? escapeName(name) : absoluteName(path, name);
}
