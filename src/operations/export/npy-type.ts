/** The data type of an array in a .npy file: its own if NumPy has it, else one that holds every value. */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { ReadOptions } from "../../dataset/array/read-slab.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, dataTypeNamed, type FixedDataType, isFixedSize } from "../../model/data-types/data-type.ts";
import { isSmallFloat } from "../../model/data-types/small-float.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { asSelection, selectionBlocks } from "./blocks.ts";

export async function npyType(
  array: NdArray,
  selection: Selection | undefined,
  options: ReadOptions,
): Promise<FixedDataType> {
  const { dataType } = array;
  if (dataType.kind === "string") return fixed(`U${Math.max(1, await longestText(array, selection, options))}`);
  if (!isFixedSize(dataType)) throw refusal(dataType, "csv");
  if (dataType.kind === "float" && dataType.name !== "float16" && isSmallFloat(dataType.name)) return fixed("float32");
  if (dataType.kind === "complex" && isSmallFloat(dataType.component)) return fixed("complex64");
  return dataType;
}

export function refusal(dataType: DataType, instead: string): HyperslabError {
  return new HyperslabError("unsupported", `NumPy files have no data type for ${dataType.name}`, {
    hint: `Export it as ${instead}.`,
  });
}

function fixed(name: string): FixedDataType {
  const dataType = dataTypeNamed(name);
  if (dataType !== undefined && isFixedSize(dataType)) return dataType;
  throw new HyperslabError("unsupported", `strings of ${name.slice(1)} characters are too long for a NumPy file`, {
    hint: "Export it as csv.",
  });
}

/** Code points of the longest text; a first pass through the values. */
async function longestText(array: NdArray, selection: Selection | undefined, options: ReadOptions): Promise<number> {
  let longest = 0;
  for (const { indices } of selectionBlocks(array, selection).blocks) {
    const { data } = await array.read(asSelection(indices), options);
    const values: ArrayLike<unknown> = data;
    for (let index = 0; index < values.length; index++) {
      const text = String(values[index]);
      if (text.endsWith("\0")) throw new HyperslabError("unsupported", TRAILING_NUL, { hint: "Export it as csv." });
      longest = Math.max(longest, text.length <= longest ? 0 : codePoints(text));
    }
  }
  return longest;
}

const TRAILING_NUL = "a string ends in NUL, which NumPy treats as padding";

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
