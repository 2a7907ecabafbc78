/** Whether a table has decoded values, and the name of its value column. */
import { isTimeUnits } from "../../cf/time/units.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { type ColumnOptions, hasIndices } from "./index-columns.ts";

/** How values appear in a table. */
export type ValueOptions = ColumnOptions & { readonly decode?: boolean | object | undefined };

const MEANINGS = ["scale_factor", "add_offset", "_Unsigned", "_FillValue", "missing_value"];

/** Returns whether a table has values other than the stored ones. The fill value of Zarr v2 alone does not count. */
export function decodesValues(array: NdArray, options: ValueOptions): boolean {
  // A table has one cell per character.
  if (options.decode !== undefined) return options.decode !== false && array.dtype !== "S1";
  const { kind } = array.dataType;
  if (hasIndices(array, options) || (kind !== "integer" && kind !== "float")) return false;
  const { attributes } = array;
  const { units } = attributes;
  return MEANINGS.some((name) => Object.hasOwn(attributes, name)) || (typeof units === "string" && isTimeUnits(units));
}

/**
 * `value` beside indices, otherwise the name of the array. If values are decoded although that is not the default, or
 * stored although they would be decoded, the name says so, because a table is read back as stored values.
 */
export function valueName(array: NdArray, options: ValueOptions): string {
  const plain = hasIndices(array, options) ? "value" : array.name;
  const decodes = decodesValues(array, options);
  if (decodes === decodesValues(array, { ...options, decode: undefined })) return plain;
  return `${plain} (${decodes ? "decoded" : "stored"})`;
}
