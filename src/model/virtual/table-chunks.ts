/** The chunks of one array in a table of references, whose keys are `path/1.0`, or `path/0` for a scalar. */
import { decodeUtf8 } from "../../bytes/text/utf8.ts";
import { chunkKeys, keyTail, patternOf, splitKey } from "./chunk-key.ts";
import type { ReferenceRow } from "./columns/reference-columns.ts";
import type { Reference } from "./reference.ts";
import type { ReferenceTable } from "./reference-table.ts";

export interface TableChunk {
  readonly coords: ArrayLike<number>;
  readonly reference: Reference;
}

/** Each chunk once, in the order of the table. */
export function* chunksIn(table: ReferenceTable, path: string, rank: number): Generator<TableChunk> {
  const key = chunkKeys(path)(new Uint32Array(rank));
  const numbers = Math.max(1, rank);
  // Names that are numbers are part of the pattern, and of each row.
  const tail = keyTail();
  if (splitKey(key.bytes, key.from, key.to, tail)) {
    const name = decodeUtf8(key.bytes.subarray(key.from, tail.start));
    const fixed = tail.count - numbers;
    const own = decodeUtf8(tail.separators.subarray(0, tail.count - 1));
    for (const pattern of table.patterns()) {
      if (pattern.name !== name || pattern.separators !== own) continue;
      for (let row = 0; row < pattern.length; row++) {
        const coords = pattern.coords(row);
        const found = startsWith(coords, tail.numbers, fixed) ? pattern.row(row) : undefined;
        if (found !== undefined)
          yield {
            coords: coords.slice(fixed, fixed + rank),
            reference: table.resolve(found),
          };
      }
    }
  }
  yield* namedChunks(table, path, rank);
}

/** The same without an object per chunk. Coordinates are valid until the next visit; rows have numbers of `table.urls`. */
export function forEachChunk(
  table: ReferenceTable,
  path: string,
  rank: number,
  visit: (coords: ArrayLike<number>, row: ReferenceRow | Reference) => void,
): void {
  const { bytes, from, to } = chunkKeys(path)(new Uint32Array(rank));
  const rows = table.chunkRows(decodeUtf8(bytes.subarray(from, to)), rank);
  for (let entry = 0; entry < (rows?.length ?? 0); entry++) {
    const row = rows!.row(entry);
    if (row !== undefined) visit(rows!.coords(entry), row);
  }
  for (const { coords, reference } of namedChunks(table, path, rank)) visit(coords, reference);
}

/** The pattern of the keys of an array's chunks; undefined if names of its path are numbers, and so part of each row. */
export function chunkPattern(path: string, rank: number): string | undefined {
  const { bytes, from, to } = chunkKeys(path)(new Uint32Array(rank));
  const tail = keyTail();
  if (!splitKey(bytes, from, to, tail) || tail.count !== Math.max(1, rank)) return undefined;
  return patternOf(decodeUtf8(bytes.subarray(from, tail.start)), tail);
}

/** Chunks whose numbers are too long for a pattern. */
export function* namedChunks(table: ReferenceTable, path: string, rank: number): Generator<TableChunk> {
  const start = path === "" ? "" : `${path}/`;
  for (const [name, reference] of table.named()) {
    if (!name.startsWith(start) || !CHUNK_NAME.test(name.slice(start.length))) continue;
    const coords = name.slice(start.length).split(".").map(Number);
    if (coords.length === Math.max(1, rank)) yield { coords: coords.slice(0, rank), reference };
  }
}

/** Numbers that are too long for a pattern are names. */
const CHUNK_NAME = /^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*))*$/;

function startsWith(coords: ArrayLike<number>, numbers: ArrayLike<number>, count: number): boolean {
  for (let index = 0; index < count; index++) if (coords[index] !== numbers[index]) return false;
  return true;
}
