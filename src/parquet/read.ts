/**
 * Reads columns of a Parquet file in memory. The format is decoded by hyparquet; anything it would trust is checked
 * first. Decompressors are passed in.
 *
 *     "PAR1", pages of the columns, footer (Thrift), u32 length of the footer, "PAR1"
 */
import type { ColumnMetaData, FileMetaData, SchemaElement } from "hyparquet";
import { parquetMetadata } from "hyparquet/src/metadata.js";
import { type ErrorPlace, isHyperslabError } from "../errors.ts";
import { checkThrift } from "./check-thrift.ts";
import { type Column, type ColumnPart, type Decompress, readColumn } from "./column.ts";
import { guarded, invalid, unsupported } from "./invalid.ts";
import { parquetLimits } from "./limits.ts";

export type { Column, Decompress } from "./column.ts";

export interface ReadParquetOptions {
  /** The columns to read, if the file has them. */
  readonly columns: readonly string[];
  /** More rows than this are refused. */
  readonly maxRows: number;
  readonly decompress: Decompress;
  /** Where the file is, for messages. */
  readonly place: ErrorPlace;
}

export interface ParquetTable {
  readonly rowCount: number;
  /** The wanted columns that the file has. */
  readonly columns: ReadonlyMap<string, Column>;
}

const MAGIC = 0x31524150;
/** Magic numbers at both ends, and the length of the footer. */
const SMALLEST_FILE = 12;

export async function readParquet(file: Uint8Array, options: ReadParquetOptions): Promise<ParquetTable> {
  try {
    return await readTable(file, options);
  } catch (cause) {
    // A footer may contain anything in place of a number or a name.
    throw isHyperslabError(cause) ? cause : invalid("contains invalid values", options.place, cause);
  }
}

async function readTable(file: Uint8Array, options: ReadParquetOptions): Promise<ParquetTable> {
  const { place, decompress } = options;
  const { metadata, footerStart } = readFooter(file, place);
  const leaves = leavesOf(metadata.schema, place);
  const rowCount = rowsOf(metadata, options);
  const columns = new Map<string, Column>();
  for (const name of options.columns) {
    const leaf = leaves.get(name);
    if (leaf === undefined) continue;
    const parts = metadata.row_groups.map(({ columns: found, num_rows }) =>
      partOf(
        found.find(({ meta_data: own }) => own?.path_in_schema.join(".") === name)?.meta_data,
        leaf,
        num_rows,
        place,
      ),
    );
    const source = { file, end: footerStart };
    columns.set(name, await readColumn(source, parts, decompress, { ...place, field: name }));
  }
  return { rowCount, columns };
}

function readFooter(
  file: Uint8Array,
  place: ErrorPlace,
): { readonly metadata: FileMetaData; readonly footerStart: number } {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const { byteLength } = file;
  if (
    byteLength < SMALLEST_FILE ||
    view.getUint32(0, true) !== MAGIC ||
    view.getUint32(byteLength - 4, true) !== MAGIC
  ) {
    throw invalid("does not begin and end like one", place);
  }
  const length = view.getUint32(byteLength - 8, true);
  if (length > byteLength - SMALLEST_FILE) throw invalid(`is shorter than its footer of ${length} bytes`, place);
  if (parquetLimits.footerBytes.isExceededBy(length)) throw unsupported(`has a footer of ${length} bytes`, place);
  const footerStart = byteLength - 8 - length;
  if (checkThrift(file, footerStart, byteLength - 8) === undefined) throw invalid("has a malformed footer", place);
  const metadata = guarded("has an invalid footer", place, () =>
    parquetMetadata(file.subarray(footerStart), { geoparquet: false }),
  );
  return { metadata, footerStart };
}

/** Columns by name. Nested ones are not supported. */
function leavesOf(
  [root, ...elements]: readonly SchemaElement[],
  place: ErrorPlace,
): ReadonlyMap<string, SchemaElement> {
  const leaves = new Map<string, SchemaElement>();
  if (root?.num_children !== elements.length) throw unsupported("has nested columns", place);
  for (const element of elements) {
    if (element.num_children || element.repetition_type === "REPEATED") throw unsupported("has nested columns", place);
    if (leaves.has(element.name)) throw invalid(`has two columns named ${element.name}`, place);
    leaves.set(element.name, element);
  }
  return leaves;
}

function rowsOf({ num_rows, row_groups }: FileMetaData, { maxRows, place }: ReadParquetOptions): number {
  const total = row_groups.reduce((sum, group) => sum + group.num_rows, 0n);
  if (total !== num_rows || row_groups.some((group) => group.num_rows < 0n)) {
    throw invalid(`says that it has ${num_rows} rows and ${total} rows`, place);
  }
  if (total > BigInt(maxRows)) throw invalid(`has ${total} rows, but at most ${maxRows} are allowed`, place);
  if (parquetLimits.rows.isExceededBy(Number(total)))
    throw unsupported(`has ${total} rows, more than the limit`, place);
  return Number(total);
}

function partOf(
  metadata: ColumnMetaData | undefined,
  { name, type, repetition_type }: SchemaElement,
  rows: bigint,
  place: ErrorPlace,
): ColumnPart {
  if (metadata === undefined || type === undefined) throw invalid(`lacks the column ${name} in some rows`, place);
  if (metadata.num_values !== rows || metadata.type !== type) {
    throw invalid(`says that ${rows} rows have ${metadata.num_values} values of ${name}`, place);
  }
  return { metadata, type, isOptional: repetition_type !== "REQUIRED", rowCount: Number(rows) };
}
