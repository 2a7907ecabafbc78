/**
 * CSV (RFC 4180). The long form has one row per element: a column per selected dimension of the array, then the value;
 * complex numbers take two columns, structs one per field. The wide form has a column per label of the last dimension.
 */

import type { DecodedData } from "../../dataset/array/decoding.ts";
import type { NdArray } from "../../dataset/array/nd-array.ts";
import type { Slab } from "../../dataset/array/slab.ts";
import { HyperslabError } from "../../errors.ts";
import { type DataType, dataTypeNamed, isFixedSize } from "../../model/data-types/data-type.ts";
import { type AxisSelection, axisCount, axisIndex, wholeAxis } from "../../model/selection/axis-selection.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { typedToBytes } from "../../model/values/typed-data.ts";
import { operationLimits } from "../limits.ts";
import { CELL_FORM } from "../text/value-form.ts";
import { fieldColumn, fieldTexts, fixedTexts, type TextAt, variableTexts } from "../text/value-text.ts";
import { type ValueOptions, valueName } from "./decodes-values.ts";
import { type CellOf, indexColumns } from "./index-columns.ts";

/** The columns of a table. */
export interface CsvTable {
  readonly header: string;
  /** The rows of a block, in pieces. */
  rows(block: CsvBlock): Generator<string>;
}

export interface CsvOptions extends ValueOptions {
  readonly wide?: boolean | undefined;
}

/** The table of a selection. Labels are read now. */
export async function csvTable(
  array: NdArray,
  selection: Selection | undefined,
  options: CsvOptions,
): Promise<CsvTable> {
  const normalized = normalizeSelection(selection, array.shape, array.dims);
  const { axes, resultShape, resultAxes, resultDims } = normalized;
  const cells = await indexColumns(array, normalized, options);
  const places = resultAxes.map((axis, i): PlaceColumn => {
    const indices = axis === undefined ? wholeAxis(1) : axes[axis]!;
    return { indices, cell: cells[i]!, length: resultShape[i]! };
  });
  const names = csvColumns(resultDims, array.dataType, valueName(array, options));
  if (options.wide !== true) return { header: csvLine(names), rows: (block) => longRows(block, places) };
  checkWide(array, places);
  const { indices, cell } = places.at(-1)!;
  const labels = Array.from({ length: axisCount(indices) }, (_, at) => cell(axisIndex(indices, at)));
  const before = names.slice(0, places.length - 1);
  return { header: csvLine([...before, ...labels]), rows: (block) => wideRows(block, places) };
}

function checkWide(array: NdArray, places: readonly PlaceColumn[]): void {
  const { kind } = array.dataType;
  if (kind === "complex" || kind === "struct") {
    throw new HyperslabError("invalid-request", `${array.dtype} takes several columns per value: it has no wide form`);
  }
  if (places.length > 0) return;
  throw new HyperslabError("invalid-request", "a single value has no wide form", { node: array.path });
}

