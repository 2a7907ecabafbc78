/** The first and the last label of a coordinate, for display. Only two elements are read. */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { isHyperslabError } from "../../errors.ts";
import { readLabels } from "./read-axis.ts";

export interface AxisEnds {
  readonly first: string;
  readonly last: string;
}

/** Returns undefined if there is no first label, or if it cannot be read or understood. */
export async function axisEnds(
  array: NdArray,
  { signal }: { readonly signal?: AbortSignal | undefined },
): Promise<AxisEnds | undefined> {
  if (array.shape.length > 1 || array.size === 0) return undefined;
  const texts = array.shape.length === 0 ? ["..."] : ["0:1", "-1:"];
  try {
    const ends: string[] = [];
    for (const text of texts) {
      const { values, text: write } = await readLabels(array, text, { signal });
      ends.push(write(values[0]!));
    }
    return { first: ends[0]!, last: ends.at(-1)! };
  } catch (error) {
    // Labels that cannot be shown do not hide the rest.
    if (isHyperslabError(error)) return undefined;
    throw error;
  }
}
