/** Names of types, relative to a group. */
import type { NetcdfGroup, NetcdfType } from "../../model/netcdf/dataset.ts";
import type { NetcdfUserType } from "../../model/netcdf/user-types.ts";
import { escapeName } from "../names.ts";

/** The name, if searching upwards from the last of these groups finds that type first; else the path. */
export function typeName(type: NetcdfType | NetcdfUserType, groups: readonly NetcdfGroup[]): string {
  if (typeof type === "string") return type;
  const { name, group: path } = type;
  const nearest = groups.findLast((group) => group.types?.some((other) => other.name === name) ?? false);
  return nearest?.path === path ? escapeName(name) : absoluteName(path, name);
}

/** `/g/name`: the type of this name in the group at this path. */
export function absoluteName(path: string, name: string): string {
  const names = path === "" ? [name] : [...path.split("/"), name];
  return names.map((part) => `/${escapeName(part)}`).join("");
}
