/**
 * Saves references as a Parquet set that fsspec, GDAL and VirtualiZarr read. Reference files come first and the
 * document last, so an incomplete set is not a set.
 */
import { forEachBounded } from "../../../bytes/concurrency.ts";
import { withoutMember } from "../../../bytes/json/make.ts";
import type { JsonNode } from "../../../bytes/json/node.ts";
import { parseJson } from "../../../bytes/json/parse.ts";
import { HyperslabError } from "../../../errors.ts";
import type { ReferenceRow } from "../../../model/virtual/columns/reference-columns.ts";
import type { Reference } from "../../../model/virtual/reference.ts";
import type { ReferenceSet } from "../../../model/virtual/reference-set.ts";
import type { ReferenceTable } from "../../../model/virtual/reference-table.ts";
import type { Store, StoreOptions } from "../../../stores/store.ts";
import { checkWritable, setDocument } from "../../documents/document.ts";
import { joinPath, nameOf } from "../../documents/node-path.ts";
import { checkRecordSize, coordsOf, type RecordLayout, recordKey } from "./record-layout.ts";
import { type PageCompression, RecordWriter } from "./record-writer.ts";
import { printSetDocument, readSetDocument, SET_DOCUMENT, viewOf } from "./set-document.ts";
import { type WrittenArray, writtenArray } from "./written-array.ts";

/** Options of `saveParquet`. */
export interface SaveParquetOptions extends StoreOptions {
  /** References per file (default 10 000). A lookup reads one file; every file has rows for all of them. */
  readonly recordSize?: number | undefined;
  /** The path of the set in the store; default: its root. */
  readonly path?: string | undefined;
  /** Replace an existing set. */
  readonly overwrite?: boolean | undefined;
  /** Also save Zarr v3, in a form that only Hyperslab reads. By default it is refused. */
  readonly zarr3?: boolean | undefined;
  /** Called for each key that has no place in a Parquet set, which is then left out. By default it is refused. */
  readonly onLeftOut?: ((key: string) => void) | undefined;
  /** Reads a document that is stored outside the set. */
  readonly readDocument?: ((key: string, reference: Reference) => Promise<Uint8Array>) | undefined;
  /** How pages are compressed. */
  readonly compression: PageCompression;
}

/** What was saved. */
export interface SavedParquet {
  /** How many arrays have references. */
  readonly arrays: number;
  /** How many references there are. */
  readonly references: number;
  /** How many Parquet files were written. */
  readonly files: number;
  /** Bytes of all files. */
  readonly bytes: number;
}

export const DEFAULT_RECORD_SIZE = 10_000;

/** Files written to the store concurrently. */
const WRITES_AT_ONCE = 4;

const DOCUMENTS: readonly string[] = [".zgroup", ".zarray", ".zattrs", "zarr.json"];

export async function saveParquet(
  references: ReferenceSet,
  store: Store,
  options: SaveParquetOptions,
): Promise<SavedParquet> {
  const { path = "", recordSize = DEFAULT_RECORD_SIZE } = options;
  checkWritable(store);
  checkRecordSize(recordSize);
  for (const problem of references.problems.values()) throw problem;
  const documents = await documentsOf(references.table, options);
  const arrays = [...documents].flatMap(([key, node]) => writtenArray(key, node, references) ?? []);
  checkAllFound(references.table, documents, arrays, options.onLeftOut);
  await makeRoom(store, path, options);
  const total = { references: 0, files: 0, bytes: 0 };
  for (const array of arrays) {
    documents.set(array.key, array.document);
    const saved = await saveArray(array, references.table, { ...options, store, path, recordSize });
    total.references += saved.references;
    total.files += saved.files;
    total.bytes += saved.bytes;
  }
  const document = printSetDocument(documents, recordSize, references.targets);
  await setDocument(store, joinPath(path, SET_DOCUMENT), document, options);
  return { ...total, arrays: arrays.length, files: total.files + 1, bytes: total.bytes + document.byteLength };
}

type DocumentOptions = Pick<SaveParquetOptions, "zarr3" | "readDocument">;

