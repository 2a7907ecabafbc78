/** The special attributes, which describe how a variable is stored. */
import { charAttribute } from "../../model/netcdf/attribute.ts";
import type { NetcdfAttribute, NetcdfVariable } from "../../model/netcdf/dataset.ts";
import { dataTypeOf } from "../../model/netcdf/types.ts";
import { attributeString } from "./attributes.ts";
import type { CdlForm } from "./options.ts";

/** Filters with separate attributes, in the order in which they are applied. */
const OWN = ["_Shuffle", "_DeflateLevel", "_Fletcher32"];

/** The special attributes that are shown. */
export function shownSpecial(variable: NetcdfVariable, form: CdlForm): readonly NetcdfAttribute[] {
  if (form.special !== true) return [];
  return form.filters === true ? withFilters(variable) : variable.special;
}

/** All filters in `_Filter`, by number. */
function withFilters({ special, type }: NetcdfVariable): readonly NetcdfAttribute[] {
  const first = (name: string): string => String(special.find((attribute) => attribute.name === name)?.values[0] ?? 0);
  const size = type === undefined ? 0 : (dataTypeOf(type).itemSize ?? 0);
  const texts = new Map([
    ["_Shuffle", `2,${size}`],
    ["_DeflateLevel", `1,${first("_DeflateLevel")}`],
    ["_Fletcher32", "3"],
  ]);
  const own = OWN.filter((name) => special.some((attribute) => attribute.name === name));
  const others = attributeString(special, "_Filter");
  const filters = [...own.map((name) => texts.get(name)), ...(others === undefined ? [] : [others])];
  if (filters.length === 0) return special;
  const filter = charAttribute("_Filter", filters.join("|"));
  const place = special.findIndex(({ name }) => name === "_Filter" || OWN.includes(name));
  return special.flatMap((attribute, index) => {
    if (index === place) return [filter];
    return attribute.name === "_Filter" || OWN.includes(attribute.name) ? [] : [attribute];
  });
}
