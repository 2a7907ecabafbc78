/**
 * A file of references, `refs.N.parq`: one row per chunk.
 *
 *     path    text, the URL       null: the chunk is absent, unless it is inline
 *     offset  int64               0 and a size of 0: the whole file
 *     size    int64
 *     raw     bytes               inline bytes, which come before all else
 *
 * Old writers left out the columns that they did not need: `raw`, or all but `raw`.
 */
import { decodeBase64Letters } from "../../../bytes/text/base64.ts";
import { decodeUtf8, encodeUtf8 } from "../../../bytes/text/utf8.ts";
import { type ErrorPlace, HyperslabError } from "../../../errors.ts";
import type { Reference } from "../../../model/virtual/reference.ts";
import { type Column, type Decompress, readParquet, valueIndex } from "../../../parquet/read.ts";

/** What inline bytes may begin with that are encoded once more. */
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
  /** Bytes of memory that it takes, about. */
  readonly bytes: number;
  /** URLs that its rows refer to, by number. */
  readonly targets: ReadonlySet<number>;
  /** True: the row makes no sense. */
  isMalformed(row: number): boolean;
  /** Undefined: the chunk is absent. Fails for a malformed row. */
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
  const numbers = targetNumbers(columns.get("path"), urls, place);
  const [offset, size] = [integersOf(columns.get("offset"), place), integersOf(columns.get("size"), place)];
  const raw = bytesOf(columns.get("raw"), place);
  if (numbers === undefined && raw === undefined) throw malformed("has neither a column path nor a column raw", place);
  if (numbers !== undefined && (offset === undefined || size === undefined)) {
    throw malformed("has a column path, and not both offset and size", place);
  }
  const problemOf = (row: number): string | undefined => {
    if (raw?.(row) !== undefined) return isInline(raw(row)!) ? undefined : "base64 that cannot be decoded";
    if ((numbers?.(row) ?? -1) < 0) return undefined;
    const [from, length] = [offset!(row), size!(row)];
    return isExact(from) && isExact(length)
      ? undefined
      : `offset ${from} and size ${length}, which are not both from 0 to 2^53`;
  };
  return {
    rowCount,
    bytes: 32 * rowCount + lengthOf(columns.get("raw")),
    targets: numbers?.all ?? new Set(),
    isMalformed: (row) => problemOf(row) !== undefined,
    find: (row) => {
      const problem = problemOf(row);
      if (problem !== undefined) throw malformed(`has ${problem} in row ${row}`, place);
      const bytes = raw?.(row);
      if (bytes !== undefined) return { kind: "inline", bytes: inlineOf(bytes) };
      const url = urls.urls[numbers?.(row) ?? -1];
      if (url === undefined) return undefined;
      const [from, length] = [offset!(row)!, size!(row)!];
      return from === 0 && length === 0 ? { kind: "whole", url } : { kind: "range", url, offset: from, length };
    },
  };
}

function lengthOf(column: Column | undefined): number {
  if (column === undefined || column.values instanceof BigInt64Array) return 0;
  return column.values.reduce((sum, value) => sum + value.byteLength, 0);
}

function isEncoded(bytes: Uint8Array): boolean {
  return BASE64.every((byte, index) => bytes[index] === byte);
}

/** Inline bytes as fsspec reads them: what begins with `base64:` is decoded. */
function inlineOf(bytes: Uint8Array): Uint8Array {
  return isEncoded(bytes) ? decodeBase64Letters(bytes.subarray(BASE64.byteLength)) : bytes;
}

function isInline(bytes: Uint8Array): boolean {
  try {
    inlineOf(bytes);
    return true;
  } catch {
    return false;
  }
}

function isExact(value: number | undefined): boolean {
  return value !== undefined && value >= 0 && value <= Number.MAX_SAFE_INTEGER;
}

/** The numbers of the URLs by row, -1 for none, and all of them. */
function targetNumbers(
  column: Column | undefined,
  urls: UrlTable,
  place: ErrorPlace,
): (((row: number) => number) & { readonly all: ReadonlySet<number> }) | undefined {
  if (column === undefined) return undefined;
  const { values } = column;
  if (values instanceof BigInt64Array) {
    if (values.length > 0) throw malformed("has a column path that holds no text", place);
    return Object.assign(() => -1, { all: new Set<number>() });
  }
  const all = new Set<number>();
  const numbers = values.map((value) => {
    const url = decodeUtf8(value, { ...place, field: "path" });
    if (url === "") throw malformed("has an empty URL", place);
    const number = urls.number(url);
    all.add(number);
    return number;
  });
  return Object.assign((row: number) => numbers[valueIndex(column, row)] ?? -1, { all });
}

/** Integers by row: exact up to 2^53, beyond that at least as large. */
function integersOf(column: Column | undefined, place: ErrorPlace): ((row: number) => number | undefined) | undefined {
  if (column === undefined) return undefined;
  const { values } = column;
  if (!(values instanceof BigInt64Array)) {
    if (values.length > 0) throw malformed("has an offset or size that is no integer", place);
    return () => undefined;
  }
  // Halves are read without making a bigint of each.
  const low = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const high = new Int32Array(values.buffer, values.byteOffset, values.length * 2);
  return (row) => {
    const at = valueIndex(column, row);
    return at < 0 ? undefined : high[2 * at + 1]! * 2 ** 32 + low[2 * at]!;
  };
}

function bytesOf(column: Column | undefined, place: ErrorPlace): ((row: number) => Uint8Array | undefined) | undefined {
  if (column === undefined) return undefined;
  const { values } = column;
  if (values instanceof BigInt64Array) {
    if (values.length > 0) throw malformed("has a column raw that holds no bytes", place);
    return () => undefined;
  }
  return (row) => values[valueIndex(column, row)];
}

function malformed(what: string, place: ErrorPlace): HyperslabError {
  return new HyperslabError("invalid-data", `the file of references ${what}`, {
    ...place,
    hint: "Make the set again, or restore the file from a copy.",
  });
}
