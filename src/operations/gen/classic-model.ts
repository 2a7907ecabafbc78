/** The classic model of netCDF: no groups, no strings or unsigned integers, one unlimited dimension, which comes first. */
import { HyperslabError } from "../../errors.ts";
import type { NetcdfGroup, NetcdfType, NetcdfVariable } from "../../model/netcdf/dataset.ts";

const TYPES: readonly NetcdfType[] = ["byte", "char", "short", "int", "float", "double"];

/** Refuses features that only netCDF-4 has. */
export function refuseBeyondClassic(root: NetcdfGroup): void {
  const [group] = root.groups;
  if (group !== undefined) throw beyond(`the group ${group.name}`);
  const unlimited = root.dimensions.filter((dimension) => dimension.unlimited);
  if (unlimited.length > 1) throw beyond(`a second unlimited dimension, ${unlimited[1]!.name}`);
  for (const attribute of root.attributes) checkAttribute(attribute, "");
  for (const variable of root.variables) checkVariable(variable);
}

function checkVariable({ name, type, dimensions, attributes }: NetcdfVariable): void {
  if (type === undefined || !TYPES.includes(type)) throw beyond(`the type ${type} of the variable ${name}`);
  const late = dimensions.slice(1).find(({ unlimited }) => unlimited);
  if (late !== undefined) throw beyond(`the unlimited dimension ${late.name} after others in ${name}`);
  for (const attribute of attributes) checkAttribute(attribute, name);
}

function checkAttribute({ name, type }: NetcdfGroup["attributes"][number], variable: string): void {
  const known = typeof type === "string" ? type : type.name;
  if (!TYPES.some((each) => each === type)) throw beyond(`the type ${known} of the attribute ${variable}:${name}`);
}

function beyond(what: string): HyperslabError {
  return new HyperslabError("invalid-data", `the classic model of netCDF does not have ${what}`, {
    hint: "Leave out the kind, or ask for netCDF-4.",
  });
}
