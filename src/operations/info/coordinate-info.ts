/** The coordinates of a group: their units, and the first and last label of each. */
import { mapBounded } from "../../bytes/concurrency.ts";
import { type DatasetVariable, datasetOf } from "../../cf/coordinates/dataset.ts";
import { axisEnds } from "../../cf/coordinates/ends.ts";
import { attributeText } from "../../cf/coordinates/references.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { DEFAULT_CONCURRENCY } from "../../dataset/transfer.ts";
import type { Group } from "../../dataset/tree/group.ts";

/** A coordinate of a group, as `info` describes it. */
export interface CoordinateInfo {
  /** Its name. */
  readonly name: string;
  /** The path in the hierarchy; for a coordinate shared by a group above, its path there. */
  readonly path: string;
  /** The names of its dimensions; null for unnamed ones. */
  readonly dims: readonly (string | null)[];
  /** The name of the data type. */
  readonly dtype: string;
  /** The first label, times as ISO dates; null if it has several dimensions or no label can be read. */
  readonly first: string | null;
  /** The last label. */
  readonly last: string | null;
  /** The attribute `units`. */
  readonly units: string | null;
  /** The attribute `calendar`. */
  readonly calendar: string | null;
  /** `long_name`, or else `standard_name`. */
  readonly longName: string | null;
}

/** Reads two elements of each one-dimensional coordinate. */
export async function coordinateInfos(
  group: Group,
  arrays: readonly NdArray[],
  options: { readonly signal?: AbortSignal | undefined },
): Promise<readonly CoordinateInfo[]> {
  const { coordinates } = await datasetOf(group, arrays, options);
  return mapBounded([...coordinates.values()], DEFAULT_CONCURRENCY, (variable) => coordinateInfo(variable, options));
}

async function coordinateInfo(
  { name, array, dims, units, longName }: DatasetVariable,
  options: { readonly signal?: AbortSignal | undefined },
): Promise<CoordinateInfo> {
  const ends = await axisEnds(array, options);
  return {
    name,
    path: array.path,
    dims: dims.map((dimension) => dimension ?? null),
    dtype: array.dtype,
    first: ends?.first ?? null,
    last: ends?.last ?? null,
    units: units ?? null,
    calendar: attributeText(array.attributes, "calendar") ?? null,
    longName: longName ?? null,
  };
}
