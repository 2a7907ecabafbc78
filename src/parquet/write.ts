/**
 * Writes a Parquet file of flat columns in memory: one row group, integers in plain encoding, strings by a dictionary.
 * This is the narrow form that fastparquet reads exactly: it reads integers as floating point if a file gives neither
 * the number of absent values nor pandas' types, and does not decode differences correctly.
 */
import type { ColumnChunk, CompressionCodec, Encoding, SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeRleBitPackedHybrid } from "hyparquet-writer/src/encoding.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";

/** Integers, one per row. */
export interface IntegerColumn {
  readonly name: string;
  readonly integers: BigInt64Array;
}

/** Strings or bytes. */
export interface ByteColumn {
  readonly name: string;
  /** The index of a row's value among the values; -1 if it has none. */
  readonly rows: Int32Array;
  readonly values: readonly Uint8Array[];
  /** True if the values are UTF-8, with few of them for many rows. */
  readonly isText: boolean;
}

export type WrittenColumn = IntegerColumn | ByteColumn;

export interface WriteParquetOptions {
  readonly rowCount: number;
  readonly codec: CompressionCodec;
  /** Compresses a page with that codec. */
  readonly compress: (bytes: Uint8Array) => Uint8Array;
  /** Further metadata in the footer. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** A page of long values has about this many bytes. */
const PAGE_BYTES = 4 * 1024 * 1024;

export function writeParquet(columns: readonly WrittenColumn[], options: WriteParquetOptions): Uint8Array {
  const { rowCount, metadata } = options;
  const file = new ByteWriter(64 * 1024);
  appendMagic(file);
  const chunks = columns.map((column) =>
    "integers" in column ? writeIntegers(file, column, options) : writeBytes(file, column, options),
  );
  const schema: SchemaElement[] = [
    { name: "schema", num_children: columns.length, repetition_type: "REQUIRED" },
    ...columns.map(elementOf),
  ];
  const start = file.offset;
  writeMetadata(file, {
    version: 1,
    created_by: "hyperslab",
    schema,
    num_rows: BigInt(rowCount),
    row_groups: [{ columns: chunks, total_byte_size: BigInt(start), num_rows: BigInt(rowCount) }],
    key_value_metadata: Object.entries(metadata).map(([key, value]) => ({ key, value })),
    metadata_length: 0,
  });
  appendMagic(file);
  return file.getBytes();
}

function appendMagic(file: ByteWriter): void {
  file.appendUint32(0x31524150);
}

function elementOf(column: WrittenColumn): SchemaElement {
  const { name } = column;
  if ("integers" in column) return { name, type: "INT64", repetition_type: "REQUIRED" };
  const element: SchemaElement = { name, type: "BYTE_ARRAY", repetition_type: "OPTIONAL" };
  return column.isText ? { ...element, converted_type: "UTF8" } : element;
}

interface Written {
  readonly start: number;
  readonly dictionaryStart?: number | undefined;
  readonly length: number;
  readonly nulls: number;
  readonly encodings: Encoding[];
}

function writeIntegers(file: ByteWriter, { name, integers }: IntegerColumn, options: WriteParquetOptions): ColumnChunk {
  const start = file.offset;
  const bytes = new Uint8Array(integers.buffer, integers.byteOffset, integers.byteLength);
  const none = new Uint8Array(0);
  const length = writePage(file, { levels: none, bytes, rows: integers.length, nulls: 0, encoding: "PLAIN" }, options);
  return chunkOf(file, name, "INT64", { start, length, nulls: 0, encodings: ["PLAIN"] }, options);
}

function writeBytes(file: ByteWriter, column: ByteColumn, options: WriteParquetOptions): ColumnChunk {
  const { name, rows, values } = column;
  const isText = hasDictionary(column);
  const dictionaryStart = isText ? file.offset : undefined;
  let length = isText ? writeDictionary(file, values, options) : 0;
  const start = file.offset;
  const encoding: Encoding = isText ? "RLE_DICTIONARY" : "PLAIN";
  let nulls = 0;
  for (let from = 0; from < rows.length || from === 0; ) {
    const to = isText ? rows.length : pageEnd(column, from);
    const page = pageOf(column, from, to);
    length += writePage(file, { ...page, encoding }, options);
    nulls += page.nulls;
    from = Math.max(to, 1);
  }
  const encodings: Encoding[] = isText ? ["PLAIN", "RLE", "RLE_DICTIONARY"] : ["RLE", "PLAIN"];
  return chunkOf(file, name, "BYTE_ARRAY", { start, dictionaryStart, length, nulls, encodings }, options);
}

/** Readers do not expect an empty dictionary. */
function hasDictionary({ isText, values }: ByteColumn): boolean {
  return isText && values.length > 0;
}

/** The row after the last one that a page should have. */
function pageEnd({ rows, values }: ByteColumn, from: number): number {
  let bytes = 0;
  for (let row = from; row < rows.length; row++) {
    if (rows[row]! >= 0) bytes += values[rows[row]!]!.byteLength + 4;
    if (bytes >= PAGE_BYTES) return row + 1;
  }
  return rows.length;
}

interface WrittenPage {
  readonly levels: Uint8Array;
  readonly bytes: Uint8Array;
  readonly rows: number;
  readonly nulls: number;
}

function pageOf(column: ByteColumn, from: number, to: number): WrittenPage {
  const { rows, values } = column;
  const levels = new Array<number>(to - from);
  const present: number[] = [];
  for (let row = from; row < to; row++) {
    const index = rows[row]!;
    levels[row - from] = index < 0 ? 0 : 1;
    if (index >= 0) present.push(index);
  }
  const runs = new ByteWriter();
  writeRleBitPackedHybrid(runs, levels, 1);
  const body = new ByteWriter();
  if (hasDictionary(column)) {
    const width = Math.max(1, 32 - Math.clz32(Math.max(0, values.length - 1)));
    body.appendUint8(width);
    writeRleBitPackedHybrid(body, present, width);
  } else for (const index of present) appendValue(body, values[index]!);
  return { levels: runs.getBytes(), bytes: body.getBytes(), rows: to - from, nulls: to - from - present.length };
}

function appendValue(body: ByteWriter, value: Uint8Array): void {
  body.appendUint32(value.byteLength);
  body.appendBytes(value);
}

/** Bytes before compression, including the header. */
function writeDictionary(file: ByteWriter, values: readonly Uint8Array[], { compress }: WriteParquetOptions): number {
  const body = new ByteWriter();
  for (const value of values) appendValue(body, value);
  const bytes = body.getBytes();
  const compressed = compress(bytes);
  const start = file.offset;
  writePageHeader(file, {
    type: "DICTIONARY_PAGE",
    uncompressed_page_size: bytes.byteLength,
    compressed_page_size: compressed.byteLength,
    dictionary_page_header: { num_values: values.length, encoding: "PLAIN" },
  });
  const header = file.offset - start;
  file.appendBytes(compressed);
  return header + bytes.byteLength;
}

/** Bytes before compression, including the header. */
function writePage(
  file: ByteWriter,
  { levels, bytes, rows, nulls, encoding }: WrittenPage & { readonly encoding: Encoding },
  { compress }: WriteParquetOptions,
): number {
  const compressed = compress(bytes);
  const start = file.offset;
  writePageHeader(file, {
    type: "DATA_PAGE_V2",
    uncompressed_page_size: levels.byteLength + bytes.byteLength,
    compressed_page_size: levels.byteLength + compressed.byteLength,
    data_page_header_v2: {
      num_values: rows,
      num_nulls: nulls,
      num_rows: rows,
      encoding,
      definition_levels_byte_length: levels.byteLength,
      repetition_levels_byte_length: 0,
      is_compressed: true,
    },
  });
  const header = file.offset - start;
  file.appendBytes(levels);
  file.appendBytes(compressed);
  return header + levels.byteLength + bytes.byteLength;
}

function chunkOf(
  file: ByteWriter,
  name: string,
  type: "INT64" | "BYTE_ARRAY",
  { start, dictionaryStart, length, nulls, encodings }: Written,
  { rowCount, codec }: WriteParquetOptions,
): ColumnChunk {
  const first = dictionaryStart ?? start;
  return {
    file_offset: BigInt(first),
    meta_data: {
      type,
      encodings,
      path_in_schema: [name],
      codec,
      num_values: BigInt(rowCount),
      total_uncompressed_size: BigInt(length),
      total_compressed_size: BigInt(file.offset - first),
      data_page_offset: BigInt(start),
      ...(dictionaryStart === undefined ? {} : { dictionary_page_offset: BigInt(dictionaryStart) }),
      statistics: { null_count: BigInt(nulls) },
    },
  };
}
