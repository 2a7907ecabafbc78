/**
 * Where the references of an array lie in a Parquet set. Its chunks are numbered in C order over the grid;
 * `record_size` of them share a file, `PATH/refs.N.parq`, row by row. The numbers are independent of the array's chunk
 * key encoding.
 */
import type { JsonView } from "../../../bytes/json/view.ts";
import { HyperslabError } from "../../../errors.ts";
import type { ChunkKeyEncoding } from "../../../model/node.ts";
import { chunkTail } from "../../documents/chunk-access.ts";
import { joinPath } from "../../documents/node-path.ts";

export interface RecordLayout {
  /** The path of the array. */
  readonly path: string;
  /** Chunks along each dimension. */
  readonly grid: readonly number[];
  /** The total number of chunks. */
  readonly count: number;
  readonly encoding: ChunkKeyEncoding;
}

/** The key of the file with the references of chunks N * record_size and following. */
export function recordKey({ path }: RecordLayout, record: number): string {
  return joinPath(path, `refs.${record}.parq`);
}

/** The layout of an array whose document is `.zarray`. */
export function layoutV2(path: string, document: JsonView): RecordLayout {
  const separator = document.get("dimension_separator");
  const isSlash = separator !== undefined && !separator.isNull() && separator.oneOf([".", "/"]) === "/";
  const chunks = document.required("chunks");
  return layoutOf(path, document, chunks, { kind: "v2", separator: isSlash ? "/" : "." });
}

/** The layout of an array whose document is `zarr.json`; undefined for a group. */
export function layoutV3(path: string, document: JsonView): RecordLayout | undefined {
  if (document.required("node_type").string() !== "array") return undefined;
  const grid = document.required("chunk_grid");
  if (grid.required("name").string() !== "regular") {
    grid.fail("only regular grids can be kept in Parquet references", "Keep these references as JSON.");
  }
  const chunks = grid.required("configuration").required("chunk_shape");
  const keys = document.get("chunk_key_encoding");
  const kind = keys?.required("name").oneOf(["default", "v2"]) ?? "default";
  const separator = keys?.get("configuration")?.get("separator")?.oneOf([".", "/"]);
  return layoutOf(path, document, chunks, { kind, separator: separator ?? (kind === "v2" ? "." : "/") });
}

function layoutOf(path: string, document: JsonView, chunks: JsonView, encoding: ChunkKeyEncoding): RecordLayout {
  const shape = document.required("shape").items();
  const lengths = chunks.items();
  if (shape.length !== lengths.length) chunks.fail(`expected ${shape.length} lengths, as the shape has`);
  const grid = shape.map((extent, axis) => {
    const [elements, length] = [extent.integer(0), lengths[axis]!.integer(1)];
    return Math.floor(elements / length) + (elements % length === 0 ? 0 : 1);
  });
  const count = grid.reduce((product, along) => product * along, 1);
  if (!Number.isSafeInteger(count)) document.fail(`a grid of ${grid.join(" x ")} chunks is too large to be numbered`);
  return { path, grid, count, encoding };
}

/**
 * The number of the chunk whose key ends in `tail` after the array's path. Undefined if the array has no such chunk:
 * fsspec computes a number even for an index outside the grid, and so returns another chunk.
 */
export function chunkNumber({ grid, encoding }: RecordLayout, tail: string): number | undefined {
  const { kind, separator } = encoding;
  let rest = tail;
  if (kind === "default") {
    if (grid.length === 0) return tail === "c" ? 0 : undefined;
    if (!tail.startsWith(`c${separator}`)) return undefined;
    rest = tail.slice(2);
  } else if (grid.length === 0) return tail === "0" ? 0 : undefined;
  const names = rest.split(separator);
  if (names.length !== grid.length) return undefined;
  let number = 0;
  for (const [axis, name] of names.entries()) {
    const index = /^(?:0|[1-9]\d{0,15})$/.test(name) ? Number(name) : Number.NaN;
    if (!(index < grid[axis]!)) return undefined;
    number = number * grid[axis]! + index;
  }
  return number;
}

/** Coordinates of chunks by number, without allocating a list per chunk: the same list is reused. */
export function coordsOf(grid: readonly number[], number: number, coords: number[]): number[] {
  let rest = number;
  for (let axis = grid.length - 1; axis >= 0; axis--) {
    coords[axis] = rest % grid[axis]!;
    rest = Math.floor(rest / grid[axis]!);
  }
  return coords;
}

/** The key of the chunk with this number. */
export function chunkKey({ path, grid, encoding }: RecordLayout, number: number): string {
  return joinPath(path, chunkTail(encoding, coordsOf(grid, number, new Array<number>(grid.length))));
}

/** Refuses record sizes for which rows would have no exact numbers. */
export function checkRecordSize(size: number): number {
  if (Number.isSafeInteger(size) && size >= 1) return size;
  throw new HyperslabError("invalid-request", `a record size of ${size} is not valid`, {
    hint: "Use an integer of at least 1; fsspec's own default is 10000, kerchunk's is 100000.",
  });
}
