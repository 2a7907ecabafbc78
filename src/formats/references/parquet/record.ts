/**
 * A file of references, `refs.N.parq`: one row per chunk.
 *
 *     path    text, the URL       null: the chunk is absent, unless it is inline
 *     offset  int64               0 and a size of 0: the whole file
 *     size    int64
 *     raw     bytes               inline bytes, which take precedence
 *
 * Old writers omitted the columns that they did not need: `raw`, or all but `raw`.
 */
import { decodeBase64Letters } from "../../../bytes/text/base64.ts";
import { decodeUtf8, encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { type ErrorPlace, HyperslabError, isHyperslabError } from "../../../errors.ts";
import type { Reference } from "../../../model/virtual/reference.ts";
import { type Column, type Decompress, readParquet } from "../../../parquet/read.ts";

/** The prefix of inline bytes that are encoded once more. */
export const BASE64: Uint8Array = encodeUtf8("base64:");

export const COLUMNS = ["path", "offset", "size", "raw"] as const;

/** URLs by number, shared by all records of a set. */
export interface UrlTable {
  readonly urls: readonly string[];
  number(url: string): number;
}

export function urlTable(): UrlTable {
  const urls: string[] = [];
  const numbers = new Map<string, number>();
  const number = (url: string): number => {
    let found = numbers.get(url);
    if (found === undefined) numbers.set(url, (found = urls.push(url) - 1));
    return found;
  };
  return { urls, number };
}

export interface Record {
  readonly rowCount: number;
  /** The approximate memory it takes, in bytes. */
  readonly bytes: number;
  /** URLs that its rows refer to, by number. */
  targets(): ReadonlySet<number>;
  /** Returns whether the row makes no sense. */
  isMalformed(row: number): boolean;
  /** Returns undefined if the chunk is absent. Fails for a malformed row. */
  find(row: number): Reference | undefined;
}

export interface RecordOptions {
  readonly maxRows: number;
  readonly decompress: Decompress;
  readonly urls: UrlTable;
  readonly place: ErrorPlace;
}

export async function readRecord(file: Uint8Array, options: RecordOptions): Promise<Record> {
  const { maxRows, decompress, urls, place } = options;
  const { rowCount, columns } = await readParquet(file, { columns: COLUMNS, maxRows, decompress, place });
  const targets = targetsOf(columns.get("path"), urls, place);
  const [offset, size] = [integersOf(columns.get("offset"), place), integersOf(columns.get("size"), place)];
  const raw = bytesOf(columns.get("raw"), place);
  if (targets === undefined && raw === undefined) throw malformed("has neither a column path nor a column raw", place);
  if (targets !== undefined && (offset === undefined || size === undefined)) {
    throw malformed("has a column path, and not both offset and size", place);
  }
  const find = (row: number): Reference | undefined => {
    const bytes = raw?.(row);
    if (bytes !== undefined) return { kind: "inline", bytes: inlineOf(bytes, row, place) };
    const url = urls.urls[targets?.number(row) ?? -1];
    if (url === undefined) return undefined;
    const [from, length] = [offset!(row), size!(row)];
    if (!isExact(from) || !isExact(length)) {
      const found = `offset ${from} and size ${length}, which are not both from 0 to 2^53`;
      throw malformed(`has ${found} in row ${row}`, place);
    }
    return from === 0 && length === 0 ? { kind: "whole", url } : { kind: "range", url, offset: from, length };
  };
  return {
    rowCount,
    // Includes a table of rows per column, which it may have after a few lookups.
    bytes: [...columns.values()].reduce((sum, { byteLength }) => sum + byteLength + 4 * rowCount, 0),
    targets: () => targets?.all() ?? new Set(),
    isMalformed: (row) => failsToFind(() => find(row)),
    find,
  };
}

function failsToFind(find: () => unknown): boolean {
  try {
    find();
    return false;
  } catch (error) {
    if (isHyperslabError(error)) return true;
    throw error;
  }
}

function isEncoded(bytes: Uint8Array): boolean {
  return BASE64.every((byte, index) => bytes[index] === byte);
}

/** Inline bytes as fsspec reads them: a value that begins with `base64:` is decoded. */
function inlineOf(bytes: Uint8Array, row: number, place: ErrorPlace): Uint8Array {
  if (!isEncoded(bytes)) return bytes;
  try {
    return decodeBase64Letters(bytes.subarray(BASE64.byteLength));
  } catch {
    throw malformed(`has base64 that cannot be decoded in row ${row}`, place);
  }
}

function isExact(value: number | undefined): value is number {
  return value !== undefined && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

interface TargetColumn {
  /** The number of a row's URL; -1 if it has none. */
  number(row: number): number;
  /** All URLs that can be read. Reading a row with another URL reports what is wrong with it. */
  all(): ReadonlySet<number>;
}

function targetsOf(column: Column | undefined, urls: UrlTable, place: ErrorPlace): TargetColumn | undefined {
  if (column === undefined) return undefined;
  const { valueCount, isBytes } = column;
  if (valueCount > 0 && !isBytes) throw malformed("has a column path that does not hold text", place);
  const numbers = new Int32Array(valueCount).fill(-1);
  const numberOf = (index: number): number => {
    if (numbers[index] !== -1) return numbers[index]!;
    const url = decodeUtf8(column.bytes(index), { ...place, field: "path" });
    if (url === "") throw malformed("has an empty URL", place);
    return (numbers[index] = urls.number(url));
  };
  return {
    number: (row) => {
      const index = column.index(row);
      return index < 0 ? -1 : numberOf(index);
    },
    all: () => {
      const indices = [...numbers.keys()];
      return new Set(indices.filter((index) => !failsToFind(() => numberOf(index))).map(numberOf));
    },
  };
}

function integersOf(column: Column | undefined, place: ErrorPlace): ((row: number) => number | undefined) | undefined {
  if (column === undefined) return undefined;
  if (column.isBytes) throw malformed("has an offset or size that is not an integer", place);
  return (row) => {
    const index = column.index(row);
    return index < 0 ? undefined : column.integer(index);
  };
}

function bytesOf(column: Column | undefined, place: ErrorPlace): ((row: number) => Uint8Array | undefined) | undefined {
  if (column === undefined) return undefined;
  if (column.valueCount > 0 && !column.isBytes) throw malformed("has a column raw that does not hold bytes", place);
  return (row) => {
    const index = column.index(row);
    return index < 0 ? undefined : column.bytes(index);
  };
}

function malformed(what: string, place: ErrorPlace): HyperslabError {
  return new HyperslabError("invalid-data", `the file of references ${what}`, {
    ...place,
    hint: "Create the set again, or restore the file from a copy.",
  });
}