/** The names of all columns of the long form: dimensions, then values. */
export function csvColumns(
  dims: readonly (string | undefined)[],
  dataType: DataType,
  name = "value",
): readonly string[] {
  const isSingle = dataType.kind !== "complex" && dataType.kind !== "struct";
  const values = columnNames(dataType, isSingle || name !== "value" ? name : "");
  return [...dims.map((dim, axis) => dim ?? `dim_${axis}`), ...values];
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(",")}\r\n`;
}

function columnNames(dataType: DataType, name: string): readonly string[] {
  const inside = (part: string): string => (name === "" ? part : `${name}.${part}`);
  if (dataType.kind === "complex") return [inside("real"), inside("imaginary")];
  if (dataType.kind !== "struct") return [name === "" ? "value" : name];
  return dataType.fields.flatMap((field) =>
    field.shape === undefined ? columnNames(field.dataType, inside(field.name)) : [inside(field.name)],
  );
}

/** The text of each column of packed elements, in the order of `columnNames`. */
function columnTexts(dataType: DataType, bytes: Uint8Array): readonly TextAt[] {
  if (dataType.kind === "complex") {
    const component = dataTypeNamed(dataType.component);
    const parts = component !== undefined && isFixedSize(component) ? fixedTexts(component, bytes, CELL_FORM) : String;
    return [(index) => parts(2 * index), (index) => parts(2 * index + 1)];
  }
  if (dataType.kind !== "struct") return isFixedSize(dataType) ? [fixedTexts(dataType, bytes, CELL_FORM)] : [];
  return dataType.fields.flatMap((field) => {
    const column = fieldColumn(dataType, field, bytes);
    return field.shape === undefined ? columnTexts(field.dataType, column) : [fieldTexts(field, column, CELL_FORM)];
  });
}

/** The elements of one block. */
export interface CsvBlock {
  /** Number of the first element, in C order. */
  readonly first: number;
  readonly count: number;
  readonly columns: readonly TextAt[];
}

/** The result of `read` for a block: packed bytes, or a list of variable-length values. */
export function csvBlock(dataType: DataType, data: ArrayLike<unknown>, first: number): CsvBlock {
  if (!isFixedSize(dataType)) {
    return { first, count: data.length, columns: [variableTexts(dataType, data, CELL_FORM)] };
  }
  const bytes = data instanceof Uint8Array ? data : new Uint8Array();
  return { first, count: bytes.byteLength / dataType.itemSize, columns: columnTexts(dataType, bytes) };
}

/** The same for a decoded read. Missing entries of lists are empty cells. */
export function decodedBlock({ data, dataType }: Slab<DecodedData>, first: number): CsvBlock {
  if (dataType.kind !== "optional") {
    return csvBlock(dataType, isFixedSize(dataType) ? typedToBytes(dataType, data) : data, first);
  }
  const values = Array.from<unknown, string>(data, (value) => (value === null ? "" : String(value)));
  return { first, count: values.length, columns: [(index) => values[index]!] };
}

/** A dimension of the result: its indices, and the cell for each. */
interface PlaceColumn {
  readonly indices: AxisSelection;
  readonly cell: CellOf;
  readonly length: number;
}

/** Rows of a block, a few thousand at a time. */
function* longRows(block: CsvBlock, places: readonly PlaceColumn[]): Generator<string> {
  const outer = places.slice(0, -1);
  const last = places.at(-1);
  const rowLength = last?.length ?? 1;
  let rows = "";
  let held = 0;
  for (let at = 0; at < block.count; ) {
    const number = block.first + at;
    const prefix = placeText(Math.floor(number / rowLength), outer);
    const from = number % rowLength;
    const count = Math.min(rowLength - from, block.count - at);
    for (let i = 0; i < count; i++, at++) {
      const index = last === undefined ? "" : `${quote(last.cell(axisIndex(last.indices, from + i)))},`;
      rows += `${prefix}${index}${cells(block.columns, at)}\r\n`;
      held += 1;
      if (!operationLimits.csvRows.isReachedBy(held)) continue;
      yield rows;
      rows = "";
      held = 0;
    }
  }
  if (rows !== "") yield rows;
}

/** A block may begin and end within a row. */
function* wideRows(block: CsvBlock, places: readonly PlaceColumn[]): Generator<string> {
  const outer = places.slice(0, -1);
  const rowLength = places.at(-1)!.length;
  let text = "";
  let held = 0;
  for (let at = 0; at < block.count; at++) {
    const number = block.first + at;
    const column = number % rowLength;
    const before = column === 0 ? placeText(Math.floor(number / rowLength), outer) : ",";
    text += `${before}${cells(block.columns, at)}${column === rowLength - 1 ? "\r\n" : ""}`;
    held += 1;
    if (!operationLimits.csvRows.isReachedBy(held)) continue;
    yield text;
    text = "";
    held = 0;
  }
  if (text !== "") yield text;
}

function cells(columns: readonly TextAt[], at: number): string {
  return columns.length === 1 ? quote(columns[0]!(at)) : columns.map((column) => quote(column(at))).join(",");
}

/** The position columns of row number `row`, each followed by a comma. */
function placeText(row: number, places: readonly PlaceColumn[]): string {
  let text = "";
  for (let axis = places.length - 1, rest = row; axis >= 0; axis--) {
    const { indices, cell, length } = places[axis]!;
    text = `${quote(cell(axisIndex(indices, rest % length)))},${text}`;
    rest = Math.floor(rest / length);
  }
  return text;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
