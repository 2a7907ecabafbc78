/**
 * Chunk grids of the draft: the regular grid, whose rules include how keys are made, and extensions: grids that the
 * finished Zarr v3 knows, as `{"extension": "rectilinear", "configuration": {...}}`.
 */
import { jsonArray, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { type ChunkGrid, chunkShapeOf } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, ChunkKeyEncoding } from "../../model/node.ts";
import { placeOf } from "../documents/document-errors.ts";
import type { Notes } from "../notes.ts";
import { parseRegularGrid } from "../spelling/array-shape.ts";
import * as v3 from "../zarr-v3/chunk-grid.ts";
import { KEY_MEMBERS, parseChunkKeys, printChunkKeys } from "./chunk-key.ts";

export function parseChunkGrid(
  view: JsonView,
  shape: readonly number[],
  notes: Notes,
): Pick<ArrayNode, "grid" | "chunkKeys"> {
  const chunkKeys = parseChunkKeys(view);
  if (view.get("extension") !== undefined) {
    view.only(["extension", "configuration", ...KEY_MEMBERS]);
    return { grid: parseExtension(view, shape, notes), chunkKeys };
  }
  view.only(["type", "chunk_shape", ...KEY_MEMBERS]);
  const type = view.required("type");
  if (type.string() !== "regular") {
    const what = `the chunk grid ${JSON.stringify(type.string())} is not known`;
    throw new HyperslabError("unsupported", what, placeOf(type));
  }
  const lengths = view.required("chunk_shape");
  return { grid: parseRegularGrid(lengths, shape, notes), chunkKeys };
}

function parseExtension(view: JsonView, shape: readonly number[], notes: Notes): ChunkGrid {
  const members: [string, JsonNode][] = [
    ["name", view.required("extension").node],
    ["configuration", view.required("configuration").node],
  ];
  const named = jsonView({ ...jsonObject(members), offset: view.node.offset }, view.source, view.field);
  return v3.parseChunkGrid(named, shape, notes);
}

export function printChunkGrid(grid: ChunkGrid, chunkKeys: ChunkKeyEncoding): JsonNode {
  const chunks = chunkShapeOf(grid);
  const keys = printChunkKeys(chunkKeys);
  if (chunks !== undefined) {
    return jsonObject([["type", jsonString("regular")], ["chunk_shape", jsonArray(chunks.map(jsonInteger))], ...keys]);
  }
  const { name, configuration } = Object.fromEntries(jsonView(v3.printChunkGrid(grid)).object().members);
  return jsonObject([["extension", name!], ["configuration", configuration!], ...keys]);
}