/** Every document of the hierarchy, parsed. */
export async function documentsOf(table: ReferenceTable, options: DocumentOptions): Promise<Map<string, JsonNode>> {
  const documents = new Map<string, JsonNode>();
  for (const [key, reference] of table.named()) {
    if (!DOCUMENTS.includes(nameOf(key))) continue;
    if (nameOf(key) === "zarr.json" && options.zarr3 !== true) {
      throw new HyperslabError("unsupported", "Parquet sets of Zarr v3 can only be read by Hyperslab, not by fsspec", {
        key,
        hint: "Save them as JSON, which is read everywhere, or ask for Zarr v3 in Parquet (`zarr3: true`, --zarr3).",
      });
    }
    const bytes = reference.kind === "inline" ? reference.bytes : await options.readDocument?.(key, reference);
    if (bytes === undefined) {
      throw new HyperslabError(
        "unsupported",
        "a document of the hierarchy is not in the set, but is itself a reference",
        {
          key,
          hint: "Parquet sets hold their documents: inline them first.",
        },
      );
    }
    const { root } = parseJson(bytes, { key });
    // The set contains the documents of all nodes anyway.
    documents.set(key, root.type === "object" ? withoutMember(root, "consolidated_metadata") : root);
  }
  return documents;
}

/** Refuses or reports what a Parquet set has no place for: keys that are neither documents nor chunks of a grid. */
export function checkAllFound(
  table: ReferenceTable,
  documents: ReadonlyMap<string, JsonNode>,
  arrays: readonly WrittenArray[],
  onLeftOut: ((key: string) => void) | undefined,
): void {
  let placed = documents.size;
  for (const { rows, layout } of arrays) {
    for (let entry = 0; entry < (rows?.length ?? 0); entry++) {
      if (rows!.isCurrent(entry) && numberOf(layout, rows!.coords(entry)) !== undefined) placed += 1;
    }
  }
  if (placed === table.size) return;
  const known = new Set(documents.keys());
  for (const { rows, layout } of arrays) {
    for (let entry = 0; entry < (rows?.length ?? 0); entry++) {
      const isPlaced = rows!.isCurrent(entry) && numberOf(layout, rows!.coords(entry)) !== undefined;
      if (isPlaced) known.add(rows!.key(entry));
    }
  }
  for (const key of table.keys()) {
    // Consolidated metadata repeats the documents.
    if (known.has(key) || nameOf(key) === SET_DOCUMENT) continue;
    if (onLeftOut === undefined) {
      throw new HyperslabError("unsupported", "the key is neither a document nor a chunk of an array", {
        key,
        hint: "A Parquet set has no place for it. Save the set as JSON, or leave such keys out.",
      });
    }
    onLeftOut(key);
  }
}

/** The number of a chunk; undefined outside of the grid. */
function numberOf({ grid }: RecordLayout, coords: ArrayLike<number>): number | undefined {
  let number = 0;
  for (let axis = 0; axis < grid.length; axis++) {
    if (!(coords[axis]! < grid[axis]!)) return undefined;
    number = number * grid[axis]! + coords[axis]!;
  }
  return number;
}

/** Removes an existing set, its document first, so that no reader mistakes old references for new ones. */
async function makeRoom(store: Store, path: string, options: SaveParquetOptions): Promise<void> {
  const key = joinPath(path, SET_DOCUMENT);
  const bytes = await store.get(key, { signal: options.signal });
  if (bytes === undefined) return;
  const place = { location: store.location, key };
  if (options.overwrite !== true) {
    throw new HyperslabError("exists", "there is already a hierarchy or a reference set", {
      ...place,
      hint: "Choose another place, or allow it to be replaced.",
    });
  }
  const old = readSetDocument(viewOf(key, parseJson(bytes, { key }).root));
  if (old === undefined || store.delete === undefined) {
    throw new HyperslabError("exists", "the existing data is not a reference set that could be replaced", place);
  }
  await store.delete(key, options);
  const files = [...old.arrays.values()].flatMap((layout) => {
    const count = Math.ceil(layout.count / old.recordSize);
    return Array.from({ length: count }, (_, number) => joinPath(path, recordKey(layout, number)));
  });
  await forEachBounded(files, WRITES_AT_ONCE, (file) => store.delete!(file, options), options.signal);
}

