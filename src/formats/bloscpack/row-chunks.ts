/** Chunks of a Bloscpack file as a grid of the array: its bytes are cut anywhere, but often where rows end. */
import { type ChunkGrid, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";

export interface RowChunks {
  /** The dimension that chunks are cut along: the first, or the last in Fortran's order. */
  readonly axis: number;
  readonly grid: ChunkGrid;
}

/** For chunks of so many bytes; undefined: they do not end with rows, or it is not known where they end. */
export function rowChunks(
  { shape, dataType, codecs }: ArrayNode,
  chunkSize: number | undefined,
): RowChunks | undefined {
  const axis = codecs.length > 1 ? shape.length - 1 : 0;
  const rowBytes = shape.reduce(
    (product, length, i) => (i === axis ? product : product * length),
    dataType.itemSize ?? 0,
  );
  if (chunkSize === undefined || shape.length === 0 || rowBytes === 0) return undefined;
  const rows = chunkSize / rowBytes;
  if (!Number.isInteger(rows) || rows < 1) return undefined;
  const chunkShape = shape.map((length, i) => (i === axis ? rows : length));
  return { axis, grid: regularGrid(shape, chunkShape) };
}
