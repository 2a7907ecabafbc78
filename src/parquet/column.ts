/**
 * A column of a Parquet file, one part per row group: pages one after another, the dictionary first. Every size and count is
 * checked before anything is made by it.
 */
import type { ColumnMetaData, CompressionCodec, PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { crc32 } from "../bytes/checksum/crc32.ts";
import type { ErrorPlace } from "../errors.ts";
import { checkThrift } from "./check-thrift.ts";
import { guarded, invalid, unsupported } from "./invalid.ts";
import { parquetLimits } from "./limits.ts";
import { decodePage, decodePageV2, decodePlain, type Page, type PageType, type Values } from "./page.ts";

/** Decompresses bytes of a page to just `length` bytes, and fails for any other length. */
export type Decompress = (codec: CompressionCodec, bytes: Uint8Array, length: number) => Promise<Uint8Array>;

/** Values by row. */
export interface Column {
  /** Where the value of a row is among the values, -1 if it has none. "same": at the number of the row. "none": nowhere. */
  readonly rows: Int32Array | "same" | "none";
  /** Every value that rows have, each maybe for several. */
  readonly values: Values;
}

export interface ColumnPart extends PageType {
  readonly metadata: ColumnMetaData;
  readonly rowCount: number;
}

/** Reads the parts of a column, which have `count` rows in all. `end`: where the pages of the file end. */
export async function readColumn(
  { file, end }: { readonly file: Uint8Array; readonly end: number },
  parts: readonly ColumnPart[],
  count: number,
  decompress: Decompress,
  place: ErrorPlace,
): Promise<Column> {
  let rows: Int32Array | "same" | "none" | undefined;
  const found: Values[] = [];
  let [row, start] = [0, 0];
  const add = (values: Values): number => {
    found.push(values);
    start += values.length;
    return start - values.length;
  };
  for (const part of parts) {
    const last = row + part.rowCount;
    const pages = pageReader(bytesOf(file, end, part.metadata, place), part, decompress, place);
    let dictionary = { from: 0, length: -1 };
    while (row < last) {
      const page = await pages();
      if (page === undefined) throw invalid(`has ${last - row} rows fewer in a column than it says`, place);
      if (page.kind === "dictionary") {
        dictionary = { from: add(page.values), length: page.values.length };
        continue;
      }
      if (page.rows > last - row) throw invalid("has more rows in a column than it says", place);
      const from = "values" in page ? add(page.values) : dictionary.from;
      if ("indices" in page && !areBelow(page.indices, dictionary.length)) {
        throw invalid("refers to values that its dictionary does not have", place);
      }
      if (page.rows === count && page.levels === "none") rows = "none";
      else if (page.rows === count && page.levels === "all" && !("indices" in page)) rows = "same";
      else setRows((rows = asList(rows, count)), row, page, from);
      row += page.rows;
    }
  }
  return { rows: rows ?? asList(undefined, count), values: joined(found, start) };
}

function asList(rows: Column["rows"] | undefined, count: number): Int32Array {
  return rows instanceof Int32Array ? rows : new Int32Array(count).fill(-1);
}

function areBelow(indices: Int32Array, length: number): boolean {
  for (let at = 0; at < indices.length; at++) if (!(indices[at]! >= 0 && indices[at]! < length)) return false;
  return true;
}

/** Where the value of a row is among the values; -1: it has none. */
export function valueIndex({ rows }: Pick<Column, "rows">, row: number): number {
  if (rows === "same") return row;
  return rows === "none" ? -1 : rows[row]!;
}

function setRows(rows: Int32Array, first: number, page: Page & { readonly rows: number }, from: number): void {
  const indices = "indices" in page ? page.indices : undefined;
  const { levels } = page;
  let next = 0;
  for (let row = 0; row < page.rows; row++) {
    if (levels === "none" || (levels !== "all" && levels[row] === 0)) rows[first + row] = -1;
    else {
      rows[first + row] = from + (indices === undefined ? next : indices[next]!);
      next += 1;
    }
  }
}

function joined(parts: readonly Values[], length: number): Values {
  if (parts.length === 1) return parts[0]!;
  const bytes: Uint8Array[] = [];
  const integers = new BigInt64Array(parts.every((part) => part instanceof BigInt64Array) ? length : 0);
  let at = 0;
  for (const part of parts) {
    if (part instanceof BigInt64Array) integers.set(part, at);
    else for (const value of part) bytes.push(value);
    at += part.length;
  }
  return bytes.length > 0 ? bytes : integers;
}

/** The pages of one part. */
function bytesOf(file: Uint8Array, end: number, metadata: ColumnMetaData, place: ErrorPlace): Uint8Array {
  const { data_page_offset: data, dictionary_page_offset: dictionary, total_compressed_size: size } = metadata;
  // Some writers put 0 where there is no dictionary.
  const start = Number(dictionary !== undefined && dictionary > 0n && dictionary < data ? dictionary : data);
  if (start >= 4 && size >= 0n && start + Number(size) <= end) return file.subarray(start, start + Number(size));
  throw invalid(`has a column at bytes ${start} to ${start + Number(size)}, outside of its pages`, place);
}

type FoundPage =
  | { readonly kind: "dictionary"; readonly values: Values }
  | (Page & { readonly kind: "data"; readonly rows: number });

/** Gives one page after the other, then undefined. */
function pageReader(
  bytes: Uint8Array,
  part: ColumnPart,
  decompress: Decompress,
  place: ErrorPlace,
): () => Promise<FoundPage | undefined> {
  const { codec } = part.metadata;
  if (codec === undefined) throw unsupported("is compressed in a way that is not known", place);
  let at = 0;
  const whole = async (stored: Uint8Array, length: number): Promise<Uint8Array> => {
    // A buffer of its own: a read past its end fails, and does not find the next page.
    if (codec === "UNCOMPRESSED") return stored.slice();
    const page = await decompress(codec, stored, length);
    return page.byteLength === page.buffer.byteLength ? page : page.slice();
  };
  return async () => {
    if (at >= bytes.byteLength) return undefined;
    const { header, end } = headerAt(bytes, at, place);
    const { compressed_page_size: size, uncompressed_page_size: length } = header;
    if (
      !(size >= 0 && size <= bytes.byteLength - end) ||
      !(length >= 0) ||
      (codec === "UNCOMPRESSED" && size !== length)
    ) {
      throw invalid(
        `has a page of ${size} bytes, ${length} decompressed, where ${bytes.byteLength - end} follow`,
        place,
      );
    }
    if (parquetLimits.pageBytes.isExceededBy(length)) throw unsupported(`has a page of ${length} bytes`, place);
    const stored = bytes.subarray(end, end + size);
    at = end + size;
    if (header.crc !== undefined && crc32(stored) >>> 0 !== header.crc >>> 0) {
      throw invalid("has a page whose checksum is wrong", place);
    }
    return decodeFound(header, stored, part, whole, place);
  };
}

function headerAt(
  bytes: Uint8Array,
  at: number,
  place: ErrorPlace,
): { readonly header: PageHeader; readonly end: number } {
  const end = checkThrift(bytes, at, bytes.byteLength);
  if (end === undefined) throw invalid("has a malformed page header", place);
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: at };
  return { header: guarded("has a malformed page header", place, () => parquetHeader(reader)), end };
}

