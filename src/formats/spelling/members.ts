/** Shapes and chunk shapes in documents, and the consistency checks of every array. */
import { jsonArray, jsonInteger, jsonNull, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode, JsonObject } from "../../bytes/json/node.ts";
import { printJson } from "../../bytes/json/print.ts";
import type { JsonView } from "../../bytes/json/view.ts";
import { HyperslabError } from "../../errors.ts";
import type { DataType } from "../../model/data-types/data-type.ts";
import { type ChunkGrid, chunkShapeOf, regularGrid } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, Attribute, Attributes, Dimension } from "../../model/node.ts";
import { atView, placeOf } from "../documents/document.ts";
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
  notes.add(view, "chunks of length 0 along a dimension of length 0; read as 1");
  return 1;
}

// Attributes between documents (a JSON object) and nodes (an ordered map). Zarr v2 names dimensions by xarray's
// attribute `_ARRAY_DIMENSIONS`. In nodes the names are dimensions, unless the attribute does not fit the array. For a
// scalar it stays an attribute: without it xarray does not read the scalar, and there is no dimension to record it.

/** All members of an object, in order. */
export function parseAttributes(view: JsonView | undefined): Attributes {
  const attributes = new Map<string, Attribute>();
  if (view === undefined) return attributes;
  for (const [name, value] of view.object().members) attributes.set(name, { value });
  return attributes;
}

/** The values alone: Zarr does not record data types of attributes. */
export function printAttributes(attributes: Attributes): JsonObject {
  return jsonObject(Array.from(attributes, ([name, { value }]) => [name, value] as const));
}

/** xarray's names of dimensions. */
export const NAMES_ATTRIBUTE = "_ARRAY_DIMENSIONS";

export interface NamedAttributes {
  readonly attributes: Attributes;
  readonly dimensions: readonly Dimension[];
}

export function parseNamedAttributes(view: JsonView | undefined, rank: number, notes: Notes): NamedAttributes {
  const attributes = new Map(parseAttributes(view));
  const value = attributes.get(NAMES_ATTRIBUTE)?.value;
  const names = value === undefined ? undefined : namesIn(value, rank);
  if (names !== undefined && rank > 0) attributes.delete(NAMES_ATTRIBUTE);
  if (names === undefined && value !== undefined && view !== undefined) {
    notes.add(view.required(NAMES_ATTRIBUTE), `does not name ${rank} dimensions; kept as an attribute`);
  }
  const dimensions = names ?? Array.from({ length: rank }, () => undefined);
  return { attributes, dimensions: dimensions.map((name) => ({ name })) };
}

function namesIn(value: JsonNode, rank: number): readonly (string | undefined)[] | undefined {
  if (value.type !== "array" || value.items.length !== rank) return undefined;
  if (!value.items.every((item) => item.type === "string" || item.type === "null")) return undefined;
  return value.items.map((item) => (item.type === "string" ? item.value : undefined));
}

/** The attributes to write, with the names of dimensions if there are any. */
export function withNames(attributes: Attributes, dimensions: readonly Dimension[]): Attributes {
  if (dimensions.every(({ name }) => name === undefined)) return attributes;
  const names = jsonArray(dimensions.map(({ name }) => (name === undefined ? jsonNull() : jsonString(name))));
  const given = attributes.get(NAMES_ATTRIBUTE)?.value;
  if (given !== undefined && printJson(given, "compact") !== printJson(names, "compact")) {
    throw new HyperslabError("invalid-request", `the attribute ${NAMES_ATTRIBUTE} and the dimension names differ`, {
      hint: "Name the dimensions and leave the attribute out; it is written from their names.",
    });
  }
  return new Map([...attributes, [NAMES_ATTRIBUTE, { value: names }]]);
}

// Which version of Zarr a document belongs to. Before 2023, `zarr.json` at the root of a Zarr v3 hierarchy was an entry point
// with the URI of a protocol; the final Zarr v3 uses that name for the document of every node.

/** The newest format. */
const NEWEST = 3;

/** Refuses other versions: a newer one is `unsupported`, an older one is a document in the wrong place. */
export function checkZarrFormat(view: JsonView, expected: 1 | 2 | 3): void {
  if (view.integer() !== expected) refuseOtherFormat(view, String(expected));
}

/** Refuses a document of another version, if it names one. */
export function refuseOtherFormat(view: JsonView | undefined, expected: string): void {
  if (view === undefined) return;
  const format = view.integer();
  if (format <= NEWEST) view.fail(`this document is of Zarr format ${format}, not ${expected}`);
  throw new HyperslabError("unsupported", `Zarr format ${format} is not known`, {
    ...placeOf(view),
    hint: "A newer version of Hyperslab may know it.",
  });
}

export const ENTRY_POINT = "zarr.json";

/** The draft of 2019 has this URI, and no `metadata_encoding`. */
export const DRAFT_URI = "http://purl.org/zarr/spec/protocol/core/3.0";

/** Occurs in the entry point of every unfinished Zarr v3. */
const UNFINISHED_URI = "purl.org/zarr/spec";

/** The unfinished Zarr v3 that a document belongs to, if any. */
export function entryPointKind(document: JsonNode | undefined): "alpha" | "draft" | undefined {
  const format = document?.type === "object" ? document.members.get("zarr_format") : undefined;
  if (document?.type !== "object" || format?.type !== "string") return undefined;
  const encoding = document.members.get("metadata_encoding");
  const texts = [format, encoding].map((node) => (node?.type === "string" ? node.value : ""));
  // Other texts belong to Zarr v3, which refuses them.
  if (!texts.some((text) => text.includes(UNFINISHED_URI))) return undefined;
  return format.value === DRAFT_URI && !document.members.has("metadata_encoding") ? "draft" : "alpha";
}
