/** Whether a table has decoded values, and what its column of values is called. */
import { isTimeUnits } from "../../cf/time/units.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { type ColumnOptions, hasIndices } from "./index-columns.ts";

/** How values stand in a table. */
export type ValueOptions = ColumnOptions & { readonly decode?: boolean | object | undefined };

const MEANINGS = ["scale_factor", "add_offset", "_Unsigned", "_FillValue", "missing_value"];

/** Does a table have other values than those that are stored? The fill value of Zarr v2 alone does not make it so. */
export function decodesValues(array: NdArray, options: ValueOptions): boolean {
  // A table has a cell for each character.
  if (options.decode !== undefined) return options.decode !== false && array.dtype !== "S1";
  const { kind } = array.dataType;
  if (hasIndices(array, options) || (kind !== "integer" && kind !== "float")) return false;
  const { attributes } = array;
  const { units } = attributes;
  return MEANINGS.some((name) => Object.hasOwn(attributes, name)) || (typeof units === "string" && isTimeUnits(units));
}

/**
 * `value` beside indices, otherwise the name of the array. Where values are decoded though they would not be by default, or stored
 * though they would be decoded, the name says so: a table is read back as stored values.
 */
export function valueName(array: NdArray, options: ValueOptions): string {
  const plain = hasIndices(array, options) ? "value" : array.name;
  const decodes = decodesValues(array, options);
  if (decodes === decodesValues(array, { ...options, decode: undefined })) return plain;
  return `${plain} (${decodes ? "decoded" : "stored"})`;
}
