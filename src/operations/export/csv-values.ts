/**
 * The values of a table. Numbers are decoded where the attributes of the array say what they mean: packed ones, missing ones,
 * times. A table of indices has the stored values.
 */
import { isTimeUnits } from "../../cf/time/units.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { ReadOptions } from "../../dataset/array/read-slab.ts";
import { isFixedSize } from "../../model/data-types/data-type.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { type CsvBlock, csvBlock, decodedBlock } from "./csv.ts";
import { type ColumnOptions, hasIndices } from "./index-columns.ts";

const MEANINGS = ["scale_factor", "add_offset", "_Unsigned", "_FillValue", "missing_value"];

/** Does a table have other values than those that are stored? The fill value of Zarr v2 alone does not make it so. */
export function decodesValues(
  array: NdArray,
  options: ColumnOptions & { readonly decode?: boolean | undefined },
): boolean {
  // A table has a cell for each character.
  if (options.decode !== undefined) return options.decode && array.dtype !== "S1";
  const { kind } = array.dataType;
  if (hasIndices(array, options) || (kind !== "integer" && kind !== "float")) return false;
  const { attributes } = array;
  const { units } = attributes;
  return MEANINGS.some((name) => Object.hasOwn(attributes, name)) || (typeof units === "string" && isTimeUnits(units));
}

/** Reads a part of the array; `first` is the number of its first element. */
export async function readCsvBlock(
  array: NdArray,
  part: Selection,
  first: number,
  { decodes, ...read }: ReadOptions & { readonly decodes: boolean },
): Promise<CsvBlock> {
  const { dataType } = array;
  if (!decodes) {
    const { data } = isFixedSize(dataType)
      ? await array.read(part, { ...read, as: "bytes" })
      : await array.read(part, read);
    return csvBlock(dataType, data, first);
  }
  return decodedBlock(await array.read(part, { ...read, decode: { times: "iso" } }), first);
}
