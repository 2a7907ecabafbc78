/**
 * A column of a Parquet file, one part per row group: consecutive pages, the dictionary first. Every size and count is
 * checked before anything is allocated by it.
 */
import type { ColumnMetaData, CompressionCodec, PageHeader } from "hyparquet";
import { parquetHeader } from "hyparquet/src/column.js";
import { crc32 } from "../bytes/checksum/crc32.ts";
import type { ErrorPlace } from "../errors.ts";
import { checkThrift } from "./check-thrift.ts";
import { guarded, invalid, unsupported } from "./invalid.ts";
import { parquetLimits } from "./limits.ts";
import { decodePage, decodePageV2, type Page, type PageType } from "./page.ts";
import { plainValues, type Values } from "./values.ts";

/** Decompresses a page to exactly `length` bytes, and fails for any other length. */
export type Decompress = (codec: CompressionCodec, bytes: Uint8Array, length: number) => Promise<Uint8Array>;

/** Values by row. Several rows may share a value. */
export interface Column {
  /** The number of values. */
  readonly valueCount: number;
  /** True if each is a string or bytes. */
  readonly isBytes: boolean;
  /** The approximate memory that the values take, in bytes. */
  readonly byteLength: number;
  /** The index of a row's value; -1 if it has none. Fails if the index is invalid. */
  index(row: number): number;
  /** The value at an index. */
  bytes(index: number): Uint8Array;
  /** Exact up to 2^53, beyond that at least as large. */
  integer(index: number): number;
}

export interface ColumnPart extends PageType {
  readonly metadata: ColumnMetaData;
  readonly rowCount: number;
}

/** Rows from `from` on, up to the next page. */
interface PageRows {
  readonly from: number;
  readonly page: Page;
  /** Where its values, or those of its dictionary, begin among the values of the column, and their number. */
  readonly first: number;
  readonly count: number;
}

/** Values from `from` on, up to the next ones. */
interface ValueBlock {
  readonly from: number;
  readonly values: Values;
}

/** Reads the parts of a column. `end` is where the pages of the file end. */
export async function readColumn(
  { file, end }: { readonly file: Uint8Array; readonly end: number },
  parts: readonly ColumnPart[],
  decompress: Decompress,
  place: ErrorPlace,
): Promise<Column> {
  const pages: PageRows[] = [];
  const blocks: ValueBlock[] = [];
  let [row, valueCount] = [0, 0];
  const add = (values: Values): number => {
    blocks.push({ from: valueCount, values });
    valueCount += values.count;
    return valueCount - values.count;
  };
  for (const part of parts) {
    const last = row + part.rowCount;
    const next = pageReader(bytesOf(file, end, part.metadata, place), part, decompress, place);
    let dictionary = { first: 0, count: 0 };
    while (row < last) {
      const found = await next();
      if (found === undefined) throw invalid(`has ${last - row} rows fewer in a column than it says`, place);
      if (found.kind === "dictionary") {
        dictionary = { first: add(found.values), count: found.values.count };
        continue;
      }
      if (found.rows > last - row) throw invalid("has more rows in a column than it says", place);
      const { values } = found.page;
      const own = values === undefined ? dictionary : { first: add(values), count: values.count };
      if (found.rows > 0) pages.push({ from: row, page: found.page, ...own });
      row += found.rows;
    }
  }
  return columnOf(pages, blocks, valueCount, place);
}

function columnOf(
  pages: readonly PageRows[],
  blocks: readonly ValueBlock[],
  valueCount: number,
  place: ErrorPlace,
): Column {
  const blockOf = (index: number): ValueBlock => blocks[lastFrom(blocks, index)]!;
  return {
    valueCount,
    isBytes: blocks.some(({ values }) => values.isBytes && values.count > 0),
    byteLength: blocks.reduce((sum, { values }) => sum + values.byteLength, 0),
    index: (row) => {
      const { from, page, first, count } = pages[lastFrom(pages, row)]!;
      const at = page.index(row - from);
      if (at >= count) throw invalid("refers to values that its dictionary does not have", place);
      return at < 0 ? -1 : first + at;
    },
    bytes: (index) => {
      const { from, values } = blockOf(index);
      return values.bytes(index - from);
    },
    integer: (index) => {
      const { from, values } = blockOf(index);
      return values.integer(index - from);
    },
  };
}

/** The last one that begins at or before a position. */
function lastFrom(list: readonly { readonly from: number }[], position: number): number {
  let [low, high] = [0, list.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (list[middle]!.from <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The pages of one part. */
function bytesOf(file: Uint8Array, end: number, metadata: ColumnMetaData, place: ErrorPlace): Uint8Array {
  const { data_page_offset: data, dictionary_page_offset: dictionary, total_compressed_size: size } = metadata;
  // Some writers store 0 if there is no dictionary.
  const start = Number(dictionary !== undefined && dictionary > 0n && dictionary < data ? dictionary : data);
  if (start >= 4 && size >= 0n && start + Number(size) <= end) return file.subarray(start, start + Number(size));
  throw invalid(`has a column at bytes ${start} to ${start + Number(size)}, outside its pages`, place);
}

type FoundPage =
  | { readonly kind: "dictionary"; readonly values: Values }
  | { readonly kind: "data"; readonly rows: number; readonly page: Page };

/** Returns one page after the other, then undefined. */
function pageReader(
  bytes: Uint8Array,
  part: ColumnPart,
  decompress: Decompress,
  place: ErrorPlace,
): () => Promise<FoundPage | undefined> {
  const { codec } = part.metadata;
  if (codec === undefined) throw unsupported("is compressed in an unknown way", place);
  let at = 0;
  const whole = async (stored: Uint8Array, length: number): Promise<Uint8Array> =>
    codec === "UNCOMPRESSED" ? stored : decompress(codec, stored, length);
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
    return { kind: "dictionary", values: plainValues(page, part.type, dictionary.num_values, place) };
  }
  const rows = v1?.num_values ?? v2?.num_values ?? -1;
  if (!(rows >= 0 && rows <= part.rowCount)) throw invalid(`has a page of ${rows} rows`, place);
  if (header.type === "DATA_PAGE" && v1 !== undefined) {
    return { kind: "data", rows, page: decodePage(await whole(stored, length), v1, part, place) };
  }
  if (header.type === "DATA_PAGE_V2" && v2 !== undefined) {
    const before = v2.repetition_levels_byte_length;
    const levels = before + v2.definition_levels_byte_length;
    if (!(before >= 0 && levels >= before && levels <= Math.min(stored.byteLength, length))) {
      throw invalid("has levels that are longer than their page", place);
    }
    const rest = stored.subarray(levels);
    const isStored = v2.is_compressed === false || part.metadata.codec === "UNCOMPRESSED";
    const values = isStored ? rest : await whole(rest, length - levels);
    return { kind: "data", rows, page: decodePageV2(stored.subarray(before, levels), values, v2, part, place) };
  }
  throw invalid(`has a page of the kind ${header.type ?? "unknown"}`, place);
}
