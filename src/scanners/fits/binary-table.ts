/**
 * Binary tables: rows of columns, as structs. TFORM gives the type and count of a column, TDIM its shape.
 * Variable-length columns hold a count and an offset into the heap after the rows; each is a separate array,
 * `TABLE.COLUMN`.
 */
import { fromPlain, jsonObject, jsonString } from "../../bytes/json/make.ts";
import { HyperslabError } from "../../errors.ts";
import {
  type DataType,
  dataTypeNamed,
  type FixedDataType,
  raggedType,
  type StructFieldInput,
  structType,
} from "../../model/data-types/data-type.ts";
import { regularGrid } from "../../model/grid/chunk-grid.ts";
import { chunkKeys } from "../../model/virtual/chunk-key.ts";
import { OWN_FILE } from "../../model/virtual/virtual-dataset.ts";
import type { FitsScan, FitsUnit } from "./fits.ts";
import { type FitsHeader, integerOf, numberOf, textOf } from "./header.ts";
import { addArray, bigEndian, fixedType, uniqueNames, unsignedType } from "./image.ts";

/** Letters of TFORM: types of one element. Logicals are T, F or zero; bits are packed into bytes. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ["L", "S1"],
  ["X", "uint8"],
  ["B", "uint8"],
  ["I", "int16"],
  ["J", "int32"],
  ["K", "int64"],
  ["E", "float32"],
  ["D", "float64"],
  ["C", "complex64"],
  ["M", "complex128"],
  ["P", "int32"],
  ["Q", "int64"],
]);

const NUMPY: ReadonlyMap<string, string> = new Map([
  ["uint8", "|u1"],
  ["int16", ">i2"],
  ["int32", ">i4"],
  ["int64", ">i8"],
  ["float32", ">f4"],
  ["float64", ">f8"],
  ["complex64", ">c8"],
  ["complex128", ">c16"],
]);

export interface TableColumn {
  readonly name: string;
  readonly letter: string;
  /** The letter for the contents of a variable-length column. */
  readonly inner: string;
  readonly repeat: number;
  /** Of the first byte in a row. */
  readonly offset: number;
  readonly bytes: number;
}

export function columnsOf({ header, axes, name: path }: FitsUnit, { place }: FitsScan): readonly TableColumn[] {
  const count = integerOf(header, "TFIELDS", place);
  const rowBytes = axes[0] ?? 0;
  if (count < 0 || count > 999) throw bad(header, `TFIELDS is ${count}`, { place });
  const names = uniqueNames(
    Array.from({ length: count }, (_, index) => textOf(header, `TTYPE${index + 1}`) || `col${index + 1}`),
  );
  const columns: TableColumn[] = [];
  let offset = 0;
  for (const [index, name] of names.entries()) {
    const form = textOf(header, `TFORM${index + 1}`) ?? "";
    const [, digits = "", letter = "", inner = ""] = /^(\d*)([LXBIJKAEDCMPQ])([LXBIJKAEDCM]?)/.exec(form) ?? [];
    if (letter === "") throw bad(header, `TFORM${index + 1} of ${path} is ${JSON.stringify(form)}`, { place });
    const repeat = digits === "" ? 1 : Number(digits);
    const bytes = columnBytes(letter, repeat);
    columns.push({ name, letter, inner, repeat, offset, bytes });
    offset += bytes;
  }
  if (offset <= rowBytes && Number.isSafeInteger(offset)) return columns;
  throw bad(header, `the columns of ${path} take ${offset} bytes, its rows have ${rowBytes},`, { place });
}

function columnBytes(letter: string, repeat: number): number {
  if (letter === "A") return repeat;
  if (letter === "X") return Math.ceil(repeat / 8);
  return repeat * fixedType(LETTERS.get(letter)!).itemSize * (letter === "P" || letter === "Q" ? 2 : 1);
}

function bad(header: FitsHeader, what: string, { place }: Pick<FitsScan, "place">): HyperslabError {
  return new HyperslabError("invalid-data", `${what} in the header at byte ${header.offset}`, place);
}

export async function binaryTable(scan: FitsScan, unit: FitsUnit): Promise<void> {
  const { header, name: path, axes } = unit;
  const [rowBytes = 0, rows = 0] = axes;
  if (rowBytes === 0) return;
  const columns = columnsOf(unit, scan);
  const flipped: string[] = [];
  const fields: StructFieldInput[] = [];
  for (const [index, column] of columns.entries()) {
    if (column.bytes === 0) continue;
    const field = fieldOf(column, shapeOf(header, index, column));
    const scale = numberOf(header, `TSCAL${index + 1}`, 1);
    const zero = numberOf(header, `TZERO${index + 1}`, 0);
    const unsigned =
      column.letter === "P" || column.letter === "Q" ? undefined : unsignedType(field.dataType, zero, scale);
    if (unsigned !== undefined) flipped.push(field.name);
    else if (scale !== 1 || zero !== 0) {
      scan.notes.push({ path, message: `${field.name} is shown with stored values, which TSCAL and TZERO scale` });
    }
    fields.push(unsigned === undefined ? field : { ...field, dataType: unsigned });
  }
  if (fields.length === 0) return;
  const dataType = structType(fields, { itemSize: rowBytes, code: "invalid-data" });
  const grid = scan.chunks.add({ path, offset: header.dataOffset, shape: [rows], itemSize: rowBytes });
  const flips =
    flipped.length === 0
      ? []
      : [{ name: "fits.unsigned", configuration: jsonObject([["fields", fromPlain(flipped)]]) }];
  addArray(scan, unit, { dataType, shape: [rows], grid, codecs: [...flips, bigEndian({ itemSize: 2 })] });
  for (const column of columns) {
    if ((column.letter === "P" || column.letter === "Q") && column.repeat > 0) await heapColumn(scan, unit, column);
  }
}

