/**
 * How an array is divided into chunks. Each dimension is `fixed` (all chunks have the same length; the last one may
 * overhang the edge) or `varying` (a list of lengths, which may reach past the extent; whole surplus chunks may lie beyond
 * it). The spelling in documents (regular, rectilinear) belongs to the formats.
 */
import { largest } from "../../bytes/largest.ts";
import { type ErrorCode, HyperslabError } from "../../errors.ts";

export type GridDimension =
  | { readonly kind: "fixed"; readonly extent: number; readonly size: number }
  | {
      readonly kind: "varying";
      readonly extent: number;
      /** Lengths of all chunks, surplus ones included. */
      readonly sizes: readonly number[];
      /** Start of each chunk, and the end of the last: one longer than `sizes`. */
      readonly starts: readonly number[];
    };

export type ChunkGrid = readonly GridDimension[];

/** The part of one dimension that a chunk holds, without any overhang. */
export interface ChunkSpan {
  readonly start: number;
  readonly length: number;
}

/**
 * A grid of chunks of one shape. `code` is the error code for a bad grid: `invalid-data` if it comes from a document.
 */
export function regularGrid(
  shape: readonly number[],
  chunkShape: readonly number[],
  code: ErrorCode = "invalid-request",
): ChunkGrid {
  return rectilinearGrid(shape, chunkShape, code);
}

/** For each dimension one repeating length, or the lengths of all chunks. They must cover the extent. */
export function rectilinearGrid(
  shape: readonly number[],
  sizes: readonly (number | readonly number[])[],
  code: ErrorCode = "invalid-request",
): ChunkGrid {
  if (sizes.length !== shape.length) {
    const what = `chunks have ${sizes.length} dimensions, but the array has ${shape.length}`;
    throw new HyperslabError(code, what);
  }
  return shape.map((extent, dimension) => {
    if (!Number.isSafeInteger(extent) || extent < 0) {
      throw new HyperslabError(
        code,
        `dimension ${dimension} has length ${extent}, which is not an integer from 0 to 2^53 - 1`,
      );
    }
    const size = sizes[dimension]!;
    if (typeof size !== "number") return varyingDimension(extent, size, dimension, code);
    checkSize(size, dimension, code);
    return { kind: "fixed", extent, size };
  });
}

function varyingDimension(extent: number, sizes: readonly number[], dimension: number, code: ErrorCode): GridDimension {
  const starts = new Array<number>(sizes.length + 1);
  let end = 0;
  starts[0] = 0;
  for (let i = 0; i < sizes.length; i++) {
    checkSize(sizes[i]!, dimension, code);
    end += sizes[i]!;
    starts[i + 1] = end;
  }
  if (!Number.isSafeInteger(end)) {
    throw new HyperslabError(code, `the chunks of dimension ${dimension} reach beyond 2^53`);
  }
  if (end < extent) {
    const what = `the chunks of dimension ${dimension} end at ${end}, but its length is ${extent}`;
    throw new HyperslabError(code, what);
  }
  return { kind: "varying", extent, sizes, starts };
}

function checkSize(size: number, dimension: number, code: ErrorCode): void {
  if (Number.isSafeInteger(size) && size > 0) return;
  const what = `dimension ${dimension} has chunk length ${size}, which is not an integer from 1 to 2^53 - 1`;
  throw new HyperslabError(code, what);
}

/** The shape of all chunks, or undefined if chunks differ. */
export function chunkShapeOf(grid: ChunkGrid): number[] | undefined {
  const shape: number[] = [];
  for (const dimension of grid) {
    if (dimension.kind === "varying") return undefined;
    shape.push(dimension.size);
  }
  return shape;
}

/** The shape of the first chunk, even if the array is empty and has none. */
export function firstChunkShape(grid: ChunkGrid): number[] {
  return grid.map((dimension) => (dimension.kind === "fixed" ? dimension.size : (dimension.sizes[0] ?? 1)));
}

/** Number of chunks that hold elements along one dimension; surplus chunks do not count. */
export function chunksAlong(dimension: GridDimension): number {
  return dimension.extent === 0 ? 0 : locate(dimension, dimension.extent - 1) + 1;
}

