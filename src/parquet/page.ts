/**
 * A page of a column that is not nested: which rows have a value, and the values, or their indices in the dictionary. Version 1
 * compresses all of it; version 2 leaves the levels as they are.
 *
 *     version 1   [u32 length, levels], values
 *     version 2   levels, values
 *     levels      runs of one bit per row: has it a value? None in a required column
 */
import type { DataPageHeader, Encoding, PageHeader, ParquetType } from "hyparquet";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { readRleBitPackedHybrid } from "hyparquet/src/encoding.js";
import { readPlain } from "hyparquet/src/plain.js";
import type { ErrorPlace } from "../errors.ts";
import { areDifferences, areRuns, onlyRun } from "./check-encoding.ts";
import { guarded, invalid, unsupported } from "./invalid.ts";

/** What a column holds. */
export type Values = readonly Uint8Array[] | BigInt64Array;

/** The values of those rows that have one, or their indices in the dictionary. */
export type PageValues = { readonly values: Values } | { readonly indices: Int32Array };

export type Page = PageValues & {
  /** One number per row, 1 if it has a value. "all" and "none" need no list. */
  readonly levels: Levels;
};

export type Levels = Uint8Array | "all" | "none";

export interface PageType {
  readonly type: ParquetType;
  readonly isOptional: boolean;
}

/** `page` is decompressed, and has a buffer of its own: reading past its end fails. */
export function decodePage(
  page: Uint8Array,
  header: DataPageHeader,
  { type, isOptional }: PageType,
  place: ErrorPlace,
): Page {
  const { num_values: rows, encoding } = header;
  if (!isOptional) return { levels: "all", ...decodeValues(page, encoding, type, rows, place) };
  if (page.byteLength < 4) throw invalid(`has a page of ${page.byteLength} bytes`, place);
  const length = new DataView(page.buffer, page.byteOffset).getUint32(0, true);
  const levels = decodeLevels(page, 4, length, rows, place);
  return { levels, ...decodeValues(page.slice(4 + length), encoding, type, presentIn(levels, rows), place) };
}

/** `levels` and `values` are the two parts of the page. */
export function decodePageV2(
  levels: Uint8Array,
  values: Uint8Array,
  header: NonNullable<PageHeader["data_page_header_v2"]>,
  { type, isOptional }: PageType,
  place: ErrorPlace,
): Page {
  const { num_values: rows, num_nulls: nulls, encoding } = header;
  const present = rows - nulls;
  if (!isOptional && nulls !== 0) throw invalid("lacks values of a column that requires them", place);
  const found = isOptional ? decodeLevels(levels, 0, levels.byteLength, rows, place) : "all";
  if (presentIn(found, rows) !== present) throw invalid("contradicts itself about absent values", place);
  return { levels: found, ...decodeValues(values, encoding, type, present, place) };
}

function presentIn(levels: Levels, rows: number): number {
  if (typeof levels === "string") return levels === "all" ? rows : 0;
  let count = 0;
  for (let row = 0; row < levels.length; row++) count += levels[row]!;
  return count;
}

function decodeLevels(bytes: Uint8Array, from: number, length: number, rows: number, place: ErrorPlace): Levels {
  const to = from + length;
  checkRuns(bytes, from, to, 1, rows, place);
  // Most columns have a value in all rows or in none: a single run.
  const only = onlyRun(bytes, from, rows);
  if (only !== undefined) return only === 0 ? "none" : "all";
  const levels = new Uint8Array(rows);
  readRleBitPackedHybrid(readerOf(bytes, from), 1, levels, length);
  return levels;
}

function checkRuns(bytes: Uint8Array, from: number, to: number, width: number, count: number, place: ErrorPlace): void {
  if (!areRuns(bytes, from, to, width, count)) throw invalid("has runs of values that do not fit", place);
}

function decodeValues(
  bytes: Uint8Array,
  encoding: Encoding,
  type: ParquetType,
  count: number,
  place: ErrorPlace,
): PageValues {
  switch (encoding) {
    case "PLAIN":
      return { values: decodePlain(bytes, type, count, place) };
    case "PLAIN_DICTIONARY":
    case "RLE_DICTIONARY": {
      if (count === 0) return { indices: new Int32Array(0) };
      const width = bytes[0];
      if (width === undefined) throw invalid("has an empty page of dictionary indices", place);
      const indices = new Int32Array(count);
      if (width > 0) {
        checkRuns(bytes, 1, bytes.byteLength, width, count, place);
        readRleBitPackedHybrid(readerOf(bytes, 1), width, indices, bytes.byteLength - 1);
      }
      return { indices };
    }
    case "DELTA_BINARY_PACKED": {
      if (type !== "INT64") throw unsupported(`encodes ${type} by differences, which is not read here`, place);
      const values = new BigInt64Array(count);
      if (count === 0) return { values };
      if (!areDifferences(bytes, 0, bytes.byteLength)) throw invalid("has differences in blocks of no size", place);
      guarded("has differences that cannot be decoded", place, () =>
        deltaBinaryUnpack(readerOf(bytes, 0), count, values),
      );
      return { values };
    }
    default:
      throw unsupported(`has values encoded as ${encoding ?? "something unknown"}, which is not read here`, place);
  }
}

/** Bytes of the shortest value. */
const SHORTEST = new Map<ParquetType, number>([
  ["INT64", 8],
  ["INT32", 4],
  ["BYTE_ARRAY", 4],
]);

/** The values of a dictionary, or of a page without one. */
export function decodePlain(bytes: Uint8Array, type: ParquetType, count: number, place: ErrorPlace): Values {
  const shortest = SHORTEST.get(type);
  if (shortest === undefined) throw unsupported(`has a column of the type ${type}, which is not read here`, place);
  if (!(count >= 0 && count * shortest <= bytes.byteLength)) {
    throw invalid(`has ${bytes.byteLength} bytes for ${count} values of the type ${type}`, place);
  }
  const values = guarded("has values that end past their page", place, () =>
    readPlain(readerOf(bytes, 0), type, count, undefined),
  );
  if (values instanceof Int32Array) return BigInt64Array.from(values, BigInt);
  if (values instanceof BigInt64Array) return values;
  return Array.isArray(values) && type === "BYTE_ARRAY" ? values : new BigInt64Array(0);
}

function readerOf(bytes: Uint8Array, offset: number): { view: DataView; offset: number } {
  return { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset };
}
