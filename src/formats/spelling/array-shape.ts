/** Shapes and chunk shapes in documents, and what every array must agree on with itself. */
import { jsonArray, jsonInteger } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { type ChunkGrid, chunkShapeOf, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode } from "../../model/node.ts";
import { atView, placeOf } from "../documents/document-errors.ts";
import { formatLimits } from "../limits.ts";
import type { Notes } from "../notes.ts";

/** Refuses a data type whose elements are unreasonably large. */
export function checkElementSize(dataType: DataType, view: JsonView): void {
  if (!formatLimits.elementBytes.isExceededBy(dataType.itemSize ?? 0)) return;
  const what = `elements of ${dataType.itemSize} bytes; at most ${formatLimits.elementBytes.value} are supported`;
  throw new HyperslabError("unsupported", what, placeOf(view));
}

/** Refuses a node that contradicts itself. */
export function checkArray({ shape, grid, dimensions }: ArrayNode): void {
  const bad = shape.find((length) => !Number.isSafeInteger(length) || length < 0);
  if (bad !== undefined) refuse(`the shape holds ${bad}; lengths are whole numbers from 0 to 2^53 - 1`);
  if (grid.length !== shape.length) {
    refuse(`chunks of ${grid.length} dimensions do not fit an array of ${shape.length}`);
  }
  if (dimensions.length !== shape.length) {
    refuse(`${dimensions.length} dimension names for an array of ${shape.length} dimensions`);
  }
  const other = grid.findIndex((dimension, axis) => dimension.extent !== shape[axis]);
  if (other >= 0)
    refuse(`the chunk grid has the length ${grid[other]!.extent} along dimension ${other}, not ${shape[other]}`);
}

function refuse(what: string): never {
  throw new HyperslabError("invalid-request", what);
}

export function parseShape(view: JsonView): readonly number[] {
  return view.items().map((length) => length.integer(0));
}

/** A grid of one chunk shape, from a list of lengths. */
export function parseRegularGrid(view: JsonView, shape: readonly number[], notes: Notes): ChunkGrid {
  const chunks = parseChunkShape(view, shape, notes);
  return atView(view, () => regularGrid(shape, chunks, "invalid-data"));
}

export function parseChunkShape(view: JsonView, shape: readonly number[], notes: Notes): readonly number[] {
  return view.items().map((length, axis) => chunkLength(length, shape[axis], notes));
}

/** The chunk shape of a format that has one per array. */
export function printChunkShape({ grid }: ArrayNode, title: string): JsonNode {
  const chunks = chunkShapeOf(grid);
  if (chunks !== undefined) return jsonArray(chunks.map(jsonInteger));
  throw new HyperslabError("unsupported", `${title} has no chunks of varying lengths`, {
    hint: "Choose one chunk shape, or write Zarr v3.",
  });
}

/** A length of at least 1. Along a dimension of length 0, chunks of length 0 are accepted too. */
function chunkLength(view: JsonView, extent: number | undefined, notes: Notes): number {
  if (extent !== 0 || view.integer(0) !== 0) return view.integer(1);
  notes.add(view, "chunks of length 0 along a dimension of length 0; taken as 1");
  return 1;
}
