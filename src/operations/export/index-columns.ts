/** The columns of a table that locate an element: labels of coordinates, or indices. */
import { axisOfDimension } from "../../cf/coordinates/axis-cache.ts";
import { isDimensionCoordinate } from "../../cf/coordinates/dataset.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import type { NormalizedSelection } from "../../model/selection/selection.ts";

/** The cell for this index along a dimension of the array. */
export type CellOf = (index: number) => string;

export interface ColumnOptions {
  /** Use indices even if there are labels. */
  readonly indices?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One column per dimension of the result. Dimensions without a coordinate have indices. */
export async function indexColumns(
  array: NdArray,
  { resultAxes }: NormalizedSelection,
  options: ColumnOptions,
): Promise<readonly CellOf[]> {
  const indices = hasIndices(array, options);
  const columns: CellOf[] = [];
  for (const axis of resultAxes) {
    const known = axis === undefined || indices ? undefined : await labelCells(array, axis, options.signal);
    columns.push(known ?? String);
  }
  return columns;
}

/**
 * The labels of a coordinate are its values, so indices are shown beside them. An array on its own has neither labels
 * nor a name.
 */
export function hasIndices(array: NdArray, { indices }: ColumnOptions): boolean {
  return indices === true || array.name === "" || isDimensionCoordinate(array);
}

async function labelCells(array: NdArray, position: number, signal?: AbortSignal): Promise<CellOf | undefined> {
  try {
    const axis = await axisOfDimension(array, position, { signal });
    if (axis === undefined) return undefined;
    const cells: string[] = [];
    return (index) => (cells[index] ??= axis.cell(axis.values[index]!));
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    throw new HyperslabError(error.code, `the labels of "${array.dims[position]}" cannot be used: ${error.what}`, {
      node: array.path,
      hint: "Use indices instead (indices: true, --indices).",
    });
  }
}
