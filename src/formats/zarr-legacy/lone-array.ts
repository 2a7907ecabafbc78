/** What the documents of Zarr 0 and Zarr 1 have in common: one array at a place, and nothing above or below it. */
import { jsonArray, jsonInteger } from "../../bytes/json-make.ts";
import type { JsonNode } from "../../bytes/json-node.ts";
import type { JsonView } from "../../bytes/json-view.ts";
import { HyperslabError } from "../../errors.ts";
import { type ChunkGrid, chunkShapeOf, regularGrid } from "../../model/chunk-grid.ts";
import type { ArrayNode, Node, NodeOrigin } from "../../model/node.ts";
import { checkArray } from "../array-check.ts";
import { chunkLength } from "../chunk-length.ts";
import type { NodeDocuments } from "../dialect.ts";
import { joinPath } from "../node-path.ts";
import type { Notes } from "../notes.ts";
import { atView } from "../view-place.ts";

export function originOf(path: string, documents: NodeDocuments, names: readonly string[]): NodeOrigin {
  const found = names.flatMap((name) => {
    const view = documents.get(name);
    return view === undefined ? [] : [[joinPath(path, name), view.object()] as const];
  });
  return { documents: new Map(found) };
}

/** Was the node read from a document of this name at its own path? */
export function cameFrom(node: Node, name: string): boolean {
  return node.origin?.documents.has(joinPath(node.path, name)) === true;
}

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
