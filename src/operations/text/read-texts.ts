/** A selection of an array as text, in bounded pieces and in C order. */
import { fixedBytes } from "../../dataset/array/fixed-bytes.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { ReadOptions } from "../../dataset/array/read-slab.ts";
import { isFixedSize } from "../../model/data-types/data-type.ts";
import type { Selection } from "../../model/selection/selection.ts";
import { asSelection, selectionBlocks } from "../export/blocks.ts";
import { operationLimits } from "../limits.ts";
import type { ValueForm } from "./value-form.ts";
import { fixedTexts, type TextAt, variableTexts } from "./value-text.ts";

export interface TextBlock {
  /** Number of the block's first element, in C order. */
  readonly first: number;
  readonly count: number;
  /** The text of an element, counted from the block's first. */
  readonly at: TextAt;
}

export async function* readTexts(
  array: NdArray,
  selection: Selection | undefined,
  form: ValueForm,
  options: ReadOptions,
): AsyncGenerator<TextBlock> {
  const { dataType } = array;
  for (const { indices, first } of selectionBlocks(array, selection, operationLimits.textBlockBytes).blocks) {
    const part = asSelection(indices);
    if (isFixedSize(dataType)) {
      const bytes = fixedBytes((await array.read(part, { ...options, as: "bytes", decode: false })).data);
      yield { first, count: bytes.byteLength / dataType.itemSize, at: fixedTexts(dataType, bytes, form) };
    } else {
      const { data } = await array.read(part, { ...options, decode: false });
      yield { first, count: data.length, at: variableTexts(dataType, data, form) };
    }
  }
}
