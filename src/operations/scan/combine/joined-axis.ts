/**
 * The grid of one axis whose chunks come from several files, one after the other. Chunks of equal length stay a regular
 * grid. If lengths differ, the axis has varying chunks. A chunk that is stored longer than the file's part of it (the
 * padding at the end of an HDF5 dataset) is only allowed at the very end, unless its bytes can be cut.
 */
import { HyperslabError } from "../../../errors.ts";
import { chunksAlong, type GridDimension, rectilinearGrid } from "../../../model/grid/chunk-grid.ts";

/** An axis of one file. */
export interface AxisPart {
  readonly file: string;
  readonly dimension: GridDimension;
}

export interface JoinedAxis {
  readonly dimension: GridDimension;
  /** The number of the first chunk of each file. */
  readonly starts: readonly number[];
  /** Per file: the elements that its last chunk keeps, if it is stored longer and must be cut. */
  readonly cuts: readonly (number | undefined)[];
}

export interface JoinOptions {
  /** The path of the array, for messages. */
  readonly path: string;
  /** Whether a chunk can be cut along the axis, by taking fewer of its bytes. */
  readonly canCut: boolean;
}

export function joinAxis(parts: readonly AxisPart[], { path, canCut }: JoinOptions): JoinedAxis {
  const starts: number[] = [];
  const cuts: (number | undefined)[] = [];
  const sizes: number[] = [];
  let extent = 0;
  const end = parts.findLastIndex(({ dimension }) => dimension.extent > 0);
  for (const [index, { file, dimension }] of parts.entries()) {
    starts.push(sizes.length);
    const count = chunksAlong(dimension);
    for (let chunk = 0; chunk < count; chunk++) sizes.push(sizeOf(dimension, chunk));
    extent += dimension.extent;
    const overhang = count === 0 ? 0 : endOf(dimension, count) - dimension.extent;
    if (overhang > 0 && index < end) {
      const length = sizes.at(-1)!;
      if (!canCut) throw unequal(path, [file, parts[index + 1]!.file], dimension.extent, length);
      sizes[sizes.length - 1] = length - overhang;
      cuts.push(length - overhang);
    } else cuts.push(undefined);
  }
  return { dimension: dimensionOf(extent, sizes, parts), starts, cuts };
}

function dimensionOf(extent: number, sizes: readonly number[], parts: readonly AxisPart[]): GridDimension {
  const first = sizes[0] ?? firstSize(parts);
  // The last chunk of a regular grid may be shorter in the file only if it is stored at full length.
  const isRegular = sizes.every((size) => size === first);
  return rectilinearGrid([extent], [isRegular ? first : sizes], "invalid-data")[0]!;
}

function firstSize(parts: readonly AxisPart[]): number {
  const dimension = parts[0]?.dimension;
  return dimension === undefined ? 1 : dimension.kind === "fixed" ? dimension.size : (dimension.sizes[0] ?? 1);
}

function sizeOf(dimension: GridDimension, chunk: number): number {
  return dimension.kind === "fixed" ? dimension.size : dimension.sizes[chunk]!;
}

/** Where the last of this many chunks ends. */
function endOf(dimension: GridDimension, count: number): number {
  return dimension.kind === "fixed" ? count * dimension.size : dimension.starts[count]!;
}

function unequal(
  path: string,
  [file, next]: readonly [string, string],
  extent: number,
  length: number,
): HyperslabError {
  return new HyperslabError(
    "unsupported",
    `${path} has ${extent} elements along this dimension in ${file}, which is not a multiple of its chunks of ${length}, and ${next} follows`,
    {
      node: path,
      hint: "Compressed chunks cannot be cut. Put the shorter file last, or copy the files to Zarr instead.",
    },
  );
}
