/**
 * A page of a column that is not nested: which rows have a value, and the values, or their indices in the dictionary.
 * Version 1 compresses all of it; version 2 leaves the levels uncompressed. Rows are decoded on demand, because most
 * callers need only one.
 *
 *     version 1   [u32 length, levels], values
 *     version 2   levels, values
 *     levels      runs of one bit per row: whether it has a value; omitted in a required column
 */
import type { DataPageHeader, Encoding, PageHeader, ParquetType } from "hyparquet";
import type { ErrorPlace } from "../errors.ts";
import { invalid, unsupported } from "./invalid.ts";
import { parquetLimits } from "./limits.ts";
import { areRuns, decodeRuns, onesInRuns, type Runs, valueInRuns } from "./runs.ts";
import { differenceValues, plainValues, type Values } from "./values.ts";

export interface Page {
  /** Its values; undefined if those of its rows are in the dictionary. */
  readonly values: Values | undefined;
  /** The index of a row's value among the values or in the dictionary; -1 if it has none. */
  index(row: number): number;
}

export interface PageType {
  readonly type: ParquetType;
  readonly isOptional: boolean;
}

/** `page` is decompressed. */
export function decodePage(
  page: Uint8Array,
  header: DataPageHeader,
  { type, isOptional }: PageType,
  place: ErrorPlace,
): Page {
  const { num_values: rows, encoding } = header;
  if (!isOptional) return pageOf(page, encoding, type, ALL, rows, place);
  if (page.byteLength < 4) throw invalid(`has a page of ${page.byteLength} bytes`, place);
  const length = new DataView(page.buffer, page.byteOffset).getUint32(0, true);
  const levels = readLevels({ bytes: page, from: 4, width: 1 }, 4 + length, rows, place);
  return pageOf(page.subarray(4 + length), encoding, type, levels, rows, place);
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
  if (!isOptional && nulls !== 0) throw invalid("lacks values of a column that requires them", place);
  const found = isOptional ? readLevels({ bytes: levels, from: 0, width: 1 }, levels.byteLength, rows, place) : ALL;
  if (presentIn(found, rows) !== rows - nulls) throw invalid("contradicts itself about absent values", place);
  return pageOf(values, encoding, type, found, rows, place);
}

/** Which rows have a value. */
type Levels = "all" | "none" | { readonly runs: Runs; readonly present: number };
const ALL: Levels = "all";

function readLevels(runs: Runs, to: number, rows: number, place: ErrorPlace): Levels {
  checkRuns(runs, to, rows, place);
  const present = onesInRuns(runs, rows);
  if (present === rows) return "all";
  return present === 0 ? "none" : { runs, present };
}

function presentIn(levels: Levels, rows: number): number {
  if (levels === "all") return rows;
  return levels === "none" ? 0 : levels.present;
}

function checkRuns(runs: Runs, to: number, count: number, place: ErrorPlace): void {
  if (!areRuns(runs, to, count)) throw invalid("has runs of values that do not fit", place);
}

function pageOf(
  bytes: Uint8Array,
  encoding: Encoding,
  type: ParquetType,
  levels: Levels,
  rows: number,
  place: ErrorPlace,
): Page {
  const count = presentIn(levels, rows);
  switch (encoding) {
    case "PLAIN":
      return { values: plainValues(bytes, type, count, place), index: indexOf(levels, undefined, rows) };
    case "DELTA_BINARY_PACKED":
      return { values: differenceValues(bytes, type, count, place), index: indexOf(levels, undefined, rows) };
    case "PLAIN_DICTIONARY":
    case "RLE_DICTIONARY":
      return { values: undefined, index: indexOf(levels, indicesIn(bytes, count, place), rows) };
    default:
      throw unsupported(`has values encoded as ${encoding ?? "something unknown"}, which is not supported here`, place);
  }
}

/** Indices of the dictionary: a byte with their width in bits, then runs of them; none if the width is 0. */
function indicesIn(bytes: Uint8Array, count: number, place: ErrorPlace): Runs | "zero" {
  if (count === 0) return "zero";
  const width = bytes[0];
  if (width === undefined) throw invalid("has an empty page of dictionary indices", place);
  if (width === 0) return "zero";
  const runs = { bytes, from: 1, width };
  checkRuns(runs, bytes.byteLength, count, place);
  return runs;
}

/** The indices of the values of rows. After a few rows, all of them are kept, so that visiting each takes no longer. */
function indexOf(levels: Levels, indices: Runs | "zero" | undefined, rows: number): (row: number) => number {
  if (levels === "none") return () => -1;
  if (levels === "all" && indices === undefined) return (row) => row;
  let asked = 0;
  let table: Int32Array | undefined;
  return (row) => {
    if (table === undefined) {
      asked += 1;
      if (!parquetLimits.walkedRows.isExceededBy(asked)) return oneIndex(levels, indices, row);
      table = allIndices(levels, indices, rows);
    }
    return table[row]!;
  };
}

type Indices = Runs | "zero" | undefined;

function oneIndex(levels: Exclude<Levels, "none">, indices: Indices, row: number): number {
  if (levels !== "all" && valueInRuns(levels.runs, row) === 0) return -1;
  const at = levels === "all" ? row : onesInRuns(levels.runs, row);
  if (indices === undefined) return at;
  return indices === "zero" ? 0 : valueInRuns(indices, at);
}

function allIndices(levels: Exclude<Levels, "none">, indices: Indices, rows: number): Int32Array {
  const found = new Int32Array(presentIn(levels, rows));
  if (indices === undefined) for (let at = 0; at < found.length; at++) found[at] = at;
  else if (indices !== "zero") decodeRuns(indices, found);
  if (levels === "all") return found;
  const table = new Int32Array(rows);
  decodeRuns(levels.runs, table);
  for (let row = 0, next = 0; row < rows; row++) table[row] = table[row] === 0 ? -1 : found[next++]!;
  return table;
}
