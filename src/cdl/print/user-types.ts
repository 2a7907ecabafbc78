/** The section `types:` of a group. */
import type { NetcdfGroup } from "../../model/netcdf/dataset.ts";
import type { NetcdfEnum, NetcdfUserType } from "../../model/netcdf/user-types.ts";
import { escapeName } from "../names.ts";
import type { LinePlace } from "./line-place.ts";
import { typeName } from "./type-name.ts";

/** Lines of the types of the last of these groups. */
export function* typeLines(groups: readonly NetcdfGroup[], place: LinePlace): Generator<string> {
  const types = groups.at(-1)?.types ?? [];
  if (types.length === 0) return;
  const indent = "  ".repeat(groups.length - 1);
  yield `${indent}types:`;
  for (const type of types) for (const line of linesOf(type, groups, place)) yield `${indent}  ${line}`;
}

function linesOf(type: NetcdfUserType, groups: readonly NetcdfGroup[], place: LinePlace): readonly string[] {
  const name = escapeName(type.name);
  switch (type.class) {
    case "enum":
      return [enumLine(type, 2 * groups.length, place)];
    case "opaque":
      return [`opaque(${type.size}) ${name} ;`];
    case "vlen":
      return [`${typeName(type.base, groups)}(*) ${name} ;`];
    case "compound":
      return [
        `compound ${name} {`,
        ...type.members.map((member) => {
          const lengths = member.shape.length === 0 ? "" : `(${member.shape.join(", ")})`;
          return `  ${typeName(member.type, groups)} ${escapeName(member.name)}${lengths} ;`;
        }),
        `}; // ${name}`,
      ];
  }
}

function enumLine({ name, base, members }: NetcdfEnum, indent: number, place: LinePlace): string {
  let line = place.word(`${base} enum ${escapeName(name)} {`, indent);
  for (const [index, member] of members.entries()) {
    const end = index === members.length - 1 ? "} ;\n" : ", ";
    line += place.word(`${escapeName(member.name)} = ${member.value}${end}`, indent);
  }
  return line.replace(/\n$/, "");
}