/** Number of chunks that hold elements along each dimension. */
export function gridShape(grid: ChunkGrid): number[] {
  return grid.map(chunksAlong);
}

/** Number of chunks that hold elements; `unsupported` beyond 2^53. */
export function chunkCount(grid: ChunkGrid): number {
  const count = gridShape(grid).reduce((product, along) => product * along, 1);
  if (Number.isSafeInteger(count)) return count;
  throw new HyperslabError(
    "unsupported",
    `the array has ${gridShape(grid).join(" x ")} chunks, which is more than 2^53`,
  );
}

/** The chunk that holds an index of the dimension; the index must be below its extent. */
export function locate(dimension: GridDimension, index: number): number {
  // (a - a % b) / b is exact; a / b might be rounded.
  if (dimension.kind === "fixed") return (index - (index % dimension.size)) / dimension.size;
  const { starts } = dimension;
  let low = 0;
  let high = starts.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= index) low = middle;
    else high = middle;
  }
  return low;
}

/** Where a chunk starts along one dimension. */
function chunkStart(dimension: GridDimension, chunk: number): number {
  return dimension.kind === "fixed" ? chunk * dimension.size : dimension.starts[chunk]!;
}

/** Length of the longest chunk along a dimension, at least 1. */
export function longestChunk(dimension: GridDimension): number {
  return dimension.kind === "fixed" ? dimension.size : largest(dimension.sizes, 1);
}

/** Length of a chunk along one dimension as encoded: full even at the edge. */
export function chunkSize(dimension: GridDimension, chunk: number): number {
  return dimension.kind === "fixed" ? dimension.size : dimension.sizes[chunk]!;
}

/** The part of the dimension that a chunk holds. */
export function chunkSpan(dimension: GridDimension, chunk: number): ChunkSpan {
  const start = chunkStart(dimension, chunk);
  return { start, length: Math.min(chunkSize(dimension, chunk), dimension.extent - start) };
}

/** Shape of a chunk as encoded: full even at the edge of the array. */
export function chunkShapeAt(grid: ChunkGrid, coords: readonly number[]): number[] {
  checkCoords(grid, coords);
  return grid.map((dimension, i) => chunkSize(dimension, coords[i]!));
}

/** The part of the array that a chunk holds, one span per dimension. */
export function chunkRegion(grid: ChunkGrid, coords: readonly number[]): ChunkSpan[] {
  checkCoords(grid, coords);
  return grid.map((dimension, i) => chunkSpan(dimension, coords[i]!));
}

function checkCoords(grid: ChunkGrid, coords: readonly number[]): void {
  const inside = (dimension: GridDimension, i: number): boolean =>
    Number.isInteger(coords[i]) && coords[i]! >= 0 && coords[i]! < chunksAlong(dimension);
  if (coords.length === grid.length && grid.every(inside)) return;
  const what = `there is no chunk [${coords.join(", ")}] in a grid of [${gridShape(grid).join(", ")}] chunks`;
  throw new HyperslabError("invalid-request", what);
}

/** Coordinates of every chunk that holds elements, last dimension fastest. */
export function* chunkCoords(grid: ChunkGrid): Generator<number[], void, undefined> {
  const counts = gridShape(grid);
  if (counts.includes(0)) return;
  const coords = counts.map(() => 0);
  for (;;) {
    yield [...coords];
    let axis = counts.length - 1;
    while (axis >= 0 && ++coords[axis]! === counts[axis]) coords[axis--] = 0;
    if (axis < 0) return;
  }
}

/**
 * The grid after a resize. Existing chunks keep their place: shrinking keeps all lengths of a varying dimension, and growing
 * past the last chunk adds one chunk for the new part, as zarr-python does.
 */
export function resizeGrid(grid: ChunkGrid, shape: readonly number[]): ChunkGrid {
  const sizes = grid.map((dimension, i) => {
    if (dimension.kind === "fixed") return dimension.size;
    const missing = (shape[i] ?? 0) - dimension.starts.at(-1)!;
    return missing > 0 ? [...dimension.sizes, missing] : dimension.sizes;
  });
  return rectilinearGrid(shape, sizes);
}
