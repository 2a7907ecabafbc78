/**
 * Tidy CSV (RFC 4180): one row per element, a column for its index along each selected dimension of the array, then the
 * value. Complex numbers take two columns, structs one per field.
 */
import type { NdArray } from "../../dataset/array/nd-array.ts";
import { type DataType, dataTypeNamed, isFixedSize } from "../../model/data-types/data-type.ts";
import { type AxisSelection, axisIndex, wholeAxis } from "../../model/selection/axis-selection.ts";
import { normalizeSelection, type Selection } from "../../model/selection/selection.ts";
import { operationLimits } from "../limits.ts";
import { CELL_FORM } from "../text/value-form.ts";
import { fieldColumn, fieldTexts, fixedTexts, type TextAt, variableTexts } from "../text/value-text.ts";

export function csvHeader(dims: readonly (string | undefined)[], dataType: DataType): string {
  return `${csvColumns(dims, dataType).map(quote).join(",")}\r\n`;
}

/** The names of all columns: dimensions, then values. */
export function csvColumns(dims: readonly (string | undefined)[], dataType: DataType): readonly string[] {
  return [...dims.map((name, axis) => name ?? `dim_${axis}`), ...columnNames(dataType, "")];
}

function columnNames(dataType: DataType, name: string): readonly string[] {
  const inside = (part: string): string => (name === "" ? part : `${name}.${part}`);
  if (dataType.kind === "complex") return [inside("real"), inside("imaginary")];
  if (dataType.kind !== "struct") return [name === "" ? "value" : name];
  return dataType.fields.flatMap((field) =>
    field.shape === undefined ? columnNames(field.dataType, inside(field.name)) : [inside(field.name)],
  );
}

/** Texts of each column of packed elements, in the order of `columnNames`. */
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

/** What `read` gave for a block: packed bytes, or a list of values of variable length. */
export function csvBlock(dataType: DataType, data: ArrayLike<unknown>, first: number): CsvBlock {
  if (!isFixedSize(dataType)) {
    return { first, count: data.length, columns: [variableTexts(dataType, data, CELL_FORM)] };
  }
  const bytes = data instanceof Uint8Array ? data : new Uint8Array();
  return { first, count: bytes.byteLength / dataType.itemSize, columns: columnTexts(dataType, bytes) };
}

/** Rows of a block, a few thousand at a time. */
export function* csvRows(block: CsvBlock, array: NdArray, selection: Selection | undefined): Generator<string> {
  const { axes, resultShape, resultAxes } = normalizeSelection(selection, array.shape, array.dims);
  const indices = resultAxes.map((axis): AxisSelection => (axis === undefined ? wholeAxis(1) : axes[axis]!));
  const last = indices.pop();
  const rowLength = resultShape.at(-1) ?? 1;
  const outer = resultShape.slice(0, -1);
  let rows = "";
  let held = 0;
  for (let at = 0; at < block.count; ) {
    const number = block.first + at;
    const prefix = indexText(Math.floor(number / rowLength), outer, indices);
    const from = number % rowLength;
    const count = Math.min(rowLength - from, block.count - at);
    for (let i = 0; i < count; i++, at++) {
      const index = last === undefined ? "" : `${axisIndex(last, from + i)},`;
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

function cells(columns: readonly TextAt[], at: number): string {
  return columns.length === 1 ? quote(columns[0]!(at)) : columns.map((column) => quote(column(at))).join(",");
}

/** The indices of row number `row`, each with a comma. */
function indexText(row: number, shape: readonly number[], axes: readonly AxisSelection[]): string {
  let text = "";
  for (let axis = shape.length - 1, rest = row; axis >= 0; axis--) {
    text = `${axisIndex(axes[axis]!, rest % shape[axis]!)},${text}`;
    rest = Math.floor(rest / shape[axis]!);
  }
  return text;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
