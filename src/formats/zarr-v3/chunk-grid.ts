/**
 * Chunk grids of Zarr v3: `regular`, and `rectilinear` with the lengths of all chunks of a dimension, with runs of
 * equal ones as `[length, count]`. `rectangular` is the name that ZEP 3 used first.
 */
import { jsonArray, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import { type ChunkGrid, chunkShapeOf, type GridDimension, rectilinearGrid } from "../../model/grid/chunk-grid.ts";
import type { ChunkKeyEncoding } from "../../model/node.ts";
import { checkChunkTail } from "../documents/chunk-access.ts";
import { atView, placeOf } from "../documents/document.ts";
import { formatLimits } from "../limits.ts";
import type { Notes } from "../notes.ts";
import { parseChunkShape } from "../spelling/members.ts";
import { parseExtension, printExtension } from "./extension.ts";

export function parseChunkGrid(view: JsonView, shape: readonly number[], notes: Notes): ChunkGrid {
  const { name, configuration, mustUnderstand, place } = parseExtension(view, notes);
  if (!mustUnderstand) notes.add(view, "must_understand: false means nothing for a chunk grid");
  const sizes = chunkSizes(name, configuration, shape, notes);
  if (sizes === undefined) {
    throw new HyperslabError("unsupported", `the chunk grid ${JSON.stringify(name)} is not known`, {
      ...placeOf(place),
      hint: "Use one of regular, rectilinear.",
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

/** zarr-python 3.2.0 and 3.2.1 also wrote lists of lengths: `chunks=(5, [1, 3])` became `"chunk_shape": [5, [1, 3]]`. */
function regularSizes(view: JsonView, shape: readonly number[], notes: Notes): readonly (number | readonly number[])[] {
  const items = view.items();
  if (!items.some(({ node }) => node.type === "array")) return parseChunkShape(view, shape, notes);
  notes.add(view, "lists of lengths in a regular grid; read as a rectilinear one");
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

/**
 * Chunk key encodings of Zarr v3: `default` and `v2`. Keys with a suffix use zarrs' `zarrs.default_suffix` if that can
 * express them, else our own `hyperslab.affixed`, which only Hyperslab reads.
 */
const SEPARATORS = ["/", "."] as const;
const SUFFIXED = "zarrs.default_suffix";
const AFFIXED = "hyperslab.affixed";

export function parseChunkKeys(view: JsonView, notes: Notes): ChunkKeyEncoding {
  const { name, configuration, mustUnderstand, place } = parseExtension(view, notes);
  if (!mustUnderstand) notes.add(view, "must_understand: false means nothing for chunk keys");
  const separator = configuration.get("separator");
  switch (name) {
    case "default":
      return { kind: "default", separator: separator?.oneOf(SEPARATORS) ?? "/" };
    case "v2":
      return { kind: "v2", separator: separator?.oneOf(SEPARATORS) ?? "." };
    case SUFFIXED: {
      const suffix = configuration.required("suffix").string();
      return affixed(place, { kind: "default", separator: separator?.oneOf(SEPARATORS) ?? "/", suffix });
    }
    case AFFIXED:
      return parseAffixed(configuration, place);
    default:
      throw new HyperslabError("unsupported", `the chunk key encoding ${JSON.stringify(name)} is not known`, {
        ...placeOf(place),
        hint: `Use one of default, v2, ${SUFFIXED}, ${AFFIXED}.`,
      });
  }
}

function parseAffixed(configuration: JsonView, place: JsonView): ChunkKeyEncoding {
  configuration.only(["base", "separator", "prefix", "suffix"]);
  return affixed(place, {
    kind: configuration.required("base").oneOf(["default", "v2"]),
    separator: configuration.required("separator").oneOf(SEPARATORS),
    prefix: configuration.get("prefix")?.string() ?? "",
    suffix: configuration.get("suffix")?.string() ?? "",
  });
}

/** Without empty affixes; those that would not make valid keys are refused. */
function affixed(place: JsonView, { kind, separator, prefix, suffix }: ChunkKeyEncoding): ChunkKeyEncoding {
  const encoding: ChunkKeyEncoding = {
    kind,
    separator,
    ...(prefix === undefined || prefix === "" ? {} : { prefix }),
    ...(suffix === undefined || suffix === "" ? {} : { suffix }),
  };
  try {
    checkChunkTail(encoding);
  } catch (cause) {
    place.fail(cause instanceof Error ? cause.message : String(cause));
  }
  return encoding;
}

export function printChunkKeys(encoding: ChunkKeyEncoding): JsonNode {
  const { kind, separator, prefix = "", suffix = "" } = encoding;
  checkChunkTail(encoding);
  if (separator !== "/" && separator !== ".") {
    throw new HyperslabError(
      "unsupported",
      `Zarr v3 has no chunk keys with the separator ${JSON.stringify(separator)}`,
      {
        hint: 'Choose "/" or ".".',
      },
    );
  }
  const common: [string, JsonNode] = ["separator", jsonString(separator)];
  if (prefix === "" && suffix === "") return printExtension(kind, jsonObject([common]));
  if (prefix === "" && kind === "default") {
    return printExtension(SUFFIXED, jsonObject([common, ["suffix", jsonString(suffix)]]));
  }
  const configuration = jsonObject([
    ["base", jsonString(kind)],
    common,
    ["prefix", jsonString(prefix)],
    ["suffix", jsonString(suffix)],
  ]);
  return printExtension(AFFIXED, configuration);
}
