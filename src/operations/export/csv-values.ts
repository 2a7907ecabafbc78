/**
 * The values of a table. Numbers are decoded if the attributes of the array give them a meaning: packed values, missing
 * ones, times. A table of indices has the stored values.
 */
import type { DecodeOptions } from "../../dataset/array/decoding.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { ReadOptions } from "../../dataset/array/read-slab.ts";
import { isFixedSize } from "../../model/data-types/data-type.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { type CsvBlock, csvBlock, decodedBlock } from "./csv.ts";

/** Reads a part of the array; `first` is the number of its first element. */
export async function readCsvBlock(
  array: NdArray,
  part: Selection,
  first: number,
  { decodes, ...read }: ReadOptions & { readonly decodes: DecodeOptions | undefined },
): Promise<CsvBlock> {
  const { dataType } = array;
  if (decodes === undefined) {
    const { data } = isFixedSize(dataType)
      ? await array.read(part, { ...read, as: "bytes" })
      : await array.read(part, read);
    return csvBlock(dataType, data, first);
  }
  return decodedBlock(await array.read(part, { ...read, decode: { ...decodes, times: "iso" } }), first);
}
