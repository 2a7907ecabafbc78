/**
 * Chunk grids of Zarr v3: `regular`, and `rectilinear` with the lengths of all chunks of a dimension, runs of equal
 * ones as `[length, count]`. `rectangular` is what ZEP 3 called it first.
 */
import { jsonArray, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { type ChunkGrid, chunkShapeOf, type GridDimension, rectilinearGrid } from "../../model/grid/chunk-grid.ts";
import { atView, placeOf } from "../documents/document-errors.ts";
import { formatLimits } from "../limits.ts";
import type { Notes } from "../notes.ts";
import { parseChunkShape } from "../spelling/array-shape.ts";
import { parseExtension, printExtension } from "./extension.ts";

export function parseChunkGrid(view: JsonView, shape: readonly number[], notes: Notes): ChunkGrid {
  const { name, configuration, mustUnderstand, place } = parseExtension(view, notes);
  if (!mustUnderstand) notes.add(view, "must_understand: false means nothing for a chunk grid");
  const sizes = chunkSizes(name, configuration, shape, notes);
  if (sizes === undefined) {
    throw new HyperslabError("unsupported", `the chunk grid ${JSON.stringify(name)} is not known`, {
      ...placeOf(place),
      hint: "Known are regular and rectilinear.",
    });
  }
  return atView(configuration, () => rectilinearGrid(shape, sizes, "invalid-data"));
}

function chunkSizes(
  name: string,
  configuration: JsonView,
  shape: readonly number[],
  notes: Notes,
): readonly (number | readonly number[])[] | undefined {
  if (name === "regular") return regularSizes(configuration.required("chunk_shape"), shape, notes);
  if (name === "rectangular") {
    notes.add(configuration, 'the legacy grid "rectangular", now called rectilinear');
    return configuration.required("chunk_shape").items().map(parseLengths);
  }
  if (name !== "rectilinear") return undefined;
  const kind = configuration.required("kind");
  if (kind.string() !== "inline") {
    const what = `rectilinear grids of the kind ${JSON.stringify(kind.string())} are not known`;
    throw new HyperslabError("unsupported", what, placeOf(kind));
  }
  return configuration.required("chunk_shapes").items().map(parseLengths);
}

/** zarr-python 3.2.0 and 3.2.1 wrote lists of lengths too: `chunks=(5, [1, 3])` became `"chunk_shape": [5, [1, 3]]`. */
function regularSizes(view: JsonView, shape: readonly number[], notes: Notes): readonly (number | readonly number[])[] {
  const items = view.items();
  if (!items.some(({ node }) => node.type === "array")) return parseChunkShape(view, shape, notes);
  notes.add(view, "lists of lengths in a regular grid; taken as a rectilinear one");
  return items.map(parseLengths);
}

function parseLengths(view: JsonView): number | readonly number[] {
  if (view.node.type === "number") return view.integer(1);
  const lengths: number[] = [];
  for (const item of view.items()) {
    const run = item.node.type === "array" ? item.items() : [item];
    if (run.length === 0 || run.length > 2) item.fail("expected a length or [length, count]");
    const length = run[0]!.integer(1);
    const count = run[1]?.integer(1) ?? 1;
    if (formatLimits.chunksAlong.isExceededBy(lengths.length + count)) {
      throw new HyperslabError(
        "unsupported",
        `more than ${formatLimits.chunksAlong.value} chunks along one dimension`,
        placeOf(view),
      );
    }
    for (let i = 0; i < count; i++) lengths.push(length);
  }
  return lengths;
}

export function printChunkGrid(grid: ChunkGrid): JsonNode {
  const shape = chunkShapeOf(grid);
  if (shape !== undefined) {
    return printExtension("regular", jsonObject([["chunk_shape", jsonArray(shape.map(jsonInteger))]]));
  }
  const configuration = jsonObject([
    ["kind", jsonString("inline")],
    ["chunk_shapes", jsonArray(grid.map(printLengths))],
  ]);
  return printExtension("rectilinear", configuration);
}

function printLengths(dimension: GridDimension): JsonNode {
  if (dimension.kind === "fixed") return jsonInteger(dimension.size);
  const { sizes } = dimension;
  const items: JsonNode[] = [];
  for (let start = 0, end = 1; start < sizes.length; start = end++) {
    while (sizes[end] === sizes[start]) end++;
    const length = jsonInteger(sizes[start]!);
    items.push(end - start === 1 ? length : jsonArray([length, jsonInteger(end - start)]));
  }
  return jsonArray(items);
}
