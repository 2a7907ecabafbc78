/** Types of NCZarr's attributes and arrays, as its dialects spell them. */
import type { JsonView } from "../../bytes/json/view.ts";
import { dataTypeNamed } from "../../model/data-types/data-type.ts";
import type { NetcdfType } from "../../model/netcdf/dataset.ts";
import { NETCDF_TYPES, netcdfTypeOf } from "../../model/netcdf/types.ts";

/** The type of an attribute; `json` for one that holds JSON: NCZarr's own, and text that netCDF-C parsed as JSON. */
export type AttributeType = NetcdfType | "json";

/** `<i4`, `>S1`, `|S12`, `<U1`: byte order, letter, size. */
const NUMPY = /^([<>=|]?)([iufSU])([0-9]+)$/;

/**
 * The type of an attribute. 4.8.0 wrote netCDF's number for it (`"4"`), later versions wrote NumPy's name (`"<i4"`),
 * and the one for Zarr v3 the name of the data type (`"int32"`).
 */
export function parseAttributeType(view: JsonView): AttributeType {
  const text = view.node.type === "number" ? view.node.text : view.string();
  return NAMES.get(text) ?? COMMON.get(text) ?? parseType(view, text);
}

function parseType(view: JsonView, text: string): AttributeType {
  const number = /^[1-9][0-9]?$/.test(text) ? NETCDF_TYPES[Number(text) - 1] : undefined;
  const type = number ?? numpyNetcdfType(text) ?? plainType(text);
  return type ?? view.fail(`${JSON.stringify(text)} is not a type of netCDF`);
}

const NAMES: ReadonlyMap<string, AttributeType> = new Map([
  ["char", "char"],
  ["string", "string"],
  ["json", "json"],
  ["|J0", "json"],
]);

/** netCDF-C writes `<i1` even though byte order has no meaning there. */
function plainType(name: string): NetcdfType | undefined {
  const dataType = dataTypeNamed(name);
  return dataType?.kind === "integer" || dataType?.kind === "float" ? netcdfTypeOf(dataType) : undefined;
}

/**
 * The netCDF type of a NumPy type. A single character has a byte order (`>S1`; `<U1` before 4.9.1), which distinguishes
 * it from a string of at most one byte (`|S1`).
 */
export function numpyNetcdfType(text: string): NetcdfType | undefined {
  return COMMON.get(text) ?? parseNumpyType(text);
}

function parseNumpyType(text: string): NetcdfType | undefined {
  const [, order = "", letter = "", size = ""] = NUMPY.exec(text) ?? [];
  const bits = 8 * Number(size);
  switch (letter) {
    case "i":
      return plainType(`int${bits}`);
    case "u":
      return plainType(`uint${bits}`);
    case "f":
      return plainType(`float${bits}`);
    case "U":
      return size === "1" ? "char" : undefined;
    case "S":
      return size === "1" && (order === "<" || order === ">") ? "char" : "string";
    default:
      return undefined;
  }
}

/** The most frequent types written by netCDF-C. */
const COMMON = new Map([">S1", "<i2", "<i4", "<i8", "<f4", "<f8"].map((text) => [text, parseNumpyType(text)!]));
