/**
 * Chunk grids of the draft: the regular grid, which includes the rules for keys, and extensions: grids of the final
 * Zarr v3, as `{"extension": "rectilinear", "configuration": {...}}`.
 */
import { jsonArray, jsonInteger, jsonObject, jsonString } from "../../bytes/json/make.ts";
import type { JsonNode } from "../../bytes/json/node.ts";
import { type JsonView, jsonView } from "../../bytes/json/view.ts";
import { HyperslabError, isHyperslabError } from "../../errors.ts";
import { type ChunkGrid, chunkShapeOf } from "../../model/grid/chunk-grid.ts";
import type { ArrayNode, ChunkKeyEncoding } from "../../model/node.ts";
import { checkChunkTail, chunkTail } from "../documents/chunk-access.ts";
import { placeOf } from "../documents/document.ts";
import type { Notes } from "../notes.ts";
import { parseRegularGrid } from "../spelling/members.ts";
import * as v3 from "../zarr-v3/chunk-grid.ts";

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

/**
 * Chunk keys of the draft: the array's path, a slash, then prefix, indices and suffix joined by a separator. As its
 * example shows (`/foo/bar/1.23.45` with both affixes empty), an empty affix takes no separator. The only chunk of a
 * scalar has the index 0, because the draft would give it no name at all.
 */
const KEY_MEMBERS: readonly string[] = ["prefix", "separator", "suffix"];

const DEFAULT_SEPARATOR = ".";

function parseChunkKeys(grid: JsonView): ChunkKeyEncoding {
  const prefix = grid.get("prefix")?.string() ?? "";
  const suffix = grid.get("suffix")?.string() ?? "";
  const separator = grid.get("separator")?.string() ?? DEFAULT_SEPARATOR;
  const encoding: ChunkKeyEncoding = {
    kind: "v2",
    separator,
    ...(prefix === "" ? {} : { prefix: prefix + separator }),
    ...(suffix === "" ? {} : { suffix: separator + suffix }),
  };
  try {
    checkKeys(encoding);
  } catch (error) {
    if (!isHyperslabError(error)) throw error;
    grid.fail(error.what, error.hint);
  }
  return encoding;
}

/** Keys must distinguish chunks, be valid store keys, and not be those of documents. */
function checkKeys(encoding: ChunkKeyEncoding): void {
  const { separator, prefix = "", suffix = "" } = encoding;
  if (separator === "" || /[0-9]/.test(separator)) {
    refuse(`the separator ${JSON.stringify(separator)} does not separate indices`, 'It is usually "." or "/".');
  }
  const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
  if (!isAscii(separator + prefix + suffix)) refuse("chunk keys are ASCII", "Choose other affixes.");
  checkChunkTail(encoding);
  const names = chunkTail(encoding, [0, 0]).split("/");
  if (names.some((name) => name.startsWith("."))) {
    refuse("names that begin with a dot are left to documents", "Choose another prefix, separator or suffix.");
  }
}

function refuse(what: string, hint: string): never {
  throw new HyperslabError("invalid-request", what, { hint });
}

/** Spells the keys. Those that begin with "c" exist only in the final Zarr v3; here they become the draft's default. */
function printChunkKeys(encoding: ChunkKeyEncoding): readonly (readonly [string, JsonNode])[] {
  const { kind, separator, prefix = "", suffix = "" } = encoding;
  if (kind === "default" && prefix === "" && suffix === "") return members("", DEFAULT_SEPARATOR, "");
  const start = kind === "default" ? `${prefix}c${separator}` : prefix;
  checkKeys({ kind: "v2", separator, prefix: start, suffix });
  if (!(start === "" || start.endsWith(separator)) || !(suffix === "" || suffix.startsWith(separator))) {
    throw new HyperslabError("unsupported", "the draft joins prefix, indices and suffix with the separator", {
      hint: `Let the prefix end and the suffix begin with ${JSON.stringify(separator)}.`,
    });
  }
  const first = start === "" ? "" : start.slice(0, -separator.length);
  return members(first, separator, suffix.slice(suffix === "" ? 0 : separator.length));
}

function members(prefix: string, separator: string, suffix: string): readonly (readonly [string, JsonNode])[] {
  return [
    ["prefix", jsonString(prefix)],
    ["separator", jsonString(separator)],
    ["suffix", jsonString(suffix)],
  ];
}