export interface ArrayTarget extends Pick<SaveParquetOptions, "compression" | "signal"> {
  readonly store: Store;
  readonly path: string;
  readonly recordSize: number;
  /** Writes the existing rows of the record with this number. */
  readonly before?: ((record: number, writer: RecordWriter) => Promise<void>) | undefined;
  /** Finds further records that must be rewritten, although no reference is added to them. `written` lists the others. */
  readonly also?: ((written: readonly number[]) => AsyncIterable<number>) | undefined;
  /** How far references are moved along an axis. */
  readonly shift?: Shift | undefined;
}

/** A number of chunks along an axis. */
export interface Shift {
  readonly axis: number;
  readonly chunks: number;
}

const NO_SHIFT: Shift = { axis: 0, chunks: 0 };

/** Writes the reference files of an array, skipping those without references. */
export async function saveArray(
  { layout, rows }: WrittenArray,
  table: ReferenceTable,
  target: ArrayTarget,
): Promise<{ readonly references: number; readonly files: number; readonly bytes: number }> {
  const total = { references: 0, files: 0, bytes: 0 };
  const { store, path, recordSize, compression, before, also, shift = NO_SHIFT } = target;
  const { grid, count } = layout;
  const writer = new RecordWriter(recordSize, compression);
  const coords = new Array<number>(grid.length).fill(0);
  const own = new Array<number>(grid.length).fill(0);
  async function* files(): AsyncGenerator<{ readonly key: string; readonly bytes: Uint8Array }> {
    const records = rows === undefined ? [] : recordsOf(layout, rows, recordSize, shift);
    if (also !== undefined) for await (const record of also([...records])) records.push(record);
    for (const record of records) {
      await before?.(record, writer);
      const start = record * recordSize;
      const kept = writer.filled;
      coordsOf(grid, start, coords);
      for (let row = 0; row < Math.min(recordSize, count - start); row++) {
        movedAlong(own, coords, shift.axis, -shift.chunks);
        const found = grid.length > 0 && own[shift.axis]! < 0 ? undefined : rows?.find(own);
        if (found !== undefined) writer.set(row, asReference(found, table));
        step(grid, coords);
      }
      total.references += writer.filled - kept;
      yield { key: joinPath(path, recordKey(layout, record)), bytes: writer.finish() };
    }
  }
  await forEachBounded(
    files(),
    WRITES_AT_ONCE,
    async ({ key, bytes }) => {
      total.files += 1;
      total.bytes += bytes.byteLength;
      await store.set!(key, bytes, { signal: target.signal });
    },
    target.signal,
  );
  return total;
}

/** Numbers of the records that have references, in order: a sparse array has few of many. */
function recordsOf(
  layout: RecordLayout,
  rows: NonNullable<WrittenArray["rows"]>,
  recordSize: number,
  shift: Shift,
): number[] {
  const records = new Set<number>();
  const moved = new Array<number>(layout.grid.length);
  for (let entry = 0; entry < rows.length; entry++) {
    movedAlong(moved, rows.coords(entry), shift.axis, shift.chunks);
    const number = rows.isCurrent(entry) ? numberOf(layout, moved) : undefined;
    if (number !== undefined) records.add(Math.floor(number / recordSize));
  }
  return [...records].sort((a, b) => a - b);
}

/** Sets `moved` to the coordinates of the chunk that lies `chunks` further along an axis. */
function movedAlong(moved: number[], coords: ArrayLike<number>, along: number, chunks: number): void {
  for (let axis = 0; axis < moved.length; axis++) moved[axis] = coords[axis]! + (axis === along ? chunks : 0);
}

/** The chunk after this one, in C order. */
function step(grid: readonly number[], coords: number[]): void {
  for (let axis = grid.length - 1; axis >= 0; axis--) {
    coords[axis]! += 1;
    if (coords[axis]! < grid[axis]!) return;
    coords[axis] = 0;
  }
}

function asReference(row: ReferenceRow, table: ReferenceTable): Reference {
  if (row.kind === "inline") return { kind: "inline", bytes: table.inlineBytes(row) };
  const url = table.urls[row.url]!;
  return row.kind === "whole" ? { kind: "whole", url } : { kind: "range", url, offset: row.offset, length: row.length };
}
