/** What the documents of Zarr 0 and Zarr 1 have in common: one array at a place, and nothing above or below it. */
import { jsonArray, jsonInteger } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { type ChunkGrid, chunkShapeOf, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, Node } from "../../model/node.ts";
import { atView } from "../documents/view-place.ts";
import type { Notes } from "../notes.ts";
import { checkArray } from "../spelling/array-check.ts";
import { chunkLength } from "../spelling/chunk-length.ts";

export function parseGrid(view: JsonView, shape: readonly number[], notes: Notes): ChunkGrid {
  const chunks = view.items().map((length, axis) => chunkLength(length, shape[axis], notes));
  return atView(view, () => regularGrid(shape, chunks, "invalid-data"));
}

export function printChunks(node: ArrayNode, title: string): JsonNode {
  const chunks = chunkShapeOf(node.grid);
  if (chunks !== undefined) return jsonArray(chunks.map(jsonInteger));
  throw new HyperslabError("unsupported", `${title} has no chunks of varying lengths`, {
    hint: "Choose one chunk shape, or write Zarr v3.",
  });
}

/** The node, which must be an array that agrees with itself. */
export function loneArray(node: Node, title: string): ArrayNode {
  if (node.kind === "array") {
    checkArray(node);
    return node;
  }
  throw new HyperslabError("unsupported", `${title} has no groups`, {
    hint: "Each array is a place of its own. Write one array, or a format with groups, such as Zarr v2 or v3.",
  });
}