function fieldOf(
  { name, letter, repeat, offset, bytes }: TableColumn,
  shape: readonly number[],
): StructFieldInput & { readonly dataType: FixedDataType } {
  if (letter === "A") {
    const width = shape.length > 1 ? shape.at(-1)! : repeat;
    const outer = shape.length > 1 ? shape.slice(0, -1) : [];
    return { name, offset, dataType: fixedType(`S${width}`), ...(outer.length > 0 && { shape: outer }) };
  }
  const dataType = fixedType(LETTERS.get(letter)!);
  if (letter === "X") return { name, offset, dataType, ...(bytes > 1 && { shape: [bytes] }) };
  if (letter === "P" || letter === "Q") return { name, offset, dataType, shape: [2] };
  return { name, offset, dataType, ...(shape.length > 0 && { shape }) };
}

/** TDIM, fastest first, if it fits the count; else the count, unless that is 1. */
function shapeOf(header: FitsHeader, index: number, { repeat }: TableColumn): readonly number[] {
  const dims =
    /^\(([\d, ]+)\)$/
      .exec(textOf(header, `TDIM${index + 1}`) ?? "")?.[1]
      ?.split(",")
      .map(Number) ?? [];
  const isFitting = dims.length > 0 && dims.every((length) => length > 0) && dims.reduce((a, b) => a * b, 1) === repeat;
  if (isFitting && dims.length > 1) return dims.toReversed();
  return repeat === 1 ? [] : [repeat];
}

export interface HeapPlace {
  /** Elements. */
  readonly count: number;
  /** In the file. */
  readonly offset: number;
}

/** Where the heap begins, in the file, and where it ends. */
export function heapOf(
  { header, axes, dataBytes }: FitsUnit,
  { place }: FitsScan,
): { readonly start: number; readonly end: number } {
  const [rowBytes = 0, rows = 0] = axes;
  const start = integerOf(header, "THEAP", place, rowBytes * rows);
  return { start: header.dataOffset + start, end: header.dataOffset + dataBytes };
}

/** The descriptors of a column, row by row. */
export async function* descriptors(scan: FitsScan, unit: FitsUnit, column: TableColumn): AsyncGenerator<HeapPlace> {
  const { header, axes, name: path } = unit;
  const [rowBytes = 0, rows = 0] = axes;
  const { start, end } = heapOf(unit, scan);
  const elementBytes =
    column.inner === "" ? 1 : column.inner === "A" ? 1 : fixedType(LETTERS.get(column.inner)!).itemSize;
  for (let row = 0; row < rows; row++) {
    const at = header.dataOffset + row * rowBytes + column.offset;
    const cursor = await scan.reader.cursor(at, column.letter === "P" ? 8 : 16, "big");
    const count = column.letter === "P" ? cursor.i32() : cursor.i64Number();
    const offset = start + (column.letter === "P" ? cursor.i32() : cursor.i64Number());
    const bytes = column.inner === "X" ? Math.ceil(count / 8) : count * elementBytes;
    if (count < 0 || (bytes > 0 && (offset < header.dataOffset || offset + bytes > end))) {
      const what = `row ${row} of column ${column.name} of ${path}, at byte ${at}, has ${count} elements at byte ${offset}, outside the heap`;
      throw new HyperslabError("invalid-data", what, scan.place);
    }
    yield { count, offset };
  }
}

/** Rows of numbers, bytes or text. Each is a chunk, preceded by the lengths that the codec requires. */
async function heapColumn(scan: FitsScan, unit: FitsUnit, column: TableColumn): Promise<void> {
  const path = `${unit.name}.${column.name}`;
  const inner =
    column.inner === "A" || column.inner === "L" ? "bytes" : LETTERS.get(column.inner === "" ? "B" : column.inner)!;
  if (column.name.includes("/") || scan.nodes.has(path)) {
    scan.notes.push({ path: unit.name, message: `the rows of column ${column.name} are left out`, isLoss: true });
    return;
  }
  const rows = unit.axes[1] ?? 0;
  const own = scan.references.table.url(OWN_FILE);
  const keyOf = chunkKeys(path);
  const size = inner === "bytes" ? 1 : fixedType(inner).itemSize;
  let row = 0;
  for await (const { count, offset } of descriptors(scan, unit, column)) {
    const bytes = column.inner === "X" ? Math.ceil(count / 8) : count * size;
    const prefix = new DataView(new ArrayBuffer(8));
    prefix.setUint32(0, 1, true);
    prefix.setUint32(4, bytes, true);
    scan.prefixes.set(`${path}/${row}`, new Uint8Array(prefix.buffer));
    scan.references.table.addRange(keyOf([row]), own, bytes === 0 ? 0 : offset, bytes);
    row += 1;
  }
  const dataType: DataType = inner === "bytes" ? dataTypeNamed("bytes")! : raggedType(fixedType(inner), "invalid-data");
  const codec =
    inner === "bytes"
      ? { name: "vlen-bytes", configuration: jsonObject([]) }
      : { name: "numcodecs.vlen-array", configuration: jsonObject([["dtype", jsonString(NUMPY.get(inner)!)]]) };
  addArray(scan, unit, {
    path,
    dataType,
    shape: [rows],
    grid: regularGrid([rows], [1], "invalid-data"),
    codecs: [codec],
  });
}