async function decodeFound(
  header: PageHeader,
  stored: Uint8Array,
  part: ColumnPart,
  whole: (stored: Uint8Array, length: number) => Promise<Uint8Array>,
  place: ErrorPlace,
): Promise<FoundPage> {
  const { data_page_header: v1, data_page_header_v2: v2, dictionary_page_header: dictionary } = header;
  const { uncompressed_page_size: length } = header;
  if (header.type === "DICTIONARY_PAGE" && dictionary !== undefined) {
    const page = await whole(stored, length);
    return { kind: "dictionary", values: decodePlain(page, part.type, dictionary.num_values, place) };
  }
  const rows = v1?.num_values ?? v2?.num_values ?? -1;
  if (!(rows >= 0 && rows <= part.rowCount)) throw invalid(`has a page of ${rows} rows`, place);
  if (header.type === "DATA_PAGE" && v1 !== undefined) {
    return { kind: "data", rows, ...decodePage(await whole(stored, length), v1, part, place) };
  }
  if (header.type === "DATA_PAGE_V2" && v2 !== undefined) {
    const before = v2.repetition_levels_byte_length;
    const levels = before + v2.definition_levels_byte_length;
    if (!(before >= 0 && levels >= before && levels <= Math.min(stored.byteLength, length))) {
      throw invalid("has levels that are longer than their page", place);
    }
    const rest = stored.subarray(levels);
    const isStored = v2.is_compressed === false || part.metadata.codec === "UNCOMPRESSED";
    const values = isStored ? rest.slice() : await whole(rest, length - levels);
    return { kind: "data", rows, ...decodePageV2(stored.subarray(before, levels), values, v2, part, place) };
  }
  throw invalid(`has a page of the kind ${header.type ?? "unknown"}`, place);
}
